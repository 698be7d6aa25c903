"""What counters, cards and abilities are reckoned to be worth, in Renown."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from domain.games.tavern_heroes.bots.plans import Plan
from domain.games.tavern_heroes.edition import DEFAULT
from domain.games.tavern_heroes.edition.words import CardId
from domain.games.tavern_heroes.view import SeatView, TavernHeroesView
from domain.kernel.values import Json, Seat


def _stock(*steps: float) -> tuple[float, ...]:
    """Make a table of what the first 0, 1, 2, ... of a thing are worth together."""
    return tuple(accumulate(steps, initial=0.0))


STOCKS: Mapping[str, tuple[float, ...]] = {
    "funds": _stock(1.3, 1.2, 1.1, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2),
    "information": _stock(1.6, 1.5, 1.4, 0.8, 0.6),
    "universal_resource": _stock(1.7, 1.5, 1.3, 1.0, 0.8),
    "cubes": _stock(2.2, 2.1, 2.0, 2.0, 1.9, 1.9, 1.8, 1.6, 1.4, 1.2, 1.0),
    "resource_cards": _stock(1.8, 1.4),
    "armament_cards": _stock(1.3, 1.1, 0.9),
    "armament_level": _stock(1.0, 0.8, 0.4),
}
"""Advice 1: what is held, in the middle of a game; the more there is of it the less one more is worth."""

FADING: Mapping[str, float] = {
    "funds": 0.45,
    "information": 0.45,
    "universal_resource": 0.6,
    "cubes": 0.25,
    "resource_cards": 0.4,
    "armament_cards": 0.4,
    "armament_level": 0.1,
}
"""The part of that worth that is left in the last round."""

PROMISE = 9.0
"""Advice 9: what it is worth to meet one of the Policies of the final pile."""


class Worth:
    """Reckons what a plan promises a seat at a point of the game."""

    __slots__ = ("_faded", "_is_last", "_seat", "_stocks", "_tests")

    def __init__(self, view: TavernHeroesView, seat: Seat) -> None:
        self._seat = view.seats[seat]
        self._is_last = view.final_pile_start is not None
        self._stocks = {name: self._held(name) for name in STOCKS}
        self._faded = FADING if self._is_last else dict.fromkeys(FADING, 1.0)
        self._tests = [
            (end.test, end.at_least or 0)
            for end in (DEFAULT.policy[card].end for card in _final_policies(view))
            if end.test != "lowest_renown"
        ]

    def _held(self, name: str) -> int:
        if name == "armament_cards":
            return self._seat.armament_count
        held = getattr(self._seat, name)
        return held if isinstance(held, int) else len(held)

    def of(self, plan: Plan) -> float:
        """Give what a plan promises: Renown, the change of what is held, and what else comes of it."""
        changes = plan.changes
        promise = changes.get("renown", 0) + plan.later
        for name, table in STOCKS.items():
            change = changes.get(name, 0)
            if change:
                before, top = self._stocks[name], len(table) - 1
                after = table[min(top, max(0, int(before + change)))]
                promise += (after - table[min(top, before)]) * self._faded[name]
        if self._is_last:
            promise += PROMISE * (self._meets(changes) - self._meets({}))
        return promise

    def _meets(self, changes: Mapping[str, float]) -> bool:
        """Tell whether some Policy of the final pile would be met."""
        counts = counts_of(self._seat)
        return any(
            counts.get(test, 0) + changes.get(test, 0) >= least for test, least in self._tests
        )


def _final_policies(view: TavernHeroesView) -> tuple[CardId, ...]:
    cards = view.final_pile or view.final_pile_start or ()
    return tuple(card for card in cards if card in DEFAULT.policy)


def counts_of(seat: SeatView) -> dict[str, int]:
    """Count what the Policies look at, as far as it can be seen."""
    held = (*seat.resource_cards, *(seat.armament_cards or ()))
    return {
        "information": seat.information,
        "funds": seat.funds,
        "universal_resource": seat.universal_resource,
        "resource_cards": len(seat.resource_cards),
        "magic_stones": sum(map(bears_stone, held)),
        "cubes": seat.cubes,
        "talents": len(seat.talents),
        "cities": sum(one.city is not None for one in seat.territories),
        "territories": len(seat.territories),
        "monsters": sum(one.kind == "monster" for one in seat.territories),
        "armament_cards": seat.armament_count,
    }


def bears_stone(card: CardId) -> bool:
    """Tell whether a card bears a magic stone."""
    if card in DEFAULT.resource:
        return DEFAULT.resource[card].stone is not None
    return card in DEFAULT.armament and DEFAULT.armament[card].support.stone is not None


def card_worth(card: Json) -> float:
    """Rank Resource and Armament cards by what they may bring."""
    if card in DEFAULT.resource:
        row = DEFAULT.resource[card]
        units = row.units.wood + row.units.stone + 1.5 * row.units.ore
        return units + (1.0 if row.stone else 0.0)
    if card in DEFAULT.armament:
        mark = DEFAULT.armament[card].mark
        return mark.combat + 2.5 * (mark.attack_magic + mark.holy)
    return 0.0
