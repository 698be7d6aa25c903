"""One decision in progress: record an event, the state moves on, look, record the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.values import Event

S = TypeVar("S")
E = TypeVar("E", bound=Event)
T = TypeVar("T")


class Play(Generic[S, E]):
    """Records what comes of one action, so that a phase reads from top to bottom.

    `state` is always the state after the last recorded event. `draws` runs beside `events`: the
    chance points whose outcome the event tells.
    """

    __slots__ = ("_evolve", "_pending", "chance", "draws", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, E], S], chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[E] = []
        self.draws: list[tuple[str, ...]] = []
        self._evolve = evolve
        self._pending: tuple[str, ...] = ()

    def record(self, event: E) -> None:
        """Write down what has happened; `state` moves on by it."""
        self.state = self._evolve(self.state, event)
        self.events.append(event)
        self.draws.append(self._pending)
        self._pending = ()
        self.chance.event += 1

    def shuffle(self, point: str, items: Sequence[T]) -> tuple[T, ...]:
        """Draw a new order of the items, top first. The next recorded event has to tell it."""
        self._pending = (*self._pending, point)
        return self.chance.shuffle(point, items)

    def roll(self, point: str, faces: Sequence[int], dice: int = 1) -> tuple[int, ...]:
        """Throw dice with these faces. The next recorded event has to tell the outcome."""
        self._pending = (*self._pending, point)
        return self.chance.roll(point, faces, dice)
