"""What a seat can ask for in Aristoocrazy."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.aristoocrazy.edition.tables import CardId, TokenId, TraitId
from domain.kernel.values import Action, Value

CharacterId: TypeAlias = str
"""A character card of the edition."""
TerritoryId: TypeAlias = str
"""A territory of the edition's board."""

Positive: TypeAlias = Annotated[int, Meta(ge=1)]
Tokens: TypeAlias = dict[TokenId, Positive]
"""Tokens by kind; a kind of which there is none is left out."""
Index: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
"""The position of a trait on its character, or the number of a die."""
Traits: TypeAlias = tuple[TraitId, TraitId, TraitId]
"""AC-011: the traits of a character in their order."""
Order: TypeAlias = tuple[Index, Index, Index]

CARD_ORDER: Order = (0, 1, 2)


class ChooseStart(Action):
    """AC-008, AC-009: choose a starting territory on the edge."""

    territory: TerritoryId


class ChooseTraits(Action):
    """AC-012, AC-013, AC-R05: secretly choose three different traits for each of the first pair."""

    woman: Traits
    man: Traits


class CloseTerritory(Action):
    """AC-017: close a territory that touches no start."""

    territory: TerritoryId


class KeepCards(Action):
    """AC-022: put cards of those dealt at the start away."""

    discard: tuple[CardId, ...]


class Use(Value, forbid_unknown_fields=True):
    """AC-030, AC-034: the token that a character gives, or the tokens that a lucky one gives."""

    character: CharacterId
    traits: tuple[TraitId, ...]


class UsePotential(Action):
    """AC-030, AC-031: take tokens of one's characters; each gives at most once, none has to."""

    uses: tuple[Use, ...]


class BuyTokens(Action):
    """AC-027, AC-028, AC-R11: exchange money before one's action."""

    money: Positive
    tokens: tuple[TraitId, ...]


class Move(Action):
    """AC-038: move a character to an adjacent own territory with a free space."""

    character: CharacterId
    territory: TerritoryId


class Swap(Action):
    """AC-040, AC-R23: let two own characters in adjacent territories change places."""

    characters: tuple[CharacterId, CharacterId]


class SeekPartner(Action):
    """AC-042, AC-049: seek a partner in an adjacent neutral territory."""

    character: CharacterId
    territory: TerritoryId


class Reroll(Action):
    """AC-044, AC-052: roll the three dice of the neutral character, or of the child, again."""


class RollChild(Action):
    """AC-050, AC-R25: announce the numbers of the traits and roll for a child."""

    own_order: Order = CARD_ORDER
    partner_order: Order = CARD_ORDER


class DeclineChild(Action):
    """AC-R38: have no child after a won contested marriage."""


class PlayGenetics(Action):
    """AC-114, AC-R28, AC-R29: have two dice of a set rolled again."""

    dice: tuple[Index, ...]
    set: Annotated[int, Meta(ge=0, le=1)] = 0


class PlaceChild(Action):
    """AC-055, AC-056, AC-066: choose the set, the card and the territory of one's child."""

    character: CharacterId
    territory: TerritoryId
    set: Annotated[int, Meta(ge=0, le=1)] = 0


class Attack(Action):
    """AC-057, AC-069, AC-074, AC-115: attack an adjacent territory, with tokens behind it if it fights."""

    character: CharacterId
    territory: TerritoryId
    tokens: Tokens = msgspec.field(default_factory=dict)
    commander_target: CharacterId | None = None


class ContestedMarriage(Action):
    """AC-067, AC-R35: fight a character of an opponent for a child."""

    character: CharacterId
    target: CharacterId
    tokens: Tokens = msgspec.field(default_factory=dict)


class Defend(Action):
    """AC-074: commit tokens to one's defence."""

    tokens: Tokens = msgspec.field(default_factory=dict)


class Retreat(Value, forbid_unknown_fields=True):
    """AC-078: where a survivor goes."""

    character: CharacterId
    territory: TerritoryId


class RetreatTo(Action, tag="retreat"):
    """AC-078, AC-R42: withdraw as many survivors as there is room for."""

    moves: tuple[Retreat, ...]


class Dowry(Value, forbid_unknown_fields=True):
    """AC-062, AC-R33: what is promised with an offer of marriage."""

    tokens: Tokens = msgspec.field(default_factory=dict)
    cards: tuple[CardId, ...] = ()


class OfferMarriage(Action):
    """AC-059 to AC-062, AC-116, AC-117: court a character of an opponent."""

    character: CharacterId
    target: CharacterId
    dowry: Dowry = msgspec.field(default_factory=Dowry)
    potion: Literal["love_potion", "love_potion_4"] | None = None


class AnswerMarriage(Action):
    """AC-061, AC-063: accept or refuse an offer of marriage."""

    accept: bool


class ImproveDowry(Action):
    """AC-062, AC-R32: offer another dowry after a refusal."""

    dowry: Dowry


class WithdrawOffer(Action):
    """AC-061: give the offer up."""


class ExtraUse(Action):
    """AC-041, AC-R10: take a token of a character for an age token."""

    character: CharacterId
    trait: TraitId


class PlayCard(Action):
    """AC-106, AC-R15, AC-R61: play a card as one's action; what it needs to be told depends on it."""

    card: CardId
    territory: TerritoryId | None = None
    character: CharacterId | None = None
    trait_index: Index | None = None
    new_trait: TraitId | None = None


class RestoreHouse(Action):
    """AC-R62: bring a character back when there is none left."""

    character: CharacterId
    territory: TerritoryId


class PassTurn(Action):
    """AC-R14: do nothing."""


class RespondEvents(Action):
    """AC-118, AC-R47: cancel events by as many cards."""

    dice: tuple[Index, ...]


class VetoEvent(Action):
    """AC-096, AC-R49: decide which event is not played."""

    die: Index


class ChooseHungry(Action):
    """AC-089: choose who goes hungry."""

    characters: tuple[CharacterId, ...]


class Bid(Action):
    """AC-090: bid tokens of the kind that is auctioned."""

    amount: Annotated[int, Meta(ge=0)]


class Penalty(Value, forbid_unknown_fields=True):
    """AC-093: what barbarians do to a character: an age token, or a trait turned into dementia."""

    character: CharacterId
    kind: Literal["age", "dementia"]
    trait_index: Index | None = None


class AnswerBarbarians(Action):
    """AC-092 to AC-094: pay a token, or choose who is harmed and how."""

    pay: bool
    penalties: tuple[Penalty, ...] = ()


class BuyCards(Action):
    """AC-095: buy action cards."""

    count: Annotated[int, Meta(ge=0)]


Response: TypeAlias = RespondEvents | ChooseHungry | Bid | AnswerBarbarians | BuyCards
"""Answers to the events of a round."""

Sealed: TypeAlias = ChooseTraits | KeepCards | UsePotential | Response
"""Answers that lie sealed until the last seat that is asked has answered."""

AristoocrazyAction: TypeAlias = (
    ChooseStart
    | ChooseTraits
    | CloseTerritory
    | KeepCards
    | UsePotential
    | BuyTokens
    | Move
    | Swap
    | SeekPartner
    | Reroll
    | RollChild
    | DeclineChild
    | PlayGenetics
    | PlaceChild
    | Attack
    | ContestedMarriage
    | Defend
    | RetreatTo
    | OfferMarriage
    | AnswerMarriage
    | ImproveDowry
    | WithdrawOffer
    | ExtraUse
    | PlayCard
    | RestoreHouse
    | PassTurn
    | RespondEvents
    | VetoEvent
    | ChooseHungry
    | Bid
    | AnswerBarbarians
    | BuyCards
)
