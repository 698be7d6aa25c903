"""What a viewer sees in each phase: the fields of the specification's section 6, and their nulls."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from tests.games.burnmelt.table import BURNMELT, TYPES, K, M, P, T, dealt, fresh, midway

VIEWERS = (SPECTATOR, 0, 1, 2, 3)


def seen(table, viewer=SPECTATOR):
    """The view as it leaves the house."""
    return msgspec.to_builtins(table.view(viewer))


def test_before_the_first_deal():
    for viewer in VIEWERS:
        view = seen(fresh(4, starting_seat=2), viewer)
        seats = view.pop("seats")
        pieces = view.pop("pieces")
        assert view == {
            "phase": "deal",
            "round": 0,
            "rounds": 2,
            "player_count": 4,
            "active_seat": None,
            "awaiting": (),
            "starting_seat": 2,
            "step_table": (1, 3, 6, 10, 15, 21),
            "ranking_side": "1R",
            "ranking_values": (150, 100, 50, 0),
            "centre": {},
            "centre_count": 0,
            "bonus_stack": (),
            "cards_per_type": 15,
            "set_aside_count": 0,
            "played": {},
            "centre_cards": None,
            "result": None,
        }
        assert pieces == {name: {"distance": 0, "rank": 4, "value": 0} for name in TYPES}
        for number, seat in enumerate(seats):
            empty = {} if number == viewer else None
            assert seat == {
                "seat": number,
                "player": None,
                "hand_count": 0,
                "hand": empty,
                "centre_chosen": False,
                "centre_card": None,
                "reward_count": 0,
                "rewards": empty,
                "out_place": None,
                "bonus": None,
                "negative_options": None,
                "negative_type": None,
                "round_scores": (),
                "total": 0,
            }


@pytest.mark.rule("BM-016")
def test_while_the_centre_is_chosen():
    table = dealt(4, [K] * 15, starting_seat=3)
    table.acts(0, "choose_centre_card", adventurer=K)
    view = table.view()
    assert (view.phase, view.round, view.active_seat) == ("choose_centre", 1, None)
    assert view.awaiting == (1, 2, 3)
    assert [seat.centre_chosen for seat in view.seats] == [True, False, False, False]
    assert [seat.centre_card for seat in view.seats] == [None] * 4
    assert [seat.centre_card for seat in table.view(0).seats] == [K, None, None, None]
    assert [seat.hand_count for seat in view.seats] == [14, 15, 15, 15]
    assert (view.centre, view.centre_count, view.centre_cards) == ({}, 0, None)
    assert view.bonus_stack == (300, 200, 100)


@pytest.mark.rule("BM-017")
def test_while_turns_are_taken():
    table = midway({0: {T: 5}, 1: {M: 2}}, {K: 1, M: 2, P: 1}, at={K: 4, P: 6}, out=(3,))
    view = table.view(1)
    assert (view.phase, view.active_seat, view.awaiting) == ("turns", 0, (0,))
    assert msgspec.to_builtins(view.pieces) == {
        K: {"distance": 4, "rank": 2, "value": 100},
        M: {"distance": 0, "rank": 4, "value": 0},
        T: {"distance": 0, "rank": 4, "value": 0},
        P: {"distance": 6, "rank": 1, "value": 150},
    }
    assert (view.centre, view.centre_count) == ({K: 1, M: 2, P: 1}, 4)
    assert view.centre_cards == (K, K, K, K)
    assert [seat.centre_card for seat in view.seats] == [K, K, K, K]
    assert [seat.hand for seat in view.seats] == [None, {M: 2}, None, None]
    assert [seat.out_place for seat in view.seats] == [None, None, None, 1]
    assert [seat.bonus for seat in view.seats] == [None, None, None, 300]
    assert view.bonus_stack == (200, 100)
    table.plays(0, T, 2, {M: 2})
    assert table.view().played == {T: 2}
    assert table.view().centre == {K: 1, T: 2, P: 1}


@pytest.mark.rule("BM-R13")
def test_piles_are_open_from_the_end_of_a_round_until_the_next_deal():
    table, rng, shown = dealt(4), random.Random(5), {}
    while BURNMELT.result(table.state) is None:
        view = table.view(1)
        piles_of_others = [seat.rewards for seat in view.seats if seat.seat != 1]
        shown.setdefault((view.round, view.phase), set()).add(None not in piles_of_others)
        assert view.seats[1].rewards is not None
        if BURNMELT.upkeep(table.state) is not None:
            table.keeps()
        else:
            seat = table.state.awaiting[0]
            action = BURNMELT.legal(table.state, seat).sample(rng)
            table.acts(seat, action.pop("type"), **action)
    assert None not in [seat.rewards for seat in table.view().seats]
    shown.pop((2, "choose_negative"), None)
    assert shown == {
        (1, "choose_centre"): {False},
        (1, "turns"): {False},
        (1, "scoring"): {True},
        (1, "deal"): {True},
        (2, "choose_centre"): {False},
        (2, "turns"): {False},
        (2, "scoring"): {True},
    }


def test_after_a_round_everything_stays_as_it_is_until_the_next_deal():
    table = dealt(4)
    table.plays_on()
    table.keeps()
    view = table.view()
    assert (view.phase, view.round, view.active_seat, view.awaiting) == ("deal", 1, None, ())
    assert len(view.centre_cards) == 4
    assert sum(view.played.values()) == 4 * 14
    assert sorted(seat.out_place for seat in view.seats) == [1, 2, 3, 4]
    assert all(piece.distance for piece in view.pieces.values())
    assert [len(seat.round_scores) for seat in view.seats] == [1] * 4


@pytest.mark.rule("BM-052")
def test_while_negative_types_are_chosen():
    piles = {0: {K: 3, T: 5, P: 5}, 1: {M: 2}, 2: {K: 1, M: 1}, 3: {T: 3}}
    table = midway(
        {0: {K: 1}}, {K: 1}, at={K: 30, M: 12, T: 40, P: 9}, piles=piles, out=(1, 2, 3), round=2
    )
    table.plays(0, K, 1)
    view = table.view()
    assert (view.phase, view.active_seat, view.awaiting) == ("choose_negative", None, (0, 2))
    options = [seat.negative_options for seat in view.seats]
    assert options == [(K, T, P), None, (K, M), None]
    assert [seat.negative_type for seat in view.seats] == [None, M, None, T]
    table.acts(0, "choose_negative_type", adventurer=T)
    table.acts(2, "choose_negative_type", adventurer=K)
    view = table.view()
    assert (view.phase, view.awaiting) == ("scoring", ())
    assert [seat.negative_options for seat in view.seats] == [None] * 4
    assert [seat.negative_type for seat in view.seats] == [T, M, K, T]


def test_who_sees_everything_sees_all_hands():
    table = dealt(5)
    view = table.view(EVERYTHING)
    assert [sum(seat.hand.values()) for seat in view.seats] == [14] * 5
