"""Ada, the demo assistant: reminders, a diary, notes, timers, units, pizza and dice."""

import random
import sqlite3
from contextlib import closing
from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from volition import Assistant, Context, action
from volition.errors import ActionFailed
from volition.ports import Item

METRES = {"metre": 1, "kilometre": 1000, "centimetre": 0.01, "mile": 1609.344, "foot": 0.3048, "inch": 0.0254}
GRAMS = {"gram": 1, "kilogram": 1000, "pound": 453.592, "ounce": 28.3495, "stone": 6350.29}
LITRES = {"litre": 1, "millilitre": 0.001, "gallon": 3.78541, "pint": 0.473176, "cup": 0.236588}
NAMES = {"m": "metre", "km": "kilometre", "cm": "centimetre", "mi": "mile", "feet": "foot", "ft": "foot"}
NAMES |= {"in": "inch", "g": "gram", "kg": "kilogram", "kilo": "kilogram", "lb": "pound", "oz": "ounce"}
NAMES |= {"l": "litre", "ml": "millilitre", "gal": "gallon", "c": "celsius", "f": "fahrenheit"}


def database(ctx: Context) -> sqlite3.Connection:
    connection = sqlite3.connect(ctx.files / "notebook.sqlite")
    connection.execute("CREATE TABLE IF NOT EXISTS page (kind TEXT, at TEXT, text TEXT, mood TEXT)")
    return connection


def pages(ctx: Context, kind: str, like: str) -> list[tuple[str, str, str]]:
    wanted = "SELECT at, text, coalesce(mood, '') FROM page WHERE kind = ? AND at || text LIKE ? ORDER BY at"
    with closing(database(ctx)) as notebook:
        return notebook.execute(wanted, (kind, f"%{like}%")).fetchall()


def keep(ctx: Context, kind: str, text: str, mood: str | None = None) -> None:
    with closing(database(ctx)) as notebook, notebook:
        notebook.execute("INSERT INTO page VALUES (?, ?, ?, ?)", (kind, ctx.now.isoformat(), text, mood))


def found_reminders(ctx: Context, query: str) -> list[Item]:
    waiting = ctx.queue.waiting(kind="reminder", path=ctx.origin.path)
    words = query.casefold().split()
    return [each for each in waiting if all(word in each.data["text"].casefold() for word in words)]


def shown(ctx: Context, item: Item) -> str:
    return f"{item.data['text']} ({item.due.astimezone(ctx.now.tzinfo):%a %d %b, %H:%M})"


@action(effects="writes", examples=[
    ("remind me to call mum tomorrow at 9", {"text": "call mum", "when": "tomorrow at 9"}),
    ("in half an hour I have to turn off the oven, remind me", {"text": "turn off the oven", "when": "in half an hour"}),
    ("don't let me forget the dentist on Friday at 3pm", {"text": "the dentist", "when": "Friday at 3pm"}),
    ("ricordami domani alle 18 di annaffiare le piante", {"text": "annaffiare le piante", "when": "domani alle 18"}),
])  # fmt: skip
def add_reminder(
    ctx: Context, text: Annotated[str, "What to be reminded of"], when: Annotated[datetime, "When"]
) -> str:
    """Remind the person of something at a time."""
    if when <= ctx.now:
        raise ActionFailed(f"{when:%A %d %B, %H:%M} is already past.")
    item = Item(id=ctx.call.id, kind="reminder", path=ctx.origin.path, due=when, data={"text": text})
    ctx.queue.put(item)
    return f"I will remind you: {shown(ctx, item)}."


@action(effects="read-only", examples=[
    ("what reminders do I have?", {}),
    ("is there a reminder about the dentist?", {"query": "dentist"}),
    ("when did I want to be reminded of mum?", {"query": "mum"}),
])  # fmt: skip
def search_reminders(ctx: Context, query: Annotated[str, "Words of it; leave out for all"] = "") -> str:
    """List reminders, all or those that match."""
    lines = [f"- {shown(ctx, each)}" for each in found_reminders(ctx, query)]
    return "\n".join(["Your reminders:", *lines]) if lines else "There is no such reminder."


@action(effects="destructive", examples=[
    ("delete the reminder about the oven", {"query": "oven"}),
    ("I don't need to be reminded of the dentist any more", {"query": "dentist"}),
])  # fmt: skip
def delete_reminder(ctx: Context, query: Annotated[str, "Words of the reminder"]) -> str:
    """Delete the reminder that matches."""
    found = found_reminders(ctx, query)
    if len(found) != 1:
        which = "; ".join(shown(ctx, each) for each in found)
        return f"Which one? {which}." if found else f"There is no reminder about {query}."
    ctx.queue.cancel(found[0].id)
    return f"Deleted: {shown(ctx, found[0])}."


@action(effects="writes", examples=[
    ("dear diary, today I met Paul and we had a great time", {"entry": "today I met Paul and we had a great time", "mood": "good"}),
    ("write in my diary that the meeting was long", {"entry": "the meeting was long"}),
    ("diary: feeling sad, the rain never stops", {"entry": "feeling sad, the rain never stops", "mood": "bad"}),
])  # fmt: skip
def write_diary(ctx: Context, entry: str, mood: Literal["good", "neutral", "bad"] | None = None) -> str:
    """Add an entry to the diary."""
    keep(ctx, "diary", entry, mood)
    return "It is in your diary."


@action(effects="read-only", examples=[
    ("read me my diary of yesterday", {"day": "yesterday"}),
    ("what did I write in my diary today?", {"day": "today"}),
])  # fmt: skip
def read_diary(ctx: Context, day: Annotated[date | None, "Which day; today when left out"] = None) -> str:
    """Read the diary of a day."""
    wanted = (day or ctx.now.date()).isoformat()
    lines = [f"- {text}" + (f" ({mood})" if mood else "") for _, text, mood in pages(ctx, "diary", wanted)]
    return "\n".join([f"Your diary of {wanted}:", *lines]) if lines else f"The diary of {wanted} is empty."


@action(effects="writes", examples=[
    ("note: the spare key is under the flower pot", {"text": "the spare key is under the flower pot"}),
    ("write down that Anna's birthday is on May 4", {"text": "Anna's birthday is on May 4"}),
    ("merk dir: das Auto steht in Reihe 7", {"text": "das Auto steht in Reihe 7"}),
])  # fmt: skip
def add_note(ctx: Context, text: str) -> str:
    """Keep a note of something to know later, without a time."""
    keep(ctx, "note", text)
    return "Noted."


@action(effects="read-only", examples=[
    ("where is the spare key?", {"query": "key"}),
    ("show me all my notes", {}),
    ("what did I note about Anna?", {"query": "Anna"}),
])  # fmt: skip
def search_notes(ctx: Context, query: Annotated[str, "A word of it; leave out for all"] = "") -> str:
    """Find notes, all or those that match."""
    lines = [f"- {text}" for _, text, _ in pages(ctx, "note", query)]
    return "\n".join(["Your notes:", *lines]) if lines else "There is no such note."


@action(effects="writes", examples=[
    ("set a timer for 10 minutes", {"duration": "10 minutes"}),
    ("pasta timer, eight minutes please", {"duration": "eight minutes", "label": "pasta"}),
    ("wake me in an hour and a half", {"duration": "an hour and a half", "label": "wake up"}),
])  # fmt: skip
def start_timer(ctx: Context, duration: timedelta, label: str = "") -> str:
    """Start a timer that rings after a duration."""
    data = {"text": f"{label} timer".strip()}
    ctx.queue.put(Item(id=ctx.call.id, kind="timer", path=ctx.origin.path, due=ctx.now + duration, data=data))
    return f"The timer runs: {duration}."


@action(effects="read-only", examples=[
    ("how many miles are 10 km?", {"amount": 10, "from_unit": "km", "to_unit": "miles"}),
    ("70 fahrenheit in celsius", {"amount": 70, "from_unit": "fahrenheit", "to_unit": "celsius"}),
    ("convert three pounds to grams", {"amount": 3, "from_unit": "pounds", "to_unit": "grams"}),
])  # fmt: skip
def convert_units(amount: float, from_unit: str, to_unit: str) -> str:
    """Convert an amount from one unit to another."""
    source, target = (plain_unit(each) for each in (from_unit, to_unit))
    if {source, target} == {"celsius", "fahrenheit"}:
        result = amount * 9 / 5 + 32 if source == "celsius" else (amount - 32) * 5 / 9
        return f"{amount:g} °{source[0].upper()} is {result:.4g} °{target[0].upper()}."
    for table in (METRES, GRAMS, LITRES):
        if source in table and target in table:
            return f"{amount:g} {from_unit} is {amount * table[source] / table[target]:.6g} {to_unit}."
    raise ActionFailed(f"I cannot convert {from_unit} to {to_unit}.")


def plain_unit(name: str) -> str:
    plain = (
        name.casefold()
        .strip(" .°")
        .replace("meter", "metre")
        .replace("liter", "litre")
        .removeprefix("degrees ")
    )
    return (
        NAMES.get(plain)
        or NAMES.get(plain.removesuffix("s"))
        or plain.removesuffix("s").replace("inche", "inch")
    )


@action(effects="external", confirm=True, examples=[
    ("order two large margherita pizzas", {"pizza": "margherita", "size": "large", "count": 2}),
    ("I'd like a small hawaiian to 5 Mill Lane", {"pizza": "hawaiian", "size": "small", "address": "5 Mill Lane"}),
    ("a four cheese pizza for me please", {"pizza": "quattro_formaggi"}),
])  # fmt: skip
def order_pizza(
    pizza: Literal["margherita", "marinara", "pepperoni", "quattro_formaggi", "vegetarian", "hawaiian"],
    size: Literal["small", "medium", "large"] = "medium",
    count: int = 1,
    address: str = "",
) -> str:
    """Order pizza."""
    where = f" to {address}" if address else ", to be collected"
    return f"Ordered (in this demo nobody bakes it): {count} {size} {pizza.replace('_', ' ')}{where}."


@action(effects="read-only", examples=[
    ("roll a die", {}),
    ("throw three dice", {"count": 3}),
    ("roll a 20 sided dice twice", {"sides": 20, "count": 2}),
])  # fmt: skip
def roll_dice(sides: int = 6, count: int = 1) -> str:
    """Roll dice."""
    if not (1 <= sides <= 1000 and 1 <= count <= 100):
        raise ActionFailed("I have at most 100 dice with at most 1000 sides.")
    return "You rolled " + ", ".join(str(random.randint(1, sides)) for _ in range(count)) + "."


CANNOT = "I cannot do that. I can keep reminders, notes and a diary, set timers, convert units, order pizza and roll dice."

assistant = Assistant(
    "ada",
    persona="You are Ada, a friendly assistant who answers in one or two short sentences.",
    actions=[add_reminder, search_reminders, delete_reminder, write_diary, read_diary, add_note, search_notes,
             start_timer, convert_units, order_pizza, roll_dice],
    small_talk=(
        ("hello!", "Hello! What can I do for you?"),
        ("play some jazz", CANNOT),
        ("thanks, you are great", "You are welcome!"),
        ("what is the weather in Rome?", CANNOT),
        ("do you like music?", "I like the idea of it, though I have no ears."),
        ("how do I bake bread?", "I am no cook, sorry. " + CANNOT.removeprefix("I cannot do that. ")),
    ),
)  # fmt: skip
