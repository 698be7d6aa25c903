"""A full state that fits what a viewer knows: the state itself, since nothing is hidden."""

from __future__ import annotations

from domain.games.noughts_and_crosses.state import State
from domain.kernel.chance import Chance
from domain.kernel.secrecy import Viewer


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal nothing anew: everybody sees everything."""
    del viewer, chance
    return state
