"""How well and how fast actions are found and fitted: real requests, and 10,000 generated actions.

    python benchmarks/actions_search.py [CASES]

CASES is the folder of the case files, ../shared/cases beside the repository unless given; a file that is not
there is skipped with a word. All else is generated from a fixed seed.

Recall@k of one request: `any` of its gold actions is among the first k; `all` of them are among the first k,
or among the first n where it has n > k. The method is lexical: where only names are known, it cannot find
what is asked for in other words, and it does not translate. It gives no action that shares nothing with the
request, where the peer gives every action.
"""

import gc
import itertools
import json
import random
import re
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rapidfuzz import fuzz, process

from volition.actions import search
from volition.actions.action import Action
from volition.actions.brief import shorten
from volition.actions.fit import fit

Request = tuple[str, frozenset[str]]
"""What was said, and the names of the actions that it asks for."""
Ranker = Callable[[str], list[str]]
"""From a text to names, the likeliest first."""

CASES = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1].parent / "shared" / "cases"


def main() -> None:
    print("# Search: recall\n")
    print("| cases | what is known | actions | requests | by | @1 any | @1 all | @5 any | @5 all | MRR |")
    print("| --- | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for title, known, actions, requests in collections():
        index = search.Index(actions)
        rankers = {
            "search": names_by(index),
            "search, typos": slipped(names_by(index)),
            "rapidfuzz": peer(actions),
        }
        for by, ranker in rankers.items():
            figures = " | ".join(f"{figure:.3f}" for figure in recall(ranker, requests))
            print(f"| {title} | {known} | {len(actions)} | {len(requests)} | {by} | {figures} |")
    fits()
    speed()


def rows(name: str) -> list[dict]:
    path = CASES / name
    if not path.is_file():
        print(f"(skipped: {name} is not in {CASES.name})")
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def collections() -> Iterator[tuple[str, str, list[Action], list[Request]]]:
    """Title, what is known of the actions, the actions, the requests."""
    if calls := rows("bfcl_calls.jsonl"):
        actions, requests = bfcl(calls)
        yield "bfcl_calls", "whole definitions", actions, requests
        yield "bfcl_calls", "the same, by name where names clash", *by_name(actions, requests)
    if snips := rows("voice_snips.jsonl"):
        yield "voice_snips", "names only", *intents(snips)
    if clinc := [row for row in rows("voice_clinc.jsonl") if row["intent"]]:
        yield "voice_clinc", "names only", *intents(clinc)
    if (home := rows("voice_home.jsonl")) and (CASES / "voice_home_catalogue.json").is_file():
        declared = json.loads((CASES / "voice_home_catalogue.json").read_text("utf-8"))["intents"]
        actions = [home_action(each) for each in declared]
        for languages in ("en", "es fr nl pl"):
            said = [
                (row["text"], frozenset({row["intent"]})) for row in home if row["lang"] in languages.split()
            ]
            yield f"voice_home {languages}", "English names, briefs, fields", actions, said
    if starts := rows("sgd_form_start.jsonl"):
        for known in ("names and briefs", "and three examples each"):
            actions = [start_action(row, examples="examples" in known) for row in starts]
            names = [each.name for each in actions]
            said = [
                (text, frozenset({name}))
                for row, name in zip(starts, names, strict=True)
                for text in row["test_utterances"]
            ]
            yield "sgd_form_start", known, actions, said


def bfcl(calls: Sequence[dict]) -> tuple[list[Action], list[Request]]:
    """All definitions together; where two have one name, both are prefixed with the id of their case."""
    first_case: dict[str, str] = {}
    definitions: dict[str, dict] = {}
    for row in calls:
        for function in row["functions"]:
            key = json.dumps(function, sort_keys=True)
            first_case.setdefault(key, row["id"])
            definitions[key] = function
    owners: dict[str, int] = {}
    for function in definitions.values():
        owners[function["name"]] = owners.get(function["name"], 0) + 1
    names = {
        key: function["name"] if owners[function["name"]] == 1 else f"{first_case[key]}__{function['name']}"
        for key, function in definitions.items()
    }
    actions = [function_action(names[key], function) for key, function in definitions.items()]
    requests = []
    for row in calls:
        own = {each["name"]: names[json.dumps(each, sort_keys=True)] for each in row["functions"]}
        gold = frozenset(own[call["name"]] for call in row["gold_calls"])
        if gold:
            requests.append((row["messages"][-1]["content"], gold))
    return actions, requests


def by_name(actions: list[Action], requests: list[Request]) -> tuple[list[Action], list[Request]]:
    """The first definition of each name only, so that near copies of one function do not compete."""
    bare = re.compile(r"^[a-z_]+_\d+__")
    kept: dict[str, Action] = {}
    for each in actions:
        name = bare.sub("", each.name)
        kept.setdefault(name, Action(name=name, brief=each.brief, schema=each.schema, examples=each.examples))
    said = [(text, frozenset(bare.sub("", name) for name in gold)) for text, gold in requests]
    return list(kept.values()), said


def function_action(name: str, function: dict) -> Action:
    brief = shorten(function["description"])
    whole = {} if brief == function["description"] else {"description": function["description"]}
    return Action(name=name, brief=brief, schema=function["parameters"], examples=whole)


def intents(cases: Sequence[dict]) -> tuple[list[Action], list[Request]]:
    names = dict.fromkeys(row["intent"] for row in cases)
    actions = [Action(name=name, brief="", schema={"type": "object"}) for name in names]
    return actions, [(row["text"], frozenset({row["intent"]})) for row in cases]


def home_action(intent: dict) -> Action:
    fields = {name: {"description": slot.get("description", "")} for name, slot in intent["slots"].items()}
    schema = {"type": "object", "properties": fields}
    return Action(name=intent["name"], brief=shorten(intent["description"]), schema=schema)


def start_action(row: dict, *, examples: bool) -> Action:
    told = [{"scenario": text, "payload": {}} for text in row["start_examples"]] if examples else []
    name = f"{row['service']}_{row['intent']}"
    return Action(
        name=name,
        brief=shorten(row["description"]),
        schema={"type": "object"},
        examples={"examples": told} if told else {},
    )


def names_by(index: search.Index) -> Ranker:
    return lambda text: [hit.action.name for hit in index.search(text, len(index))]


def slipped(ranker: Ranker) -> Ranker:
    """The same with one slip of the fingers in about a quarter of the words of four letters and more."""
    rng = random.Random(5)

    def slip(word: str) -> str:
        if len(word) < 4 or not word.isalpha() or rng.random() > 0.25:
            return word
        at, other = rng.randrange(1, len(word) - 1), rng.choice("abcdefghijklmnopqrstuvwxyz")
        tail = rng.choice(
            [
                word[at + 1 :],
                other + word[at + 1 :],
                word[at + 1] + word[at] + word[at + 2 :],
                other + word[at:],
            ]
        )
        return word[:at] + tail

    return lambda text: ranker(" ".join(slip(word) for word in text.split()))


def peer(actions: Sequence[Action]) -> Ranker:
    """What rapidfuzz alone gives on names, briefs and descriptions."""
    told = [
        re.sub(r"[_.]", " ", each.name) + " " + str(each.examples.get("description", each.brief))
        for each in actions
    ]

    def rank(text: str) -> list[str]:
        found = process.extract(text, told, scorer=fuzz.token_set_ratio, limit=None)
        return [actions[place].name for _, _, place in found]

    return rank


def recall(ranker: Ranker, requests: Sequence[Request]) -> Iterator[float]:
    """Recall@1 any and all, @5 any and all, and the mean reciprocal rank of the first gold action."""
    ranked = [(ranker(text), gold) for text, gold in requests]
    for first in (1, 5):
        yield statistics.mean(bool(gold & set(names[:first])) for names, gold in ranked)
        yield statistics.mean(gold <= set(names[: max(first, len(gold))]) for names, gold in ranked)
    yield statistics.mean(
        max((1 / (1 + names.index(name)) for name in gold if name in names), default=0.0)
        for names, gold in ranked
    )


def fits() -> None:
    """Where the gold actions stand after a fit."""
    calls = rows("bfcl_calls.jsonl")
    if not calls:
        return
    actions, requests = bfcl(calls)
    index = search.Index(actions)
    print(f"\n# Fit: {len(actions)} actions of bfcl_calls, {len(requests)} requests\n")
    print("| budget in tokens | used | gold at signature | gold at index | gold dropped |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for budget in (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000):
        counts = {"full": 0, "index": 0, "dropped": 0}
        used = []
        for text, gold in requests:
            cut = fit(actions, text, budget, index=index)
            used.append(cut.tokens)
            for group in counts:
                counts[group] += sum(each.name in gold for each in getattr(cut, group))
        shares = " | ".join(f"{count / sum(counts.values()):.3f}" for count in counts.values())
        print(f"| {budget} | {statistics.mean(used):.0f} | {shares} |")


def speed() -> None:
    """Time and memory on 10,000 generated actions whose words are as unevenly used as those of a language."""
    words = Words()
    actions = [words.action(place) for place in range(10_000)]
    gc.collect()
    started = time.perf_counter()
    index = search.Index(actions)
    built = time.perf_counter() - started
    tracemalloc.start()
    weighed = search.Index(actions)
    weighed.search("unknownword")
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del weighed
    gc.collect()
    print("\n# 10,000 generated actions\n")
    print(f"index built in {built:.2f} s, {memory / 1e6:.0f} MB\n")
    print("| request | search, limit 10: p50 ms | p95 ms | max ms | fit in 2,000 tokens: p50 ms | p95 ms |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    kinds: dict[str, Callable[[], str]] = {
        "3 words": lambda: words.text(3),
        "8 words": lambda: words.text(8),
        "15 words": lambda: words.text(15),
        "40 words": lambda: words.text(40),
        "6 sentences of 10 words": lambda: ". ".join(words.text(10) for _ in range(6)),
        "15 words, each with a slip": lambda: " ".join(
            word[:2] + "x" + word[2:] for word in words.text(15).split()
        ),
        "1 MB of words": lambda: words.text(170_000),
    }
    for kind, text in kinds.items():
        texts = [text() for _ in range(5 if "MB" in kind else 200)]
        searched = timed(lambda said: index.search(said, 10), texts)
        fitted = timed(lambda said: fit(actions, said, 2_000, index=index), texts[:40])
        print(f"| {kind} | " + " | ".join(f"{each:.2f}" for each in (*searched, *fitted[:2])) + " |")


class Words:
    """Words that no language has, used as unevenly as words are."""

    def __init__(self) -> None:
        self.rng = random.Random(1)
        starts, vowels, ends = [*"bcdfghjklmnprstvwz", "br", "ch", "pl"], [*"aeiou", "ai"], ["", *"nrtl"]
        made = (
            "".join(self.rng.choice(starts) + self.rng.choice(vowels) for _ in range(self.rng.randint(1, 3)))
            + self.rng.choice(ends)
            for _ in range(20_000)
        )
        self.words = list(dict.fromkeys(made))
        self.weights = list(itertools.accumulate(1 / (place + 3) for place in range(len(self.words))))

    def some(self, count: int) -> list[str]:
        return self.rng.choices(self.words, cum_weights=self.weights, k=count)

    def text(self, count: int) -> str:
        return " ".join(self.some(count))

    def action(self, place: int) -> Action:
        fields = {
            "_".join(self.some(self.rng.randint(1, 2))): {"type": "string", "description": self.text(10)}
            for _ in range(4)
        }
        return Action(
            name="_".join([*self.some(3), str(place)]),
            brief=self.text(12),
            schema={"type": "object", "properties": fields},
            examples={"description": self.text(40)},
        )


def timed(run: Callable[[str], object], texts: Sequence[str]) -> tuple[float, float, float]:
    """Milliseconds: median, 95th percentile, most."""
    run(texts[0])
    taken = []
    for text in texts:
        started = time.perf_counter()
        run(text)
        taken.append((time.perf_counter() - started) * 1e3)
    taken.sort()
    return statistics.median(taken), taken[int(len(taken) * 0.95)], taken[-1]


if __name__ == "__main__":
    main()
