"""How well the embedded engine picks an action and its arguments, on utterances written before tuning.

    python benchmarks/embedded.py --model coder-1.5b --half unseen --examples fixed:32
    python benchmarks/embedded.py --examples fixed:16 --examples nearest:8 --no-grammar
    python benchmarks/embedded.py --all             all models; no, fixed, nearest examples; grammar or not
    python benchmarks/embedded.py --out-of-scope   false actions on voice_clinc.jsonl without an intent

A case is right when the reply, after the rungs that need no model call (repair, coercion), gives the
expected calls. Nothing is executed and the corrector is off: this measures the model and what code does
around it.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.progress import track

import scoring
from volition.config import data_dir
from volition.demo.assistant import assistant
from volition.engines.embedded import SMALL, EmbeddedEngine
from volition.engines.weights import Weights
from volition.messages import Incoming, Origin
from volition.ports import Engine, Examples, Profile, Request
from volition.prompt import build, layout
from volition.reply.parse import judge

HERE = Path(__file__).parent
CLINC = HERE.parent.parent / "shared" / "cases" / "voice_clinc.jsonl"
POLICIES = ("on_error:0", "fixed:16", "fixed:32", "nearest:8", "nearest:16")


@dataclass
class Tally:
    """Counts over one run."""

    total: int = 0
    action: int = 0
    arguments: int = 0
    full: int = 0
    idle: int = 0
    false_action: int = 0
    unreadable: int = 0
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def row(self) -> list[str]:
        """The counts as cells of a table."""
        acting = max(self.total - self.idle, 1)
        ordered = sorted(self.seconds)
        return [
            f"{100 * self.action / self.total:.0f}",
            f"{100 * self.arguments / acting:.0f}",
            f"{100 * self.full / self.total:.0f}",
            f"{100 * self.false_action / self.idle:.0f}" if self.idle else "",
            str(self.unreadable),
            f"{statistics.median(ordered):.1f}",
            f"{ordered[int(0.95 * (len(ordered) - 1))]:.1f}",
        ]


HEAD = ["action %", "arguments %", "fully right %", "false actions %", "unreadable", "median s", "p95 s"]


def profile_for(policy: str, *, grammar: bool) -> Profile:
    name, _, k = policy.partition(":")
    held = "grammar" if grammar else "none"
    return replace(SMALL, examples=Examples(policy=name, k=int(k)), reply_schema=held)


async def reply_to(engine: Engine, text: str, now: datetime) -> tuple[str, float]:
    profile = engine.profile
    catalogue = assistant.offered("cli")
    incoming = Incoming(text=text, origin=Origin(interface="cli", path="cli/bench"))
    prompt = build.build(incoming, catalogue=catalogue, profile=profile, now=now, persona=assistant.persona)
    schema = None
    if profile.reply_schema != "none":
        schema = catalogue.reply_schema(
            max_calls=profile.max_calls, spoken_values=profile.spoken_values, grammar=True
        )
    begun = time.monotonic()
    answer = await engine.generate(
        Request(
            messages=layout.messages(prompt, profile),
            reply_schema=schema,
            max_tokens=profile.max_reply_tokens,
        )
    )
    return answer.text, time.monotonic() - begun


async def run(engine: Engine, cases: list[scoring.Utterance], now: datetime, title: str) -> Tally:
    tally = Tally()
    catalogue = assistant.offered("cli")
    await reply_to(engine, "hello", now)  # the prefix is evaluated outside the measurement
    for case in track(cases, description=title, console=Console(stderr=True), transient=True):
        text, seconds = await reply_to(engine, case.text, now)
        said = case.text if engine.profile.grounded else None
        judged = judge(text, catalogue, now=now, locale=case.lang, said=said)
        calls = [{"name": call.name, "payload": dict(call.payload)} for call in judged.calls]
        score = scoring.score(case.expect, calls, now)
        tally.total += 1
        tally.seconds.append(seconds)
        tally.unreadable += any(each.code == "unreadable" for each in judged.problems)
        if case.kind == "action":
            tally.action += score.action
            tally.arguments += score.arguments
            tally.full += score.full
        else:
            tally.idle += 1
            acted = any(not call["name"].startswith("message_") for call in calls)
            tally.false_action += acted
            tally.action += not acted
            tally.full += not acted
        if not (score.full if case.kind == "action" else not acted):
            tally.wrong.append(
                f"{case.id} {case.text!r} -> {calls} {[each.line() for each in judged.problems]}"
            )
    return tally


async def main(options: argparse.Namespace) -> None:
    suite = scoring.load(HERE / "data" / "demo_utterances.jsonl")
    now, cases = suite.now, list(suite.utterances)
    if options.out_of_scope:
        if not CLINC.exists():
            sys.exit(f"skipped: there is no {CLINC}")
        rows = [json.loads(line) for line in CLINC.read_text("utf-8").splitlines()]
        cases = [
            scoring.Utterance(
                id=str(row["id"]), half="unseen", lang="en", text=row["text"], kind="out_of_scope",
                expect=scoring.MESSAGE_ONLY,
            )
            for row in rows
            if row["intent"] is None
        ]  # fmt: skip
    elif options.half != "both":
        cases = [case for case in cases if case.half == options.half]
    if options.lang:
        cases = [case for case in cases if (case.lang == "en") == (options.lang == "en")]
    cases = cases[:: options.every]
    models = options.model or (
        ["smollm2-135m", "coder-0.5b", "coder-1.5b"] if options.all else ["coder-1.5b"]
    )
    policies = options.examples or (
        POLICIES if options.all else [f"{SMALL.examples.policy}:{SMALL.examples.k}"]
    )
    grammars = [True, False] if options.all else [not options.no_grammar]
    print("| model | half | examples | grammar | cases | " + " | ".join(HEAD) + " |")
    print("| --- " * 5 + "| ---: " * len(HEAD) + "|")
    for name in models:
        path = Weights(data_dir() / "models").resolve(name)
        engine = EmbeddedEngine(path, name=name, threads=options.threads)
        for policy in policies:
            for grammar in grammars:
                engine.profile = profile_for(policy, grammar=grammar)
                half = "clinc null" if options.out_of_scope else options.half
                tally = await run(engine, cases, now, f"{name} {policy}")
                cells = [name, half, policy, "yes" if grammar else "no", str(tally.total), *tally.row()]
                print("| " + " | ".join(cells) + " |", flush=True)
                if options.wrong:
                    print("\n".join(tally.wrong), file=sys.stderr)
        await engine.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", action="append", help="a name from `volition models list`, or a GGUF file")
    parser.add_argument("--half", default="unseen", choices=["dev", "unseen", "both"])
    parser.add_argument("--lang", choices=["en", "other"], help="English alone, or the other languages alone")
    parser.add_argument("--examples", action="append", help="on_error:0, fixed:K or nearest:K")
    parser.add_argument("--no-grammar", action="store_true")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--every", type=int, default=1, help="take each nth utterance only")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--out-of-scope", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="print the cases that were not right")
    asyncio.run(main(parser.parse_args()))
