"""Units of length, weight, volume and temperature."""

from volition.errors import ActionFailed

UNITS = {
    "m": ("length", 1), "km": ("length", 1000), "cm": ("length", 0.01), "mm": ("length", 0.001),
    "mile": ("length", 1609.344), "yard": ("length", 0.9144), "foot": ("length", 0.3048), "inch": ("length", 0.0254),
    "g": ("weight", 1), "kg": ("weight", 1000), "pound": ("weight", 453.592), "ounce": ("weight", 28.3495),
    "stone": ("weight", 6350.29), "l": ("volume", 1), "ml": ("volume", 0.001), "gallon": ("volume", 3.78541),
    "quart": ("volume", 0.946353), "pint": ("volume", 0.473176), "cup": ("volume", 0.236588),
}  # fmt: skip
NAMES = {
    "meter": "m", "metre": "m", "kilometer": "km", "kilometre": "km", "centimeter": "cm", "centimetre": "cm",
    "millimeter": "mm", "millimetre": "mm", "mi": "mile", "yd": "yard", "ft": "foot", "feet": "foot", "in": "inch",
    "inche": "inch", "gram": "g", "gramme": "g", "kilogram": "kg", "kilo": "kg", "lb": "pound", "oz": "ounce",
    "litre": "l", "liter": "l", "millilitre": "ml", "milliliter": "ml", "gal": "gallon",
    "c": "celsius", "centigrade": "celsius", "f": "fahrenheit",
}  # fmt: skip


def convert(amount: float, source: str, target: str) -> float:
    """An amount in another unit; raises ActionFailed where the units are unknown or of different kinds."""
    first, second = _plain(source), _plain(target)
    if {first, second} == {"celsius", "fahrenheit"}:
        return amount * 9 / 5 + 32 if first == "celsius" else (amount - 32) * 5 / 9
    if first not in UNITS or second not in UNITS or UNITS[first][0] != UNITS[second][0]:
        raise ActionFailed(f"I cannot convert {source} to {target}.")
    return amount * UNITS[first][1] / UNITS[second][1]


def _plain(name: str) -> str:
    plain = name.casefold().strip(" .°").removeprefix("degrees ")
    singular = plain if plain == "celsius" else plain.removesuffix("s")
    return NAMES.get(plain) or NAMES.get(singular) or singular
