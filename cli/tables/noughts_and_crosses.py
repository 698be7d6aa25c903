"""Noughts and Crosses on a terminal: the players, and the board with the numbers of its empty squares."""

from __future__ import annotations

from rich.box import SQUARE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.tables import generic
from cli.tables.picture import SEAT_STYLES, Json, Names, Picture, Words, name_of, sentence

MARKS = "XO"
"""By seat."""


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the table."""
    return Group(*(_player(view, seat, names) for seat in (0, 1)), _board(view))


def _player(view: Json, seat: int, names: Names) -> Text:
    arrow = "▶ " if view["turn"] == seat else "  "
    return sentence(arrow, _mark(seat), " ", name_of(names, seat))


def _board(view: Json) -> Table:
    size, table = view["board"]["size"], Table(box=SQUARE, show_header=False, show_lines=True)
    squares = [
        Text(str(square), "dim") if seat is None else _mark(seat)
        for square, seat in enumerate(view["marks"])
    ]
    for start in range(0, len(squares), size):
        table.add_row(*squares[start : start + size])
    return table


def _mark(seat: int) -> Text:
    return Text(MARKS[seat], SEAT_STYLES[seat])


def _game_set_up(event: Json, names: Names) -> Text:
    return sentence(name_of(names, event["starting_seat"]), " begins.")


def _mark_placed(event: Json, names: Names) -> Text:
    seat = event["seat"]
    return sentence(
        name_of(names, seat), " draws ", _mark(seat), f" into square {event['square']}."
    )


def _game_ended(event: Json, names: Names) -> Text:
    winners = event["result"]["winners"]
    if len(winners) > 1:
        return sentence("The board is full: a draw.")
    return sentence(name_of(names, winners[0]), " has a row and wins.")


_WORDS: dict[str, Words] = {
    "game_set_up": _game_set_up,
    "mark_placed": _mark_placed,
    "game_ended": _game_ended,
}

PICTURE = Picture(
    draw=draw,
    tell=generic.telling("noughts_and_crosses", _WORDS),
    figures=generic.figures,
    asked=("turn",),
)
