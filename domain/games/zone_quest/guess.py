"""A full state that fits what a viewer knows: for bots that search, and for the test of secrecy."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.zone_quest.state import State
from domain.kernel.chance import Chance
from domain.kernel.dealing import GUESS
from domain.kernel.secrecy import EVERYTHING, Viewer


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Shuffle all decks anew: nothing but their order is hidden, and that from everybody."""
    if viewer == EVERYTHING:
        return state
    return replace(
        state,
        decks=tuple([chance.shuffle(GUESS, deck) for deck in state.decks]),
        market=chance.shuffle(GUESS, state.market),
    )
