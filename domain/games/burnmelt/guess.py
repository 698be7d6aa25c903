"""A full state that fits what a viewer knows: for bots that search, and for the test of secrecy."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.burnmelt.state import Counts, SeatState, State
from domain.kernel.chance import Chance
from domain.kernel.dealing import GUESS
from domain.kernel.secrecy import Viewer, sees


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal all cards that the viewer cannot see anew: hands, Centre choices, cards set aside."""
    hidden = [seat for seat in range(len(state.seats)) if not sees(viewer, seat)]
    if not hidden:
        return state
    pool: list[int] = []
    for seat in hidden:
        pool += _spread(state.seats[seat].hand)
        choice = state.seats[seat].centre_choice
        if choice is not None and not state.is_revealed:
            pool.append(choice)
    pool += _spread(state.set_aside)
    cards = list(chance.shuffle(GUESS, pool))
    seats = list(state.seats)
    for seat in hidden:
        seats[seat] = _dealt(state, seats[seat], cards)
    return replace(state, seats=tuple(seats), set_aside=_count(cards, sum(state.set_aside)))


def _dealt(state: State, seat: SeatState, cards: list[int]) -> SeatState:
    """Deal a player's hidden cards from the end of the pool."""
    choice = seat.centre_choice
    if choice is not None and not state.is_revealed:
        choice = cards.pop()
    return replace(seat, hand=_count(cards, sum(seat.hand)), centre_choice=choice)


def _spread(counts: Counts) -> list[int]:
    return [place for place, count in enumerate(counts) for _ in range(count)]


def _count(cards: list[int], size: int) -> Counts:
    taken = [cards.pop() for _ in range(size)]
    return tuple(taken.count(place) for place in range(4))
