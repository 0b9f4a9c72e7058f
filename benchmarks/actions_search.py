"""How well and how fast actions are found and fitted: recall on real requests, time and memory on 10,000 actions.

    python benchmarks/actions_search.py [--misses] [--typos]

Cases are read from ../shared/cases beside the repository; what is not there is skipped with a word.
"""
