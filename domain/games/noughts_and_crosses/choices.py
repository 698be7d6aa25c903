"""What a seat may do now in Noughts and Crosses."""

from __future__ import annotations

from domain.games.noughts_and_crosses.actions import PlaceMark, Square
from domain.games.noughts_and_crosses.state import State
from domain.kernel.chance import Rng
from domain.kernel.choices import Choice, Choices, OneOf
from domain.kernel.values import Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """NC-004: the seat whose turn it is."""
    return () if state.turn is None else (state.turn,)


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked: always the same here."""
    del state, seat
    return "mark"


def legal(state: State, seat: Seat) -> Choices:
    """NC-005: offer every empty square, and nothing while it is not the seat's turn."""
    if seat != state.turn:
        return Choices(seat=seat)
    squares = OneOf(of=tuple(_empty(state)))
    mark = Choice(type="place_mark", fixed={}, open={"square": squares})
    return Choices(seat=seat, items=(mark,))


def draw(state: State, seat: Seat, rng: Rng) -> PlaceMark:
    """NC-005: draw an empty square."""
    del seat
    empty = _empty(state)
    return PlaceMark(square=empty[rng.randrange(len(empty))])


def _empty(state: State) -> list[Square]:
    return [square for square, owner in enumerate(state.marks) if owner is None]
