"""What a docstring says: a brief, the parameters, and a guide with when to use, pitfalls, notes and examples.

Reads Google, NumPy and Sphinx style. The sections of the guide are taken out first, in any of the
three; griffe reads the rest.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import griffe


@dataclass(frozen=True, slots=True, kw_only=True)
class Documented:
    """What a docstring says."""

    brief: str = ""
    """Its first paragraph as one line."""
    guide: dict[str, Any] = field(default_factory=dict)
    """The third tier: `description`, `instructions`, `examples`; only what there is."""
    parameters: dict[str, str] = field(default_factory=dict)
    """Parameter name to its description as one line."""


def read(text: str, *, name: str = "", arguments: Sequence[str] = ()) -> Documented:
    """A docstring's brief, guide and parameters.

    Args:
        text: The docstring as written.
        name: The function it belongs to, to know its calls in examples by.
        arguments: The function's payload parameters in order, to name the positional ones in such calls.
    """
    lines = inspect.cleandoc(text).splitlines()
    rest, sections = _split(lines)
    brief, description, parameters = _parse("\n".join(rest))
    instructions: dict[str, Any] = {}
    examples: list[dict[str, Any]] = []
    for kind, body in sections:
        if kind == "examples":
            found, unread = _examples(body, name=name, arguments=arguments)
            examples += found
            _extend(instructions, "notes", unread)
        elif kind == "when_to_use":
            said = [instructions[kind]] if kind in instructions else []
            instructions[kind] = "\n".join(said + _items(body))
        else:
            _extend(instructions, kind, _items(body))
    guide = {
        "description": description,
        "instructions": {key: instructions[key] for key in _ORDER if key in instructions},
        "examples": [each if each["scenario"] else {**each, "scenario": brief} for each in examples],
    }
    return Documented(
        brief=brief, guide={key: value for key, value in guide.items() if value}, parameters=parameters
    )


_ORDER = ("when_to_use", "common_pitfalls", "notes")

_TITLES = {
    **dict.fromkeys(["when to use", "when to use it", "when to use this", "use when"], "when_to_use"),
    **dict.fromkeys(["pitfalls", "common pitfalls", "pitfall", "common mistakes"], "common_pitfalls"),
    **dict.fromkeys(["caveats", "gotchas", "warning", "warnings", "caution"], "common_pitfalls"),
    **dict.fromkeys(["note", "notes", "important", "tip", "tips", "hint", "hints"], "notes"),
    **dict.fromkeys(["example", "examples", "scenarios"], "examples"),
}

Section = tuple[str, list[str]]


def _extend(instructions: dict[str, Any], key: str, items: list[str]) -> None:
    if items:
        instructions[key] = instructions.get(key, []) + items


# Taking the guide's sections out.

_UNDERLINE = re.compile(r"[-=~^]{3,}\s*\Z")
_GOOGLE = re.compile(r"(?P<title>[A-Za-z][A-Za-z ]*):\s*\Z")
_INLINE = re.compile(r"(?P<title>[A-Za-z][A-Za-z ]*):\s+(?P<text>\S.*)\Z")
_DIRECTIVE = re.compile(r"\.\.\s+(?P<name>[a-z]+)::\s*(?P<text>.*)\Z")
_FIELD = re.compile(r":(?P<title>[A-Za-z][A-Za-z_ ]*):\s*(?P<text>.*)\Z")
_HEADING = re.compile(r"(?:#{1,6}\s+(?P<hashed>[^#]+?)|\*\*(?P<bold>[^*]+?)\*\*):?\s*\Z")


def _split(lines: list[str]) -> tuple[list[str], list[Section]]:
    """The lines that are no section of the guide, and the sections."""
    rest: list[str] = []
    sections: list[Section] = []
    index = 0
    while index < len(lines):
        found = _section(lines, index)
        if found is None:
            rest.append(lines[index])
            index += 1
        else:
            kind, body, index = found
            sections.append((kind, body))
    return rest, sections


def _section(lines: list[str], index: int) -> tuple[str, list[str], int] | None:
    """A section of the guide that begins at a line: its kind, its body, and the line after it."""
    line = lines[index]
    if not line or line[0].isspace():
        return None
    following = lines[index + 1] if index + 1 < len(lines) else ""
    if _UNDERLINE.match(following) and _kind(line):
        end = _until_heading(lines, index + 2)
        return _kind(line), lines[index + 2 : end], end
    if match := _DIRECTIVE.match(line):
        return _directive(lines, index, match)
    for pattern in (_GOOGLE, _INLINE, _FIELD) if index else (_GOOGLE, _FIELD):
        match = pattern.match(line)
        if match and _kind(match["title"]):
            inline = match.groupdict().get("text") or ""
            end = _until_dedent(lines, index + 1)
            if inline or end > index + 1:
                return _kind(match["title"]), [inline, *_dedented(lines[index + 1 : end])], end
    if (match := _HEADING.match(line)) and _kind(match["hashed"] or match["bold"]):
        end = _until_heading(lines, index + 1)
        return _kind(match["hashed"] or match["bold"]), lines[index + 1 : end], end
    return None


def _directive(lines: list[str], index: int, match: re.Match[str]) -> tuple[str, list[str], int] | None:
    """A reStructuredText directive: `.. note::`, `.. rubric:: When to use`, `.. admonition:: Pitfalls`."""
    title, inline = match["name"], match["text"]
    if title in {"rubric", "admonition"}:
        title, inline = match["text"], ""
    if not _kind(title):
        return None
    end = _until_dedent(lines, index + 1)
    if match["name"] == "rubric" and not "".join(lines[index + 1 : end]).strip():
        end = _until_heading(lines, index + 1)
    return _kind(title), [inline, *_dedented(lines[index + 1 : end])], end


def _kind(title: str) -> str:
    words = " ".join(title.replace("_", " ").split()).rstrip(":").casefold()
    return _TITLES.get(words, "")


def _until_dedent(lines: list[str], start: int) -> int:
    """The end of an indented block; trailing blank lines are left out."""
    end = start
    for index in range(start, len(lines)):
        if lines[index].strip():
            if not lines[index][0].isspace():
                break
            end = index + 1
    return end


def _until_heading(lines: list[str], start: int) -> int:
    """The line at which the next section of any kind begins."""
    for index in range(start, len(lines)):
        line = lines[index]
        if not line or line[0].isspace():
            continue
        following = lines[index + 1] if index + 1 < len(lines) else ""
        field_list = line.startswith(":") and _FIELD_NAME.match(line)
        if _UNDERLINE.match(following) or line.startswith(".. ") or field_list or _HEADING.match(line):
            return index
    return len(lines)


_FIELD_NAME = re.compile(r":[a-zA-Z][^:]*:(\s|\Z)")


def _dedented(lines: list[str]) -> list[str]:
    return inspect.cleandoc("\n" + "\n".join(lines)).splitlines()


# Reading a section's body.

_BULLET = re.compile(r"(?:[-*+•]|\d+[.)])\s+")


def _items(body: list[str]) -> list[str]:
    """A body as items: one for each bullet, or one for each paragraph."""
    items: list[list[str]] = []
    fresh = True
    for line in body:
        text = line.strip()
        bullet = _BULLET.match(text)
        if not text:
            fresh = True
            continue
        if bullet or fresh or not items:
            items.append([])
        items[-1].append(text[bullet.end() :] if bullet else text)
        fresh = False
    return [" ".join(words) for words in items]


def _examples(
    body: list[str], *, name: str, arguments: Sequence[str]
) -> tuple[list[dict[str, Any]], list[str]]:
    """Worked examples, and the text that belongs to none.

    An example is what is said, then the payload as JSON, as a Python literal or as a call of the function:
    `Remind me at nine: {"when": "09:00"}`, `>>> remind(when="09:00")`.
    """
    found: list[dict[str, Any]] = []
    unread: list[str] = []
    said: list[str] = []
    lines = [line.strip() for line in body if not line.strip().startswith("```")]
    index = 0
    while index < len(lines):
        line = lines[index]
        read_here = _payload_at(lines, index, name=name, arguments=arguments)
        if read_here is not None:
            before, payload, index = read_here
            found.append({"scenario": _scenario([*said, before]), "payload": payload})
            said = []
            continue
        index += 1
        if line.startswith((">>>", "...")):
            index = _after_output(lines, index)
        elif line:
            if said and _BULLET.match(line):
                unread.append(_scenario(said))
                said = []
            said.append(line)
    unread += [_scenario(said)] if said else []
    return found, [each for each in unread if each]


_ARROW = re.compile(r"[\s:—–>=→`-]+\Z")
_LABEL = re.compile(r"\A(?:scenario|user|said|example)\s*:\s*", re.IGNORECASE)
_PAYLOAD_LABEL = re.compile(r"[\s,;(]*\bpayload\s*[:=]?\s*\Z", re.IGNORECASE)


def _scenario(lines: list[str]) -> str:
    text = " ".join(each for each in lines if each)
    bullet = _BULLET.match(text)
    text = _LABEL.sub("", text[bullet.end() :] if bullet else text)
    text = _ARROW.sub("", _PAYLOAD_LABEL.sub("", _ARROW.sub("", text)))
    return text.strip().strip("\"'“”«»`").strip()


def _payload_at(
    lines: list[str], index: int, *, name: str, arguments: Sequence[str]
) -> tuple[str, dict[str, Any], int] | None:
    """A payload that begins in a line: the text before it, the payload, and the line after it."""
    line = lines[index]
    if line.startswith(">>>"):
        end = index + 1
        while end < len(lines) and lines[end].startswith("..."):
            end += 1
        code = "\n".join(each[3:].removeprefix(" ") for each in lines[index:end])
        payload = _call_payload(code, name=name, arguments=arguments)
        return None if payload is None else ("", payload, _after_output(lines, end))
    for start in _starts(line, name):
        for end in range(index + 1, min(index + 40, len(lines)) + 1):
            text = "\n".join([line[start:], *lines[index + 1 : end]]).strip()
            payload = _literal(text) if text.startswith("{") else None
            if payload is None and name and text.startswith(name + "("):
                payload = _call_payload(text, name=name, arguments=arguments)
            if payload is not None:
                return line[:start], payload, end
    return None


def _starts(line: str, name: str) -> Iterator[int]:
    """Where in a line a payload may begin."""
    if "{" in line:
        yield line.index("{")
    call = re.search(rf"\b{re.escape(name)}\(", line) if name else None
    if call:
        yield call.start()


def _after_output(lines: list[str], index: int) -> int:
    """The line after a doctest's output, which ends at a blank line or the next prompt."""
    while index < len(lines) and lines[index] and not lines[index].startswith(">>>"):
        index += 1
    return index


def _literal(text: str) -> dict[str, Any] | None:
    text = text.rstrip(".,;`")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None
    return value if isinstance(value, dict) and all(isinstance(key, str) for key in value) else None


def _call_payload(code: str, *, name: str, arguments: Sequence[str]) -> dict[str, Any] | None:
    """The arguments of a call of the function, when all are literals."""
    try:
        statement = ast.parse(code.strip().rstrip(".;`")).body[-1]
    except (SyntaxError, ValueError, IndexError, MemoryError, RecursionError):
        return None
    call = getattr(statement, "value", None)
    call = call.value if isinstance(call, ast.Await) else call
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    if call.func.id != name or len(call.args) > len(arguments) or any(not each.arg for each in call.keywords):
        return None
    given = [
        *zip(arguments, call.args, strict=False),
        *((str(each.arg), each.value) for each in call.keywords),
    ]
    try:
        return {key: ast.literal_eval(node) for key, node in given}
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


# Reading the rest.

_Style = Literal["google", "numpy", "sphinx"]

_STYLES: dict[_Style, re.Pattern[str]] = {
    "numpy": re.compile(r"^\s*\w[\w ]*\n\s*-{3,}\s*$", re.MULTILINE),
    "sphinx": re.compile(r"^\s*:(param|type|returns?|raises?)\b", re.MULTILINE),
}


def _parse(text: str) -> tuple[str, str, dict[str, str]]:
    """Brief, description and parameters of a docstring without its guide."""
    style: _Style = next((name for name, mark in _STYLES.items() if mark.search(text)), "google")
    sections = griffe.Docstring(text).parse(style, warnings=False) if text.strip() else []
    brief = ""
    description: list[str] = []
    parameters: dict[str, str] = {}
    for section in sections:
        if section.kind is griffe.DocstringSectionKind.text:
            first, _, rest = str(section.value).strip().partition("\n\n")
            brief = brief or " ".join(first.split())
            description += [" ".join(first.split()), rest.strip()]
        elif section.kind is griffe.DocstringSectionKind.parameters:
            parameters |= {each.name: " ".join(each.description.split()) for each in section.value}
        elif section.kind is griffe.DocstringSectionKind.admonition:
            title = section.title or str(section.value.kind)
            description.append(f"{title}: {' '.join(str(section.value.description).split())}")
    return brief, "\n\n".join(each for each in description if each), parameters
