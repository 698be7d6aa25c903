"""Choices of the set-up."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.state.setup import Place
from domain.games.aristoocrazy.state.table import State
from domain.kernel.choices import Arrangement, Choice, OneOf, Subset
from domain.kernel.values import Seat


def places(state: State, among: Iterable[Place]) -> OneOf:
    """Offer territories by their ids."""
    return OneOf(of=tuple([state.setup.name(place) for place in among]))


def starts(state: State, seat: Seat) -> list[Choice]:
    """AC-008, AC-009: territories on the edge to start in."""
    del seat
    territory = places(state, reach.starts(state))
    return [Choice(type="choose_start", fixed={}, open={"territory": territory})]


def first_traits(state: State, seat: Seat) -> list[Choice]:
    """AC-012, AC-013, AC-R05: three different traits for each of the first pair."""
    del seat
    three = Arrangement(of=tuple(one.id for one in state.setup.traits if one.start), length=3)
    return [Choice(type="choose_traits", fixed={}, open={"woman": three, "man": three})]


def closings(state: State, seat: Seat) -> list[Choice]:
    """AC-017: territories to close."""
    del seat
    territory = places(state, reach.closable(state))
    return [Choice(type="close_territory", fixed={}, open={"territory": territory})]


def discards(state: State, seat: Seat) -> list[Choice]:
    """AC-022: cards to put away."""
    start = state.setup.experienced_start
    number = start.draw - start.keep
    cards = Subset(of=state.houses[seat].hand, min=number, max=number)
    return [Choice(type="keep_cards", fixed={}, open={"discard": cards})]
