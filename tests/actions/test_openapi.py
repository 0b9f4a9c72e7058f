"""OpenAPI documents read as actions: parameters and body as one payload, and where each field goes."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from volition.actions.action import Action, Effects
from volition.errors import BadAction, BadSchema, VolitionError

STRING = {"schema": {"type": "string"}}


def document(paths, *, version="3.1.0", **more):
    """A document with these paths."""
    return {"openapi": version, "info": {"title": "Shop", "version": "1"}, "paths": paths, **more}


def one(operation, *, path="/things/{id}", method="post", version="3.1.0", **more):
    """The action of a document with one operation."""
    (done,) = Action.from_openapi(document({path: {method: operation}}, version=version, **more))
    return done


def body(schema, *, media="application/json", required=True):
    """A request body of a schema."""
    return {"requestBody": {"required": required, "content": {media: {"schema": schema}}}}


def test_one_action_for_each_operation_in_order():
    """Operations become actions in the document's order, with the owner, tags and words they have."""
    done = Action.from_openapi(
        document(
            {
                "/things": {
                    "post": {"operationId": "addThing", "summary": "Add a thing"},
                    "get": {"summary": "List things", "tags": ["things"], "description": "All of them."},
                },
                "/things/{thing id}": {"delete": {"deprecated": True}},
                "x-note": "an extension",
            }
        )
    )

    assert ["get_things", "addThing", "delete_things_thing_id"] == [each.name for each in done]
    assert ["List things", "Add a thing", "DELETE /things/{thing id}"] == [each.brief for each in done]
    assert {"description": "List things\n\nAll of them."} == done[0].examples
    assert [("things",), (), ("deprecated",)] == [each.tags for each in done]
    assert {"Shop"} == {each.owner for each in done}


@pytest.mark.parametrize(
    ("method", "effects", "idempotent"),
    [
        ("get", Effects.READ_ONLY, True),
        ("head", Effects.READ_ONLY, True),
        ("options", Effects.READ_ONLY, True),
        ("post", Effects.EXTERNAL, False),
        ("put", Effects.EXTERNAL, True),
        ("patch", Effects.EXTERNAL, False),
        ("delete", Effects.DESTRUCTIVE, True),
    ],
)
def test_the_method_tells_the_effects(method, effects, idempotent):
    """Reading methods change nothing, DELETE destroys, the others reach outside."""
    done = one({}, method=method)

    assert (effects, idempotent) == (done.effects, done.idempotent)


def test_parameters_and_body_are_one_payload():
    """Fields of all five places stand side by side, and the binding tells where each goes."""
    done = one(
        {
            "operationId": "orderThing",
            "parameters": [
                {"name": "verbose", "in": "query", **STRING},
                {"name": "id", "in": "path", "required": True, "description": "Which", **STRING},
                {"name": "X-Trace", "in": "header", "required": True, **STRING},
                {"name": "Accept", "in": "header", **STRING},
                {"name": "session", "in": "cookie", **STRING},
                {
                    "name": "tags[]",
                    "in": "query",
                    "style": "form",
                    "explode": True,
                    "schema": {"type": "array"},
                },
            ],
            **body({"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}),
        },
        servers=[{"url": "https://{zone}.example.org", "variables": {"zone": {"default": "eu"}}}],
        security=[{"key": []}],
    )

    assert {
        "type": "object",
        "properties": {
            "id": {"type": "string", "description": "Which"},
            "verbose": {"type": "string"},
            "tags": {"type": "array"},
            "X-Trace": {"type": "string"},
            "session": {"type": "string"},
            "count": {"type": "integer"},
        },
        "required": ["id", "X-Trace", "count"],
    } == done.schema
    assert {
        "protocol": "openapi",
        "method": "POST",
        "path": "/things/{id}",
        "servers": ["https://eu.example.org"],
        "security": [{"key": []}],
        "content_type": "application/json",
        "fields": {
            "id": {"in": "path", "name": "id"},
            "verbose": {"in": "query", "name": "verbose"},
            "tags": {"in": "query", "name": "tags[]", "style": "form", "explode": True},
            "X-Trace": {"in": "header", "name": "X-Trace"},
            "session": {"in": "cookie", "name": "session"},
            "count": {"in": "body", "name": "count"},
        },
    } == done.binding
    assert ("The query parameter 'tags[]' of POST /things/{id} is called 'tags'.",) == done.notes
    assert done == Action.from_dict(done.name, done.to_dict())


def test_clashing_names_are_resolved_and_reported():
    """One name in three places becomes three fields, and the notes tell which is which."""
    done = one(
        {
            "parameters": [
                {"name": "id", "in": "path", "required": True, **STRING},
                {"name": "id", "in": "query", **STRING},
            ],
            **body({"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}),
        }
    )

    assert ["id", "query_id", "body_id"] == list(done.fields)
    assert ("id", "body_id") == done.required
    assert {"in": "body", "name": "id"} == done.binding["fields"]["body_id"]
    assert 2 == len(done.notes)


def test_the_operations_parameter_wins_over_the_paths():
    """Parameters of a path hold for each operation, unless it has its own."""
    item = {
        "parameters": [{"name": "id", "in": "path", **STRING}, {"name": "lang", "in": "query", **STRING}],
        "get": {"parameters": [{"name": "lang", "in": "query", "schema": {"enum": ["en", "de"]}}]},
    }
    (done,) = Action.from_openapi(document({"/{id}": item}))

    assert {"id": {"type": "string"}, "lang": {"enum": ["en", "de"]}} == done.fields
    assert ("id",) == done.required


def test_clashing_operation_names_are_numbered():
    """Two operations of one name are both kept, at a name that providers take."""
    long = "x" * 80
    done = Action.from_openapi(
        document(
            {
                "/a": {"get": {"operationId": "list things"}, "post": {"operationId": "list things"}},
                "/b": {"get": {"operationId": long}, "post": {"operationId": long}},
                "/c": {"get": {"operationId": "3d"}, "post": {"operationId": "名前"}},
            }
        )
    )

    names = [each.name for each in done]
    assert ["list_things", "list_things_2", "x" * 64, "x" * 62 + "_2", "_3d", "operation"] == names
    assert all(each.notes for each in done[1:])


# Bodies.

FIELDS = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
    "required": ["a"],
}


def test_an_optional_body_requires_its_fields_together():
    """Where the body may be left out, its required fields are needed only beside its other fields."""
    done = one(body(FIELDS, required=False))

    assert [] == done.checker.problems({})
    assert [] == done.checker.problems({"a": "x"})
    assert ["/a"] == [each.pointer for each in done.checker.problems({"b": "x"})]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "items": {"type": "string"}},
        {"type": "string"},
        {"oneOf": [FIELDS, {"type": "null"}]},
        {**FIELDS, "minProperties": 1},
        {"type": "object"},
        {"type": "object", "additionalProperties": {"type": "integer"}},
        {"allOf": [{**FIELDS, "additionalProperties": False}, FIELDS]},
        True,
    ],
    ids=str,
)
def test_a_body_that_is_no_plain_object_is_one_field(schema):
    """What cannot be spread out stands whole in the field `body`."""
    done = one(body(schema))

    assert ["body"] == list(done.fields)
    assert ("body",) == done.required
    assert {"in": "body"} == done.binding["fields"]["body"]


def test_a_body_closed_to_other_fields_closes_the_payload():
    """`additionalProperties` of the body holds for the payload."""
    done = one(body({**FIELDS, "additionalProperties": False}))

    assert ["/c"] == [each.pointer for each in done.checker.problems({"a": "x", "c": 1})]


def test_bodies_made_of_parts_are_spread_out():
    """References and `allOf` of plain objects are followed to their fields."""
    schemas = {
        "Base": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        "Whole": {
            "allOf": [
                {"$ref": "#/components/schemas/Base"},
                {"properties": {"b": {"type": "integer"}, "a": {"minLength": 2}}},
                {"required": ["b"]},
            ],
            "description": "A whole",
        },
    }
    done = one(body({"$ref": "#/components/schemas/Whole"}), components={"schemas": schemas})

    assert {"a", "b"} == set(done.fields)
    assert {"a", "b"} == set(done.required)
    assert ["/a"] == [each.pointer for each in done.checker.problems({"a": "x", "b": 1})]


@pytest.mark.parametrize(
    ("content", "media"),
    [
        ({"text/plain": {}, "application/json": {"schema": FIELDS}}, "application/json"),
        (
            {"multipart/form-data": {"schema": FIELDS}, "application/vnd.x+json": {"schema": FIELDS}},
            "application/vnd.x+json",
        ),
        (
            {"image/png": {}, "application/x-www-form-urlencoded": {"schema": FIELDS}},
            "application/x-www-form-urlencoded",
        ),
    ],
    ids=str,
)
def test_json_is_preferred_among_media_types(content, media):
    """JSON comes first, then forms, then whatever there is."""
    done = one({"requestBody": {"content": content}})

    assert media == done.binding["content_type"]
    assert {"a", "b"} == set(done.fields)


def test_a_body_without_a_schema_is_text():
    """A body of which nothing is known but a media type is a text."""
    done = one({"requestBody": {"content": {"text/csv": {}}, "description": "The rows"}})

    assert {"body": {"description": "The rows", "type": "string"}} == done.fields


# Schemas.


def test_references_stay_references_under_defs():
    """Components in use come along, also recursive ones; nothing else does."""
    schemas = {
        "Tree": {
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}},
            "required": ["kids"],
        },
        "a/b": {"type": "integer"},
        "Unused": {},
    }
    fields = {
        "tree": {"$ref": "#/components/schemas/Tree"},
        "number": {"$ref": "#/components/schemas/a~1b"},
    }
    done = one(body({"type": "object", "properties": fields}), components={"schemas": schemas})

    assert {"Tree", "a_1b"} == set(done.schema["$defs"])
    assert ["/tree/kids/0/kids"] == [
        each.pointer for each in done.checker.problems({"tree": {"kids": [{}]}, "number": 1})
    ]
    assert ["/number"] == [each.pointer for each in done.checker.problems({"number": "x"})]


def test_parameters_and_bodies_may_be_references():
    """Components of every kind are followed."""
    done = Action.from_openapi(
        document(
            {"/a": {"$ref": "#/components/pathItems/A"}},
            components={
                "pathItems": {
                    "A": {
                        "post": {
                            "parameters": [{"$ref": "#/components/parameters/P"}],
                            "requestBody": {"$ref": "#/components/requestBodies/B"},
                        }
                    }
                },
                "parameters": {"P": {"name": "p", "in": "query", **STRING}},
                "requestBodies": {"B": body(FIELDS)["requestBody"]},
            },
        )
    )

    assert ["p", "a", "b"] == list(done[0].fields)


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        (
            {"type": "string", "enum": ["a"], "nullable": True},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        (
            {"allOf": [{"type": "string"}], "nullable": True, "description": "d"},
            {"anyOf": [{"allOf": [{"type": "string"}]}, {"type": "null"}], "description": "d"},
        ),
        (
            {"type": "integer", "minimum": 0, "exclusiveMinimum": True},
            {"type": "integer", "exclusiveMinimum": 0},
        ),
        ({"type": "integer", "maximum": 9, "exclusiveMaximum": False}, {"type": "integer", "maximum": 9}),
        ({"type": "string", "example": "x"}, {"type": "string", "examples": ["x"]}),
        ({"type": "string", "xml": {}, "externalDocs": {}, "x-ray": 1}, {"type": "string"}),
        (
            {"type": "object", "properties": {"example": {"type": "string", "example": "e"}}},
            {"type": "object", "properties": {"example": {"type": "string", "examples": ["e"]}}},
        ),
    ],
    ids=str,
)
def test_words_of_openapi_3_0_become_json_schema(given, stored):
    """Nullable, boolean bounds and single examples of 3.0 are told in draft 2020-12."""
    done = one(body({"type": "object", "properties": {"f": given}}), version="3.0.3")

    assert stored == done.fields["f"]


def test_beside_a_reference_nothing_is_said_in_3_0():
    """In 3.0 the neighbours of a reference are ignored, in 3.1 they hold."""
    schemas = {"S": {"type": "string"}}
    field = {"$ref": "#/components/schemas/S", "maxLength": 1}
    operation = body({"type": "object", "properties": {"f": field}})

    old, new = (one(operation, version=each, components={"schemas": schemas}) for each in ("3.0.0", "3.1.0"))

    assert [] == old.checker.problems({"f": "long"})
    assert 1 == len(new.checker.problems({"f": "long"}))


def test_fields_that_only_answers_hold_are_left_out():
    """What is read-only is no part of a request, and not required."""
    schema = {
        "type": "object",
        "properties": {"id": {"type": "string", "readOnly": True}, "name": {"type": "string"}},
        "required": ["id", "name"],
    }
    done = one(body(schema))

    assert ["name"] == list(done.fields)
    assert ("name",) == done.required


def test_a_component_may_refer_to_itself_recursively():
    """`$recursiveRef` in a component means the component."""
    filters = {
        "$recursiveAnchor": True,
        "type": "object",
        "properties": {"all": {"type": "array", "items": {"$recursiveRef": "#"}}, "key": {"type": "string"}},
    }
    field = {"$ref": "#/components/schemas/Filter"}
    done = one(
        body({"type": "object", "properties": {"f": field}}), components={"schemas": {"Filter": filters}}
    )

    assert ["/f/all/0/key"] == [each.pointer for each in done.checker.problems({"f": {"all": [{"key": 1}]}})]


# What cannot be read.


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (None, BadAction, "no OpenAPI 3 document"),
        ([], BadAction, "no OpenAPI 3 document"),
        ({}, BadAction, "no OpenAPI 3 document"),
        ({"swagger": "2.0", "paths": {}}, BadAction, "Swagger 2"),
        ({"openapi": 3}, BadAction, "no OpenAPI 3 document"),
        (document([1]), BadAction, "'paths'"),
        (document({"/a": []}), BadAction, "'/a'"),
        (document({"/a": {"get": 3}}), BadAction, "GET /a"),
        (document({"/a": {"get": {"parameters": [3]}}}), BadAction, "parameter of GET /a"),
        (document({"/a": {"get": {"parameters": [{"name": "x"}]}}}), BadAction, "needs a 'name' and an 'in'"),
        (
            document({"/a": {"get": {"parameters": [{"name": "x", "in": "moon"}]}}}),
            BadAction,
            "needs a 'name'",
        ),
        (
            document({"/a": {"get": {"parameters": [{"$ref": "#/nowhere"}]}}}),
            BadSchema,
            "nothing at #/nowhere",
        ),
        (document({"/a": {"$ref": "other.yaml"}}), BadSchema, "not fetched: other.yaml"),
        (document({"/a": {"post": body({"$ref": "https://example.org/s.json"})}}), BadSchema, "not fetched"),
        (
            document({"/a": {"post": body({"type": "object", "properties": {"f": {"pattern": "(["}}})}}),
            BadSchema,
            "POST /a: .*/properties/f/pattern",
        ),
        (document({"/a": {"$ref": "#/paths/~1a"}}), BadSchema, "back to itself"),
    ],
    ids=str,
)
def test_what_cannot_be_read_is_a_clear_error(given, error, words):
    """The error says what is wrong and where; nothing is fetched."""
    with pytest.raises(error, match=words):
        Action.from_openapi(given)


def test_a_schema_nested_too_deeply_is_a_clear_error():
    """Depth is told with the operation."""
    deep = {"type": "string"}
    for _ in range(5_000):
        deep = {"type": "object", "properties": {"a": deep}, "minProperties": 0}

    with pytest.raises(BadSchema, match=r"POST /things/\{id\}"):
        one(body(deep))


def test_a_document_of_a_thousand_operations_is_read():
    """Size is no error, and shared components are read once."""
    schemas = {
        f"S{index}": {
            "type": "object",
            "properties": {"next": {"$ref": f"#/components/schemas/S{(index + 1) % 100}"}},
        }
        for index in range(100)
    }
    paths = {
        f"/p{index}": {"post": body({"$ref": f"#/components/schemas/S{index % 100}"})}
        for index in range(1_000)
    }

    assert 1_000 == len(Action.from_openapi(document(paths, components={"schemas": schemas})))


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(0, 3)
    | st.sampled_from(["x", "query", "object", "#/components/schemas/A"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    "parameters",
                    "requestBody",
                    "content",
                    "schema",
                    "$ref",
                    "name",
                    "in",
                    "type",
                    "properties",
                    "allOf",
                ]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(operation=JSON, component=JSON, version=st.sampled_from(["3.0.1", "3.1.0"]))
def test_any_operation_is_read_or_refused(operation, component, version):
    """Whatever a document holds becomes an action or an error of ours, and is not changed."""
    given_document = document(
        {"/a": {"post": operation}}, version=version, components={"schemas": {"A": component}}
    )
    before = copy.deepcopy(given_document)
    try:
        (done,) = Action.from_openapi(given_document)
        assert done == Action.from_dict(done.name, done.to_dict())
    except VolitionError:
        pass
    assert before == given_document
