"""Abilities as data: what one of them says, and which cards it concerns.

Where it acts is told by the step of the rules that asks for abilities of its kind.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.games.aristo_maze.edition.cards import (
    CardType,
    Count,
    DungeonCard,
    FloorNumber,
    ParameterName,
    Positive,
    Trait,
)
from domain.kernel.edition import Text
from domain.kernel.values import Value, snake_case


class Ability(
    Value, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind", tag=snake_case
):
    """AM-061: what a character can do; timing 3 acts when it is won, timing 4 in the dungeon."""


class Assassinate(Ability):
    """AM-065, AM-066, AM-074: a marked character is out; who bid on it pays."""

    timing: Literal[3]
    pay_vp: Count


class Steal(Ability):
    """AM-071, AM-072: a marked character joins the party."""

    timing: Literal[3]


class LoseSkip(Ability):
    """AM-067: skip markers go back to common."""

    timing: Literal[3]
    amount: Positive


class GainSkip(Ability):
    """AM-073: skip markers are taken from common."""

    timing: Literal[3]
    amount: Positive


class Peek(Ability):
    """AM-068: a face-down card is looked at."""

    timing: Literal[3]
    amount: Literal[1]


class PassCrest(Ability, tag="move_crest"):
    """AM-069, AM-070: a crest marker goes on to another character of the party."""

    timing: Literal[3]
    amount: Literal[1]


class GainVp(Ability):
    """AM-076, AM-077: VP are gained, or lost."""

    timing: Literal[3]
    vp: Annotated[int, Meta(ge=-100, le=100)]


class EndOrganizing(Ability):
    """AM-075: the organizing phase ends at once."""

    timing: Literal[3]


class ParameterBonus(Ability):
    """AM-080: the party's parameters rise."""

    timing: Literal[4]
    hp: Count
    mp: Count
    sp: Count


class Unlimited(Ability):
    """AM-081, AM-082: a parameter of the party has no limit."""

    timing: Literal[4]
    parameter: ParameterName


class MinReturnFloor(Ability):
    """AM-086: the party may not return before this floor."""

    timing: Literal[4]
    floor: FloorNumber


class Concerning(Ability):
    """An ability that concerns some cards: those named, those of a type, or those with a trait."""

    timing: Literal[4]
    cards: Annotated[tuple[Text, ...], Meta(max_length=20)] | None = None
    type: CardType | None = None
    trait: Trait | None = None

    def concerns(self, card: DungeonCard) -> bool:
        """Tell whether the card is one of them."""
        if self.cards is not None:
            return card.id in self.cards
        return card.type == self.type if self.type is not None else self.trait in card.traits


class PassGate(Concerning):
    """AM-099 to AM-101: a card is defeated without its effects, if the party set out strong enough."""

    parameter: ParameterName | None = None
    at_least: Count | None = None


class IgnoreDamage(Concerning):
    """AM-102 to AM-105, AM-111: a card does no damage."""


class IgnoreEncounterVp(Concerning):
    """AM-111: meeting a card costs no VP."""


class AutoSkip(Concerning):
    """AM-106, AM-107: a card is skipped, whether wanted or not."""


class CardVp(Concerning, kw_only=True):
    """AM-110, AM-111: a card is worth more VP."""

    vp: Count


class AsBonusRound(Ability):
    """AM-108: the small icons count in any round."""

    timing: Literal[4]


class ScoreSkipped(Ability):
    """AM-109: a card skipped this deep or deeper brings its VP."""

    timing: Literal[4]
    floor: FloorNumber


class SurviveZero(Ability):
    """AM-112: so many parameters may be 0 without a retreat."""

    timing: Literal[4]
    max_zero: Annotated[int, Meta(ge=0, le=3)]


AnyAbility: TypeAlias = (
    Assassinate
    | Steal
    | LoseSkip
    | GainSkip
    | Peek
    | PassCrest
    | GainVp
    | EndOrganizing
    | ParameterBonus
    | Unlimited
    | MinReturnFloor
    | PassGate
    | IgnoreDamage
    | IgnoreEncounterVp
    | AutoSkip
    | CardVp
    | AsBonusRound
    | ScoreSkipped
    | SurviveZero
)

Abilities: TypeAlias = Annotated[tuple[AnyAbility, ...], Meta(max_length=10)]

WAYS: dict[type[Concerning], tuple[str, ...]] = {
    PassGate: ("cards",),
    IgnoreDamage: ("cards", "type"),
    IgnoreEncounterVp: ("cards",),
    AutoSkip: ("trait", "type"),
    CardVp: ("trait", "type"),
}
"""In which ways an ability of a kind may say what it concerns."""
