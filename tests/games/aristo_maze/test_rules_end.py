"""The end of rounds and of the game: AM-120 to AM-122."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.games.aristo_maze.events import GameEnded, Parts, RoundEnded
from domain.games.aristo_maze.scoring import final_result
from domain.kernel.secrecy import SPECTATOR
from domain.simulate import play_game
from tests.games.aristo_maze.table import ARISTO_MAZE, A, B, fresh, hired, laid
from tests.games.table import names, of_type

rule = pytest.mark.rule


@rule("AM-120")
def test_am_120_after_the_exploration_comes_the_next_round_or_the_end():
    table = fresh()
    for number in (1, 2, 3):
        table.keeps()
        table.auctions()
        table.plans()
        events = table.keeps()
        (ended,) = of_type(events, RoundEnded)
        assert ended.round == number
        assert [one.vp for one in ended.vp] == [seat.vp for seat in table.view().seats]
        assert names(events)[0] == "plans_revealed"
        assert names(events)[-1] == ("game_ended" if number == 3 else "round_ended")
    assert table.view().phase == "finished"


def ended_with(*vp):
    """The result of a game whose seats have these VP."""
    state = fresh(len(vp)).state
    seats = tuple(
        msgspec.structs.replace(player, parts=Parts(start=one))
        for player, one in zip(state.seats, vp, strict=True)
    )
    return final_result(msgspec.structs.replace(state, seats=seats))


@rule("AM-121")
@rule("AM-R46")
@pytest.mark.parametrize(
    ("vp", "ranking", "winners"),
    [
        ((5, 9, -2, 7), [(1, 1), (3, 2), (0, 3), (2, 4)], (1,)),
        ((9, 5, 9, 7), [(0, 1), (2, 1), (3, 3), (1, 4)], (0, 2)),
        ((4, 8, 4), [(1, 1), (0, 2), (2, 2)], (1,)),
        ((3, 3, 3, 3), [(0, 1), (1, 1), (2, 1), (3, 1)], (0, 1, 2, 3)),
    ],
)
def test_am_121_most_vp_win_and_ties_share(vp, ranking, winners):
    result = ended_with(*vp)
    assert [(one.seat, one.place) for one in result.ranking] == ranking
    assert result.winners == winners
    assert [one.vp for one in result.ranking] == [vp[seat] for seat, _ in ranking]


@rule("AM-121")
def test_am_121_the_breakdown_adds_up():
    for seed in range(10):
        result = play_game(ARISTO_MAZE, players=4, rng=random.Random(seed)).result
        vp = {one.seat: one.vp for one in result.ranking}
        for parts in result.breakdown:
            told = msgspec.structs.asdict(parts)
            assert sum(told.values()) - parts.seat == vp[parts.seat]
            assert parts.start == 3
            assert parts.encounter_loss <= 0
            assert parts.retreat % 3 == 0


@rule("AM-122")
def test_am_122_all_but_hidden_placements_and_face_down_cards_is_public():
    table = hired(["slime"], {"knight": 1}, {"fighter": 0})
    own, other, spectator = table.view(A), table.view(B), table.view(SPECTATOR)
    assert own.seats == other.seats == spectator.seats
    assert own.line_up == spectator.line_up
    assert [s.gold for s in spectator.seats] == [10, 10, 12, 12]


@rule("AM-R49")
@pytest.mark.parametrize(
    ("players", "options", "bound"), [(4, {}, 54), (3, {}, 42), (4, {"mode": "practice"}, 18)]
)
def test_am_r49_a_game_ends_within_its_bound(players, options, bound):
    told = msgspec.convert(options, ARISTO_MAZE.options)
    assert ARISTO_MAZE.bound(ARISTO_MAZE.edition, players, told) == bound
    for seed in range(20):
        ended = play_game(ARISTO_MAZE, players=players, rng=random.Random(seed), options=told)
        assert ended.actions <= bound


@rule("AM-R49")
def test_am_r49_there_is_always_something_to_do():
    table = laid()
    seen = set()
    for seed in range(5):
        rng = random.Random(seed)
        table = laid()
        while ARISTO_MAZE.upkeep(table.state) is None:
            seat = table.state.awaiting[0]
            choices = ARISTO_MAZE.legal(table.state, seat)
            assert choices.count() > 0
            action = choices.sample(rng)
            seen.add(action["type"])
            table.acts(seat, action.pop("type"), **action)
    assert {"place_inquiry", "place_bids", "place_plan"} <= seen


@rule("AM-002")
def test_the_result_is_told_with_the_last_event():
    table = laid(mode="practice")
    table.auctions()
    table.plans()
    (ended,) = of_type(table.keeps(), GameEnded)
    assert table.view().result == ended.result == ARISTO_MAZE.result(table.state)
