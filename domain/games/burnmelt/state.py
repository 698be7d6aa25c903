"""The state of a game of Burnmelt Cave and how events change it.

Counts by type are tuples in edition order; `Setup` turns type ids into their place and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import add
from typing import Literal, TypeAlias, assert_never

from msgspec.structs import replace

from domain.games.burnmelt.actions import Cards, TypeId
from domain.games.burnmelt.edition import Edition
from domain.games.burnmelt.events import (
    BurnmeltEvent,
    BurnmeltResult,
    CardsPlayed,
    CentreCardChosen,
    CentreRevealed,
    GameEnded,
    GameStarted,
    HandDealt,
    NegativeTypeChosen,
    PlayerOut,
    RewardsTaken,
    RoundEnded,
    RoundScored,
    RoundStarted,
    SeatScore,
    TurnStarted,
)
from domain.kernel.values import Seat, Value

Phase: TypeAlias = Literal[
    "deal", "choose_centre", "turns", "choose_negative", "scoring", "finished"
]

Counts: TypeAlias = tuple[int, ...]
"""A number for each type, in edition order."""

NONE: Counts = (0, 0, 0, 0)


class Side(Value):
    """A side of the Ranking card."""

    id: str
    values: tuple[int, ...]
    largest_set_negative: bool


class Setup(Value):
    """What this game takes from its edition for its number of players."""

    edition_id: str
    types: tuple[TypeId, ...]
    cards_per_type: int
    hand_size: int
    left_over: int
    steps: tuple[int, ...]
    sides: tuple[Side, Side]
    """By round."""
    bonuses: tuple[int, ...]
    """BM-008: values of the Bonus stack, highest first."""

    def of_type(self, adventurer: TypeId) -> int:
        """Give the place of a type."""
        return self.types.index(adventurer)

    def cards(self, counts: Sequence[int]) -> Cards:
        """Name the types of which there are cards."""
        return {name: n for name, n in zip(self.types, counts, strict=True) if n}

    def counts(self, cards: Cards) -> Counts:
        """Count cards by type."""
        return tuple(map(cards.get, self.types, repeat(0)))

    def tally(self, cards: Sequence[TypeId]) -> Counts:
        """Count cards that are listed one by one."""
        return tuple(map(cards.count, self.types))


class SeatState(Value):
    """What a player has before them."""

    hand: Counts = NONE
    centre_choice: int | None = None
    """The type chosen for the Centre, also after it was revealed."""
    rewards: Counts = NONE
    out_place: int | None = None
    bonus: int | None = None
    negative: int | None = None
    """The type that counts as negative, once that is settled."""
    scores: tuple[tuple[TypeScores, int | None, int], ...] = ()
    """Per scored round: the sets, the bonus, the round score."""

    @property
    def total(self) -> int:
        """BM-054: the sum of the round scores."""
        return sum(score for _, _, score in self.scores)

    @property
    def is_out(self) -> bool:
        """BM-037: the player has emptied their hand."""
        return self.out_place is not None


TypeScores: TypeAlias = tuple[tuple[int, int, bool], ...]
"""By type: number of cards, value of one, whether the set is negative."""


class State(Value):
    """All that there is on and under the table."""

    setup: Setup
    rounds: int
    open_rewards: bool
    seats: tuple[SeatState, ...]
    named_starter: Seat | None
    """BM-R15: the option `starting_seat`."""
    phase: Phase = "deal"
    round: int = 0
    starting_seat: Seat = 0
    active_seat: Seat | None = None
    distances: Counts = NONE
    centre: Counts = NONE
    bonus_stack: tuple[int, ...] = ()
    played: Counts = NONE
    set_aside: Counts = NONE
    is_revealed: bool = False
    """BM-017: the Centre cards of this round have been turned up."""
    negative_options: tuple[tuple[int, ...], ...] = ()
    """By seat, while players choose (BM-052)."""
    result: BurnmeltResult | None = None

    @property
    def side(self) -> Side:
        """BM-009, BM-049: the side of the Ranking card of this round."""
        return self.setup.sides[max(self.round, 1) - 1]

    @property
    def players_in(self) -> int:
        """How many players are not out."""
        return sum(1 for seat in self.seats if seat.out_place is None)

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that owe a decision now."""
        if self.phase == "turns":
            return () if self.active_seat is None else (self.active_seat,)
        if self.phase == "choose_centre":
            return tuple(s for s, seat in enumerate(self.seats) if seat.centre_choice is None)
        if self.phase == "choose_negative":
            return tuple(
                s
                for s, options in enumerate(self.negative_options)
                if len(options) > 1 and self.seats[s].negative is None
            )
        return ()

    def with_seat(self, seat: Seat, changed: SeatState) -> tuple[SeatState, ...]:
        """Give the seats with one of them changed."""
        return (*self.seats[:seat], changed, *self.seats[seat + 1 :])


class Options(Value, forbid_unknown_fields=True):
    """How a game may be varied."""

    rounds: Literal[1, 2] | None = None
    """BM-011, BM-012: 2, or 1 if the players agree; null for the edition's default."""
    starting_seat: Seat | None = None
    """BM-R15: who starts round 1; null to roll a die for it."""
    open_rewards: bool = False
    """BM-R13: the Reward piles are open to all."""


def initial(edition: Edition, players: int, options: Options) -> State:
    """Lay out what the edition gives for this number of players."""
    row = edition.setup_for(players)
    steps = next(side.steps for side in edition.summary_sides if side.id == row.summary_side)
    lowest = sorted(card.value for card in edition.bonus_cards)[: row.bonus_cards]
    by_round = sorted(edition.ranking_sides, key=lambda side: side.round)
    first, second = (
        Side(id=s.id, values=s.values, largest_set_negative=s.largest_set_negative)
        for s in by_round
    )
    setup = Setup(
        edition_id=edition.edition.id,
        types=tuple(adventurer.id for adventurer in edition.adventurers),
        cards_per_type=row.cards_per_type,
        hand_size=row.hand_size,
        left_over=row.left_over,
        steps=steps,
        sides=(first, second),
        bonuses=tuple(reversed(lowest)),
    )
    return State(
        setup=setup,
        rounds=options.rounds or edition.rounds.default,
        open_rewards=options.open_rewards,
        seats=(SeatState(),) * players,
        named_starter=options.starting_seat,
    )


def evolve(state: State, event: BurnmeltEvent) -> State:
    """Write down what an event says."""
    match event:
        case CardsPlayed():
            return _cards_played(state, event)
        case RewardsTaken():
            return _rewards_taken(state, event)
        case TurnStarted():
            return replace(state, phase="turns", active_seat=event.seat)
        case CentreCardChosen():
            return _centre_card_chosen(state, event)
        case HandDealt():
            dealt = replace(state.seats[event.seat], hand=state.setup.counts(event.cards))
            return replace(state, seats=state.with_seat(event.seat, dealt))
        case CentreRevealed():
            return replace(state, centre=state.setup.tally(event.cards), is_revealed=True)
        case PlayerOut():
            return _player_out(state, event)
        case RoundStarted():
            return _round_started(state, event)
        case RoundEnded():
            return _round_ended(state, event)
        case NegativeTypeChosen():
            return _negative_type_chosen(state, event)
        case RoundScored():
            return _round_scored(state, event)
        case GameStarted():
            return replace(state, rounds=event.rounds, starting_seat=event.starting_seat)
        case GameEnded():
            return replace(state, phase="finished", result=event.result)
        case _:
            assert_never(event)


def changed(counts: Counts, place: int, by: int) -> Counts:
    """Give the counts with one of them changed."""
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])


def _cards_played(state: State, event: CardsPlayed) -> State:
    place = state.setup.types.index(event.adventurer)
    seat = state.seats[event.seat]
    player = replace(seat, hand=changed(seat.hand, place, -event.count))
    return replace(
        state,
        seats=state.with_seat(event.seat, player),
        distances=changed(state.distances, place, event.to_distance - event.from_distance),
        played=changed(state.played, place, event.count),
    )


def _rewards_taken(state: State, event: RewardsTaken) -> State:
    setup, seat = state.setup, state.seats[event.seat]
    pile = tuple(map(add, seat.rewards, setup.counts(event.from_centre)))
    if event.from_played:
        pile = changed(pile, setup.types.index(event.adventurer), event.from_played)
    return replace(
        state,
        seats=state.with_seat(event.seat, replace(seat, rewards=pile)),
        centre=setup.counts(event.centre),
    )


def _centre_card_chosen(state: State, event: CentreCardChosen) -> State:
    place = state.setup.of_type(event.adventurer)
    seat = state.seats[event.seat]
    player = replace(seat, hand=changed(seat.hand, place, -1), centre_choice=place)
    return replace(state, seats=state.with_seat(event.seat, player))


def _player_out(state: State, event: PlayerOut) -> State:
    player = replace(state.seats[event.seat], out_place=event.place, bonus=event.bonus)
    left = state.bonus_stack[1:] if event.bonus is not None else state.bonus_stack
    return replace(state, seats=state.with_seat(event.seat, player), bonus_stack=left)


def _round_started(state: State, event: RoundStarted) -> State:
    return replace(
        state,
        phase="choose_centre",
        round=event.round,
        starting_seat=event.starting_seat,
        active_seat=None,
        distances=NONE,
        centre=NONE,
        bonus_stack=event.bonus_stack,
        played=NONE,
        set_aside=state.setup.counts(event.set_aside),
        is_revealed=False,
        negative_options=(),
        seats=tuple(SeatState(scores=seat.scores) for seat in state.seats),
    )


def _round_ended(state: State, event: RoundEnded) -> State:
    setup = state.setup
    options = tuple(tuple(setup.of_type(t) for t in types) for types in event.negative_options)
    seats = tuple(
        replace(seat, negative=forced[0]) if len(forced) == 1 else seat
        for seat, forced in zip(state.seats, options, strict=True)
    )
    return replace(
        state,
        phase="choose_negative" if event.choosers else "scoring",
        active_seat=None,
        negative_options=options,
        seats=seats,
    )


def _negative_type_chosen(state: State, event: NegativeTypeChosen) -> State:
    player = replace(state.seats[event.seat], negative=state.setup.of_type(event.adventurer))
    after = replace(state, seats=state.with_seat(event.seat, player))
    return after if after.awaiting else replace(after, phase="scoring", negative_options=())


def _round_scored(state: State, event: RoundScored) -> State:
    seats = tuple(
        replace(seat, scores=(*seat.scores, _score(state.setup, score)))
        for seat, score in zip(state.seats, event.scores, strict=True)
    )
    return replace(state, seats=seats, phase="deal", negative_options=())


def _score(setup: Setup, score: SeatScore) -> tuple[TypeScores, int | None, int]:
    sets = tuple(score.sets[name] for name in setup.types)
    return tuple((s.count, s.value, s.negative) for s in sets), score.bonus, score.round_score
