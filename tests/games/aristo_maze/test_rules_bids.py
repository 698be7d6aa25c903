"""Organizing, the two bids: AM-044 to AM-048."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import AuctionResolved, BidsRevealed
from domain.kernel.secrecy import SPECTATOR, redact
from tests.games.aristo_maze.table import A, B, C, D, laid, on_characters, on_floors
from tests.games.table import names, of_type

rule = pytest.mark.rule


def bidding(wanted=("knight", "wizard", "fighter", "princess"), **kwargs):
    table = laid(wanted=wanted, **kwargs)
    table.inquires()
    return table


def bid(table, seat, placed):
    return table.acts(seat, "place_bids", bids=on_characters(placed))


def refuse(table, rule_id, reason, seat, placed):
    return table.refuses(rule_id, reason, seat, "place_bids", bids=on_characters(placed))


@rule("AM-044")
@pytest.mark.parametrize(
    "placed",
    [{"knight": 4}, {"knight": 1, "fighter": (1, 1, 1)}, {"knight": (0, 3), "wizard": (0, 0, 1)}],
)
def test_am_044_the_first_bid_is_of_exactly_four_markers(placed):
    bid(bidding(), A, placed)


@rule("AM-044")
@pytest.mark.parametrize(
    "placed", [{}, {"knight": 3}, {"knight": 3, "wizard": 2}, {"knight": (4, 1)}]
)
def test_am_044_other_numbers_are_refused(placed):
    refusal = refuse(bidding(), "AM-044", "wrong_first_bid", A, placed)
    assert "exactly 4 markers" in refusal.detail
    assert refusal.pointer == "/action/bids"


@rule("AM-044")
def test_am_044_only_characters_of_the_line_up_within_the_supply():
    table = bidding(["knight"])
    out = next(name for name in ("princess", "ninja") if name not in table.state.names)
    refusal = refuse(table, "AM-044", "unknown_character", A, {"knight": 3, out: 1})
    assert refusal.pointer == "/action/bids/1/character"
    refuse(table, "AM-044", "not_enough_markers", A, {"knight": (0, 4)})
    refuse(table, "AM-044", "not_enough_markers", A, {"knight": (2, 0, 2)})


@rule("AM-R15")
def test_am_r15_with_fewer_than_four_markers_all_of_them():
    table = laid(wanted=["knight"])
    spend = {1: 4, 2: 4, 3: 3, 4: (0, 2, 1)}
    table.inquires({A: spend, B: {**spend, 3: 4, 4: (0, 3, 1)}})
    refusal = refuse(table, "AM-R15", "wrong_first_bid", A, {"knight": 1})
    assert "exactly 2 markers" in refusal.detail
    bid(table, A, {"knight": (1, 1)})
    bid(table, B, {})
    refuse(table, "AM-044", "wrong_first_bid", C, {})


@rule("AM-045")
def test_am_045_first_bids_are_revealed_when_all_are_placed_and_stay():
    table = bidding()
    (placed,) = bid(table, A, {"knight": (2, 1), "wizard": 1})
    assert [redact(placed, v)["bids"] is None for v in (A, B, SPECTATOR)] == [False, True, True]
    assert table.view(B).line_up == bidding().view(B).line_up
    bid(table, B, {"knight": 4})
    bid(table, C, {"knight": (3, 0, 1)})
    events = bid(table, D, {"fighter": 4})
    assert names(events) == ["bids_placed", "bids_revealed"]
    assert [(b.seat, b.gold, b.crest, b.intrigue) for b in table.offer("knight").bids] == [
        (A, 2, 1, 0),
        (B, 4, 0, 0),
        (C, 3, 0, 1),
    ]
    assert [seat.gold for seat in table.view().seats] == [9, 8, 9, 8]
    assert table.view().phase == "second_bid"


@rule("AM-046")
@rule("AM-047")
def test_am_046_047_the_second_bid_has_no_limit_but_the_supply_and_adds_up():
    table = bidding()
    table.bids({A: {"knight": 4}, B: {"wizard": 4}, C: {"wizard": 4}, D: {"wizard": 4}})
    refuse(table, "AM-046", "not_enough_markers", A, {"knight": 9})
    refuse(table, "AM-046", "unknown_character", A, {"dragon": 1})
    events = table.bids({A: {"knight": (8, 3, 1)}})
    (told,) = of_type(events, BidsRevealed)
    assert (told.stage, [len(one.bids) for one in told.bids]) == (2, [1, 0, 0, 0])
    won = next(e for e in of_type(events, AuctionResolved) if e.character == "knight")
    assert (won.winner, won.price, won.crest_on_character) == (A, 12, 3)


@rule("AM-048")
def test_am_048_auctions_go_by_order_number():
    table = bidding()
    events = table.auctions({A: {"princess": 2, "wizard": 2}, B: {"knight": 2, "fighter": 2}})
    assert names(events)[:2] == ["bids_placed", "bids_revealed"]
    assert tuple(one.character for one in of_type(events, AuctionResolved)) == table.state.names
    assert names(events)[-2:] == ["organizing_ended", "parties_formed"]


@rule("AM-R16")
def test_am_r16_a_bid_is_final_in_each_stage():
    table = bidding()
    bid(table, A, {"knight": 4})
    refuse(table, "AM-R16", "already_submitted", A, {"knight": 4})
    for seat in (B, C, D):
        bid(table, seat, {"wizard": 4})
    bid(table, A, {})
    refuse(table, "AM-R16", "already_submitted", A, {})


@rule("AM-R17")
def test_am_r17_refunded_gold_is_for_the_next_round():
    table = bidding()
    table.auctions({A: {"knight": 12}, B: {"knight": 11}})
    assert table.state.phase == "planning"
    assert table.seat(B).gold == 12
    table.refuses("AM-044", "wrong_phase", B, "place_bids", bids=[])


@rule("AM-R20")
@rule("AM-054")
def test_am_r20_a_bid_without_gold_is_legal_and_lost():
    table = bidding()
    table.auctions({A: {"knight": (0, 2, 1), "wizard": 2}})
    assert table.offer("knight").status == "unsold"
    seat = table.seat(A)
    assert (seat.crest_markers, seat.intrigue) == (1, 0)


@rule("AM-R50")
@pytest.mark.parametrize(
    ("placed", "reason"),
    [
        ([{"character": "knight", "gold": 2}] * 2, "duplicate_entry"),
        ([{"character": "wizard", "gold": 4}, {"character": "knight"}], "empty_entry"),
    ],
)
def test_am_r50_each_character_once_and_with_a_marker(placed, reason):
    refusal = bidding().refuses("AM-R50", reason, A, "place_bids", bids=placed)
    assert refusal.pointer == "/action/bids/1"


@rule("AM-R50")
def test_am_r50_entries_are_told_by_order_number_with_every_count():
    table = bidding()
    (placed,) = table.acts(
        A,
        "place_bids",
        bids=[{"character": "princess", "gold": 2}, {"character": "knight", "crest": 2}],
    )
    assert [(e.character, e.gold, e.crest, e.intrigue) for e in placed.bids] == [
        ("knight", 0, 2, 0),
        ("princess", 2, 0, 0),
    ]


@rule("AM-032")
@rule("AM-044")
@rule("AM-083")
@pytest.mark.parametrize(
    ("kind", "fields", "rule_id"),
    [
        ("place_bids", {"bids": []}, "AM-044"),
        ("peek_floor", {"floor": 4}, "AM-068"),
        ("move_crest", {"character": "knight"}, "AM-069"),
        ("place_plan", {"return_floor": 1, "skip_floors": [2]}, "AM-083"),
    ],
)
def test_actions_of_other_phases_are_refused(kind, fields, rule_id):
    table = laid()
    refusal = table.refuses(rule_id, "wrong_phase", A, kind, **fields)
    assert "Now the seats place markers on floors." in refusal.detail
    table.inquires()
    table.refuses("AM-032", "wrong_phase", A, "place_inquiry", floors=on_floors({1: 1}))
