"""What cubes on own cards can do: Taxation, a Policy's Privilege, the skills of talents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from domain.games.tavern_heroes.actions import Use
from domain.games.tavern_heroes.choices.effects import as_json, privileged_forms
from domain.games.tavern_heroes.choices.offers import Offer
from domain.games.tavern_heroes.edition.words import CardId, SkillId
from domain.games.tavern_heroes.events import CubePlaced
from domain.games.tavern_heroes.rules.cards import AsTheyLie, cards_named, has_policy_space
from domain.games.tavern_heroes.rules.requests import bears_stone
from domain.games.tavern_heroes.rules.skills import SKILLS, pay_skill
from domain.games.tavern_heroes.rules.turns import Turn
from domain.games.tavern_heroes.state import State, evolve
from domain.kernel.choices import Choice, OneOf
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.kernel.values import Json, Seat

TAXATION = Choice(type="use_card", fixed={"card": "lord", "effect": None, "uses": None})
"""TH-076: always the same."""


def card_uses(state: State, seat: Seat) -> Iterator[Offer]:
    """TH-074 to TH-087: each own card with an empty space, where it may have something to do."""
    player = state.seats[seat]
    if not player.lord_cube and player.renown >= state.edition.lord.taxation.lose_renown:
        yield TAXATION
    if has_policy_space(state, player.policy) and not player.policy_cube:
        yield _policy_use
    for talent in player.talents:
        if talent.is_ready and state.edition.cube_skills[talent.talent]:
            yield partial(_talent_use, talent.talent)


def _policy_use(state: State, seat: Seat) -> Choice | None:
    """TH-077: all that the Privilege of the Policy can perform."""
    forms = privileged_forms(state, seat, state.seats[seat])
    effects = tuple([one for each in forms for one in each.plain])
    if not effects:
        return None
    fixed = {"card": "policy", "uses": None}
    return Choice(type="use_card", fixed=fixed, open={"effect": OneOf(of=effects)})


def _talent_use(talent: CardId, state: State, seat: Seat) -> Choice | None:
    """TH-078: all that the skills of a talent can do."""
    uses = tuple(_ways(state, seat, talent, state.edition.cube_skills[talent]))
    if not uses:
        return None
    fixed = {"card": talent, "effect": None}
    return Choice(type="use_card", fixed=fixed, open={"uses": OneOf(of=uses)})


def _placed(state: State, seat: Seat, card: CardId) -> State:
    return evolve(state, CubePlaced(seat=seat, target=card, choice_cost=None))


def _ways(
    state: State, seat: Seat, talent: CardId, skills: Sequence[SkillId]
) -> Iterator[tuple[Json, ...]]:
    """TH-078: one skill, or two in each order; the second as the first leaves the seat."""
    player = state.seats[seat]
    held = {*player.resource_cards, *player.armament_cards}
    begun = Turn(Play(_placed(state, seat, talent), evolve, AsTheyLie()), seat)
    for first in skills:
        others = [skill for skill in skills if skill != first]
        for use in _uses(begun, talent, first, held):
            yield (as_json(use),)
            for other in others:
                after = _after(begun, talent, use)
                for following in _uses(after, talent, other, held):
                    yield as_json(use), as_json(following)


def _after(turn: Turn, talent: CardId, use: Use) -> Turn:
    """Give the turn as a skill leaves it."""
    rehearsed = turn.branch(AsTheyLie())
    pay_skill(rehearsed, talent, use, "")
    SKILLS[use.skill].afterwards(rehearsed, use, "")
    return rehearsed


def _uses(turn: Turn, talent: CardId, skill: SkillId, held: set[CardId]) -> Iterator[Use]:
    """List the forms of a skill that the rules let pass; TH-R21: paid with cards held at the start."""
    for use in _forms(turn, skill, held):
        rehearsed = turn.branch(AsTheyLie())
        try:
            pay_skill(rehearsed, talent, use, "")
        except RuleViolation:
            continue
        if skill != "black_magic":
            yield use
            continue
        for forms in privileged_forms(rehearsed.state, turn.seat, rehearsed.player):
            for effect in forms.effects:
                whole = replace(use, effect=effect)
                if all(card in held for _, card in cards_named(whole)):
                    yield whole


def _forms(turn: Turn, skill: SkillId, held: set[CardId]) -> Iterator[Use]:
    """List the forms of a skill: each stone, or each choice of talents to be turned up."""
    state, player = turn.state, turn.player
    row = state.edition.skill[skill]
    if row.stone is not None:
        for card in (*player.resource_cards, *player.armament_cards):
            if card in held and bears_stone(state, card, row.stone):
                yield Use(skill=skill, stone_card=card)
    elif skill == "recovery":
        down = [one.talent for one in player.talents if not one.face_up]
        for number in range(1, row.flip_talents + 1):
            for talents in combinations(down, number):
                yield Use(skill=skill, talents=talents)
    else:
        yield Use(skill=skill)
