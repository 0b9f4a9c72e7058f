"""How many tokens a catalogue takes at each size, what each size loses, and what the reply contract holds.

    python benchmarks/actions_tokens.py [CASES]

CASES is the folder of the case files, ../shared/cases beside the repository unless given; a file that is not
there is skipped with a word. Tokens are o200k; 1.000 is the compact tools JSON of the OpenAI API for the same
actions. A signature is read back and compared with the schema that was written, keyword by keyword.
"""

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from volition import tokens
from volition.actions import contract, render, signature
from volition.actions.action import Action
from volition.actions.brief import Cut, brief
from volition.errors import VolitionError
from volition.schema import checker

CASES = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1].parent / "shared" / "cases"
STYLES = ("signature", "brief", "index", "schema")
TARGETS = {
    "functions": {"signature": 0.58, "brief": 0.28, "index": 0.17},
    "catalogues": {"signature": 0.62, "brief": 0.20, "index": 0.07},
}


def main() -> None:
    functions = functions_by_name(rows("bfcl_calls.jsonl"))
    catalogues = [
        (
            row["id"],
            [
                imported(tool["name"], tool.get("description", ""), tool["inputSchema"])
                for tool in row["tools"]
            ],
        )
        for row in rows("tool_catalogues.jsonl")
    ]
    everything = [each for _, actions in catalogues for each in actions]
    for kind, actions in (("functions", functions), ("catalogues", everything)):
        if actions:
            print(f"\n# Sizes of {len(actions)} actions: {kind}\n")
            sizes(actions, TARGETS[kind])
            losses(actions)
            briefs(actions)
    if catalogues:
        print(f"\n# Ratios of the {len(catalogues)} catalogues, one by one\n")
        spread(catalogues)
        print("\n# Reply contract\n")
        contracts(catalogues)


def rows(name: str) -> list[dict]:
    path = CASES / name
    if not path.is_file():
        print(f"(skipped: {name} is not in {CASES.name})")
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def functions_by_name(calls: Sequence[dict]) -> list[Action]:
    """The functions of all cases; of those that share a name, the first."""
    found: dict[str, Action] = {}
    for row in calls:
        for each in row["functions"]:
            found.setdefault(each["name"], imported(each["name"], each["description"], each["parameters"]))
    return list(found.values())


def imported(name: str, description: str, schema: dict) -> Action:
    return Action(
        name=name, schema=schema, brief=brief(description).text or name, examples={"description": description}
    )


# Tokens.


def tools(actions: Sequence[Action]) -> list[dict]:
    return [
        {
            "type": "function",
            "function": {
                "name": each.name,
                "description": each.examples["description"],
                "parameters": each.schema,
            },
        }
        for each in actions
    ]


def unit(actions: Sequence[Action]) -> int:
    return tokens.count(json.dumps(tools(actions), separators=(",", ":")))


def sizes(actions: Sequence[Action], targets: dict[str, float]) -> None:
    whole = unit(actions)
    forms = {
        "OpenAI tools JSON, compact": json.dumps(tools(actions), separators=(",", ":")),
        "the same, with spaces": json.dumps(tools(actions)),
        "the same, two spaces deep": json.dumps(tools(actions), indent=2),
        **{style: render.text(actions, style) for style in STYLES},
    }
    print("| form | tokens | an action | ratio | target | |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    for name, text in forms.items():
        count = tokens.count(text)
        target = targets.get(name)
        verdict = "" if target is None else "met" if count / whole <= target else "MISSED"
        figures = f"{count:,} | {count / len(actions):.1f} | {count / whole:.3f}"
        print(f"| {name} | {figures} | {target or ''} | {verdict} |")
    for style in ("signature", "brief", "index"):
        begun = time.perf_counter()
        render.text(actions, style)
        print(f"\n{style}: {(time.perf_counter() - begun) * 1e6 / len(actions):.0f} µs an action", end="")
    print()


def spread(catalogues: Sequence[tuple[str, list[Action]]]) -> None:
    print("| catalogue | actions | tools JSON | signature | brief | index |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    found: dict[str, list[float]] = {"signature": [], "brief": [], "index": []}
    for name, actions in catalogues:
        whole = unit(actions)
        for style, ratios in found.items():
            ratios.append(tokens.count(render.text(actions, style)) / whole)
        shown = " | ".join(f"{ratios[-1]:.3f}" for ratios in found.values())
        print(f"| {name} | {len(actions)} | {whole:,} | {shown} |")
    for title, figure in (("mean", statistics.mean), ("median", statistics.median), ("most", max)):
        print(f"| {title} | | | {' | '.join(f'{figure(ratios):.3f}' for ratios in found.values())} |")


# What is lost.


def losses(actions: Sequence[Action]) -> None:
    """Every keyword that a signature does not bring back; and how many schemas are the same to the letter."""
    begun = time.perf_counter()
    read = render.parse_signature(render.text(actions, "signature"))
    seconds = time.perf_counter() - begun
    lost: list[str] = []
    same = 0
    for action, other in zip(actions, read, strict=True):
        before, after = signature.normal(action.schema), signature.normal(other.schema)
        same += action.schema == other.schema
        if action.name != other.name:
            lost.append(f"{action.name}: name")
        if action.examples["description"] != other.examples.get("description", other.brief):
            lost.append(f"{action.name}: description")
        lost += [f"{action.name}: {where}" for where in differences(before, after, "")]
    print(f"\nRead back in {seconds * 1e6 / len(actions):.0f} µs an action.")
    print(
        f"Schemas equal to the letter: {same} of {len(actions)}; the others but for the order in `required`"
    )
    print("and unused definitions.")
    print(f"Lost by `signature`: {lost or 'nothing'}")


def differences(before: object, after: object, path: str) -> list[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        return [
            each
            for key in before.keys() | after.keys()
            for each in (
                differences(before[key], after[key], f"{path}/{key}")
                if key in before and key in after
                else [f"{path}/{key}"]
            )
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [each for index, (one, two) in pairs for each in differences(one, two, f"{path}/{index}")]
    return [] if (type(before), before) == (type(after), after) else [path]


def briefs(actions: Sequence[Action]) -> None:
    cuts = Counter(brief(each.examples["description"]).cut for each in actions)
    shares = ", ".join(f"{cut.value} {cuts[cut] / len(actions):.1%}" for cut in Cut)
    kept = 1 - cuts[Cut.NOWHERE] / len(actions)
    print(f"Briefs that lost words: {kept:.1%} (cut {shares})")


# The reply contract.


def contracts(catalogues: Sequence[tuple[str, list[Action]]]) -> None:
    """Whether the schemas hold, convert to grammars, and what strict mode loses."""
    lost: Counter[str] = Counter()
    whole = grammars = 0
    to_grammar = converter()
    for _name, actions in catalogues:
        checker(contract.reply_schema(actions))
        strict, dropped = contract.strict_schema(actions)
        checker(strict)
        grammars += bool(to_grammar and to_grammar(contract.reply_schema(actions, grammar=True)))
        touched = {each.name for each in actions for where in dropped if where.startswith(f"{each.name}: ")}
        whole += len(actions) - len(touched)
        for where in dropped:
            lost["(" + where.split(" (")[1] if where.endswith(")") else where.rsplit("/", 1)[1]] += 1
    total = sum(len(actions) for _, actions in catalogues)
    print(f"Reply schemas that compile: {len(catalogues)} of {len(catalogues)}")
    print(f"Reply schemas that llama.cpp's converter takes: {grammars if to_grammar else 'not installed'}")
    print(f"Actions that strict mode says whole: {whole} of {total}; dropped: {dict(lost.most_common())}")


def converter():
    try:
        import xllamacpp  # noqa: PLC0415 - an extra that may be absent
    except ImportError:
        return None
    return xllamacpp.json_schema_to_grammar


if __name__ == "__main__":
    try:
        main()
    except VolitionError as error:
        sys.exit(error.line())
