"""What an edition must keep to so that it makes a game: docs/rules/tavern_heroes.md, section 9."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import get_args

from domain.games.tavern_heroes.edition.checks_cards import check_cards
from domain.games.tavern_heroes.edition.tables import Edition
from domain.games.tavern_heroes.edition.words import AreaId, EffectKind
from domain.kernel.constraints import named_once
from domain.kernel.errors import Fault

SKILL_NUMBERS = {
    "yellow_magic": {"stone", "gain_cubes"},
    "strong_soldiers": {"pay_universal_resource", "raise_level"},
    "black_magic": {"stone", "gain_funds"},
    "recovery": {"flip_talents"},
    "espionage": {"extra_information"},
    "scheme": {"pay_information"},
    "command": {"extra_cubes"},
    "blue_magic": {"stone"},
    "red_magic": {"stone", "gain_renown"},
    "dance": {"gain_funds"},
    "performance": {"gain_renown", "gain_funds"},
    "business_sense": {"extra_funds"},
}
"""What each skill has to say beside its name and kind."""

CONSTANTS = {"espionage", "command", "business_sense"}
UNPRIVILEGED = {"privilege", "scheme", "conscript"}
"""TH-071: effects that a Privilege cannot perform."""


def check_edition(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the edition breaks."""
    yield from named_once("/game/colors", edition.game.colors, rule="TH-001")
    yield from _check_setup(edition)
    yield from _check_policy_field(edition)
    needed = edition.cubes.tracking_per_player * edition.game.players_max + 24
    if edition.cubes.colorless < needed:
        detail = f"Expected at least {needed}: those of the counters, and 24 to play with"
        yield Fault(pointer="/cubes/colorless", detail=detail, rule="TH-010")
    yield from _check_bonuses(edition)
    yield from _check_areas(edition)
    yield from _check_skills(edition)
    yield from check_cards(edition)


def _check_setup(edition: Edition) -> Iterator[Fault]:
    setup = edition.setup
    for players in (2, 3, 4):
        dealt, removed = setup.policies_dealt.of(players), setup.policies_removed.of(players)
        if not 0 < dealt * players <= 12:
            detail = f"{players} seats with {dealt} each need {dealt * players} of the 12 Policies"
            yield Fault(pointer=f"/setup/policies_dealt/{players}", detail=detail, rule="TH-007")
        left = dealt * players - players - removed
        if left != setup.policy_deck_size:
            detail = f"This leaves a Policy deck of {left}, not of {setup.policy_deck_size}"
            yield Fault(pointer=f"/setup/policies_removed/{players}", detail=detail, rule="TH-009")


def _check_policy_field(edition: Edition) -> Iterator[Fault]:
    """TH-014, TH-015: the field grows by the same step to the whole deck, then becomes the pile."""
    field, size = edition.setup.policy_field_by_round, edition.setup.policy_deck_size
    at, rounds = "/setup/policy_field_by_round", edition.game.rounds
    if len(field) != rounds:
        detail = f"Expected a number for each of the {rounds} rounds, found {len(field)}"
        yield Fault(pointer=at, detail=detail, rule="TH-014")
        return
    *growing, last_growing, final = field
    steps = {after - before for before, after in pairwise((*growing, last_growing))}
    if field[0] < 1 or len(steps) > 1 or min(steps) < 0:
        detail = "Expected at least 1, and then the same step up in every round but the last"
        yield Fault(pointer=at, detail=detail, rule="TH-014")
    if last_growing != size:
        detail = f"Expected {size}, the whole Policy deck, in the round before the last"
        yield Fault(pointer=f"{at}/{rounds - 2}", detail=detail, rule="TH-014")
    if final != 0:
        detail = "Expected 0: in the last round the field becomes the final pile"
        yield Fault(pointer=f"{at}/{rounds - 1}", detail=detail, rule="TH-015")


def _check_bonuses(edition: Edition) -> Iterator[Fault]:
    limits, bonuses = edition.limits, edition.bonuses
    for name, given, limit, rule in (
        ("territory", bonuses.territory, limits.territories, "TH-090"),
        ("talent", bonuses.talent, limits.talents, "TH-091"),
    ):
        if len(given) != limit:
            detail = f"Expected {limit} numbers, as many as a seat may have, found {len(given)}"
            yield Fault(pointer=f"/bonuses/{name}", detail=detail, rule=rule)


def _check_areas(edition: Edition) -> Iterator[Fault]:
    ids = [area.id for area in edition.areas]
    for name in get_args(AreaId):
        if ids.count(name) != 1:
            detail = f"Expected the area {name} once, found {ids.count(name)}"
            yield Fault(pointer="/areas", detail=detail, rule="TH-037")
    found = [effect for area in edition.areas for effect in area.effects]
    for effect in get_args(EffectKind):
        if found.count(effect) != 1:
            detail = f"Expected the effect {effect} in one area, found {found.count(effect)}"
            yield Fault(pointer="/areas", detail=detail, rule="TH-038")
    for number, area in enumerate(edition.areas):
        at = f"/areas/{number}"
        yield from _check_costs(f"{at}/costs", area.costs, area.cost_kind)
        if area.privileged and UNPRIVILEGED & set(area.effects):
            detail = "Privilege, Scheme and Conscription cannot be performed by a Privilege"
            yield Fault(pointer=f"{at}/privileged", detail=detail, rule="TH-071")


def _check_costs(at: str, costs: Sequence[int], kind: str) -> Iterator[Fault]:
    for index, (before, after) in enumerate(pairwise(costs), start=1):
        if after < before:
            detail = f"{after} after {before}: costs never fall from left to right"
            yield Fault(pointer=f"{at}/{index}", detail=detail, rule="TH-R02")
    if kind == "none" and any(costs):
        detail = "Expected zeros where the cost kind is none"
        yield Fault(pointer=at, detail=detail, rule="TH-035")


def _check_skills(edition: Edition) -> Iterator[Fault]:
    for name, skill in edition.skill.items():
        at = f"/skills/{name}"
        kind = "constant" if name in CONSTANTS else "cube"
        if skill.kind != kind:
            detail = f"Expected {kind}"
            yield Fault(pointer=f"{at}/kind", detail=detail, rule="TH-088")
        for number in skill.__struct_fields__:
            if number in ("source", "rulebook_fields", "name", "kind"):
                continue
            if bool(getattr(skill, number)) and number not in SKILL_NUMBERS[name]:
                detail = "This skill has nothing of the kind"
                yield Fault(pointer=f"{at}/{number}", detail=detail, rule="TH-078")
            elif not getattr(skill, number) and number in SKILL_NUMBERS[name]:
                yield Fault(pointer=at, detail=f"Missing {number}", rule="TH-078")
