"""What happens around the turns: the events of a round, counting, the end; and all events together."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from domain.games.aristoocrazy.actions import Penalty, Response, Tokens
from domain.games.aristoocrazy.edition.tables import CardId, Face, ScoringId
from domain.games.aristoocrazy.events.base import BaseEvent
from domain.games.aristoocrazy.events.board import BoardEvent
from domain.games.aristoocrazy.events.setting_up import SetupEvent
from domain.games.aristoocrazy.events.turns import TurnEvent
from domain.kernel.result import Result, Standing
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Seat, Value

ResponsePhase: TypeAlias = Literal[
    "event_response", "hunger", "auction", "barbarians", "card_market"
]
Faces: TypeAlias = tuple[Face, Face, Face]
PointsFor: TypeAlias = Literal["auction", "territory_count", "bonus", "card"]


class Breakdown(Value):
    """AC-002: where a seat's victory points come from."""

    auctions: int
    territory_counts: int
    cards: int
    bonuses: tuple[str, ...]
    """Ids of the bonuses that the seat gained."""
    total: int


class AristoocrazyStanding(Standing, kw_only=True):
    """AC-001, AC-R66: where a seat came in and by what."""

    vp: int
    territories: int
    characters: int


class AristoocrazyResult(Result, kw_only=True):
    """AC-001, AC-R66: the end of the game; places and the victory may be shared."""

    ranking: tuple[AristoocrazyStanding, ...]
    breakdown: tuple[Breakdown, ...]
    """By seat."""


class RoundStarted(BaseEvent):
    """AC-005, AC-029: a round begins."""

    round: int
    starting_seat: Seat
    counting: bool
    """Whether territories are counted at its end."""


class EventsRolled(BaseEvent):
    """AC-087: the symbol dice show the events of the round."""

    faces: Faces


class ResponseCommitted(BaseEvent):
    """AC-090, AC-R39, AC-R47: a seat has answered an event; the answer lies sealed."""

    seat: Seat
    phase: ResponsePhase
    content: Annotated[Response, visible_to("seat")]


class EventDropped(BaseEvent):
    """AC-096, AC-118, AC-R48, AC-R49: an event is not played."""

    die: int
    face: Face
    reason: Literal["card", "dementia", "no_dementia"]
    seat: Seat | None


class EventOpened(BaseEvent):
    """AC-R46: an event is played."""

    die: int
    face: Face


class FoodPaid(BaseEvent):
    """AC-088, AC-R51: a seat paid what food it could."""

    seat: Seat
    due: int
    paid: int
    missing: int


class AuctionResolved(BaseEvent):
    """AC-090, AC-091, AC-R52: the bids are shown and paid."""

    kind: ScoringId
    bids: tuple[int, ...]
    """By seat."""
    winners: tuple[Seat, ...]


class BarbariansResolved(BaseEvent):
    """AC-092, AC-093, AC-R54: what a seat pays the barbarians, or suffers from them."""

    seat: Seat
    paid: Tokens
    penalties: tuple[Penalty, ...]


class CardsBought(BaseEvent):
    """AC-095, AC-R55, AC-R56: a seat bought action cards."""

    seat: Seat
    count: int
    money: int
    cards: Annotated[tuple[CardId, ...], visible_to("seat")]


class DiscardReshuffled(BaseEvent):
    """AC-R56: the discard pile is the new deck."""

    order: Annotated[tuple[CardId, ...], visible_to()]
    size: int


class TerritoriesCounted(BaseEvent):
    """AC-097, AC-098, AC-R64: the territories of each seat, and the points for them."""

    counts: tuple[int, ...]
    points: tuple[int, ...]


class PointsGained(BaseEvent):
    """AC-002: a seat gained victory points."""

    seat: Seat
    points: int
    reason: PointsFor


class RoundEnded(BaseEvent):
    """AC-005, AC-099, AC-R72: the starting player card and the round counter move on."""

    round: int
    next_starting_seat: Seat


class BonusesAwarded(BaseEvent):
    """AC-101 to AC-105, AC-R65: who is best in what a bonus is for."""

    bonus: str
    values: tuple[int, ...]
    """By seat."""
    seats: tuple[Seat, ...]


class GameFinished(BaseEvent):
    """AC-001, AC-R66: the game is over, and all screens are lifted."""

    result: AristoocrazyResult
    supplies: tuple[Tokens, ...]
    hands: tuple[tuple[CardId, ...], ...]


RoundEvent: TypeAlias = (
    RoundStarted
    | EventsRolled
    | ResponseCommitted
    | EventDropped
    | EventOpened
    | FoodPaid
    | AuctionResolved
    | BarbariansResolved
    | CardsBought
    | DiscardReshuffled
    | TerritoriesCounted
    | PointsGained
    | RoundEnded
    | BonusesAwarded
    | GameFinished
)

AristoocrazyEvent: TypeAlias = SetupEvent | BoardEvent | TurnEvent | RoundEvent
