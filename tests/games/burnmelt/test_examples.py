"""The worked examples of docs/rules/burnmelt.md, section 7, with their numbers."""

from __future__ import annotations

import pytest

from domain.games.burnmelt.events import (
    CardsPlayed,
    PlayerOut,
    RewardsTaken,
    RoundScored,
    TurnStarted,
)
from domain.games.burnmelt.scoring import final_result, next_starting_seat
from tests.games.burnmelt.table import K, M, P, T, dealt, midway
from tests.games.burnmelt.test_rules_scoring import with_scores
from tests.games.table import names, of_type

rule = pytest.mark.rule

CENTRE = {K: 1, M: 2, P: 1}


@rule("BM-008")
def test_example_1_bonus_set_up():
    assert dealt(4).state.bonus_stack == (300, 200, 100)


@rule("BM-021")
@rule("BM-022")
@rule("BM-R01")
def test_example_2_steps():
    (played,) = of_type(midway({0: {K: 8}}, CENTRE).plays(0, K, 7), CardsPlayed)
    assert (played.steps, played.to_distance) == (21, 21)


@rule("BM-003")
@rule("BM-004")
@rule("BM-005")
@rule("BM-013")
@rule("BM-014")
@pytest.mark.parametrize(
    ("players", "cards", "hand", "left"), [(3, 48, 16, 0), (4, 60, 15, 0), (5, 72, 14, 2)]
)
def test_example_3_counts(players, cards, hand, left):
    view = dealt(players).view()
    assert 4 * view.cards_per_type == cards
    assert [seat.hand_count for seat in view.seats] == [hand] * players
    assert view.set_aside_count == left


@rule("BM-016")
@rule("BM-017")
@rule("BM-R23")
def test_example_4_centre():
    table = dealt(3, [*[K] * 6, *[M] * 10, *[K] * 6, *[M] * 2, *[P] * 8, *[P] * 4, *[T] * 12])
    table.acts(0, "choose_centre_card", adventurer=K)
    table.acts(1, "choose_centre_card", adventurer=K)
    assert table.centre == {}
    assert [seat.centre_card for seat in table.view(2).seats] == [None, None, None]
    table.acts(2, "choose_centre_card", adventurer=P)
    assert table.centre == {K: 2, P: 1}
    assert [seat.hand_count for seat in table.view().seats] == [15, 15, 15]
    assert table.state.distances == (0, 0, 0, 0)


@rule("BM-031")
def test_example_5_landing_on_a_piece():
    table = midway({0: {M: 3}}, CENTRE, at={K: 6, T: 7, M: 3})
    (played,) = of_type(table.plays(0, M, 2, {M: 2}), CardsPlayed)
    assert (played.steps, played.to_distance) == (3, 8)


@rule("BM-032")
def test_example_6_passing_a_piece():
    table = midway({0: {M: 3}}, CENTRE, at={K: 2})
    (played,) = of_type(table.plays(0, M, 2, {M: 2}), CardsPlayed)
    assert played.to_distance == 3


@rule("BM-025")
@rule("BM-026")
def test_example_7_free_choice():
    table = midway({0: {T: 3}}, CENTRE)
    table.refuses(
        "BM-025", "take_not_there", 0, "play_cards", adventurer=T, count=2, take={T: 1, K: 1}
    )
    table.refuses("BM-025", "take_wrong_sum", 0, "play_cards", adventurer=T, count=2, take={K: 1})
    table.plays(0, T, 2, {K: 1, M: 1})
    assert table.centre == {M: 1, P: 1, T: 2}
    assert table.pile(0) == {K: 1, M: 1}


@rule("BM-027")
def test_example_8_short_centre():
    table = midway({0: {T: 7}}, CENTRE)
    events = table.plays(0, T, 6)
    (taken,) = of_type(events, RewardsTaken)
    assert (taken.from_centre, taken.from_played, taken.centre) == (CENTRE, 2, {T: 4})
    assert of_type(events, CardsPlayed)[0].steps == 21


@rule("BM-025")
def test_example_9_exact_centre():
    table = midway({0: {T: 5}}, CENTRE)
    (taken,) = of_type(table.plays(0, T, 4, None), RewardsTaken)
    assert (taken.from_centre, taken.from_played, taken.centre) == (CENTRE, 0, {T: 4})


@rule("BM-033")
@rule("BM-035")
@rule("BM-036")
def test_example_10_going_out_with_a_choice():
    table = midway({0: {T: 2}}, CENTRE)
    (out,) = of_type(table.plays(0, T, 2, {M: 2, P: 1}), PlayerOut)
    assert table.centre == {K: 1, T: 2}
    assert out.bonus == 300


@rule("BM-034")
def test_example_11_going_out_short():
    table = midway({1: {M: 5}}, {K: 2, P: 1}, out=(0,), turn=1)
    (taken,) = of_type(table.plays(1, M, 5), RewardsTaken)
    assert (taken.from_centre, taken.from_played, taken.centre) == ({K: 2, P: 1}, 3, {M: 2})


@rule("BM-R10")
@rule("BM-039")
def test_example_12_last_player():
    table = midway({0: {K: 3, M: 1}}, {P: 1}, out=(1, 2, 3))
    first = table.plays(0, K, 3)
    assert (table.pile(0), table.centre) == ({P: 1, K: 2}, {K: 1})
    assert of_type(first, TurnStarted)[0].seat == 0
    last = table.plays(0, M, 1)
    assert of_type(last, RewardsTaken)[0].from_centre == {K: 1}
    assert of_type(last, RewardsTaken)[0].from_played == 1
    assert of_type(last, PlayerOut)[0].bonus is None
    assert (table.centre, names(last)[-1]) == ({}, "round_ended")


@rule("BM-029")
@rule("BM-037")
def test_example_13_skipping():
    table = midway({0: {T: 3}, 3: {T: 3}}, {K: 1, M: 1}, out=(1, 2))
    assert of_type(table.plays(0, T, 1, {K: 1}), TurnStarted)[0].seat == 3
    assert of_type(table.plays(3, T, 1, {M: 1}), TurnStarted)[0].seat == 0


def scored(pile, at, round, bonuses, chosen=None):
    """Score seat 3, which went out with this pile, after seat 0 has played the last knight."""
    lead = {**at, K: at[K] - 1}
    table = midway(
        {0: {K: 1}}, {K: 1}, at=lead, piles={3: pile}, out=(3, 1, 2), bonus=bonuses, round=round
    )
    table.plays(0, K, 1)
    if chosen is not None:
        table.refuses("BM-052", "not_tied", 3, "choose_negative_type", adventurer=M)
        table.acts(3, "choose_negative_type", adventurer=chosen)
    table.plays_on()
    return of_type(table.keeps(), RoundScored)[0].scores[3]


@rule("BM-040")
@rule("BM-041")
@rule("BM-042")
@rule("BM-043")
def test_example_14_round_1_score():
    score = scored({K: 5, M: 2, T: 4, P: 4}, {K: 30, M: 12, T: 31, P: 9}, 1, (200, 100))
    assert [score.sets[t].points for t in (K, M, T, P)] == [500, 100, 600, 0]
    assert score.round_score == 1400


LEAD_2 = {T: 40, K: 30, M: 20, P: 10}


@rule("BM-051")
@rule("BM-R18")
def test_example_15_round_2_score_with_a_single_largest_set():
    score = scored({K: 6, M: 3, T: 2, P: 4}, LEAD_2, 2, ())
    assert [score.sets[t].points for t in (K, M, T, P)] == [-720, 180, 400, 80]
    assert (score.bonus, score.round_score) == (None, -60)


@rule("BM-052")
@rule("BM-053")
@pytest.mark.parametrize(("chosen", "total"), [(P, 1600), (T, -200)])
def test_example_16_round_2_score_with_a_choice(chosen, total):
    assert scored({K: 5, T: 5, P: 5}, LEAD_2, 2, (100,), chosen).round_score == total


@rule("BM-046")
@rule("BM-R16")
def test_example_17_next_starting_player():
    assert next_starting_seat(with_scores((1400, 900, 1400, 1400), 2)) == 0


@rule("BM-055")
@rule("BM-R20")
def test_example_18_final_tie():
    result = final_result(with_scores((2100, 2100, 1800), 0, bonuses=(None, 100, 200)))
    assert [standing.seat for standing in result.ranking] == [1, 0, 2]


@rule("BM-R05")
def test_example_19_running_ranks():
    pieces = midway({}, {K: 4}, at={T: 3}).view().pieces
    assert (pieces[T].rank, pieces[T].value) == (1, 150)
    assert {(pieces[t].rank, pieces[t].value) for t in (K, M, P)} == {(4, 0)}
