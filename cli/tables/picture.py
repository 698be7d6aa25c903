"""What a ruleset's module of this folder gives, and what it may build upon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

Names: TypeAlias = Sequence[str]
"""Of the players, by seat."""
Json: TypeAlias = Mapping[str, Any]

Words: TypeAlias = Callable[[Json, Names], Text | None]
"""Tells an event's `data` in a line; nothing for one that says nothing to a reader."""

SEAT_STYLES = ("cyan", "magenta", "green", "yellow", "blue", "red")


@dataclass(frozen=True, slots=True)
class Picture:
    """How a ruleset looks on a terminal."""

    draw: Callable[[Json, Names], RenderableType]
    """Draw a view."""
    tell: Words
    figures: Callable[[Json], Mapping[str, str]]
    """Give the figures of a standing that belong beside its place, by heading."""
    asked: tuple[str, ...] = ()
    """The fields of a view that name whom the game waits for."""

    def draw_amid(self, view: Json, names: Names) -> RenderableType:
        """Draw a view in the midst of a command, where the game waits for nobody."""
        unasked: Json = {
            name: [] if isinstance(view[name], list | tuple) else None for name in self.asked
        }
        return self.draw({**view, **unasked}, names)


def name_of(names: Names, seat: int) -> Text:
    """Write a player's name in the colour of the seat."""
    name = names[seat] if seat < len(names) else f"seat {seat}"
    return Text(clean(name), SEAT_STYLES[seat % len(SEAT_STYLES)])


def names_of(names: Names, seats: Iterable[int]) -> Text:
    """Write several players' names in a row."""
    return Text(", ").join([name_of(names, seat) for seat in seats])


def told_apart(names: Sequence[str]) -> Names:
    """Name the seats so that no two are named alike: two bots of a kind, two strangers called Ada."""
    return [
        f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def sentence(*parts: str | Text) -> Text:
    """Put a line together."""
    return Text.assemble(*(clean(part) if isinstance(part, str) else part for part in parts))


def says(event: Json, names: Names, *rest: str | Text) -> Text:
    """Put a line together that begins with the player at the event's seat."""
    return sentence(name_of(names, event["seat"]), *rest)


def clean(text: str) -> str:
    """Take out what would steer a terminal: names are chosen by strangers."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)


def grid(*headings: str) -> Table:
    """Begin a plain table."""
    return Table(
        *headings,
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        header_style="dim",
        show_header=any(headings),
    )


def ordinal(number: int) -> str:
    """Write 1st, 2nd, 3rd, 4th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number if number < 20 else number % 10, "th")
    return f"{number}{ending}"
