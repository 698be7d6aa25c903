"""What a seat can ask for in Friendly Monsters and Tavern Heroes.

One action carries its whole payment: cards, stones, cubes, universal resource.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, Union

from msgspec import Meta, field

from domain.games.tavern_heroes.edition.words import CardId, Mark, SkillId
from domain.kernel.values import Action, Value, snake_case

Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class _Part(Value, forbid_unknown_fields=True):
    """A part of an action."""


class Effect(_Part, tag_field="kind", tag=snake_case):
    """TH-038: one effect of an area of the board."""


class MarketInformation(Effect):
    """TH-039: gain Information and Renown."""


class BuyUniversal(Effect):
    """TH-040: buy universal resource."""

    amount: Number


class BuyResource(Effect):
    """TH-041 to TH-044: buy the top Resource card of the discard pile or of the deck."""

    source: Literal["discard", "deck"] = field(name="from")


class ProvideInformation(Effect):
    """TH-045: pay Information for universal resource and Renown."""


class Donate(Effect):
    """TH-046: pay universal resource for Renown."""

    amount: Number


class SellResources(Effect):
    """TH-047: sell Resource cards; the last one named lies on top of the discard pile."""

    cards: tuple[CardId, ...]


class Produce(Effect):
    """TH-048, TH-049: take Resource cards, more with the support of Armament cards."""

    armaments: tuple[CardId, ...]


class Expand(Effect):
    """TH-050 to TH-053: take the top card of an Expansion deck as a territory."""

    deck: str


class UniversalUnits(_Part):
    """TH-055: units bought with universal resource."""

    wood: Number = 0
    stone: Number = 0
    ore: Number = 0


class Build(Effect):
    """TH-054 to TH-062: build a city on an uncovered territory."""

    city: CardId
    territory: Annotated[int, Meta(ge=0, le=100)]
    """Its place among the seat's territories, from 0."""
    resource_cards: tuple[CardId, ...]
    """Spent, in the order of the discard."""
    universal: UniversalUnits


class TavernInformation(Effect):
    """TH-063: pay Funds for Information."""


class Feast(Effect):
    """TH-064: pay Funds for cubes."""


class Recruit(Effect):
    """TH-065 to TH-068: recruit a talent of the row."""

    talent: CardId


class Privilege(Effect):
    """TH-070, TH-071: perform an effect of a privileged area without its space and choice cost."""

    effect: AnyEffect


class Scheme(Effect):
    """TH-072: draw as many Armament cards as the Armament Level."""


class Conscript(Effect):
    """TH-073: raise the Armament Level and draw as many Armament cards."""


AnyEffect: TypeAlias = Union[
    "MarketInformation",
    "BuyUniversal",
    "BuyResource",
    "ProvideInformation",
    "Donate",
    "SellResources",
    "Produce",
    "Expand",
    "Build",
    "TavernInformation",
    "Feast",
    "Recruit",
    "Privilege",
    "Scheme",
    "Conscript",
]


class ChoosePolicy(Action):
    """TH-008: secretly choose one of the Policies dealt for round I."""

    policy: CardId


class PlaceCube(Action):
    """TH-032 to TH-073: place a cube in the area that has this effect, and perform it."""

    effect: AnyEffect


class Use(_Part):
    """TH-078: use one cube skill of a talent.

    A magic needs `stone_card`, Black Magic also `effect`, Recovery `talents`.
    """

    skill: SkillId
    stone_card: CardId | None = None
    effect: AnyEffect | None = None
    talents: tuple[CardId, ...] | None = None


class UseCard(Action):
    """TH-074 to TH-087: place a cube on an own card.

    `card` is `lord`, `policy` (with `effect`) or a talent (with `uses`, one or two in order).
    """

    card: CardId
    effect: AnyEffect | None = None
    uses: tuple[Use, ...] | None = None


class CubeMarks(_Part):
    """TH-110: marks covered by cubes."""

    combat: Number = 0
    attack_magic: Number = 0
    holy: Number = 0


class TalentAbility(_Part):
    """TH-112: a talent turned down for one of its combat abilities."""

    talent: CardId
    ability: Mark


class Subjugate(Action):
    """TH-108 to TH-114: subjugate a monster of the row."""

    monster: CardId
    cubes: CubeMarks
    armaments: tuple[CardId, ...]
    talents: tuple[TalentAbility, ...]


class Visit(Action):
    """TH-115 to TH-120: trade with a monster of the row, or explore its lair."""

    monster: CardId
    talent: CardId
    support: tuple[CardId, ...]
    stone_card: CardId | None = None


class Pass(Action):
    """TH-030, TH-123 to TH-127: end the round for oneself; in rounds I to III take a Policy of the field."""

    policy: CardId | None = None


class ChooseFinalPolicy(Action):
    """TH-125, TH-126, TH-128: secretly take the Policy to be scored from the final pile."""

    policy: CardId


class DiscardExcess(Action):
    """TH-099, TH-104: discard the cards beyond the limits; the last one named lies on top."""

    resource_cards: tuple[CardId, ...]
    armaments: tuple[CardId, ...]


TavernHeroesAction: TypeAlias = (
    ChoosePolicy
    | PlaceCube
    | UseCard
    | Subjugate
    | Visit
    | Pass
    | ChooseFinalPolicy
    | DiscardExcess
)
