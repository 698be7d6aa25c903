"""The flowchart of exploration: one function a step.

A `Meeting` says what comes of a card for a party with its abilities: each part of it asks for the
abilities that act there. The walk then needs but the numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from domain.games.aristo_maze.actions import CardId, CharacterId
from domain.games.aristo_maze.edition.abilities import (
    AsBonusRound,
    AutoSkip,
    CardVp,
    Concerning,
    IgnoreDamage,
    IgnoreEncounterVp,
    PassGate,
    ScoreSkipped,
    SurviveZero,
)
from domain.games.aristo_maze.edition.cards import DungeonCard
from domain.games.aristo_maze.edition.tables import FloorMarker
from domain.games.aristo_maze.events import Ending, Step
from domain.games.aristo_maze.scoring import Parameters, Party
from domain.games.aristo_maze.state.table import Plan
from domain.kernel.values import Value

MARKER = "marker"

Damage: TypeAlias = tuple[int, int, int]
"""To HP, MP and SP."""

Acting: TypeAlias = Sequence[tuple[CharacterId, Concerning]]
"""The abilities of a party that concern the card met, with whose they are."""

NO_DAMAGE: Damage = (0, 0, 0)


class Meeting(Value):
    """What comes of a card for a party."""

    card: CardId
    can_skip: bool
    """AM-113."""
    skipped_by: str | None
    """AM-106, AM-107: the character that has it skipped."""
    damage: Damage
    encounter_vp: int
    """AM-115."""
    vp: int
    """AM-095: when it is defeated."""
    skipped_vp: int
    """AM-109, AM-R37: when it is skipped deep enough."""
    turns_back: bool
    """AM-116."""


class Ground(Value):
    """A floor as it is for a party: what is met there, what skipping and what clearing it brings."""

    floor: int
    meeting: Meeting
    skip_vp: int
    clear_vp: int


class Fate(Value):
    """What became of a party on a floor."""

    left: Parameters
    encounter_vp: int = 0
    card_vp: int = 0
    ending: Ending | None = None
    """Null when the floor is cleared."""


class Walk(Value):
    """How an exploration went."""

    steps: tuple[Step, ...]
    ending: Ending

    @property
    def change(self) -> int:
        """The VP of all steps, without the price of a retreat."""
        return sum([step.encounter_vp + step.card_vp + step.floor_vp for step in self.steps])


def counts_icons(party: Party, is_bonus_round: bool) -> bool:
    """AM-098, AM-108: whether the small icons count for a party."""
    return is_bonus_round or bool(party.having(AsBonusRound))


def meet(party: Party, card: DungeonCard, is_bonus_round: bool, with_icons: bool) -> Meeting:
    """AM-098 to AM-117: let all abilities of a party act on a card."""
    acting = party.concerned_with(card)
    if not acting:
        return as_printed(card, is_bonus_round, with_icons)
    return _meeting(card, acting, passes_gate(party, acting), is_bonus_round, with_icons)


@lru_cache(maxsize=1024)
def as_printed(card: DungeonCard, is_bonus_round: bool, with_icons: bool) -> Meeting:
    """AM-098: what comes of a card that no ability concerns, as most are: worked out once."""
    return _meeting(card, (), False, is_bonus_round, with_icons)


def _meeting(
    card: DungeonCard, acting: Acting, passes: bool, is_bonus_round: bool, with_icons: bool
) -> Meeting:
    return Meeting(
        card=card.id,
        can_skip="cant_skip" not in card.traits,
        skipped_by=auto_skip(acting),
        damage=NO_DAMAGE if passes else damage(card, acting, with_icons),
        encounter_vp=0 if passes else encounter_vp(card, acting),
        vp=card_vp(card, acting, with_icons),
        skipped_vp=card_vp(card, acting, is_bonus_round),
        turns_back="return" in card.traits and not passes,
    )


def clear_vp(marker: FloorMarker, with_icons: bool) -> int:
    """AM-096, AM-098: what clearing a floor brings."""
    return marker.vp + marker.bonus_vp if with_icons else marker.vp


def passes_gate(party: Party, acting: Acting) -> bool:
    """AM-099 to AM-101, AM-R35: an ability defeats the card and cancels all its effects."""
    for _, ability in acting:
        if isinstance(ability, PassGate) and (
            ability.parameter is None or party.at_least(ability.parameter, ability.at_least or 0)
        ):
            return True
    return False


def auto_skip(acting: Acting) -> str | None:
    """AM-106, AM-107: whose ability skips the card, wanted or not; the lowest order number first."""
    skippers = [who for who, ability in acting if isinstance(ability, AutoSkip)]
    return skippers[0] if skippers else None


def damage(card: DungeonCard, acting: Acting, with_icons: bool) -> Damage:
    """AM-091, AM-098, AM-102 to AM-105, AM-111: the damage of a card to a party."""
    if any(isinstance(ability, IgnoreDamage) for _, ability in acting):
        return NO_DAMAGE
    if with_icons:
        return card.hp + card.bonus_hp, card.mp + card.bonus_mp, card.sp
    return card.hp, card.mp, card.sp


def encounter_vp(card: DungeonCard, acting: Acting) -> int:
    """AM-111, AM-115: the VP that meeting a card costs."""
    ignored = any(isinstance(ability, IgnoreEncounterVp) for _, ability in acting)
    return 0 if ignored else card.encounter_vp


def card_vp(card: DungeonCard, acting: Acting, with_icons: bool) -> int:
    """AM-095, AM-098, AM-110, AM-111, AM-R39: what a card is worth to a party."""
    more = sum([ability.vp for _, ability in acting if isinstance(ability, CardVp)])
    return card.vp + more + (card.bonus_vp if with_icons else 0)


def ground_of(floor: int, meeting: Meeting, clear_vp: int, deep: int | None) -> Ground:
    """AM-109: skipped cards bring their VP from the deep floor on, if there is one for the party."""
    skip_vp = meeting.skipped_vp if deep is not None and floor >= deep else 0
    return Ground(floor=floor, meeting=meeting, skip_vp=skip_vp, clear_vp=clear_vp)


def skips_score_from(party: Party) -> int | None:
    """AM-109: the floor from which on skipped cards bring their VP."""
    return min([ability.floor for _, ability in party.having(ScoreSkipped)], default=None)


def walk(party: Party, path: Iterable[Ground], plan: Plan) -> Walk:
    """AM-088 to AM-097: floor by floor, until the party returns, retreats or is turned back."""
    left, spare = party.parameters, zeros_survived(party)
    steps: list[Step] = []
    for ground in path:
        skipper = skip_check(ground, plan)
        fate = encounter(left, ground.meeting, spare) if skipper is None else skip(left, ground)
        left, ending = fate.left, fate.ending
        steps.append(_step(ground, skipper, fate))
        if ending is None and ground.floor == plan.return_floor:
            ending = "returned"
        if ending is not None:
            return Walk(steps=tuple(steps), ending=ending)
    raise AssertionError("AM-R44: the return marker lies on an existing floor")


def skip_check(ground: Ground, plan: Plan) -> str | None:
    """AM-089, AM-113, AM-R36: what skips the floor; an ability is named before the marker."""
    meeting = ground.meeting
    if not meeting.can_skip:
        return None
    if meeting.skipped_by is not None:
        return meeting.skipped_by
    return MARKER if ground.floor in plan.skip_floors else None


def skip(left: Parameters, ground: Ground) -> Fate:
    """AM-090, AM-109: no damage, and no card VP but those of a deep floor for some."""
    return Fate(left=left, card_vp=ground.skip_vp)


def encounter(left: Parameters, meeting: Meeting, spare: int) -> Fate:
    """AM-091 to AM-095, AM-115, AM-116, AM-R33, AM-R34: damage, then retreat, way back or defeat."""
    left = hurt(left, meeting.damage)
    if left.count(0) > spare:
        return Fate(left=left, encounter_vp=meeting.encounter_vp, ending="retreated")
    if meeting.turns_back:
        return Fate(left=left, encounter_vp=meeting.encounter_vp, ending="turned_back")
    return Fate(left=left, encounter_vp=meeting.encounter_vp, card_vp=meeting.vp)


def hurt(left: Parameters, damage: Damage) -> Parameters:
    """AM-091, AM-R40: no parameter goes below 0, and what is unlimited stays so."""
    if damage == NO_DAMAGE:
        return left
    (hp, mp, sp), (hp_lost, mp_lost, sp_lost) = left, damage
    return (
        None if hp is None else max(0, hp - hp_lost),
        None if mp is None else max(0, mp - mp_lost),
        None if sp is None else max(0, sp - sp_lost),
    )


def zeros_survived(party: Party) -> int:
    """AM-112: how many parameters may be 0 without a retreat."""
    return max([ability.max_zero for _, ability in party.having(SurviveZero)], default=0)


def _step(ground: Ground, skipper: str | None, fate: Fate) -> Step:
    hp, mp, sp = fate.left
    return Step(
        floor=ground.floor,
        card=ground.meeting.card,
        skipped_by=skipper,
        hp=hp,
        mp=mp,
        sp=sp,
        encounter_vp=fate.encounter_vp,
        card_vp=fate.card_vp,
        floor_vp=0 if fate.ending else ground.clear_vp,
    )
