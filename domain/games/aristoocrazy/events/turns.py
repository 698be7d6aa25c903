"""What happens in the turns of a round: potential, births, marriages, combat, cards."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from domain.games.aristoocrazy.actions import CharacterId, Order, TerritoryId, Tokens, Traits, Use
from domain.games.aristoocrazy.edition.tables import CardId, Sex
from domain.games.aristoocrazy.events.base import BaseEvent
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Seat, Value

Potion: TypeAlias = Literal["love_potion", "love_potion_4"]
BirthKind: TypeAlias = Literal["neutral", "marriage", "contested"]
CombatKind: TypeAlias = Literal["territory", "marriage"]
Outcome: TypeAlias = Literal["attacker", "defender", "draw"]
Dice: TypeAlias = tuple[int, int, int]


class PotentialCommitted(BaseEvent):
    """AC-030, AC-032: a seat has chosen what its characters give."""

    seat: Seat
    uses: Annotated[tuple[Use, ...], visible_to("seat")]


class PotentialTaken(BaseEvent):
    """AC-030, AC-032, AC-034: a seat took the tokens that its characters give."""

    seat: Seat
    count: int
    doubled: tuple[CharacterId, ...]
    """Lucky characters that gave more than one."""
    tokens: Annotated[Tokens, visible_to("seat")]


class PotentialShown(BaseEvent):
    """AC-032: the kinds of the tokens taken, with the option `public_potential`."""

    seat: Seat
    tokens: Tokens


class TurnStarted(BaseEvent):
    """AC-035: it is this seat's turn."""

    seat: Seat
    lap: int


class TokensBought(BaseEvent):
    """AC-027, AC-R11: a seat exchanged money for tokens."""

    seat: Seat
    money: int
    tokens: Tokens


class PartnerSought(BaseEvent):
    """AC-042, AC-R69: a character looks for a partner in a neutral territory."""

    seat: Seat
    character: CharacterId
    territory: TerritoryId


class BirthOpened(BaseEvent):
    """AC-048, AC-050, AC-R37: these two may have a child; their traits are noted."""

    seat: Seat
    kind: BirthKind
    parent: CharacterId
    partner: CharacterId | None
    partner_seat: Seat | None
    territory: TerritoryId
    own_traits: Traits
    partner_traits: Traits


class ChildRolled(BaseEvent):
    """AC-050, AC-051, AC-054, AC-064: the dice gave a set of traits by the announced numbers."""

    set: int
    dice: Dice
    own_order: Order
    partner_order: Order
    traits: Traits
    reroll: bool


class ChildDiceChanged(BaseEvent):
    """AC-114: some dice of a set were rolled again by Genetics."""

    set: int
    dice_changed: tuple[int, ...]
    dice: Dice
    traits: Traits


class ChildDeclined(BaseEvent):
    """AC-R38: the winner of a contested marriage wants no child."""

    seat: Seat


class ChildBorn(BaseEvent):
    """AC-055, AC-056, AC-066: a child joins a house."""

    seat: Seat
    character: CharacterId
    sex: Sex
    traits: Traits
    territory: TerritoryId
    set: int


class ChildLost(BaseEvent):
    """AC-R30: the marriage partner has no room or no card for the child."""

    seat: Seat
    set: int


class AttackDeclared(BaseEvent):
    """AC-057, AC-067, AC-069, AC-R39: a character attacks; what is behind it lies sealed."""

    seat: Seat
    character: CharacterId
    territory: TerritoryId
    kind: CombatKind
    target: CharacterId | None
    defender: Seat | None
    tokens: Annotated[Tokens, visible_to("seat")]
    commander_target: Annotated[CharacterId | None, visible_to("seat")]


class Side(Value):
    """AC-071 to AC-076, AC-108: what a side brings into a combat."""

    seat: Seat
    bonus: int
    castle: int
    tokens: Tokens
    die: int
    total: int


class CombatResolved(BaseEvent):
    """AC-075, AC-076: the tokens are shown and paid, the dice rolled."""

    attacker: Side
    defender: Side
    outcome: Outcome
    commander_target: CharacterId | None
    """AC-R41: only where it is used."""


class MarriageOffered(BaseEvent):
    """AC-059, AC-062, AC-R33, AC-R34: a character courts one of an opponent."""

    seat: Seat
    character: CharacterId
    target: CharacterId
    target_seat: Seat
    tokens: Tokens
    card_count: int
    cards: Annotated[tuple[CardId, ...], visible_to("seat", "target_seat")]
    potion: Potion | None


class DowryImproved(BaseEvent):
    """AC-062, AC-R32: another dowry is offered."""

    seat: Seat
    target_seat: Seat
    tokens: Tokens
    card_count: int
    cards: Annotated[tuple[CardId, ...], visible_to("seat", "target_seat")]


class MarriageAnswered(BaseEvent):
    """AC-061, AC-063: the offer is accepted or refused; a final refusal ends the turn."""

    seat: Seat
    accept: bool
    final: bool
    """AC-R32: of a refusal, that no improvement is left; false of every acceptance."""


class OfferWithdrawn(BaseEvent):
    """AC-061: the offer is given up."""

    seat: Seat


class DowryPaid(BaseEvent):
    """AC-062, AC-R33: the dowry changes hands."""

    from_seat: Seat
    to_seat: Seat
    tokens: Tokens
    card_count: int
    cards: Annotated[tuple[CardId, ...], visible_to("from_seat", "to_seat")]


class ExtraUsed(BaseEvent):
    """AC-041, AC-R12: a character gave a token for an age token."""

    seat: Seat
    character: CharacterId
    tokens: Tokens


class CardPlayed(BaseEvent):
    """AC-106, AC-R16, AC-R57: a seat played an action card; what it does is told by what follows."""

    seat: Seat
    card: CardId
    discarded: bool


class TurnPassed(BaseEvent):
    """AC-R14: a seat does nothing."""

    seat: Seat


class TurnEnded(BaseEvent):
    """AC-036: a turn is over."""

    seat: Seat


TurnEvent: TypeAlias = (
    PotentialCommitted
    | PotentialTaken
    | PotentialShown
    | TurnStarted
    | TokensBought
    | PartnerSought
    | BirthOpened
    | ChildRolled
    | ChildDiceChanged
    | ChildDeclined
    | ChildBorn
    | ChildLost
    | AttackDeclared
    | CombatResolved
    | MarriageOffered
    | DowryImproved
    | MarriageAnswered
    | OfferWithdrawn
    | DowryPaid
    | ExtraUsed
    | CardPlayed
    | TurnPassed
    | TurnEnded
)
