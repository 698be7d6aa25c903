"""Inquiring: AM-032 to AM-043."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import CardSeen, InquiryRevealed
from domain.kernel.secrecy import EVERYTHING, SPECTATOR, redact
from tests.games.aristo_maze.table import A, B, C, D, laid, on_floors
from tests.games.table import names, of_type

rule = pytest.mark.rule

DUNGEON = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]
"""Floors 1 to 3 lie face up."""


def revealed(placed, *, players=4):
    table = laid(*DUNGEON, players=players)
    events = table.inquires(placed)
    return table, events, of_type(events, InquiryRevealed)[0]


def winners(placed):
    _, _, told = revealed(placed)
    return {one.floor: one.seats for one in told.winners}


@rule("AM-032")
def test_am_032_placements_are_secret_until_all_have_placed():
    table = laid(*DUNGEON)
    (placed,) = table.acts(A, "place_inquiry", floors=on_floors({4: (2, 1)}))
    assert redact(placed, A)["floors"] is not None
    assert {redact(placed, viewer)["floors"] for viewer in (B, C, D, SPECTATOR)} == {None}
    assert [seat.submission for seat in table.view(B).seats] == [None] * 4
    assert table.view(A).seats[A].submission.floors[0].gold == 2
    assert table.view(A).seats[A].gold == 12
    assert [seat.ready for seat in table.view(B).seats] == [True, False, False, False]
    assert table.state.awaiting == (B, C, D)


@rule("AM-033")
def test_am_033_any_floors_any_markers_or_none_within_the_supply():
    table = laid(*DUNGEON)
    everything = {1: 4, 2: 4, 3: 4, 7: (0, 3), 8: (0, 0, 1)}
    table.acts(A, "place_inquiry", floors=on_floors(everything))
    table.acts(B, "place_inquiry", floors=[])
    for too_many in ({1: 4, 2: 4, 3: 4, 4: 1}, {1: (0, 4)}, {1: (0, 0, 1), 2: (0, 0, 1)}):
        refusal = table.refuses(
            "AM-033", "not_enough_markers", C, "place_inquiry", floors=on_floors(too_many)
        )
        assert "your supply has" in refusal.detail


@rule("AM-034")
def test_am_034_four_gold_on_a_floor_beside_other_markers():
    table = laid(*DUNGEON)
    refusal = table.refuses(
        "AM-034", "too_much_gold", A, "place_inquiry", floors=on_floors({1: 1, 2: 5})
    )
    assert refusal.pointer == "/action/floors/1/gold"
    table.acts(A, "place_inquiry", floors=on_floors({2: (4, 3, 1)}))


@rule("AM-035")
def test_am_035_practice_has_five_floors():
    table = laid(mode="practice")
    refusal = table.refuses(
        "AM-035", "unknown_floor", A, "place_inquiry", floors=on_floors({5: 1, 6: 1})
    )
    assert refusal.pointer == "/action/floors/1/floor"
    assert "floors 1 to 5" in refusal.detail
    table.acts(A, "place_inquiry", floors=on_floors({5: 1}))


@rule("AM-010")
@pytest.mark.parametrize("floor", [0, 9])
def test_am_010_the_full_game_has_eight_floors(floor):
    laid(*DUNGEON).refuses(
        "AM-010", "unknown_floor", A, "place_inquiry", floors=on_floors({floor: 1})
    )


@rule("AM-036")
def test_am_036_all_is_revealed_at_once_by_the_last():
    table, events, told = revealed({A: {4: 2}, C: {5: (1, 1), 4: (0, 0, 1)}})
    assert names(events)[:2] == ["inquiry_placed", "inquiry_revealed"]
    assert [len(one.floors) for one in told.placements] == [1, 0, 2, 0]
    assert [entry.floor for entry in told.placements[C].floors] == [4, 5]
    shown = {
        f.floor: [(b.seat, b.gold, b.crest, b.intrigue) for b in f.inquiry]
        for f in table.view().floors
    }
    assert shown[4] == [(A, 2, 0, 0), (C, 0, 0, 1)]
    assert shown[5] == [(C, 1, 1, 0)]
    assert table.view().phase == "first_bid"


@rule("AM-037")
@rule("AM-038")
def test_am_037_038_most_gold_wins_and_intrigue_counts_two():
    assert winners({A: {4: 3}, B: {4: (0, 0, 1)}, C: {4: 2}}) == {4: (A,)}
    assert winners({A: {4: 1}, B: {4: (0, 0, 1)}}) == {4: (B,)}
    assert winners({A: {4: 2}, B: {4: (0, 0, 1)}, C: {4: 1}}) == {4: (A, B)}
    assert winners({A: {4: 3}, B: {4: (1, 0, 1)}}) == {4: (A, B)}


@rule("AM-039")
@rule("AM-R12")
def test_am_039_a_crest_counts_as_having_placed_most():
    assert winners({A: {4: (4, 0, 1)}, B: {4: (0, 1)}}) == {4: (B,)}
    assert winners({A: {4: (1, 2)}, B: {4: (0, 1)}, C: {4: 4}}) == {4: (A, B)}


@rule("AM-040")
def test_am_040_who_placed_nothing_wins_nothing():
    assert winners({A: {4: 1}}) == {4: (A,)}
    assert winners({}) == {}


@rule("AM-041")
def test_am_041_losers_markers_go_to_common():
    table, _, told = revealed({A: {4: 3}, B: {4: (1, 0, 1), 5: 2}, C: {4: 1, 5: 4}})
    assert [(one.seat, one.gold, one.crest, one.intrigue) for one in told.lost] == [
        (B, 2, 0, 0),
        (C, 1, 0, 0),
    ]
    assert [seat.gold for seat in table.view().seats] == [9, 9, 7, 12]


@rule("AM-042")
@rule("AM-R13")
def test_am_042_winners_markers_are_spent_too():
    table, _, told = revealed({A: {4: (2, 1, 1)}})
    assert told.lost == ()
    seat = table.seat(A)
    assert (seat.gold, seat.crest_markers, seat.intrigue) == (10, 2, 0)
    assert table.view().floors[3].inquiry[0].won
    table.refuses(
        "AM-044",
        "not_enough_markers",
        A,
        "place_bids",
        bids=[{"character": "knight", "gold": 3, "intrigue": 1}],
    )
    table.auctions()
    table.plans()
    table.keeps()
    assert table.seat(A).crest_markers == 2
    table.keeps()
    seat = table.seat(A)
    assert (seat.gold, seat.crest_markers, seat.intrigue) == (22, 2, 1)
    assert table.view().floors[3].inquiry == ()


@rule("AM-043")
@rule("AM-R14")
def test_am_043_winners_see_the_card_and_nobody_else():
    table, events, _ = revealed({A: {4: 2}, B: {4: 2, 6: 1}, C: {4: 1}})
    assert [(one.floor, one.seat, one.card) for one in of_type(events, CardSeen)] == [
        (4, A, "ogre"),
        (4, B, "ogre"),
        (6, B, "wraith"),
    ]
    for event in of_type(events, CardSeen):
        shown = {viewer: redact(event, viewer)["card"] for viewer in (A, B, C, D, SPECTATOR)}
        assert shown == {v: event.card if v == event.seat else None for v in shown}
    seen = {
        v: [f.card for f in table.view(v).floors[3:6]] for v in (A, B, C, SPECTATOR, EVERYTHING)
    }
    assert seen == {
        A: ["ogre", None, None],
        B: ["ogre", None, "wraith"],
        C: [None] * 3,
        SPECTATOR: [None] * 3,
        EVERYTHING: ["ogre", "dragon", "wraith"],
    }
    assert [f.known_by for f in table.view(C).floors[3:6]] == [(A, B), (), (B,)]
    table.auctions()
    assert table.view(A).floors[3].card == "ogre"


@rule("AM-R11")
def test_am_r11_face_up_floors_may_be_bid_on_and_teach_nothing():
    table, events, told = revealed({A: {1: 2}, B: {1: 1}})
    assert [(one.floor, one.seats) for one in told.winners] == [(1, (A,))]
    assert of_type(events, CardSeen) == []
    assert [seat.gold for seat in table.view().seats][:2] == [10, 11]


@rule("AM-R50")
@pytest.mark.parametrize(
    ("floors", "reason"),
    [
        ([{"floor": 4, "gold": 1}, {"floor": 4, "gold": 1}], "duplicate_entry"),
        ([{"floor": 3, "gold": 1}, {"floor": 4}], "empty_entry"),
    ],
)
def test_am_r50_each_floor_once_and_with_a_marker(floors, reason):
    table = laid(*DUNGEON)
    refusal = table.refuses("AM-R50", reason, A, "place_inquiry", floors=floors)
    assert refusal.pointer == "/action/floors/1"


@rule("AM-R50")
def test_am_r50_the_order_of_entries_means_nothing():
    one, other = laid(*DUNGEON), laid(*DUNGEON)
    entries = on_floors({7: 1, 2: (0, 0, 1), 4: 3})
    (first,) = one.acts(A, "place_inquiry", floors=entries)
    (second,) = other.acts(A, "place_inquiry", floors=entries[::-1])
    assert first == second
    assert [entry.floor for entry in first.floors] == [2, 4, 7]


@rule("AM-R16")
def test_am_r16_a_placement_is_final():
    table = laid(*DUNGEON)
    table.acts(A, "place_inquiry", floors=[])
    table.refuses("AM-R16", "already_submitted", A, "place_inquiry", floors=[])
