"""`volition lint`: judge the definitions of an assistant or a file before a model sees them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from volition import __version__
from volition.actions.action import Action
from volition.assembly import load
from volition.errors import BadAction, BadConfig, BadSchema
from volition.lint import report
from volition.lint.actions import UNUSABLE, chosen, unusable
from volition.lint.rule import Finding, Rule, Severity, escaped

MAX_BYTES = 64_000_000
"""A larger file is no file of definitions."""

_SHAPES = (
    "Give an object of definitions by name, a list of OpenAI tools, or an MCP tools/list result; "
    "in a .jsonl file one of these a line."
)


class Format(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    """Lines for a person."""
    JSON = "json"
    """A list of objects."""
    SARIF = "sarif"
    """A log for code hosts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """One definition, and where it stands."""

    name: str
    """The action's name."""
    make: Callable[[], Action]
    """Makes the action of it."""
    at: str
    """JSON pointer to the definition."""
    places: Mapping[str, str]
    """Tiers of an action, and the keys that they have in the file."""
    line: int = 1
    """Where it begins."""


def lint(
    path: Annotated[str, typer.Argument(help="A Python file or folder, a JSON or a JSON Lines file.")] = "",
    output: Annotated[Format, typer.Option("--format", help="How to print the findings.")] = Format.TEXT,
    select: Annotated[str, typer.Option(help="Only these rules: A03,A04.")] = "",
    ignore: Annotated[str, typer.Option(help="All but these rules: A12.")] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Print the rules as Markdown, and stop.")] = False,
) -> None:
    """Judge definitions: briefs, fields, examples, schemas, names, hidden characters, orders to the model."""
    if rules:
        typer.echo(report.documentation(), nl=False)
        return
    if not path:
        raise BadConfig("There is nothing to lint.", hint="Give a file or a folder: volition lint PATH")
    wanted, unwanted = (_ids(each) for each in (select, ignore))
    picked = chosen(wanted - {UNUSABLE.id}, unwanted - {UNUSABLE.id})
    picked = [] if wanted == {UNUSABLE.id} else picked
    sources = list(_sources(path))
    findings = [each for source in sources for each in _judged(source, path, picked)]
    if (wanted and UNUSABLE.id not in wanted) or UNUSABLE.id in unwanted:
        findings = [each for each in findings if each.rule != UNUSABLE.id]
    typer.echo(_printed(findings, output, actions=len(sources)))
    failing = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    if any(each.severity in failing for each in findings):
        raise typer.Exit(1)


def _ids(listed: str) -> set[str]:
    return {each.upper() for each in re.split(r"[,\s]+", listed) if each}


def _printed(findings: list[Finding], output: Format, *, actions: int) -> str:
    match output:
        case Format.JSON:
            return report.as_json(findings)
        case Format.SARIF:
            return report.sarif(findings, version=__version__)
        case Format.TEXT:
            return report.text(findings, actions=actions)


def _judged(source: _Source, path: str, rules: list[Rule]) -> Iterator[Finding]:
    """The findings in one definition, with pointers into the file."""
    try:
        action = source.make()
    except (BadAction, BadSchema) as error:
        at = source.at
        if isinstance(error, BadSchema) and error.pointer:
            at += source.places.get("schema", "/schema")
        yield replace(unusable(source.name, error, path=path, at=at), line=source.line)
        return
    for rule in rules:
        for each in rule.findings(action, path=path, prefix=""):
            yield replace(each, pointer=source.at + _moved(each.pointer, source.places), line=source.line)


def _moved(pointer: str, places: Mapping[str, str]) -> str:
    _, tier, *rest = pointer.split("/")
    at = places.get(tier, f"/{tier}")
    return "/".join([at, *rest]) if tier == "schema" or tier not in places else at


# Reading.

_FUNCTION = {"schema": "/parameters", "brief": "/description", "examples": "/description"}
_MCP = {
    "schema": "/inputSchema",
    "brief": "/description",
    "examples": "/description",
    "effects": "/annotations",
}
_LEGACY = {"brief": "/description", "name": ""}
_TIERS = {"name": ""}


def _sources(path: str) -> Iterator[_Source]:
    """The definitions in a file or an assistant.

    Raises:
        BadConfig: the path cannot be read, or holds no definitions.
    """
    file = Path(path)
    if path == "demo" or file.is_dir() or file.suffix == ".py":
        yield from _of_assistant(path)
        return
    content = _read(file)
    if file.suffix in {".jsonl", ".ndjson"}:
        for number, line in enumerate(content.split("\n"), start=1):
            if line.strip():
                value = _parsed(line, f"{path}, line {number}")
                yield from _of_value(value, f"/{number - 1}", partial(_same, number), path)
        return
    yield from _of_value(_parsed(content, path), "", lambda name: _line(content, name), path)


def _read(file: Path) -> str:
    try:
        if not file.is_file():
            raise BadConfig(f"There is no file {file}.", hint="Give a Python file, a folder or a JSON file.")
        if file.stat().st_size > MAX_BYTES:
            raise BadConfig(f"{file} is larger than {MAX_BYTES // 1_000_000} MB.")
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadConfig(
            f"{file} is no text in UTF-8 (byte {error.start}).", hint="Save it as UTF-8."
        ) from None
    except (OSError, ValueError) as error:
        raise BadConfig(f"{file} cannot be read: {error}.") from None


def _parsed(content: str, place: str) -> Any:
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        raise BadConfig(f"{place} is no JSON: {error}.", hint=_SHAPES) from None
    except RecursionError:
        raise BadConfig(f"{place} is nested too deeply.") from None


def _of_assistant(path: str) -> Iterator[_Source]:
    assistant = load(path)
    file = Path(path) / "assistant.py" if Path(path).is_dir() else Path(path)
    content = _read(file) if file.is_file() else ""
    for each in assistant.catalogue:
        yield _Source(
            name=each.name,
            make=partial(_given, each),
            at=f"/{escaped(each.name)}",
            places=_TIERS,
            line=_line(content, each.name),
        )


def _given(action: Action) -> Action:
    return action


def _same(number: int, _name: str) -> int:
    return number


def _of_value(value: Any, at: str, line: Callable[[str], int], path: str) -> Iterator[_Source]:
    if isinstance(value, dict) and isinstance(value.get("result"), dict) and "tools" in value["result"]:
        yield from _of_value(value["result"], f"{at}/result", line, path)
    elif isinstance(value, dict) and isinstance(value.get("tools"), list):
        for index, each in enumerate(value["tools"]):
            yield _of_tool(each, f"{at}/tools/{index}", line)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield _of_tool(each, f"{at}/{index}", line)
    elif isinstance(value, dict) and _is_tool(value):
        yield _of_tool(value, at, line)
    elif isinstance(value, dict) and value and all(isinstance(each, dict) for each in value.values()):
        for name, definition in value.items():
            yield _of_definition(name, definition, f"{at}/{escaped(name)}", line)
    elif value != {}:
        raise BadConfig(f"{path}{'#' + at if at else ''} holds no definitions.", hint=_SHAPES)


def _is_tool(value: dict[str, Any]) -> bool:
    if value.get("type") == "function" and isinstance(value.get("function"), dict):
        return True
    return isinstance(value.get("name"), str)


def _of_tool(tool: Any, at: str, line: Callable[[str], int]) -> _Source:
    if not isinstance(tool, dict):
        return _Source(name=at, make=lambda: Action.from_mcp_tool(tool), at=at, places={})
    inner = tool.get("function") if isinstance(tool.get("function"), dict) else tool
    name = str(inner.get("name") or at) if isinstance(inner, dict) else at
    if "inputSchema" in tool:
        return _Source(
            name=name, make=lambda: Action.from_mcp_tool(tool), at=at, places=_MCP, line=line(name)
        )
    if "schema" in tool and "brief" in tool:
        definition = {key: value for key, value in tool.items() if key != "name"}
        return _of_definition(name, definition, at, line)
    anthropic = {"schema": "/input_schema"} if "input_schema" in tool else {}
    return _Source(
        name=name,
        make=lambda: Action.from_openai_tool(tool),
        at=at if inner is tool else f"{at}/function",
        places=_FUNCTION | anthropic,
        line=line(name),
    )


def _of_definition(name: str, definition: Any, at: str, line: Callable[[str], int]) -> _Source:
    is_legacy = "schema" not in definition or "brief" not in definition
    return _Source(
        name=name,
        make=lambda: Action.from_dict(name, definition),
        at=at,
        places=_LEGACY if is_legacy else _TIERS,
        line=line(name),
    )


def _line(content: str, name: str) -> int:
    """The first line that defines the name or quotes it; the first of all when none does."""
    found = re.search(rf"\bdef\s+{re.escape(name)}\b|[\"']{re.escape(name)}[\"']", content)
    return content.count("\n", 0, found.start()) + 1 if found else 1
