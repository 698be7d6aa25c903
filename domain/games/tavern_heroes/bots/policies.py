"""Which Policy to take: for the income and bonus of the next round, or to be scored in the end."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.tavern_heroes.bots.plans import income_worth
from domain.games.tavern_heroes.bots.worth import counts_of
from domain.games.tavern_heroes.edition import DEFAULT
from domain.games.tavern_heroes.edition.words import CardId
from domain.games.tavern_heroes.view import TavernHeroesView
from domain.kernel.values import Seat

DEEDS = {"recruit": 1.5, "build": 0.9, "expand": 1.3, "subjugate": 0.8}
"""Advice 8: how often a deed is likely to be done in a round."""

PRIVILEGE = 2.5
RESOURCE_CARD = 1.5
ARMAMENTS = 1.5


def best_policy(view: TavernHeroesView, seat: Seat, policies: Iterable[CardId]) -> CardId:
    """Take the Policy that promises most for the coming round."""
    return max(policies, key=lambda card: _promise(view, seat, card))


def next_policy(view: TavernHeroesView, seat: Seat) -> CardId:
    """TH-124: choose from the field."""
    return best_policy(view, seat, view.policy_field)


def _promise(view: TavernHeroesView, seat: Seat, card: CardId) -> float:
    row = DEFAULT.policy.get(card)
    if row is None:
        return 0.0
    promise = income_worth(row.income.counters)
    promise += RESOURCE_CARD * row.income.resource_cards + ARMAMENTS * row.income.armament_level
    effect = row.constant_effect
    if effect is not None:
        promise += effect.renown * DEEDS[effect.on] * _room(view, seat, effect.on)
    if row.action is not None:
        promise += PRIVILEGE
    return promise - 0.05 * row.number


def _room(view: TavernHeroesView, seat: Seat, deed: str) -> float:
    """Reckon how far there is room left for a deed."""
    player = view.seats[seat]
    if deed == "recruit":
        return min(1.0, (DEFAULT.limits.talents - len(player.talents)) / 2)
    if deed == "build":
        return min(1.0, sum(one.city is None for one in player.territories) / 1.5)
    return min(1.0, (DEFAULT.limits.territories - len(player.territories)) / 2)


def final_policy(view: TavernHeroesView, seat: Seat) -> CardId:
    """Advice 9: a Policy that oneself meets and others do not."""
    return max(view.final_pile or (), key=lambda card: _lead(view, seat, card))


def _lead(view: TavernHeroesView, seat: Seat, card: CardId) -> float:
    row = DEFAULT.policy.get(card)
    if row is None:
        return 0.0
    if row.end.test == "lowest_renown":
        lowest = min(one.renown for one in view.seats)
        return row.end.renown if view.seats[seat].renown == lowest else -row.end.renown / 2
    least, lead = row.end.at_least or 0, 0.0
    for one in view.seats:
        if counts_of(one).get(row.end.test, 0) >= least:
            lead += row.end.renown * (1 if one.seat == seat else -1 / (len(view.seats) - 1))
    return lead
