"""The component data of Zone Quest and what must hold for it to make a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.constraints import unique
from domain.kernel.edition import Text
from domain.kernel.errors import Fault
from domain.kernel.values import Value

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Amount = Annotated[int, Meta(ge=0, le=100_000)]
Positive = Annotated[int, Meta(ge=1, le=100_000)]
Copies = Annotated[int, Meta(ge=1, le=20)]

MOST_ZONES = 12
MOST_CYCLES = 100
"""ZQ-R06: so many attacks at base power have to be enough for any enemy."""


class _Table(Value, forbid_unknown_fields=True):
    """A table of the edition; `source` says where its values come from and has no effect on play."""


class About(_Table):
    """Which edition this is."""

    id: Text
    ruleset: Literal["zone_quest"]
    name: Text
    version: Amount
    source: Text | None = None


class Players(_Table):
    """ZQ-002, ZQ-003: how many players a session has at the same time."""

    session_min: Annotated[int, Meta(ge=1, le=4)]
    session_max: Annotated[int, Meta(ge=1, le=4)]
    recommended: Annotated[int, Meta(ge=1, le=100)]
    source: Text | None = None


class Base(_Table):
    """ZQ-007: what every player has without items."""

    power: Positive
    health: Positive
    source: Text | None = None


class NewPlayer(_Table):
    """ZQ-009: what a player has who is new to a campaign."""

    damage: Amount
    gold: Amount
    source: Text | None = None


class TurnLimit(_Table):
    """ZQ-R05, ZQ-R50: the limit shown to users, and how many turns any session may have."""

    suggested: Annotated[int, Meta(ge=1, le=10_000)]
    cap: Annotated[int, Meta(ge=1, le=10_000)]
    source: Text | None = None


class Market(_Table):
    """ZQ-022: how many cards a search draws."""

    draw: Annotated[int, Meta(ge=1, le=5)]
    source: Text | None = None


class Slot(_Table):
    """ZQ-026: where one item can be worn."""

    id: Id
    name: Text
    source: Text | None = None


class Item(_Table):
    """ZQ-025: a type of market card."""

    id: Id
    name: Text
    slot: Id
    power: Amount
    health: Amount
    price: Amount
    count: Copies
    source: Text | None = None


class Zone(_Table):
    """ZQ-014: a zone; the boss of the last one is the final boss."""

    number: Annotated[int, Meta(ge=1, le=MOST_ZONES)]
    id: Id
    name: Text
    source: Text | None = None


class Enemy(_Table):
    """ZQ-014: a type of encounter card."""

    id: Id
    name: Text
    zone: Annotated[int, Meta(ge=1, le=MOST_ZONES)]
    boss: bool
    health: Positive
    power: Amount
    gold: Amount
    count: Copies
    source: Text | None = None


class Edition(_Table):
    """All component data of a game."""

    edition: About
    players: Players
    base: Base
    new_player: NewPlayer
    turn_limit: TurnLimit
    market: Market
    slots: Annotated[tuple[Slot, ...], Meta(min_length=1, max_length=8)]
    items: Annotated[tuple[Item, ...], Meta(max_length=100)]
    zones: Annotated[tuple[Zone, ...], Meta(min_length=1, max_length=MOST_ZONES)]
    enemies: Annotated[tuple[Enemy, ...], Meta(max_length=100)]


def check_edition(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the edition breaks."""
    yield from _check_numbers(edition)
    yield from unique("slots", edition.slots, "id")
    yield from unique("zones", edition.zones, "id")
    yield from unique("items", edition.items, "id")
    items = {item.id for item in edition.items}
    yield from unique("enemies", edition.enemies, "id", taken=items)
    yield from _check_items(edition)
    yield from _check_zones(edition)
    yield from _check_enemies(edition)


def _check_numbers(edition: Edition) -> Iterator[Fault]:
    players, limit = edition.players, edition.turn_limit
    if players.session_min > players.session_max:
        detail = f"More than the {players.session_max} players that a session has at most"
        yield Fault(pointer="/players/session_min", detail=detail, rule="ZQ-002")
    if edition.new_player.damage >= edition.base.health:
        detail = f"Must be less than the base health of {edition.base.health}"
        yield Fault(pointer="/new_player/damage", detail=detail, rule="ZQ-009")
    if limit.suggested > limit.cap:
        detail = f"More than the cap of {limit.cap} turns"
        yield Fault(pointer="/turn_limit/suggested", detail=detail, rule="ZQ-R50")


def _check_items(edition: Edition) -> Iterator[Fault]:
    slots = [slot.id for slot in edition.slots]
    for number, item in enumerate(edition.items):
        if item.slot not in slots:
            detail = f"There is no slot {item.slot!r}; the slots are {', '.join(slots)}"
            yield Fault(pointer=f"/items/{number}/slot", detail=detail, rule="ZQ-026")


def _check_zones(edition: Edition) -> Iterator[Fault]:
    for number, zone in enumerate(edition.zones):
        if zone.number != number + 1:
            detail = f"Expected {number + 1}: the zones are numbered 1, 2, ... in their order"
            yield Fault(pointer=f"/zones/{number}/number", detail=detail, rule="ZQ-030")
    regular = Counter(enemy.zone for enemy in edition.enemies if not enemy.boss)
    bosses = Counter(enemy.zone for enemy in edition.enemies if enemy.boss)
    for number in range(1, len(edition.zones) + 1):
        if bosses[number] != 1:
            detail = f"Expected exactly one boss in zone {number}, found {bosses[number]}"
            yield Fault(pointer="/enemies", detail=detail, rule="ZQ-014")
        if not regular[number]:
            detail = f"Expected at least one regular enemy in zone {number}, found none"
            yield Fault(pointer="/enemies", detail=detail, rule="ZQ-014")


def _check_enemies(edition: Edition) -> Iterator[Fault]:
    most = MOST_CYCLES * edition.base.power
    for number, enemy in enumerate(edition.enemies):
        at = f"/enemies/{number}"
        if enemy.zone > len(edition.zones):
            detail = f"There is no zone {enemy.zone}; the zones are 1 to {len(edition.zones)}"
            yield Fault(pointer=f"{at}/zone", detail=detail, rule="ZQ-014")
        if enemy.boss and enemy.count != 1:
            detail = f"Expected 1, since there is one boss in a zone; found {enemy.count}"
            yield Fault(pointer=f"{at}/count", detail=detail, rule="ZQ-014")
        if enemy.health > most:
            detail = f"At most {most}, so that {MOST_CYCLES} attacks at base power are enough"
            yield Fault(pointer=f"{at}/health", detail=detail, rule="ZQ-R06")
