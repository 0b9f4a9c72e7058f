"""What happens inside a turn, in short lines for a person."""

from volition import events
from volition.reply.parse import payload_text


def lines(event: events.Event) -> list[str]:
    """An event in plain words; empty for those that are seen anyway."""
    match event:
        case events.Prompted(tokens=size):
            return [f"prompt: about {size} tokens"]
        case events.Replied(text=text, seconds=seconds) as reply:
            cached = f", {reply.cached_tokens} cached" if reply.cached_tokens else ""
            return [
                f"model: {seconds:.1f} s, read {reply.prompt_tokens}{cached}, wrote {reply.reply_tokens}",
                f"reply: {' '.join(text.split())}",
            ]
        case events.Repaired(repairs=repairs):
            return [f"repaired without a model call: {', '.join(repairs)}"]
        case events.Coerced(changes=changes):
            return [f"coerced without a model call: {each}" for each in changes]
        case events.Judged(problems=problems):
            return [f"wrong: {each.line()}" for each in problems]
        case events.Corrected(attempt=attempt):
            return [f"asked the model to correct its reply (attempt {attempt})"]
        case events.Held(call=call, reason=reason):
            return [f"held: {call.name}: {reason}"]
        case events.Called(call=call):
            return [f"call: {call.name}({payload_text(call.payload)})"]
        case events.Settled(outcome=outcome):
            return [f"outcome: {outcome.call.name}: {outcome.kind}"]
        case events.Finished(steps=steps, seconds=seconds):
            return [f"finished: {steps} steps, {seconds:.1f} s"]
        case _:
            return []
