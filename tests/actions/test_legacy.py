"""Definitions of the older format: converted, with nothing lost and every guess noted."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions.action import Action
from volition.actions.fields import options_in_words, type_in_words
from volition.errors import BadAction, VolitionError
from volition.schema import check


def converted(definition, instructions=None):
    """A legacy definition as an action."""
    return Action.from_dict("act", definition, instructions=instructions)


def field(doc=None, *, notes=(), payloads=(), name="thing"):
    """The schema of the one field of a definition that says so much of it, and the notes."""
    done = converted(
        {"description": "Do it.", "optional_fields": [name]},
        {
            "payload": {name: doc} if doc is not None else {},
            "notes": list(notes),
            "examples": [{"scenario": "s", "payload": {name: each}} for each in payloads],
        },
    )
    return done.fields[name], done.notes


def test_the_migration_guides_own_example():
    """The format's own example of the old form becomes the new one; open types stay open."""
    done = converted(
        {
            "description": "Do something with a value",
            "required_fields": ["value"],
            "optional_fields": ["option"],
            "instructions": {"when_to_use": "When there is a value."},
        }
    )

    assert {
        "type": "object",
        "properties": {"value": {}, "option": {}},
        "required": ["value"],
    } == done.schema
    assert "Do something with a value" == done.brief
    assert {
        "description": "Do something with a value",
        "instructions": {"when_to_use": "When there is a value."},
        "examples": [],
    } == done.examples
    assert (
        "The type of 'value' is declared nowhere and stays open.",
        "The type of 'option' is declared nowhere and stays open.",
    ) == done.notes


def test_a_long_description_moves_whole_into_the_third_tier():
    """The brief is a whole sentence or clause under 100 characters; the description loses nothing."""
    description = (
        "Send a voice message to a chat. The message is first rendered by the speech engine, which takes a "
        "moment; then it is uploaded."
    )
    done = converted({"description": description})

    assert "Send a voice message to a chat." == done.brief
    assert description == done.examples["description"]
    assert any("brief" in each for each in done.notes)


@pytest.mark.parametrize("description", ["word " * 1_000_000, "x" * 5_000_000, "a, " * 1_000_000])
def test_a_huge_description_gives_a_brief(description):
    """Whatever the length, there is a brief of one line, and the text is kept."""
    done = converted({"description": description})

    assert 0 < len(done.brief) < 100
    assert description.strip() == done.examples["description"]


def test_the_own_description_gives_the_brief():
    """What the definition says is the brief; longer instructions join it in the third tier."""
    done = converted(
        {"description": "Block a person."}, {"description": "Block a person. Use it against spam."}
    )

    assert "Block a person." == done.brief
    assert "Block a person. Use it against spam." == done.examples["description"]


def test_instructions_find_their_places():
    """Known keys go where the new format has them, others stay under their own name."""
    done = converted(
        {"description": "Do it.", "instructions": {"notes": ["n1"], "warnings": "w1", "limits": {"a": 1}}},
        {
            "when_to_use": "Often.",
            "important_notes": ["n2"],
            "enforcement_rules": ["n3"],
            "common_pitfalls": ["w2"],
        },
    )

    assert {
        "when_to_use": "Often.",
        "common_pitfalls": ["w1", "w2"],
        "notes": ["n1", "n2", "n3"],
        "limits": {"a": 1},
    } == done.examples["instructions"]


@pytest.mark.parametrize(
    ("instructions", "kept"),
    [
        ("Be careful.", {"notes": ["Be careful."]}),
        (["One.", "Two."], {"notes": ["One.", "Two."]}),
        ({"when_to_use": ["A.", "B."]}, {"when_to_use": "A.\nB."}),
        (None, {}),
        ({}, {}),
    ],
)
def test_instructions_of_any_shape_are_kept(instructions, kept):
    """A text, a list or an object: all are instructions."""
    assert kept == converted({"description": "Do it.", "instructions": instructions}).examples["instructions"]


# Fields.


def test_declared_types_are_taken_and_unlisted_fields_added():
    """Documentation gives types and descriptions; a field that no list has is optional, with a note."""
    done = converted(
        {"description": "Send.", "required_fields": ["text"]},
        {
            "payload": {
                "text": {"type": "string", "description": "What to say", "example": "Hi"},
                "reply_to": {"type": "integer", "optional": True, "example": 5},
            }
        },
    )

    assert {"type": "string", "description": "What to say"} == done.fields["text"]
    assert {"type": "integer"} == done.fields["reply_to"]
    assert ("text",) == done.required
    assert {"text": "Hi", "reply_to": 5} == done.examples["instructions"]["field_examples"]
    assert ("The field 'reply_to' is documented but not listed; it is optional.",) == done.notes


@pytest.mark.parametrize(
    ("doc", "schema"),
    [
        ("string", {"type": "string"}),
        ("str (optional)", {"type": "string"}),
        ("integer - how many", {"type": "integer", "description": "how many"}),
        ("list[str]", {"type": "array", "items": {"type": "string"}}),
        ("array of strings", {"type": "array", "items": {"type": "string"}}),
        ("List[Dict[str, Any]]", {"type": "array", "items": {"type": "object"}}),
        ("Optional[int]", {"type": "integer"}),
        ("int[]", {"type": "array", "items": {"type": "integer"}}),
        ("integer or null", {"type": ["integer", "null"]}),
        ("string|number", {"type": ["string", "number"]}),
        ("daily|weekly|monthly", {"enum": ["daily", "weekly", "monthly"]}),
        ("1 | 2 | 3", {"enum": [1, 2, 3]}),
        ("datetime", {"type": "string", "description": "datetime"}),
        ("The name of the city", {"description": "The name of the city"}),
        ("<the city>", {"description": "<the city>"}),
        ("Whether to wait", {"type": "boolean", "description": "Whether to wait"}),
        ({"type": "int"}, {"type": "integer"}),
        ({"type": "list", "items": "string"}, {"type": "array", "items": {"type": "string"}}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({"type": "string", "options": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}),
        ({"type": "number", "min": 0, "max": 1}, {"type": "number", "minimum": 0, "maximum": 1}),
        ({"type": "string", "default": "x"}, {"type": "string", "default": "x"}),
        ({"description": "Which one"}, {"description": "Which one"}),
        (
            {"type": "string (ISO 8601)", "description": "When"},
            {"type": "string", "description": "When (ISO 8601)"},
        ),
        ({"type": "gadget", "description": "A thing"}, {"description": "A thing (gadget)"}),
        ({"description": "One of: low, high"}, {"enum": ["low", "high"], "description": "One of: low, high"}),
        (
            {"type": "string", "description": "One of 'low' or 'high'"},
            {"type": "string", "description": "One of 'low' or 'high'", "enum": ["low", "high"]},
        ),
        (
            {"type": "object", "properties": {"a": {"type": "float"}}},
            {"type": "object", "properties": {"a": {"type": "number"}}},
        ),
    ],
    ids=str,
)
def test_documentation_of_a_field_is_read(doc, schema):
    """A type, an object of keywords, choices or words: each says what it says and no more."""
    other = {"other": {"type": "string"}} if not isinstance(doc, str) else {"other": "string"}
    done = converted(
        {"description": "Do it.", "optional_fields": ["thing"]}, {"payload": {"thing": doc, **other}}
    )

    assert schema == done.fields["thing"]


@pytest.mark.parametrize(
    ("sentence", "schema"),
    [
        ("thing should be the numeric user ID", {"type": "number"}),
        ("`thing` must be an integer.", {"type": "integer"}),
        ("thing is a list of strings", {"type": "array", "items": {"type": "string"}}),
        ("The field 'thing' must be one of: low, normal, high.", {"enum": ["low", "normal", "high"]}),
        ('thing can be "a", "b" or "c"', {"enum": ["a", "b", "c"]}),
        ("Set it well. thing: one of `x` / `y`", {"enum": ["x", "y"]}),
        ("Use thing=true for a dry run", {"type": "boolean"}),
        ("thing is true/false", {"type": "boolean"}),
        ("thing must be a string", {"type": "string"}),
        ("thing is a string or a number", {}),
        ("thing is optional but recommended", {}),
        ("thing must describe what happened", {}),
        ("something should be numeric", {}),
        ("thing can be low, normal, etc.", {}),
        ("thing: one of e.g. low, normal", {}),
        ("thing may be one of the users or groups", {}),
    ],
)
def test_sentences_about_a_field_give_types_and_choices(sentence, schema):
    """A sentence whose subject is the field is read; what leaves room stays open."""
    found, notes = field(notes=[sentence])

    assert schema == found
    assert 1 == len([each for each in notes if "'thing'" in each])


@pytest.mark.parametrize(
    ("payloads", "schema"),
    [
        (["a"], {"type": "string"}),
        ([1], {"type": "number"}),
        ([1.5, 2], {"type": "number"}),
        ([True], {"type": "boolean"}),
        ([["a", "b"]], {"type": "array", "items": {"type": "string"}}),
        ([[1, "b"]], {"type": "array", "items": {"type": ["number", "string"]}}),
        ([[]], {"type": "array"}),
        ([{"a": 1}], {"type": "object"}),
        (["a", None], {"type": ["string", "null"]}),
        (["a", 1], {"type": ["string", "number"]}),
        ([None], {}),
    ],
    ids=str,
)
def test_examples_give_types(payloads, schema):
    """What nobody declares is taken from the values in examples, as widely as they go."""
    assert schema == field(payloads=payloads)[0]


def test_a_guess_never_refuses_an_example():
    """Words that an example contradicts are not believed, and the note says so."""
    found, notes = field(notes=["thing should be numeric"], payloads=["@ada"])

    assert {"type": "string"} == found
    assert any("an example says otherwise" in each for each in notes)


def test_a_declared_type_stays_though_an_example_breaks_it():
    """What is declared is the author's word; the contradiction is noted."""
    found, notes = field({"type": "integer"}, payloads=["12"])

    assert {"type": "integer"} == found
    assert "An example of 'thing' breaks its declared type." in notes


def test_a_payload_by_example_is_an_example():
    """`payload` that holds values instead of documentation teaches the types, and is kept as an example."""
    done = converted(
        {"description": "Run it.", "required_fields": ["command"], "optional_fields": ["keep"]},
        {
            "payload": {"command": "df -h", "keep": False, "where": "here"},
            "example": {"type": "act", "payload": {"command": "ls"}},
        },
    )

    assert {"command": {"type": "string"}, "keep": {"type": "boolean"}, "where": {"type": "string"}} == (
        done.fields
    )
    assert [{"command": "df -h", "keep": False, "where": "here"}, {"command": "ls"}] == [
        payload for _, payload in done.scenarios
    ]
    assert {"Run it."} == {said for said, _ in done.scenarios}


@pytest.mark.parametrize(
    "example",
    [
        {"scenario": "said", "payload": {"text": "x"}},
        {"description": "said", "type": "act", "payload": {"text": "x"}},
        {"user": "said", "actions": [{"type": "act", "payload": {"text": "x"}}]},
        '{"scenario": "said", "payload": {"text": "x"}}',
    ],
    ids=str,
)
def test_examples_of_any_shape_become_scenarios(example):
    """A call, a reply, a JSON text: each becomes a scenario with a payload."""
    done = converted({"description": "Say it.", "required_fields": ["text"], "examples": [example]})

    assert [("said", {"text": "x"})] == done.scenarios
    assert {"type": "string"} == done.fields["text"]


def test_bare_payloads_and_named_ones_are_examples():
    """A payload alone, or one under what is said, is an example too."""
    bare = converted({"description": "Say it.", "required_fields": ["text"], "example": {"text": "x"}})
    named = converted(
        {"description": "Say.", "required_fields": ["text"], "examples": {"greet": {"text": "x"}}}
    )

    assert [("Say it.", {"text": "x"})] == bare.scenarios
    assert [("greet", {"text": "x"})] == named.scenarios


def test_calls_written_in_sentences_teach_types():
    """JSON inside a text is read for types, and the text stays."""
    text = 'Answer {"actions": [{"type": "act", "payload": {"loud": true}}]} when asked.'
    done = converted({"description": "Do.", "optional_fields": ["loud"], "instructions": {"notes": [text]}})

    assert {"type": "boolean"} == done.fields["loud"]
    assert [text] == done.examples["instructions"]["notes"]


def test_examples_of_other_actions_teach_nothing():
    """A payload of another action says nothing of this one's fields."""
    done = converted(
        {
            "description": "Do.",
            "optional_fields": ["text"],
            "examples": [{"type": "other", "payload": {"text": 1}}],
        }
    )

    assert {} == done.fields["text"]


@pytest.mark.parametrize(
    ("required", "names"),
    [
        (["a", "b", "a"], ("a", "b")),
        (("a",), ("a",)),
        ("a", ("a",)),
        (None, ()),
        ({"a": "string", "b": "int"}, ("a", "b")),
        ([{"name": "a", "type": "string"}], ("a",)),
    ],
    ids=str,
)
def test_lists_of_fields_come_in_many_shapes(required, names):
    """A list, a tuple, one name, names with documentation: all are read."""
    done = converted({"description": "Do it.", "required_fields": required})

    assert names == done.required


def test_a_list_of_fields_may_document_them():
    """What a list says of a field besides its name is its documentation."""
    named = converted({"description": "Do it.", "required_fields": [{"name": "a", "type": "string"}]})
    keyed = converted({"description": "Do it.", "required_fields": {"a": "string"}})

    assert {"a": {"type": "string"}} == named.fields == keyed.fields


@pytest.mark.parametrize("required", [3, [1], [None], [{}], True, [""]], ids=str)
def test_a_list_of_fields_that_holds_none_is_a_clear_error(required):
    """What names no field is told with the key."""
    with pytest.raises(BadAction, match="required_fields"):
        converted({"description": "Do it.", "required_fields": required})


def test_a_schema_without_a_brief_is_the_base():
    """A definition halfway to the new format keeps the schema it has."""
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"type": "string", "minLength": 2}},
        "required": ["a"],
        "additionalProperties": False,
        "$defs": {"A": {"type": "integer"}},
    }
    done = converted({"description": "Do it.", "schema": schema, "optional_fields": ["c"]})

    assert {**schema, "properties": {**schema["properties"], "c": {}}} == done.schema


def test_a_definition_without_words_gets_its_name_as_brief():
    """Where nobody describes an action, its name does, with a note."""
    done = Action.from_dict("list_old_chats", {"required_fields": []})

    assert "list old chats" == done.brief
    assert any("no description" in each for each in done.notes)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.sampled_from(["string", "a|b", "one of x, y", "{}"])
    | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["a", "b", "type", "payload", "description", "enum", "examples", "scenario", "notes"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)
LEGACY = st.fixed_dictionaries(
    {"description": st.text(max_size=300) | JSON},
    optional={
        "required_fields": st.lists(st.sampled_from("abc")) | JSON,
        "optional_fields": st.lists(st.sampled_from("abcd")) | JSON,
        "instructions": JSON,
        "examples": JSON,
        "payload": JSON,
        "schema": JSON,
        "odd": JSON,
    },
)


def strings(value):
    """Every text in a value that is not a name or a type."""
    if isinstance(value, str):
        yield value.strip()
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


@settings(max_examples=400, deadline=None)
@given(definition=LEGACY, instructions=JSON)
def test_any_definition_converts_or_is_refused(definition, instructions):
    """Whatever comes in, the result is an action that survives a dict and back, or an error of ours."""
    try:
        done = converted(definition, instructions)
    except VolitionError:
        return

    assert 0 < len(done.brief) < 100
    assert "\n" not in done.brief
    assert done == Action.from_dict(done.name, done.to_dict())
    for text in strings(definition["description"]):
        assert text in done.examples["description"]


@settings(max_examples=200, deadline=None)
@given(
    notes=st.lists(st.text(min_size=1, max_size=40).map(str.strip).filter(bool), max_size=3, unique=True),
    payloads=st.lists(st.dictionaries(st.sampled_from("abc"), JSON, max_size=3), max_size=3),
)
def test_no_text_is_lost_and_every_example_is_taken(notes, payloads):
    """Notes and payloads are found again, and every example payload fits the schema that was guessed."""
    done = converted(
        {"description": "Do it.", "optional_fields": ["a", "b", "c"]},
        {"notes": notes, "examples": [{"scenario": "s", "payload": each} for each in payloads]},
    )

    assert notes == done.examples["instructions"].get("notes", [])
    assert [] == [problem for each in payloads for problem in check(done.schema, each)]
    kept = [payload for _, payload in done.scenarios]
    assert all(each in kept for each in payloads)


# Words.


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("one of: low, normal, high", ["low", "normal", "high"]),
        ("One of low, normal or high.", ["low", "normal", "high"]),
        ("Allowed values: 'none', 'daily', 'weekly' (default none)", ["none", "daily", "weekly"]),
        ("Possible values are `a` and `b`", ["a", "b"]),
        ("How often (never|daily|weekly)", ["never", "daily", "weekly"]),
        ("either 'in' or 'out'", ["in", "out"]),
        ("one of 1, 2, 3", [1, 2, 3]),
        ("options: fast (the default), slow", ["fast", "slow"]),
        ("The value to process", None),
        ("one of your friends", None),
        ("one of the users, groups or channels", None),
        ("can be small or large", None),
        ("one of: red, green, ...", None),
        ("must be a valid email", None),
        ("string|number", None),
        ("", None),
    ],
)
def test_choices_are_read_only_from_closed_lists(text, options):
    """A list is a set of choices when the words say so and nothing is left out."""
    assert options == options_in_words(text)


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("Number of days", {"type": "number"}),
        ("The phone number of the person", None),
        ("List of tags", {"type": "array"}),
        ("Comma-separated list of tags", {"type": "string"}),
        ("An ISO 8601 date", {"type": "string"}),
        ("Duration in seconds", {"type": "number"}),
        ("Boolean flag", {"type": "boolean"}),
        ("An object with the details", {"type": "object"}),
        ("The text to send", None),
        ("ID of the list", None),
        ("Numeric id or name of the chat", None),
    ],
)
def test_types_are_read_from_plain_phrases(text, schema):
    """A phrase that can mean only one type gives it; any other leaves the field open."""
    assert schema == type_in_words(text)


def test_words_are_read_in_time():
    """Long and repetitive texts do not make the reader slow."""
    for text in ("one of " + "a, " * 50_000, "a|" * 50_000, "thing is " * 50_000, "{" * 50_000, "'" * 50_000):
        field(text, notes=[text])


def test_the_definition_is_not_changed():
    """Converting leaves what was given as it was."""
    definition = {
        "description": "Do it.",
        "required_fields": ["a"],
        "instructions": {"notes": ["n"], "examples": [{"scenario": "s", "payload": {"a": [1]}}]},
    }
    before = json.dumps(definition)

    converted(definition, {"notes": ["more"], "payload": {"a": {"type": "array"}}})

    assert before == json.dumps(definition)
