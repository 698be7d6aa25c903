"""What may turn out to be a choice: to look for the forms of a deed takes long, and is put off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from domain.games.tavern_heroes.choices.effects import Forms
from domain.games.tavern_heroes.state import State
from domain.kernel.choices import Choice
from domain.kernel.values import Seat

Offer: TypeAlias = Choice | Callable[[State, Seat], Choice | Forms | None]
"""A choice, or what finds it for a seat, where there is any; forms stand for the choice of a cube for one of them."""


def found(offer: Offer, state: State, seat: Seat) -> Choice | Forms | None:
    """Give what is offered."""
    return offer if isinstance(offer, Choice) else offer(state, seat)
