"""How events change the state: each is written down by the function that its type names here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.aristoocrazy.events.rounds import AristoocrazyEvent
from domain.games.aristoocrazy.state.on_board import ON_BOARD
from domain.games.aristoocrazy.state.on_rounds import ON_ROUNDS
from domain.games.aristoocrazy.state.on_setting_up import ON_SETTING_UP
from domain.games.aristoocrazy.state.on_turns import ON_TURNS
from domain.games.aristoocrazy.state.table import State

WRITING: dict[type[Any], Callable[[State, Any], State]] = {
    **ON_SETTING_UP,
    **ON_BOARD,
    **ON_TURNS,
    **ON_ROUNDS,
}


def evolve(state: State, event: AristoocrazyEvent) -> State:
    """Write down what an event says."""
    return WRITING[type(event)](state, event)
