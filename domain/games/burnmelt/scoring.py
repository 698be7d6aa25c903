"""Round scores, the final ranking and the next Starting player (Round scoring; End of game scoring)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.burnmelt.events import (
    BurnmeltResult,
    BurnmeltStanding,
    RoundScore,
    SeatScore,
    SetScore,
)
from domain.games.burnmelt.state import Counts, SeatState, Setup, State
from domain.kernel.result import ranked
from domain.kernel.values import Seat


def ranking(distances: Sequence[float]) -> tuple[int, ...]:
    """BM-040: order the types by distance, the farthest first; equal ones (at 0) by edition order."""
    return tuple(sorted(range(len(distances)), key=distances.__getitem__, reverse=True))


def ranks(distances: Counts) -> tuple[int, ...]:
    """BM-R05: the rank of each type as if the round ended now; what has not moved is last."""
    order = ranking(distances)
    last = len(distances)
    return tuple(
        order.index(place) + 1 if distance else last for place, distance in enumerate(distances)
    )


def values(state: State) -> tuple[int, ...]:
    """BM-041: what a Reward card of each type is worth by its piece's rank."""
    side = state.side.values
    return tuple(side[rank - 1] for rank in ranks(state.distances))


def largest_sets(rewards: Sequence[int]) -> tuple[int, ...]:
    """BM-051, BM-052: the types of which there are most Reward cards."""
    most = max(rewards)
    return tuple(place for place, count in enumerate(rewards) if count == most)


def score_seat(setup: Setup, seat: SeatState, worth: Sequence[int]) -> SeatScore:
    """BM-041 to BM-043, BM-051, BM-053: score a player's Reward pile and Bonus card."""
    sets = {
        name: _set_score(seat.rewards[place], worth[place], place == seat.negative)
        for place, name in enumerate(setup.types)
    }
    points = sum([one.points for one in sets.values()]) + (seat.bonus or 0)
    return SeatScore(sets=sets, bonus=seat.bonus, round_score=points, total=seat.total + points)


def _set_score(count: int, value: int, negative: bool) -> SetScore:
    points = -count * value if negative else count * value
    return SetScore(count=count, value=value, negative=negative, points=points)


def next_starting_seat(state: State) -> Seat:
    """BM-045, BM-046: the best of the last round; of equals the farthest clockwise from the last starter."""
    players = len(state.seats)
    scores = [seat.scores[-1][2] for seat in state.seats]
    best = max(scores)
    tied = [seat for seat in range(players) if scores[seat] == best]
    return max(tied, key=lambda seat: (seat - state.starting_seat) % players)


def final_result(state: State) -> BurnmeltResult:
    """BM-054, BM-055: rank the players by total, ties by the Bonus card of the last round."""
    keys = [(seat.total, seat.bonus or 0) for seat in state.seats]
    standings = tuple(
        BurnmeltStanding(
            seat=seat,
            place=place,
            total=keys[seat][0],
            tie_break_bonus=keys[seat][1],
            rounds=_rounds(state.setup, state.seats[seat]),
        )
        for place, seat in ranked(keys)
    )
    return BurnmeltResult(ranking=standings, winners=(standings[0].seat,))


def _rounds(setup: Setup, seat: SeatState) -> tuple[RoundScore, ...]:
    return tuple(
        RoundScore(
            sets={name: _set_score(*one) for name, one in zip(setup.types, sets, strict=True)},
            bonus=bonus,
            round_score=score,
        )
        for sets, bonus, score in seat.scores
    )
