"""What can have happened in Burnmelt Cave."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from domain.games.burnmelt.actions import Cards, TypeId
from domain.kernel.result import Result, Standing
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Event, Seat, Value, tags_of


class SetScore(Value):
    """BM-042: what the Reward cards of one type are worth to a player."""

    count: int
    value: int
    """Of one card, by the rank of its piece."""
    negative: bool
    """BM-051: this is the set that counts as negative."""
    points: int


class RoundScore(Value):
    """BM-043: a player's score of one round."""

    sets: dict[TypeId, SetScore]
    bonus: int | None
    round_score: int


class SeatScore(RoundScore):
    """BM-044: a player's score of the round, and their total so far."""

    total: int


class BurnmeltStanding(Standing, kw_only=True):
    """BM-054, BM-055: where a player came in and by what."""

    total: int
    tie_break_bonus: int
    """The Bonus card of the last round, 0 for none (BM-R20)."""
    rounds: tuple[RoundScore, ...]


class BurnmeltResult(Result, kw_only=True):
    """BM-054: the end of the game. Places are never shared and there is one winner."""

    ranking: tuple[BurnmeltStanding, ...]


class _Event(Event, tag=tags_of("burnmelt")):
    """An event of Burnmelt Cave."""


class GameStarted(_Event):
    """BM-001, BM-011, BM-R15: the game is set up."""

    players: int
    rounds: int
    open_rewards: bool
    starting_seat: Seat
    edition_id: str


class RoundStarted(_Event):
    """BM-006 to BM-009, BM-014, BM-047 to BM-049: the table is made ready for a round."""

    round: int
    ranking_side: str
    starting_seat: Seat
    bonus_stack: tuple[int, ...]
    """Values, highest first."""
    hand_size: int
    set_aside: Annotated[Cards, visible_to()]
    set_aside_count: int


class HandDealt(_Event):
    """BM-013, BM-015: a player was dealt a hand."""

    seat: Seat
    count: int
    cards: Annotated[Cards, visible_to("seat")]


class CentreCardChosen(_Event):
    """BM-016: a player has chosen a card for the Centre."""

    seat: Seat
    adventurer: Annotated[TypeId, visible_to("seat")]


class CentreRevealed(_Event):
    """BM-017: the chosen cards, by seat, are turned up and are the Centre."""

    cards: tuple[TypeId, ...]


class TurnStarted(_Event):
    """BM-018, BM-029: it is this player's turn."""

    seat: Seat


class CardsPlayed(_Event):
    """BM-019 to BM-023, BM-031: a player played cards and the piece moved."""

    seat: Seat
    adventurer: TypeId
    count: int
    steps: int
    """By the step table; leapfrogging may carry the piece farther."""
    from_distance: int
    to_distance: int


class RewardsTaken(_Event):
    """BM-024 to BM-027, BM-034: a player took Reward cards; `centre` is what lies there afterwards."""

    seat: Seat
    from_centre: Cards
    from_played: int
    adventurer: TypeId
    """The type that was played."""
    centre: Cards


class PlayerOut(_Event):
    """BM-036, BM-037: a player has emptied their hand; `place` 1 was first to go out."""

    seat: Seat
    place: int
    bonus: int | None


class RoundEnded(_Event):
    """BM-038, BM-040, BM-044: all players are out; the Reward piles are turned up."""

    round: int
    distances: dict[TypeId, int]
    ranking: tuple[TypeId, ...]
    rewards: tuple[Cards, ...]
    negative_options: tuple[tuple[TypeId, ...], ...]
    """By seat, the types tied for the largest set: one is forced, several are a choice (BM-052)."""
    choosers: tuple[Seat, ...]


class NegativeTypeChosen(_Event):
    """BM-052, BM-R19: a player chose the set that counts as negative."""

    seat: Seat
    adventurer: TypeId


class RoundScored(_Event):
    """BM-041 to BM-044, BM-051 to BM-053: the scores of the round, by seat."""

    round: int
    scores: tuple[SeatScore, ...]


class GameEnded(_Event):
    """BM-054, BM-055: the game is over."""

    result: BurnmeltResult


BurnmeltEvent: TypeAlias = (
    GameStarted
    | RoundStarted
    | HandDealt
    | CentreCardChosen
    | CentreRevealed
    | TurnStarted
    | CardsPlayed
    | RewardsTaken
    | PlayerOut
    | RoundEnded
    | NegativeTypeChosen
    | RoundScored
    | GameEnded
)
