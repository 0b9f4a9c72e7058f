"""Runs the examples in README, docs and docstrings."""

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser
from sybil.parsers.rest import DocTestParser

_documents = Sybil(parsers=[PythonCodeBlockParser(), SkipParser()], patterns=["README.md", "docs/**/*.md"])
_docstrings = Sybil(parsers=[DocTestParser()], patterns=["src/volition/**/*.py"])

pytest_collect_file = (_documents + _docstrings).pytest()
