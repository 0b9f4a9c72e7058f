import json

import pytest
import typer
from typer.testing import CliRunner

from volition.cli.lint import lint
from volition.errors import BadConfig
from volition.lint.report import documentation

APP = typer.Typer()
APP.command()(lint)

SCHEMA = {"type": "object", "properties": {"data": {"type": "string"}}, "required": ["data"]}
BAD = {"schema": SCHEMA, "brief": "Handle data."}
FINE = {
    "schema": {"type": "object", "properties": {"song": {"type": "string", "description": "Its title"}}},
    "brief": "Play a song on the speakers of a room.",
    "effects": "writes",
}
BROKEN = {"schema": {"type": "object", "properties": {"x": {"type": "floot"}}}, "brief": "Run it."}
ASSISTANT = '''
from volition import Assistant, action

@action(effects="destructive", tags=("nolint:A07",))
def wipe(data: str) -> str:
    """This wipes everything."""
    return data

assistant = Assistant("wiper", actions=[wipe])
'''


def run(*arguments):
    return CliRunner().invoke(APP, [str(each) for each in arguments])


def found(path, *arguments):
    return json.loads(run(path, "--format", "json", *arguments).stdout)


def places(path, *arguments):
    return [(each["rule"], each["pointer"]) for each in found(path, *arguments)]


def written(folder, value, name="tools.json"):
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def test_definitions_by_name(tmp_path):
    """An object of definitions is judged, with pointers into the file."""
    path = written(tmp_path, {"play/song": FINE, "run": BAD})

    assert [
        ("A14", "/play~1song"),
        ("A04", "/run/brief"),
        ("A07", "/run/schema/properties/data"),
        ("A12", "/run/effects"),
    ] == places(path)
    assert {"rule", "severity", "path", "pointer", "message", "fix"} == set(found(path)[0])
    assert {str(path)} == {each["path"] for each in found(path)}


def test_legacy_definitions(tmp_path):
    """A legacy definition is judged as what it becomes; its brief stands in its description."""
    path = written(tmp_path, {"run": {"description": "This handles it", "required_fields": ["data"]}})

    assert ("A03", "/run/description") in places(path)


@pytest.mark.parametrize(
    ("value", "at"),
    [
        (
            {"tools": [{"name": "run", "description": "Handle data.", "inputSchema": SCHEMA}]},
            "/tools/0/inputSchema",
        ),
        (
            {"result": {"tools": [{"name": "run", "description": "Handle data.", "inputSchema": SCHEMA}]}},
            "/result/tools/0/inputSchema",
        ),
        (
            [
                {
                    "type": "function",
                    "function": {"name": "run", "description": "Handle data.", "parameters": SCHEMA},
                }
            ],
            "/0/function/parameters",
        ),
        ([{"name": "run", "description": "Handle data.", "parameters": SCHEMA}], "/0/parameters"),
        ([{"name": "run", "description": "Handle data.", "input_schema": SCHEMA}], "/0/input_schema"),
    ],
)
def test_tools_of_others(tmp_path, value, at):
    """OpenAI, Anthropic and MCP tools are judged where they stand in their own format."""
    path = written(tmp_path, value)

    assert [("A04", at.rpartition("/")[0] + "/description"), ("A07", f"{at}/properties/data")] == places(
        path, "--ignore", "A12"
    )


def test_json_lines(tmp_path):
    """Each line of a JSON Lines file holds definitions; a pointer starts with the line, counted from 0."""
    lines = [json.dumps({"play": FINE}), "", json.dumps({"tools": [{"name": "go", "inputSchema": {}}]})]
    path = written(tmp_path, "\n".join(lines), "tools.jsonl")

    assert [("A05", "/2/tools/0/description"), ("A12", "/2/tools/0/annotations")] == places(
        path, "--ignore", "A04"
    )
    assert f"{path}:3: " in run(path).stdout


def test_an_assistant(tmp_path):
    """A folder or file that defines an assistant is judged, silenced rules aside, with lines."""
    file = written(tmp_path, ASSISTANT, "assistant.py")

    assert [("A03", "/wipe/brief"), ("A11", "/wipe/examples")] == places(tmp_path) == places(file)
    assert f"{file}:5: warning A03" in run(file).stdout


def test_a_definition_that_cannot_be_used_is_a_finding(tmp_path):
    """A wrong schema is told at its place as A00, and the other definitions are judged all the same."""
    path = written(tmp_path, {"odd": BROKEN, "none": {}, "run": BAD})
    at = places(path, "--select", "A00,A04")

    assert [("A00", "/odd/schema/properties/x/type"), ("A00", "/none"), ("A04", "/run/brief")] == at
    assert [("A00", "/odd/schema/properties/x/type"), ("A00", "/none")] == places(path, "--select", "A00")
    assert [("A04", "/run/brief")] == places(path, "--select", "A04")
    assert 1 == run(path).exit_code


def test_exit_codes(tmp_path):
    """Errors fail, warnings fail under --strict, notes never do."""
    warned, erred = written(tmp_path, {"run": BAD}, "w.json"), written(tmp_path, {"run": BROKEN}, "e.json")
    noted = written(tmp_path, {"play": {**FINE, "effects": ""}}, "n.json")

    assert (0, 1) == (run(warned).exit_code, run(warned, "--strict").exit_code)
    assert 1 == run(erred).exit_code
    assert (0, 0) == (run(noted).exit_code, run(noted, "--strict").exit_code)


def test_the_demo_has_no_faults():
    """The assistant that is shipped keeps the rules."""
    assert [] == [each for each in found("demo") if each["severity"] == "error"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.json", "{", "no JSON"),
        ("a.json", "3", "holds no definitions"),
        ("a.json", '{"a": 1}', "holds no definitions"),
        ("a.jsonl", '{"tools": []}\nnope', "line 2 is no JSON"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.py", "x = 1", "defines no assistant"),
        ("a.py", "raise ValueError('no')", "cannot be run"),
    ],
)
def test_bad_input_is_refused(tmp_path, name, content, told):
    """What cannot be read ends in an error that names the place, for exit code 2."""
    with pytest.raises(BadConfig, match=told):
        CliRunner().invoke(APP, [str(written(tmp_path, content, name))], catch_exceptions=False)


@pytest.mark.parametrize("arguments", [(), ("nowhere.json",), ("nowhere.json", "--select", "A99")])
def test_wrong_arguments_are_refused(arguments):
    """No path, a path to nothing and unknown rules are errors with the next step."""
    with pytest.raises(BadConfig) as caught:
        CliRunner().invoke(APP, list(arguments), catch_exceptions=False)
    assert caught.value.hint


def test_bytes_that_are_no_text_are_refused(tmp_path):
    """A file that is not UTF-8 is named, not decoded by guess."""
    (tmp_path / "a.json").write_bytes(b'{"a": "\xff"}')
    with pytest.raises(BadConfig, match="UTF-8"):
        CliRunner().invoke(APP, [str(tmp_path / "a.json")], catch_exceptions=False)


@pytest.mark.parametrize("tool", [3, None, {}, {"name": ""}, {"name": 3}, {"name": "a", "inputSchema": 3}])
def test_a_tool_that_is_none_is_a_finding(tmp_path, tool):
    """Whatever stands in a list of tools, it ends in a finding and never in a traceback."""
    path = written(tmp_path, {"tools": [tool]})

    assert ["A00"] == [rule for rule, _ in places(path)]


def test_sarif_and_rules():
    """--format sarif prints a log, --rules the page on the rules."""
    assert "2.1.0" == json.loads(run("demo", "--format", "sarif").stdout)["version"]
    assert documentation() == run("--rules").stdout
