"""What the cards of an edition must keep to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from domain.games.tavern_heroes.edition.cards import Monster, Policy
from domain.games.tavern_heroes.edition.tables import Edition
from domain.games.tavern_heroes.edition.words import AreaId
from domain.kernel.constraints import Complaints, faults_below
from domain.kernel.errors import Fault

ROWS = {
    "policies": (12, "TH-007"),
    "armaments": (8, "TH-103"),
    "resources": (12, "TH-100"),
    "expansion_types": (3, "TH-050"),
    "expansions": (12, "TH-003"),
    "cities": (7, "TH-062"),
    "monsters": (18, "TH-119"),
    "talents": (21, "TH-068"),
}
"""How many rows each table of cards has."""

SUMS = {"armaments": 18, "resources": 15}
RACES = ("demi_human", "undead", "beast")


def check_cards(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the cards break."""
    for table, (rows, rule) in ROWS.items():
        found = len(getattr(edition, table))
        if found != rows:
            yield Fault(
                pointer=f"/{table}", detail=f"Expected {rows} rows, found {found}", rule=rule
            )
    for table, total in SUMS.items():
        found = sum(row.count for row in getattr(edition, table))
        if found != total:
            detail = f"Expected {total} cards in all, found {found}"
            yield Fault(pointer=f"/{table}", detail=detail, rule=ROWS[table][1])
    yield from _check_ids(edition)
    yield from _check_policies(edition.policies)
    yield from _check_armaments(edition)
    yield from _check_resources(edition)
    yield from _check_expansions(edition)
    yield from _check_cities(edition)
    for number, monster in enumerate(edition.monsters):
        yield from faults_below(f"/monsters/{number}", _monster_faults(monster))
    yield from _check_races(edition.monsters)
    yield from _check_talents(edition)


def _check_ids(edition: Edition) -> Iterator[Fault]:
    """Every id names one thing, also beside areas and the two other places for a cube."""
    taken = {*get_args(AreaId), "lord", "policy"}
    for table in ROWS:
        if table == "expansion_types":
            continue
        for number, row in enumerate(getattr(edition, table)):
            if row.id in taken:
                detail = f"{row.id!r} is the id of something else too"
                yield Fault(pointer=f"/{table}/{number}/id", detail=detail)
            taken.add(row.id)
    types = [row.id for row in edition.expansion_types]
    for number, name in enumerate(types):
        if name in types[:number]:
            detail = f"{name!r} is the id of an earlier type too"
            yield Fault(pointer=f"/expansion_types/{number}/id", detail=detail)


def _check_policies(policies: Sequence[Policy]) -> Iterator[Fault]:
    numbers: set[int] = set()
    for row, policy in enumerate(policies):
        at = f"/policies/{row}"
        if policy.number in numbers:
            detail = f"Number {policy.number} stands in an earlier row too"
            yield Fault(pointer=f"{at}/number", detail=detail, rule="TH-027")
        numbers.add(policy.number)
        if (policy.end.at_least is None) != (policy.end.test == "lowest_renown"):
            detail = "Expected at_least, except for lowest_renown"
            yield Fault(pointer=f"{at}/end", detail=detail, rule="TH-131")
        if policy.spaces != (1 if policy.action else 0):
            detail = "Expected 1 with an action and 0 without"
            yield Fault(pointer=f"{at}/spaces", detail=detail, rule="TH-074")
    lowest = sum(policy.end.test == "lowest_renown" for policy in policies)
    if lowest != 1:
        detail = f"Expected exactly one Policy that looks for the lowest Renown, found {lowest}"
        yield Fault(pointer="/policies", detail=detail, rule="TH-134")
    actions = sum(policy.action is not None for policy in policies)
    if actions > 1:
        detail = f"Expected at most one Policy with an action, found {actions}"
        yield Fault(pointer="/policies", detail=detail, rule="TH-077")


def _check_armaments(edition: Edition) -> Iterator[Fault]:
    for number, row in enumerate(edition.armaments):
        at = f"/armaments/{number}"
        if len(_shown(row.mark)) != 1:
            detail = "Expected exactly one of combat, attack_magic and holy"
            yield Fault(pointer=f"{at}/mark", detail=detail, rule="TH-111")
        support = row.support
        if not (support.trade or support.explore or support.production or support.stone):
            yield Fault(pointer=f"{at}/support", detail="Expected a support", rule="TH-107")


def _check_resources(edition: Edition) -> Iterator[Fault]:
    discount = edition.effects.buy_resource.discount
    stones = {row.stone for row in edition.resources}
    for number, row in enumerate(edition.resources):
        at = f"/resources/{number}"
        if row.value < discount:
            detail = f"Expected a value of at least {discount}, the discount"
            yield Fault(pointer=f"{at}/value", detail=detail, rule="TH-041")
        if not (row.units.wood or row.units.stone or row.units.ore):
            yield Fault(pointer=f"{at}/units", detail="Expected at least one unit", rule="TH-055")
    for pointer, stone in _stone_costs(edition):
        if stone not in stones and (stone != "any" or stones == {None}):
            detail = f"No Resource card bears a {stone} stone"
            yield Fault(pointer=pointer, detail=detail, rule="TH-106")


def _stone_costs(edition: Edition) -> Iterator[tuple[str, str]]:
    for name, skill in edition.skill.items():
        if skill.stone is not None:
            yield f"/skills/{name}/stone", skill.stone
    for number, monster in enumerate(edition.monsters):
        if monster.visit.cost.stone is not None:
            yield f"/monsters/{number}/visit/cost/stone", monster.visit.cost.stone


def _check_expansions(edition: Edition) -> Iterator[Fault]:
    types = [row.id for row in edition.expansion_types]
    for number, row in enumerate(edition.expansions):
        at = f"/expansions/{number}"
        if row.type not in types:
            detail = f"There is no expansion type {row.type!r}"
            yield Fault(pointer=f"{at}/type", detail=detail, rule="TH-050")
        kinds = sum(
            bool(n) for n in (row.production.wood, row.production.stone, row.production.ore)
        )
        if not 1 <= kinds <= 2:
            detail = f"Expected one or two kinds of unit, found {kinds}"
            yield Fault(pointer=f"{at}/production", detail=detail, rule="TH-051")
    for number, name in enumerate(types):
        found = sum(row.type == name for row in edition.expansions)
        if found != 4:
            detail = f"Expected 4 cards of this type, found {found}"
            yield Fault(pointer=f"/expansion_types/{number}", detail=detail, rule="TH-003")


def _check_cities(edition: Edition) -> Iterator[Fault]:
    for number, city in enumerate(edition.cities):
        if city.count != 3:
            detail = f"Expected 3 cards, found {city.count}"
            yield Fault(pointer=f"/cities/{number}/count", detail=detail, rule="TH-062")


def _monster_faults(monster: Monster) -> Complaints:
    kind, marks = monster.visit.kind, monster.subjugation
    if monster.race == "demi_human" and kind != "trade":
        yield "visit/kind", "TH-119", "Expected trade: demi-humans only trade"
    if monster.race == "undead":
        if kind != "explore":
            yield "visit/kind", "TH-119", "Expected explore: undead are only explored"
        if not marks.holy:
            yield "subjugation", "TH-109", "Expected holy: undead need it"
    if monster.race == "beast" and not marks.attack_magic:
        yield "subjugation", "TH-109", "Expected attack_magic: beasts need it"
    if len(_shown(monster.visit.reward)) != 1:
        yield "visit/reward", "TH-116", "Expected exactly one kind of reward"


def _check_races(monsters: Sequence[Monster]) -> Iterator[Fault]:
    for race in RACES:
        found = sum(monster.race == race for monster in monsters)
        if found != 6:
            detail = f"Expected 6 monsters of the race {race}, found {found}"
            yield Fault(pointer="/monsters", detail=detail, rule="TH-119")


def _check_talents(edition: Edition) -> Iterator[Fault]:
    for number, talent in enumerate(edition.talents):
        at = f"/talents/{number}"
        if not 1 <= len(_shown(talent.abilities)) <= 2:
            detail = "Expected one or two abilities"
            yield Fault(pointer=f"{at}/abilities", detail=detail, rule="TH-112")
        if len(set(talent.skills)) != len(talent.skills):
            detail = "Expected each skill once"
            yield Fault(pointer=f"{at}/skills", detail=detail, rule="TH-078")


def _shown(numbers: Any) -> list[str]:
    """Name the fields of a row part that say something."""
    return [name for name in numbers.__struct_fields__ if getattr(numbers, name)]
