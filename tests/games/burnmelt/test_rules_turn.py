"""Turns, pieces and going out: BM-018 to BM-039 and their rulings."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.games.burnmelt.events import (
    CardsPlayed,
    PlayerOut,
    RewardsTaken,
    RoundEnded,
    TurnStarted,
)
from domain.kernel.secrecy import SPECTATOR, redact
from domain.simulate import play_game
from tests.games.burnmelt.table import BURNMELT, K, M, P, T, dealt, midway
from tests.games.table import names, of_type

rule = pytest.mark.rule

CENTRE = {K: 1, M: 2, P: 1}


@rule("BM-018")
def test_bm_018_only_the_active_seat_plays():
    table = midway({0: {T: 3}}, CENTRE)
    table.refuses("BM-018", "not_your_turn", 1, "play_cards", adventurer=T, count=1, take={K: 1})


@rule("BM-018")
def test_bm_018_cards_are_not_played_before_the_centre_is_laid_out():
    dealt(4).refuses("BM-018", "wrong_phase", 0, "play_cards", adventurer=T, count=1, take=None)


@rule("BM-018")
@rule("BM-029")
def test_bm_018_029_turns_pass_clockwise():
    table = midway({seat: {T: 3} for seat in range(4)}, CENTRE, turn=2)
    turns = [
        of_type(table.plays(seat, T, 1, {_any(table): 1}), TurnStarted)[0].seat
        for seat in (2, 3, 0)
    ]
    assert turns == [3, 0, 1]


@rule("BM-019")
@rule("BM-R06")
@pytest.mark.parametrize("count", [0, -1])
def test_bm_019_r06_at_least_one_card_is_played(count):
    """A count below one does not even have the shape of an action: there is no pass."""
    with pytest.raises(msgspec.ValidationError):
        midway({0: {T: 3}}, CENTRE).plays(0, T, count)


@rule("BM-019")
def test_bm_019_all_cards_played_are_of_the_one_type_named():
    (played,) = of_type(midway({0: {T: 3, M: 2}}, CENTRE).plays(0, T, 2, {M: 2}), CardsPlayed)
    assert (played.adventurer, played.count) == (T, 2)


@rule("BM-020")
def test_bm_020_any_number_up_to_all_of_a_type():
    choices = BURNMELT.legal(midway({0: {T: 3, M: 2}}, CENTRE).state, 0)
    offered = [(c.fixed["adventurer"], c.fixed["count"]) for c in choices.items]
    assert offered == [(M, 1), (M, 2), (T, 1), (T, 2), (T, 3)]
    table = midway({0: {T: 3, M: 2}}, CENTRE)
    table.refuses("BM-020", "not_held", 0, "play_cards", adventurer=T, count=4, take=None)


@rule("BM-021")
@pytest.mark.parametrize(("count", "steps"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_bm_021_the_step_table_gives_the_spaces(count, steps):
    table = midway({0: {T: 9, M: 1}}, CENTRE)
    take = {M: count} if count < 3 else None if count >= 4 else {M: 2, K: 1}
    (played,) = of_type(table.plays(0, T, count, take), CardsPlayed)
    assert (played.steps, played.from_distance, played.to_distance) == (steps, 0, steps)


@rule("BM-022")
@rule("BM-R01")
@pytest.mark.parametrize("count", [6, 7, 10])
def test_bm_022_r01_the_last_entry_serves_all_greater_numbers(count):
    (played,) = of_type(midway({0: {T: 11}}, CENTRE).plays(0, T, count), CardsPlayed)
    assert played.steps == 21


@rule("BM-023")
def test_bm_023_only_the_piece_of_the_played_type_moves_forward():
    table = midway({0: {T: 3}}, CENTRE, at={K: 5, T: 2})
    table.plays(0, T, 2, {K: 1, P: 1})
    assert [piece.distance for piece in table.view().pieces.values()] == [6 - 1, 0, 6, 0]


@rule("BM-024")
def test_bm_024_as_many_rewards_as_cards_played():
    table = midway({0: {T: 3}}, CENTRE)
    table.plays(0, T, 2, {K: 1, P: 1})
    assert table.pile(0) == {K: 1, P: 1}


@rule("BM-025")
@rule("BM-R07")
def test_bm_025_r07_rewards_come_from_the_centre_while_it_lasts():
    table = midway({0: {T: 3}}, CENTRE)
    refuse = table.refuses
    refuse("BM-025", "take_missing", 0, "play_cards", adventurer=T, count=2, take=None)
    refuse("BM-025", "take_not_there", 0, "play_cards", adventurer=T, count=2, take={K: 1, T: 1})
    refuse("BM-025", "take_not_there", 0, "play_cards", adventurer=T, count=2, take={K: 2})
    refuse("BM-025", "take_wrong_sum", 0, "play_cards", adventurer=T, count=2, take={K: 1})
    refuse("BM-025", "take_wrong_sum", 0, "play_cards", adventurer=T, count=1, take={K: 1, M: 1})
    refuse("BM-002", "unknown_type", 0, "play_cards", adventurer=T, count=1, take={"dragon": 1})


@rule("BM-026")
def test_bm_026_played_cards_join_the_centre_afterwards():
    table = midway({0: {T: 3}}, CENTRE)
    table.plays(0, T, 2, {K: 1, P: 1})
    assert table.centre == {M: 2, T: 2}


@rule("BM-027")
@rule("BM-R08")
def test_bm_027_r08_a_short_centre_is_taken_whole_then_played_cards():
    table = midway({0: {T: 8}}, CENTRE)
    (taken,) = of_type(table.plays(0, T, 6), RewardsTaken)
    assert (taken.from_centre, taken.from_played) == (CENTRE, 2)
    assert table.centre == {T: 4}
    assert table.pile(0) == {K: 1, M: 2, P: 1, T: 2}


@rule("BM-025")
def test_bm_025_take_may_name_the_whole_centre_but_nothing_else_when_all_is_taken():
    table = midway({0: {T: 8}}, CENTRE)
    args = {"adventurer": T, "count": 6}
    table.refuses("BM-025", "take_wrong_sum", 0, "play_cards", **args, take={K: 1})
    table.plays(0, T, 6, CENTRE)
    assert table.pile(0) == {K: 1, M: 2, P: 1, T: 2}


@rule("BM-028")
def test_bm_028_rewards_never_return_to_the_hand():
    table = midway({0: {T: 3}}, CENTRE)
    table.plays(0, T, 2, {K: 1, P: 1})
    assert table.view(0).seats[0].hand == {T: 1}


@rule("BM-R13")
def test_bm_r13_taking_is_public_the_pile_is_not_until_the_round_ends():
    table = midway({0: {T: 3}}, CENTRE)
    (taken,) = of_type(table.plays(0, T, 2, {K: 1, P: 1}), RewardsTaken)
    assert redact(taken, SPECTATOR) == redact(taken, 0)
    assert table.view(0).seats[0].rewards == {K: 1, P: 1}
    assert table.view(1).seats[0].rewards is None
    assert table.view(1).seats[0].reward_count == 2
    table.plays_on()
    assert all(seat.rewards is not None for seat in table.view(SPECTATOR).seats)


@rule("BM-R13")
def test_bm_r13_open_rewards_are_shown_to_all():
    table = midway({0: {T: 3}}, CENTRE, open_rewards=True)
    table.plays(0, T, 2, {K: 1, P: 1})
    assert table.view(SPECTATOR).seats[0].rewards == {K: 1, P: 1}


@rule("BM-030")
@rule("BM-031")
def test_bm_030_031_a_piece_goes_on_past_an_occupied_space():
    table = midway({0: {M: 3}}, CENTRE, at={K: 3, T: 4})
    (played,) = of_type(table.plays(0, M, 2, {K: 1, P: 1}), CardsPlayed)
    assert (played.steps, played.to_distance) == (3, 5)


@rule("BM-032")
@rule("BM-R02")
def test_bm_032_r02_spaces_passed_count():
    table = midway({0: {M: 3}}, CENTRE, at={K: 2})
    (played,) = of_type(table.plays(0, M, 2, {K: 1, P: 1}), CardsPlayed)
    assert played.to_distance == 3


@rule("BM-030")
@rule("BM-R03")
@rule("BM-R05")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_bm_030_r03_r05_no_two_pieces_share_a_space_but_the_dragons(players):
    for seed in range(20):
        rng, table = random.Random(seed), dealt(players)
        while BURNMELT.upkeep(table.state) is None:
            seat = table.state.awaiting[0]
            action = BURNMELT.legal(table.state, seat).sample(rng)
            table.acts(seat, action.pop("type"), **action)
            moved = [d for d in table.state.distances if d]
            assert len(set(moved)) == len(moved)
        assert all(table.state.distances), "every piece has moved at the end of a round"


@rule("BM-R04")
def test_bm_r04_the_track_is_endless():
    table = midway({0: {T: 3}}, CENTRE, at={T: 10_000})
    (played,) = of_type(table.plays(0, T, 1, {K: 1}), CardsPlayed)
    assert played.to_distance == 10_001


@rule("BM-033")
@rule("BM-035")
@rule("BM-036")
@rule("BM-R11")
def test_bm_033_035_036_going_out_takes_one_more_and_the_best_bonus():
    table = midway({0: {T: 2}}, CENTRE)
    events = table.plays(0, T, 2, {M: 2, P: 1})
    assert names(events) == ["cards_played", "rewards_taken", "player_out", "turn_started"]
    (out,) = of_type(events, PlayerOut)
    assert (out.seat, out.place, out.bonus) == (0, 1, 300)
    assert sum(table.pile(0).values()) == 3
    assert sum(table.centre.values()) == 3 == table.state.players_in
    assert table.state.bonus_stack == (200, 100)


@rule("BM-034")
def test_bm_034_the_extra_card_comes_from_the_played_ones_if_need_be():
    table = midway({0: {M: 5}, 1: {T: 2}}, {K: 2, P: 1}, players=3, bonus=(200, 100))
    table.plays(0, M, 5)
    assert table.pile(0) == {K: 2, P: 1, M: 3}
    assert table.centre == {M: 2}


@rule("BM-029")
@rule("BM-037")
def test_bm_029_037_who_is_out_is_skipped():
    table = midway({0: {T: 3}, 3: {T: 3}}, {K: 1, M: 1}, out=(1, 2))
    assert of_type(table.plays(0, T, 1, {K: 1}), TurnStarted)[0].seat == 3
    assert of_type(table.plays(3, T, 1, {M: 1}), TurnStarted)[0].seat == 0
    table.refuses("BM-018", "not_your_turn", 1, "play_cards", adventurer=T, count=1, take=None)


@rule("BM-038")
@rule("BM-039")
@rule("BM-R10")
def test_bm_038_039_r10_the_last_player_in_plays_alone_and_gets_no_bonus():
    table = midway({0: {K: 3, M: 1}}, {P: 1}, out=(1, 2, 3))
    events = table.plays(0, K, 3)
    assert of_type(events, TurnStarted)[0].seat == 0
    assert table.pile(0) == {P: 1, K: 2}
    assert table.centre == {K: 1}
    events = table.plays(0, M, 1)
    assert names(events) == ["cards_played", "rewards_taken", "player_out", "round_ended"]
    (out,) = of_type(events, PlayerOut)
    assert (out.place, out.bonus) == (4, None)
    assert table.centre == {}
    assert table.pile(0) == {P: 1, K: 3, M: 1}


@rule("BM-R09")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_bm_r09_before_every_turn_the_centre_has_a_card_for_each_player_in(players):
    rng, table = random.Random(players), dealt(players)
    while BURNMELT.upkeep(table.state) is None:
        if table.state.phase == "turns":
            assert sum(table.state.centre) == table.state.players_in
        seat = table.state.awaiting[0]
        action = BURNMELT.legal(table.state, seat).sample(rng)
        table.acts(seat, action.pop("type"), **action)
    assert sum(table.state.centre) == 0
    assert {sum(seat.rewards) for seat in table.state.seats} == {table.state.setup.hand_size}


@rule("BM-R12")
def test_bm_r12_a_player_may_go_out_on_any_turn():
    table = midway({0: {T: 15}}, CENTRE)
    assert of_type(table.plays(0, T, 15), PlayerOut)[0].place == 1


@rule("BM-R25")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_bm_r25_every_game_ends_within_the_bound(players):
    bound = BURNMELT.bound(BURNMELT.edition, players, BURNMELT.options())
    for seed in range(30):
        rng = random.Random(seed)
        assert play_game(BURNMELT, players=players, rng=rng).actions <= bound


@rule("BM-038")
def test_bm_038_the_round_ends_when_all_are_out():
    table = dealt(3)
    events = table.plays_on()
    assert isinstance(events[-1], RoundEnded)
    assert all(seat.is_out for seat in table.state.seats)


def _any(table):
    return next(iter(table.centre))
