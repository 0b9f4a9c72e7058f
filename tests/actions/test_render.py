"""Rendering: one catalogue at several sizes, the same bytes each time."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.actions import render
from volition.actions.action import Action
from volition.actions.message import message_action
from volition.errors import BadConfig

BOOK = Action(
    name="book_trip",
    schema={
        "type": "object",
        "title": "Trip",
        "properties": {
            "city": {"type": "string", "title": "City", "description": "Where to go."},
            "day": {"type": "string", "description": "The day of departure, in the format mm-dd-yyyy."},
            "class": {"type": "string", "description": "The class. Can be 'first' or 'second'."},
            "n": {
                "type": "integer",
                "minimum": 1,
                "maximum": 2**53,
                "description": "How many travellers. At most 9.",
            },
            "extras": {"type": "object", "description": "Wishes by name. Anything goes."},
        },
        "required": ["day", "city"],
        "additionalProperties": False,
    },
    brief="Book a trip.",
    examples={"description": "Book a trip. The ticket is sent by mail."},
    owner="travel",
)
ROLL = Action(name="roll", schema={"type": "object", "properties": {}}, brief="Roll a die.")
SAY = message_action("cli")
LINE_STYLES = ["signature", "brief", "index"]
STYLES = ["schema", "lite", *LINE_STYLES]


def test_a_signature_says_all():
    """Every description, the longest description of the action, and what models need not see."""
    assert (
        'book_trip(city (Where to go.)&{"title":"City"}, '
        "day (The day of departure, in the format mm-dd-yyyy.), "
        "class? (The class. Can be 'first' or 'second'.), "
        "n?:int(1..9007199254740992) (How many travellers. At most 9.), "
        'extras?:object (Wishes by name. Anything goes.))!&{"title":"Trip"}: '
        "Book a trip. The ticket is sent by mail."
    ) == render.text([BOOK], "signature")


def test_a_brief_line_keeps_what_names_and_types_do_not_say():
    """Spellings, open values and one-letter names keep words; the rest and the annotations go."""
    assert (
        "book_trip(city, day (mm-dd-yyyy), class? (Can be 'first' or 'second'), "
        "n?:int(1..) (How many travellers. At most 9), "
        "extras?:object (Wishes by name. Anything goes)): Book a trip."
    ) == render.text([BOOK], "brief")


def test_a_brief_schema_decides_as_the_schema_does_about_values():
    """Enums, defaults, unions, nested fields and definitions that are used stay."""
    schema = {
        "type": "object",
        "properties": {
            "mode": {"type": "string", "enum": ["a", "b"], "default": "a", "description": "One of 'a', 'b'."},
            "tree": {"$ref": "#/$defs/Tree", "description": "The tree"},
            "size": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None, "title": "Size"},
        },
        "$defs": {
            "Tree": {
                "type": "object",
                "properties": {"left": {"$ref": "#/$defs/Tree", "description": "Left"}},
            },
            "Unused": {},
        },
    }
    action = Action(name="plant", schema=schema, brief="Plant a tree.")

    assert [
        "plant(mode?:a|b=a, tree?:$Tree, size?:int or null=null) where Tree={left?:$Tree}: Plant a tree."
    ] == render.lines([action], "brief")


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("YYYY-MM-DD", "Start date (YYYY-MM-DD)"),
        ("ISO 8601 timestamp", "Only newer ones (ISO 8601 timestamp)."),
        ("in the format '123.456'", "The time stamp, in the format '123.456'. Others are refused."),
        ("format: city, state", "Where. Use the format: city, state."),
        ("Allowed values: 'copper', 'iron'", "The material. Allowed values: 'copper', 'iron'"),
        ("", "The name of the city."),
        ("", "The format of the result."),
    ],
)
def test_the_words_on_spelling_are_found(expected, said):
    """Date letters, standards, formats in words and choices of quoted words; nothing else."""
    schema = {"type": "object", "properties": {"field": {"type": "string", "description": said}}}

    assert expected == render.brief_schema(schema)["properties"]["field"].get("description", "")


def test_an_index_is_names_and_briefs():
    """One line an action: its name, a colon, its brief."""
    assert "book_trip: Book a trip.\nroll: Roll a die." == render.text([BOOK, ROLL], "index")


def test_schema_is_the_documents_object():
    """`{name: {schema, brief, source}}` as JSON without white space; no source where there is no owner."""
    expected = {
        "book_trip": {"schema": BOOK.schema, "brief": "Book a trip.", "source": "travel"},
        "roll": {"schema": ROLL.schema, "brief": "Roll a die."},
    }

    assert expected == render.block([BOOK, ROLL])
    assert json.dumps(expected, separators=(",", ":")) == render.text([BOOK, ROLL], "schema")
    assert [{"roll": expected["roll"]}] == [json.loads(each) for each in render.lines([ROLL], "schema")]


def test_lite_keeps_essential_actions_by_their_briefs():
    """Message actions always stay; the others where they are named essential."""
    assert {"message_cli": {"brief": SAY.brief}} == render.lite([BOOK, SAY, ROLL])
    assert {"roll": {"brief": "Roll a die."}, "message_cli": {"brief": SAY.brief}} == render.lite(
        [BOOK, ROLL, SAY], essential={"roll"}
    )
    assert '{"roll":{"brief":"Roll a die."}}' == render.text([BOOK, ROLL], "lite", essential=["roll"])
    assert ['{"roll":{"brief":"Roll a die."}}'] == render.lines([BOOK, ROLL], "lite", essential=["roll"])
    assert "tts_speak" in render.ESSENTIAL


def test_an_unknown_style_is_refused():
    """The error names the styles that there are."""
    with pytest.raises(BadConfig, match="'tiny'") as caught:
        render.text([ROLL], "tiny")

    assert "signature" in caught.value.hint


def test_a_name_or_brief_with_a_line_break_stays_on_its_line():
    """Text from outside cannot add a line to the catalogue."""
    action = Action(name="a\nb", schema={"type": "object", "properties": {}}, brief="One.\nc(): Two.")

    assert '"a\\nb": One.\\nc(): Two.' == render.text([action], "index")
    for style in LINE_STYLES:
        assert 1 == len(render.text([action], style).splitlines())
    assert "a\nb" == render.parse_signature(render.text([action], "signature"))[0].name


ACTIONS = st.lists(
    st.builds(
        lambda name, fields, brief, owner: Action(
            name=name,
            schema={
                "type": "object",
                "properties": {key: {"type": kind, "description": said} for key, kind, said in fields},
                "required": sorted({key for key, _, _ in fields[:1]}),
            },
            brief=brief,
            owner=owner,
        ),
        st.text(min_size=1, max_size=6),
        st.lists(
            st.tuples(st.text(max_size=4), st.sampled_from(["string", "integer", "array"]), st.text()),
            max_size=3,
        ),
        st.text(max_size=20),
        st.sampled_from(["", "owner"]),
    ),
    max_size=5,
    unique_by=lambda each: each.name,
)


@given(ACTIONS, st.integers(0, 5), st.sampled_from(STYLES))
def test_actions_added_at_the_end_leave_the_prefix_unchanged(actions, count, style):
    """The text of the first actions starts the text of all; JSON but for its closing brace."""
    shorter, longer = render.text(actions[:count], style), render.text(actions, style)

    assert longer.startswith(shorter if style in LINE_STYLES else shorter[:-1])
    assert render.lines(actions, style)[: len(render.lines(actions[:count], style))] == render.lines(
        actions[:count], style
    )


@given(ACTIONS, st.sampled_from(STYLES))
def test_the_same_catalogue_gives_the_same_bytes(actions, style):
    """Rendering twice, from equal actions made apart, gives equal text."""
    again = [Action.from_dict(each.name, json.loads(json.dumps(each.to_dict()))) for each in actions]

    assert render.text(actions, style) == render.text(actions, style) == render.text(again, style)


@given(ACTIONS)
def test_the_line_sizes_are_read_back(actions):
    """Signatures bring back the schema; brief lines are in the same notation."""
    read = render.parse_signature(render.text(actions, "signature"))

    assert [(each.name, each.schema["properties"]) for each in actions] == [
        (each.name, each.schema["properties"]) for each in read
    ]
    assert [each.name for each in actions] == [
        each.name for each in render.parse_signature(render.text(actions, "brief"))
    ]


def test_a_deep_schema_is_rendered_at_every_size():
    """A schema nested to the limit of the checker is no trouble."""
    schema = {"type": "string"}
    for _ in range(100):
        schema = {"type": "object", "properties": {"a": schema}}
    action = Action(name="deep", schema=schema, brief="Go deep.")

    for style in STYLES:
        assert isinstance(render.text([action], style), str)
