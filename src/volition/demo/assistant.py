"""Ada, the demo assistant: reminders, a diary, notes, timers, units, pizza and dice. Examples stand as rows."""
# fmt: off

import random
from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from volition import Assistant, Context, action
from volition.demo import notebook
from volition.demo.units import convert
from volition.errors import ActionFailed
from volition.ports import Item

PastDay = Annotated[date | None, Field(description="Which day; today when left out", json_schema_extra={"x-tense": "past"})]
Pizza = Literal["margherita", "marinara", "pepperoni", "quattro_formaggi", "vegetarian", "hawaiian"]


def reminders(ctx: Context, query: str) -> list[Item]:
    waiting = ctx.queue.waiting(kind="reminder", path=ctx.origin.path)
    words = query.casefold().split()
    return [each for each in waiting if any(word in each.data["text"].casefold() for word in words or [""])]


def shown(ctx: Context, item: Item) -> str:
    return f"{item.data['text']} ({item.due.astimezone(ctx.now.tzinfo):%a %d %b, %H:%M})"


@action(effects="writes", examples=[
    ("remind me to call mum tomorrow at 9", {"text": "call mum", "when": "tomorrow at 9"}),
    ("in half an hour I have to turn off the oven, remind me", {"text": "turn off the oven", "when": "in half an hour"}),
    ("don't let me forget the dentist on Friday at 3pm", {"text": "the dentist", "when": "Friday at 3pm"}),
    ("ricordami domani alle 18 di annaffiare le piante", {"text": "annaffiare le piante", "when": "domani alle 18"})])
def add_reminder(ctx: Context, text: Annotated[str, "What to be reminded of"], when: Annotated[datetime, "When"]) -> str:
    """Remind the person of something at a time."""
    if when <= ctx.now:
        raise ActionFailed(f"{when:%A %d %B, %H:%M} is already past.")
    item = Item(id=ctx.call.id, kind="reminder", path=ctx.origin.path, due=when, data={"text": text})
    ctx.queue.put(item)
    return f"I will remind you: {shown(ctx, item)}."


@action(effects="read-only", examples=[
    ("what reminders do I have?", {}), ("is there a reminder about the dentist?", {"query": "dentist"})])
def search_reminders(ctx: Context, query: Annotated[str, "Words of it; all when left out"] = "") -> str:
    """List reminders, all or those that match."""
    return "\n".join(f"- {shown(ctx, each)}" for each in reminders(ctx, query)) or "There is no such reminder."


@action(effects="destructive", examples=[
    ("delete the reminder about the oven", {"query": "oven"}),
    ("I don't need to be reminded of the dentist any more", {"query": "dentist"})])
def delete_reminder(ctx: Context, query: Annotated[str, "Words of the reminder"]) -> str:
    """Delete the reminder that matches."""
    matching = reminders(ctx, query)
    if len(matching) != 1:
        which = "; ".join(shown(ctx, each) for each in matching)
        return f"Which one? {which}" if matching else f"There is no reminder about {query}."
    ctx.queue.cancel(matching[0].id)
    return f"Deleted: {shown(ctx, matching[0])}."


@action(effects="writes", examples=[
    ("dear diary, today I met Paul and we had a great time", {"entry": "today I met Paul and we had a great time", "mood": "good"}),
    ("write in my diary that the meeting was long", {"entry": "the meeting was long"})])
def write_diary(ctx: Context, entry: str, mood: Literal["good", "neutral", "bad"] | None = None) -> str:
    """Add an entry to the diary."""
    notebook.keep(ctx, "diary", f"{entry} (mood: {mood})" if mood else entry)
    return "It is in your diary."


@action(effects="read-only", examples=[
    ("read me my diary of yesterday", {"day": "yesterday"}),
    ("what did I write in my diary today?", {"day": "today"})])
def read_diary(ctx: Context, day: PastDay = None) -> str:
    """Read the diary of a day."""
    return notebook.found(ctx, "diary", f"{day or ctx.now.date()}")


@action(effects="writes", examples=[
    ("note: the spare key is under the flower pot", {"text": "the spare key is under the flower pot"}),
    ("write down that Anna's birthday is on May 4", {"text": "Anna's birthday is on May 4"}),
    ("merk dir: das Auto steht in Reihe 7", {"text": "das Auto steht in Reihe 7"})])
def add_note(ctx: Context, text: str) -> str:
    """Keep a note of something to know later, without a time."""
    notebook.keep(ctx, "notes", text)
    return "Noted."


@action(effects="read-only", examples=[
    ("where is the spare key?", {"query": "key"}), ("show me all my notes", {})])
def search_notes(ctx: Context, query: Annotated[str, "A word of it; all when left out"] = "") -> str:
    """Find notes, all or those that match."""
    return notebook.found(ctx, "notes", query)


@action(effects="writes", examples=[
    ("set a timer for 10 minutes", {"duration": "10 minutes"}),
    ("pasta timer, eight minutes please", {"duration": "eight minutes", "label": "pasta"})])
def start_timer(ctx: Context, duration: timedelta, label: str = "") -> str:
    """Start a timer that rings after a duration."""
    due, data = ctx.now + duration, {"text": label or str(duration)}
    ctx.queue.put(Item(id=ctx.call.id, kind="timer", path=ctx.origin.path, due=due, data=data))
    return f"The timer runs for {duration}."


@action(effects="read-only", examples=[
    ("how many miles are 10 km?", {"amount": 10, "from_unit": "km", "to_unit": "miles"}),
    ("70 fahrenheit in celsius", {"amount": 70, "from_unit": "fahrenheit", "to_unit": "celsius"})])
def convert_units(amount: float, from_unit: str, to_unit: str) -> str:
    """Convert an amount from one unit to another."""
    return f"{amount:g} {from_unit} is {convert(amount, from_unit, to_unit):.5g} {to_unit}."


@action(effects="external", confirm=True, examples=[
    ("order two large margherita pizzas", {"pizza": "margherita", "size": "large", "count": 2}),
    ("I'd like a small hawaiian to 5 Mill Lane", {"pizza": "hawaiian", "size": "small", "address": "5 Mill Lane"}),
    ("a four cheese pizza for me please", {"pizza": "quattro_formaggi"})])
def order_pizza(pizza: Pizza, size: Literal["small", "medium", "large"] = "medium", count: int = 1, address: str = "") -> str:
    """Order pizza."""
    where = f" to {address}" if address else ", to be collected"
    return f"Ordered (in this demo nobody bakes it): {count} {size} {pizza.replace('_', ' ')}{where}."


@action(effects="read-only", examples=[
    ("roll a die", {}), ("throw four dice", {"count": 4}), ("roll a 20 sided dice twice", {"sides": 20, "count": 2})])
def roll_dice(sides: int = 6, count: int = 1) -> str:
    """Roll dice."""
    if not (1 <= sides <= 1000 and 1 <= count <= 100):
        raise ActionFailed("I have at most 100 dice with at most 1000 sides.")
    return "You rolled " + ", ".join(str(random.randint(1, sides)) for _ in range(count)) + "."


CANNOT = "I cannot do that. I do reminders, notes, a diary, timers, units, pizza and dice."
assistant = Assistant(
    "ada",
    persona="You are Ada, a friendly assistant who answers in one or two short sentences.",
    actions=[
        add_reminder, search_reminders, delete_reminder, write_diary, read_diary, add_note, search_notes,
        start_timer, convert_units, order_pizza, roll_dice,
    ],
    small_talk=(
        ("hello!", "Hello! What can I do for you?"), ("play the radio", CANNOT), ("thanks a lot", "You are welcome!"),
        ("reserve a table for two", CANNOT), ("what is 12 times 12?", CANNOT), ("do you like music?", "I do!"),
        ("my cat is called Socks", "What a lovely name!"), ("send Tom an e-mail", CANNOT),
    ),
)
