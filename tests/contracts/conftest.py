"""Each implementation of `Store` and `Queue`, so that all of them sit the same examination."""

import pytest

from volition.stores.sqlite import SqliteStore


def sqlite_file(tmp_path):
    return SqliteStore.open(tmp_path / "conversations.sqlite")


def sqlite_memory(_tmp_path):
    return SqliteStore.open(":memory:")


@pytest.fixture(params=[sqlite_file, sqlite_memory], ids=lambda opened: opened.__name__)
def store(request, tmp_path):
    """An empty store."""
    opened = request.param(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def queue(store):
    """An empty queue: the same object, seen through the other port."""
    return store
