"""What a seat may do now, described so that a bot which knows nothing of the game can play.

A `Choice` is one action type with some fields settled (`fixed`) and some left open, each within a
domain (`open`). Open fields are independent of each other: any value of each domain makes a legal
action. Where fields hang together a ruleset lists several choices. A ruleset may leave out forms of an
action that are worse than a listed one in every way, such as paying more than is asked, or say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import TypeAlias

import msgspec

from domain.kernel.chance import Rng
from domain.kernel.domains import (
    Allocation,
    AnyDomain,
    Arrangement,
    Compound,
    Domain,
    IntRange,
    OneOf,
    Placement,
    Selection,
    Subset,
)
from domain.kernel.takings import is_same
from domain.kernel.values import Json, Seat, Value

__all__ = [
    "Allocation",
    "AnyDomain",
    "Arrangement",
    "Choice",
    "Choices",
    "Compound",
    "Domain",
    "IntRange",
    "Offer",
    "OneOf",
    "Placement",
    "Selection",
    "Subset",
    "drawn",
    "listed",
]


class Choice(Value):
    """One action type that is open to the seat: settled fields, and fields to fill in."""

    type: str
    fixed: dict[str, Json]
    open: Mapping[str, AnyDomain] = msgspec.field(default_factory=dict)
    unasked: bool = False
    """Open to the seat although nothing asks for it, and no answer to what is asked: to leave."""

    def sample(self, rng: Rng) -> dict[str, Json]:
        """Draw one of the actions."""
        action = {"type": self.type, **self.fixed}
        for name, domain in self.open.items():
            action[name] = domain.sample(rng)
        return action

    def contains(self, action: Mapping[str, Json]) -> bool:
        """Tell whether the action, with all its fields, is one of these."""
        return (
            action.get("type") == self.type
            and len(action) == 1 + len(self.fixed) + len(self.open)
            and all(name in action and is_same(action[name], v) for name, v in self.fixed.items())
            and all(name in action and d.contains(action[name]) for name, d in self.open.items())
        )

    def count(self) -> int:
        """Count the actions."""
        return prod(domain.count() for domain in self.open.values())

    def actions(self, limit: int | None = None) -> Iterator[dict[str, Json]]:
        """List the actions, at most `limit`."""
        names = tuple(self.open)
        filled = product(*(tuple(islice(d.values(), limit)) for d in self.open.values()))
        for values in islice(filled, limit):
            yield {"type": self.type, **self.fixed, **dict(zip(names, values, strict=True))}

    def example(self) -> dict[str, Json]:
        """Give the first of the actions."""
        return {
            "type": self.type,
            **self.fixed,
            **{name: next(domain.values()) for name, domain in self.open.items()},
        }


class Choices(Value):
    """All that a seat may do now; what is not asked for comes last."""

    seat: Seat
    items: tuple[Choice, ...] = ()

    def sample(self, rng: Rng) -> dict[str, Json]:
        """Draw a legal action: one of the choices, each alike, then its open fields.

        What is not asked for is drawn only where nothing is asked.
        """
        items = self.items
        if items[-1].unasked:
            items = tuple(one for one in items if not one.unasked) or items
        return items[rng.randrange(len(items))].sample(rng)

    def contains(self, action: Mapping[str, Json]) -> bool:
        """Tell whether the action, with all its fields, is listed."""
        return any(choice.contains(action) for choice in self.items)

    def count(self) -> int:
        """Count the legal actions."""
        return sum(choice.count() for choice in self.items)

    def actions(self, limit: int | None = None) -> Iterator[dict[str, Json]]:
        """List the legal actions, at most `limit` of each choice."""
        for choice in self.items:
            yield from choice.actions(limit)


Offer: TypeAlias = Choice | Callable[[], Choice]
"""A choice, or what describes it: of many choices that take long to describe only one is drawn."""


def listed(seat: Seat, offers: Iterable[Offer]) -> Choices:
    """Describe all that is offered to a seat."""
    return Choices(seat=seat, items=tuple([_described(offer) for offer in offers]))


def drawn(offers: Sequence[Offer], rng: Rng) -> dict[str, Json]:
    """Draw the very action that sampling the listed offers draws, where all of them are asked for."""
    return _described(offers[rng.randrange(len(offers))]).sample(rng)


def _described(offer: Offer) -> Choice:
    return offer if isinstance(offer, Choice) else offer()
