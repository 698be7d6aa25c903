"""Scoring, the second round and the end: BM-040 to BM-055 and their rulings."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.burnmelt.events import GameEnded, RoundEnded, RoundScored, RoundStarted
from domain.games.burnmelt.scoring import final_result, next_starting_seat
from domain.kernel.secrecy import SPECTATOR
from tests.games.burnmelt.table import BURNMELT, TYPES, K, M, P, T, Table, dealt, fresh, midway
from tests.games.table import names, of_type

rule = pytest.mark.rule

RUN = {K: 30, M: 12, T: 31, P: 9}
"""T first, then K, M, P."""


def last_play(pile, *, round=1, rounds=2, others=None, at=RUN, scored=()):
    """The last player in has a knight left and the pile lacks it and the one Centre card, a knight too."""
    short = {**pile, K: pile[K] - 2}
    piles = {0: short, **(others or {})}
    at = {**at, K: at[K] - 1}
    return midway(
        {0: {K: 1}},
        {K: 1},
        at=at,
        piles=piles,
        out=(1, 2, 3),
        round=round,
        rounds=rounds,
        scored=scored,
    )


@rule("BM-040")
@rule("BM-041")
@rule("BM-042")
@rule("BM-043")
def test_bm_040_to_043_cards_are_worth_the_rank_of_their_piece():
    table = last_play({K: 5, M: 2, T: 4, P: 4})
    (ended,) = of_type(table.plays(0, K, 1), RoundEnded)
    assert ended.ranking == (T, K, M, P)
    (scored,) = of_type(table.keeps(), RoundScored)
    sets = scored.scores[0].sets
    assert [(sets[t].value, sets[t].points) for t in (T, K, M, P)] == [
        (150, 600),
        (100, 500),
        (50, 100),
        (0, 0),
    ]
    assert (scored.scores[0].bonus, scored.scores[0].round_score) == (None, 1200)
    assert [score.bonus for score in scored.scores[1:]] == [300, 200, 100]


@rule("BM-044")
def test_bm_044_scores_are_recorded_and_piles_open():
    table = last_play({K: 5, M: 2, T: 4, P: 4})
    table.plays(0, K, 1)
    table.keeps()
    view = table.view(SPECTATOR)
    assert view.seats[0].round_scores == (1200,)
    assert view.seats[0].total == 1200
    assert all(seat.rewards is not None for seat in view.seats)


@rule("BM-R05")
def test_bm_r05_pieces_that_have_not_moved_are_last():
    pieces = midway({}, {K: 4}, at={T: 3}).view().pieces
    assert [(pieces[t].rank, pieces[t].value) for t in TYPES] == [(4, 0), (4, 0), (1, 150), (4, 0)]


@rule("BM-045")
@rule("BM-R21")
def test_bm_045_r21_the_best_of_round_1_starts_round_2_and_has_not_won():
    table = after_round_1()
    best = max(range(4), key=lambda seat: table.state.seats[seat].total)
    assert table.state.result is None
    (started,) = of_type(table.keeps(), RoundStarted)
    assert started.starting_seat == best


@rule("BM-046")
@rule("BM-R16")
@pytest.mark.parametrize(
    ("scores", "starter", "following"),
    [
        ((1400, 900, 1400, 1400), 2, 0),
        ((1, 1, 1, 1), 0, 3),
        ((1, 1, 0, 0), 1, 0),
        ((5, 1, 1, 1), 0, 0),
    ],
)
def test_bm_046_r16_of_equals_the_farthest_clockwise_starts(scores, starter, following):
    assert next_starting_seat(with_scores(scores, starter)) == following


@rule("BM-047")
@rule("BM-048")
@rule("BM-049")
@rule("BM-050")
def test_bm_047_to_050_the_table_is_laid_out_anew():
    table = after_round_1(players=5)
    before = table.state
    events = table.keeps()
    assert names(events) == ["round_started", *["hand_dealt"] * 5]
    state = table.state
    assert (state.round, state.phase, state.side.id) == (2, "choose_centre", "2R")
    assert state.distances == state.centre == state.played == (0, 0, 0, 0)
    assert state.bonus_stack == (400, 300, 200, 100)
    dealt_now = [sum(seat.hand[t] for seat in state.seats) + state.set_aside[t] for t in range(4)]
    assert dealt_now == [18] * 4, "also the cards set aside in round 1"
    assert all(sum(seat.rewards) == 0 and seat.bonus is None for seat in state.seats)
    assert [seat.scores for seat in state.seats] == [seat.scores for seat in before.seats]
    assert table.state.awaiting == (0, 1, 2, 3, 4), "round 2 begins with new Centre cards"


@rule("BM-051")
@rule("BM-053")
@rule("BM-R18")
def test_bm_051_053_r18_the_largest_set_is_negative_without_asking():
    table = last_play({K: 6, M: 3, T: 2, P: 4}, round=2)
    (ended,) = of_type(table.plays(0, K, 1), RoundEnded)
    assert ended.negative_options[0] == (K,)
    assert 0 not in ended.choosers
    table.plays_on()
    (scored,) = of_type(table.keeps(), RoundScored)
    sets = scored.scores[0].sets
    assert [sets[t].negative for t in TYPES] == [True, False, False, False]
    assert scored.scores[0].round_score == -60
    bonus = [score.bonus for score in scored.scores]
    assert bonus == [None, 300, 200, 100], "a Bonus card always counts as positive"
    assert scored.scores[1].round_score == 300


@rule("BM-052")
@rule("BM-R18")
@rule("BM-R19")
def test_bm_052_r18_r19_equal_largest_sets_are_a_choice():
    others = {1: {K: 2, M: 2}, 2: {K: 2, M: 1}, 3: {P: 3}}
    table = last_play({K: 5, M: 0, T: 5, P: 5}, round=2, others=others)
    (ended,) = of_type(table.plays(0, K, 1), RoundEnded)
    assert ended.choosers == (0, 1)
    assert ended.negative_options == ((K, T, P), (K, M), (K,), (P,))
    assert table.state.phase == "choose_negative"
    assert table.state.awaiting == (0, 1)
    choose = "choose_negative_type"
    table.refuses("BM-052", "not_tied", 0, choose, adventurer=M)
    table.refuses("BM-R18", "no_choice", 2, choose, adventurer=K)
    table.refuses("BM-002", "unknown_type", 0, choose, adventurer="dragon")
    assert names(table.acts(1, choose, adventurer=M)) == ["negative_type_chosen"]
    table.refuses("BM-R19", "already_chosen", 1, choose, adventurer=K)
    assert table.view(SPECTATOR).seats[1].negative_type == M, "public at once"
    assert table.view().seats[1].negative_options == (K, M), "until the phase is over"
    assert BURNMELT.upkeep(table.state) is None, "scoring waits for all"
    table.acts(0, choose, adventurer=P)
    assert BURNMELT.upkeep(table.state) == "score_round"
    assert table.view().seats[1].negative_options is None
    (scored,) = of_type(table.keeps(), RoundScored)
    assert scored.scores[0].sets[P].negative


@rule("BM-052")
def test_bm_052_is_not_chosen_at_another_time():
    midway({0: {T: 3}}, {K: 4}).refuses(
        "BM-052", "wrong_phase", 0, "choose_negative_type", adventurer=K
    )


@rule("BM-R17")
def test_bm_r17_a_game_of_one_round_has_no_negative_set():
    table = dealt(3, rounds=1)
    ended = table.plays_on()[-1]
    assert isinstance(ended, RoundEnded)
    assert ended.negative_options == ((), (), ())
    events = table.keeps()
    assert names(events) == ["round_scored", "game_ended"]
    (scored,) = of_type(events, RoundScored)
    assert not any(one.negative for score in scored.scores for one in score.sets.values())
    assert table.view().ranking_side == "1R"


@rule("BM-R24")
def test_bm_r24_negative_values_follow_the_same_arithmetic():
    edition = msgspec.to_builtins(BURNMELT.edition)
    edition["ranking_sides"][0]["values"] = [10, 0, -10, -20]
    table = fresh(3, edition=msgspec.convert(edition, BURNMELT.edition_type), rounds=1)
    table.keeps()
    table.plays_on()
    (scored,) = of_type(table.keeps(), RoundScored)
    for score in scored.scores:
        assert score.round_score == sum(s.count * s.value for s in score.sets.values()) + (
            score.bonus or 0
        )


@rule("BM-054")
def test_bm_054_the_highest_sum_of_rounds_wins():
    table = after_round_1()
    table.keeps()
    table.plays_on()
    events = table.keeps()
    (ended,) = of_type(events, GameEnded)
    result = ended.result
    totals = [standing.total for standing in result.ranking]
    assert totals == sorted(totals, reverse=True)
    assert [standing.place for standing in result.ranking] == [1, 2, 3, 4]
    assert result.winners == (result.ranking[0].seat,)
    for standing in result.ranking:
        assert standing.total == sum(one.round_score for one in standing.rounds)
    (scored,) = of_type(events, RoundScored)
    assert {one.seat: one.total for one in result.ranking} == {
        seat: score.total for seat, score in enumerate(scored.scores)
    }
    assert table.state.phase == "finished"


@rule("BM-055")
@rule("BM-R20")
def test_bm_055_r20_a_tie_goes_to_the_higher_bonus_of_the_last_round():
    state = with_scores((2100, 2100, 1800), 0, bonuses=(None, 100, 200))
    result = final_result(state)
    assert [(s.seat, s.place, s.tie_break_bonus) for s in result.ranking] == [
        (1, 1, 100),
        (0, 2, 0),
        (2, 3, 200),
    ]
    assert result.winners == (1,)


def after_round_1(players=4) -> Table:
    table = dealt(players)
    table.plays_on()
    table.keeps()
    return table


def with_scores(scores, starter, bonuses=None):
    """A state after round 1 with these scores."""
    players = max(len(scores), 3)
    state = fresh(players, starting_seat=starter).state
    seats = tuple(
        msgspec.structs.replace(seat, scores=((((0, 0, False),) * 4, None, score),), bonus=bonus)
        for seat, score, bonus in zip(
            state.seats, scores, bonuses or (None,) * players, strict=True
        )
    )
    return msgspec.structs.replace(state, seats=seats)
