"""What happens at the set-up and when a phase begins."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from domain.games.aristoocrazy.actions import CharacterId, TerritoryId, Traits
from domain.games.aristoocrazy.edition.tables import CardId, Sex
from domain.games.aristoocrazy.events.base import BaseEvent
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Seat, Value

Phase: TypeAlias = Literal[
    "set_up",
    "choose_start",
    "choose_traits",
    "close_territory",
    "keep_cards",
    "potential",
    "action",
    "birth_roll",
    "birth_choice",
    "partner_place",
    "marriage_answer",
    "marriage_dowry",
    "defence",
    "retreat",
    "event_roll",
    "event_response",
    "dementia_choice",
    "hunger",
    "auction",
    "barbarians",
    "card_market",
    "counting",
    "round_end",
    "final_scoring",
    "finished",
]


class Options(Value, forbid_unknown_fields=True):
    """How a game may be varied."""

    experienced: bool = False
    """AC-022: each player begins with some action cards, chosen out of a few more."""
    public_potential: bool = False
    """AC-032: the kinds of tokens taken in the potential phase are shown."""


class Newcomer(Value):
    """AC-010, AC-011: a character as it comes onto the board."""

    id: CharacterId
    sex: Sex
    traits: Traits


class GameCreated(BaseEvent):
    """AC-003, AC-004, AC-R03: the game is laid out."""

    players: int
    options: Options
    edition_id: str
    houses: tuple[str, ...]
    """By seat."""
    rounds: int
    counting_rounds: tuple[int, ...]


class ActionDeckShuffled(BaseEvent):
    """AC-019: the special action cards are a face-down deck."""

    order: Annotated[tuple[CardId, ...], visible_to()]
    """First drawn first."""
    size: int


class StartingPlayerSet(BaseEvent):
    """AC-023, AC-R02: this seat starts the first round."""

    seat: Seat


class PhaseEntered(BaseEvent):
    """AC-R68: a phase begins, or other seats are asked in it."""

    phase: Phase
    pending: tuple[Seat, ...]
    """The seats asked, in turn order, in the set-up in seat order; none before a system action."""


class StartChosen(BaseEvent):
    """AC-007, AC-008: a seat starts on this territory."""

    seat: Seat
    territory: TerritoryId


class TraitsCommitted(BaseEvent):
    """AC-012: a seat has chosen the traits of its first pair."""

    seat: Seat
    woman: Annotated[Traits, visible_to("seat")]
    man: Annotated[Traits, visible_to("seat")]


class StartingPairPlaced(BaseEvent):
    """AC-010, AC-012, AC-R04: the first pair of a house is shown and placed."""

    seat: Seat
    territory: TerritoryId
    characters: tuple[Newcomer, ...]


class TerritoryClosed(BaseEvent):
    """AC-015 to AC-017: a territory is out of play."""

    seat: Seat | None
    """Who closed it; nobody with two players."""
    territory: TerritoryId


class CardsDealt(BaseEvent):
    """AC-022: a seat was dealt action cards to choose from."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardId, ...], visible_to("seat")]


class CardsKept(BaseEvent):
    """AC-022: a seat has chosen which cards to put away."""

    seat: Seat
    discarded: Annotated[tuple[CardId, ...], visible_to("seat")]


class CardsDiscarded(BaseEvent):
    """AC-022, AC-R07: the cards that a seat has put away are turned up."""

    seat: Seat
    cards: tuple[CardId, ...]


SetupEvent: TypeAlias = (
    GameCreated
    | ActionDeckShuffled
    | StartingPlayerSet
    | PhaseEntered
    | StartChosen
    | TraitsCommitted
    | StartingPairPlaced
    | TerritoryClosed
    | CardsDealt
    | CardsKept
    | CardsDiscarded
)
