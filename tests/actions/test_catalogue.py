import pytest

from volition import Action, Catalogue
from volition.errors import NameClash
from volition.messages import Origin
from volition.schema import check


def made(name, **given):
    schema = {"type": "object", "properties": {"when": {"type": "string", "format": "date-time"}}}
    return Action(name=name, schema=schema, brief=f"Do {name}", **given)


def test_order_is_kept_and_the_catalogue_is_not_changed():
    """Each change gives a new catalogue in the old order."""
    catalogue = Catalogue([made("a"), made("b"), made("c")])

    assert ("a", "c") == catalogue.only("c", "a").names
    assert ("a", "c") == catalogue.without("b").names
    assert ("a", "b", "c", "d") == catalogue.merged([made("d")]).names
    assert ("a", "b", "c") == catalogue.names


def test_a_clash_names_both_owners():
    """Two actions of one name are an error that says whose they are."""
    with pytest.raises(NameClash, match=r"'a'.*kitchen.*garden"):
        Catalogue([made("a", owner="kitchen"), made("a", owner="garden")])


def test_scope_decides_where_an_action_is_offered():
    """An action with a scope is offered by those interfaces alone."""
    catalogue = Catalogue([made("a"), made("b", scope=("web",))])

    assert ("a",) == catalogue.scoped(Origin(interface="cli", path="cli/x")).names
    assert ("a", "b") == catalogue.scoped(Origin(interface="web", path="web/x")).names


def test_the_reply_schema_accepts_legal_replies_only():
    """A reply with a known action and a legal payload is accepted; anything else is not."""
    schema = Catalogue([made("a")]).reply_schema(max_calls=2)
    call = {"type": "a", "payload": {"when": "2026-01-01T00:00:00Z"}}

    assert [] == check(schema, {"actions": [call]})
    assert check(schema, {"actions": []})
    assert check(schema, {"actions": [call] * 3})
    assert check(schema, {"actions": [call], "message": "hi"})
    assert check(schema, {"actions": [{"type": "b", "payload": {}}]})
    assert check(schema, {"actions": [{"type": "a", "payload": {"when": "tomorrow"}}]})


def test_spoken_values_may_be_any_words():
    """For engines whose values are read by code, times are plain strings."""
    schema = Catalogue([made("a")]).reply_schema(spoken_values=True)

    assert [] == check(schema, {"actions": [{"type": "a", "payload": {"when": "tomorrow"}}]})
