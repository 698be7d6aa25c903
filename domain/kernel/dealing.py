"""Cards dealt anew among the places where a viewer cannot tell them apart: what a guess is made of."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

from domain.kernel.chance import Chance

T = TypeVar("T")

GUESS = "guess"
"""The chance point of a guess: none of the game, since no event tells its outcome."""


def deal_anew(chance: Chance, items: Sequence[T], batches: Sequence[Hashable]) -> tuple[T, ...]:
    """Give each place another item of the batch that lies there, any of them as likely as the others.

    `batches` says of each item of which batch it is. Items are of one batch if all that the viewer knows
    fits whichever of them lies where: they have the same back, or came out of the same shuffle.
    """
    pools: dict[Hashable, list[T]] = {}
    for item, batch in zip(items, batches, strict=True):
        pools.setdefault(batch, []).append(item)
    dealt = {batch: iter(chance.shuffle(GUESS, pool)) for batch, pool in pools.items()}
    return tuple([next(dealt[batch]) for batch in batches])
