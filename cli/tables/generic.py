"""Any ruleset's table, drawn field by field; and the events that all games have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.tables.picture import Json, Names, Picture, Words, clean, grid, name_of, says, sentence

WIDEST = 60


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the public part as a list of fields, and the seats side by side."""
    fields = grid("", "")
    for name, value in view.items():
        if name != "seats" and value is not None:
            fields.add_row(Text(name, "dim"), plain(value))
    seats = view.get("seats")
    return Group(fields, Text(), _seats(seats, names)) if seats else fields


def tell(event: Json, names: Names) -> Text | None:
    """Tell an event of the table, or any other by its fields."""
    words = table_words(event, names)
    return words if words is not None else by_fields(event, names)


def table_words(event: Json, names: Names) -> Text | None:
    """Tell an event that all games have; nothing for a ruleset's own."""
    words = _WORDS.get(event["type"])
    return words(event, names) if words is not None else None


def telling(ruleset: str, words: Mapping[str, Words]) -> Words:
    """Make the function that tells a ruleset's events in its words, by the names they have within it.

    Events that all games have are told alike; one for which there are no words says nothing.
    """

    def tell(event: Json, names: Names) -> Text | None:
        told = table_words(event, names)
        if told is not None:
            return told
        own = words.get(event["type"].removeprefix(f"{ruleset}."))
        return own(event, names) if own is not None else None

    return tell


def by_fields(event: Json, names: Names) -> Text:
    """Tell an event of a ruleset by what stands in it."""
    what = event["type"].rsplit(".", 1)[-1].replace("_", " ")
    rest = {k: v for k, v in event.items() if k not in ("type", "seat") and v is not None}
    told = ", ".join(f"{name} {plain(value)}" for name, value in rest.items())
    who = (name_of(names, event["seat"]), ": ") if event.get("seat") is not None else ()
    return sentence(*who, what, f" ({told})" if told else "")


def plain(value: Any) -> str:
    """Write a value in a line, not too long."""
    if isinstance(value, Mapping):
        text = " ".join(f"{key}:{plain(one)}" for key, one in value.items())
    elif isinstance(value, list | tuple):
        text = "[" + " ".join(plain(one) for one in value) + "]"
    else:
        text = clean(value) if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _seats(seats: list[Json], names: Names) -> Table:
    """A column for each seat: there are fewer seats than fields."""
    numbers = [seat.get("seat", number) for number, seat in enumerate(seats)]
    table = grid("", *(f"seat {number}" for number in numbers))
    table.add_row("", *(name_of(names, number) for number in numbers))
    for field in seats[0]:
        if field not in ("seat", "player"):
            cells = ("" if seat[field] is None else plain(seat[field]) for seat in seats)
            table.add_row(Text(field, "dim"), *cells)
    return table


def figures(standing: Json) -> dict[str, str]:
    """Give the plain numbers of a standing."""
    known = ("seat", "place", "resigned")
    return {
        name.replace("_", " "): clean(str(value))
        for name, value in standing.items()
        if name not in known and isinstance(value, int | str) and not isinstance(value, bool)
    }


def _seat_taken(event: Json, names: Names) -> Text:
    who = " (a server bot)" if event["bot"] else ""
    name = Text(clean(event["name"]), name_of(names, event["seat"]).style)
    return sentence(name, f"{who} sits down at seat {event['seat']}.")


def _seat_resigned(event: Json, names: Names) -> Text:
    why = "resigns" if event["reason"] == "resigned" else "is out of time"
    return says(event, names, f" {why}; the server bot {event['bot']} plays on.")


_WORDS: dict[str, Words] = {
    "game_created": lambda e, _: sentence(f"A table of {e['ruleset']} is set up."),
    "seat_taken": _seat_taken,
    "seat_left": lambda e, _: sentence(f"Seat {e['seat']} is free again."),
    "game_started": lambda _, __: sentence("The game begins."),
    "seat_resigned": _seat_resigned,
    "decision_timed_out": lambda e, n: says(e, n, " did not answer in time."),
    "bot_fell_back": lambda e, n: says(e, n, f" plays at random: {e['reason']}"),
    "game_abandoned": lambda _, __: sentence("The game is abandoned: no player is left."),
    "game_finished": lambda _, __: sentence("The game is over."),
    "seed_revealed": lambda e, _: sentence(f"The seed of all its luck was {e['seed']}"),
}

PICTURE = Picture(draw=draw, tell=tell, figures=figures)
