"""Refusals: their order, the place in the action that they point at, and what they say."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.aristo_maze.table import ARISTO_MAZE, A, B, fresh, hired, laid, supplied


def placed(kind):
    """A table on which seat A has placed, in the phase of this action."""
    table = laid(wanted=["knight"])
    if kind == "place_inquiry":
        table.acts(A, kind, floors=[])
    elif kind == "place_bids":
        table.inquires()
        table.acts(A, kind, bids=[{"character": "knight", "gold": 4}])
    else:
        table.auctions()
        table.acts(A, kind, return_floor=1, skip_floors=[2])
    return table


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("place_inquiry", {"floors": [{"floor": 99, "gold": 99}]}),
        ("place_bids", {"bids": [{"character": "dragon", "gold": 99}]}),
        ("place_plan", {"return_floor": 99, "skip_floors": [99, 99]}),
    ],
)
def test_a_placement_that_was_made_comes_before_what_is_wrong_with_the_next(kind, fields):
    table = placed(kind)
    refusal = table.refuses("AM-R16", "already_submitted", A, kind, **fields)
    assert "cannot be changed" in refusal.detail
    reason = "unknown_character" if kind == "place_bids" else "unknown_floor"
    rule = "AM-044" if kind == "place_bids" else "AM-010"
    table.refuses(rule, reason, B, kind, **fields)


def test_the_wrong_phase_comes_first():
    table = placed("place_inquiry")
    table.refuses("AM-044", "wrong_phase", A, "place_bids", bids=[{"character": "dragon"}])
    table.refuses("AM-083", "wrong_phase", A, "place_plan", return_floor=99, skip_floors=[])
    refusal = table.refuses("AM-068", "wrong_phase", A, "peek_floor", floor=99)
    assert refusal.pointer == "/action/type"


@pytest.mark.parametrize(
    ("floors", "rule", "reason", "pointer"),
    [
        ([(4, 1), (4, 1), (9, 0)], "AM-010", "unknown_floor", "/action/floors/2/floor"),
        ([(4, 0), (4, 99)], "AM-R50", "duplicate_entry", "/action/floors/1"),
        ([(4, 99), (5, 0)], "AM-R50", "empty_entry", "/action/floors/1"),
        ([(4, 1), (5, 99)], "AM-033", "not_enough_markers", "/action/floors"),
        ([(4, 1), (5, 5)], "AM-034", "too_much_gold", "/action/floors/1/gold"),
    ],
)
def test_of_several_faults_of_an_inquiry_the_first_in_the_list_is_told(
    floors, rule, reason, pointer
):
    entries = [{"floor": floor, "gold": gold} for floor, gold in floors]
    assert laid().refuses(rule, reason, A, "place_inquiry", floors=entries).pointer == pointer


@pytest.mark.parametrize(
    ("bids", "rule", "reason", "pointer"),
    [
        (
            [("knight", 0), ("knight", 0), ("cat", 0)],
            "AM-044",
            "unknown_character",
            "/action/bids/2/character",
        ),
        ([("knight", 0), ("knight", 99)], "AM-R50", "duplicate_entry", "/action/bids/1"),
        ([("knight", 99), ("wizard", 0)], "AM-R50", "empty_entry", "/action/bids/1"),
        ([("knight", 13)], "AM-044", "not_enough_markers", "/action/bids"),
        ([("knight", 3)], "AM-044", "wrong_first_bid", "/action/bids"),
    ],
)
def test_of_several_faults_of_a_bid_the_first_in_the_list_is_told(bids, rule, reason, pointer):
    table = laid(wanted=["knight", "wizard"])
    table.inquires()
    entries = [{"character": name, "gold": gold} for name, gold in bids]
    assert table.refuses(rule, reason, A, "place_bids", bids=entries).pointer == pointer


@pytest.mark.parametrize(
    ("back", "skips", "rule", "reason", "pointer"),
    [
        (9, [9], "AM-010", "unknown_floor", "/action/return_floor"),
        (1, [2, 2, 9], "AM-010", "unknown_floor", "/action/skip_floors/2"),
        (1, [2, 2], "AM-084", "duplicate_entry", "/action/skip_floors/1"),
        (1, [2, 3], "AM-086", "return_too_shallow", "/action/return_floor"),
        (5, [2, 3], "AM-083", "wrong_skip_count", "/action/skip_floors"),
    ],
)
def test_of_several_faults_of_a_plan_the_first_in_the_list_is_told(
    back, skips, rule, reason, pointer
):
    table = hired([], {"berserker": 0})
    refusal = table.refuses(rule, reason, A, "place_plan", return_floor=back, skip_floors=skips)
    assert refusal.pointer == pointer


def test_a_refusal_names_characters_of_its_own_line_up():
    table = laid(mode="practice")
    table.inquires()
    refusal = table.refuses(
        "AM-044", "unknown_character", A, "place_bids", bids=[{"character": "ninja", "gold": 4}]
    )
    assert "hermit, assassin, knight, wizard, fighter, priestess, witch, princess" in refusal.detail


def test_numbers_of_the_edition_are_told():
    edition = supplied((("limits", "max_gold_per_floor"), 2), (("limits", "first_bid_markers"), 7))
    table = laid(edition=edition)
    floors = [{"floor": 4, "gold": 3}]
    refusal = table.refuses("AM-034", "too_much_gold", A, "place_inquiry", floors=floors)
    assert "At most 2 gold" in refusal.detail
    table.inquires()
    bids = [{"character": "knight", "gold": 4}]
    refusal = table.refuses("AM-044", "wrong_first_bid", A, "place_bids", bids=bids)
    assert "exactly 7 markers" in refusal.detail


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "place_inquiry", "floors": [{"floor": -1}]},
        {"type": "place_inquiry", "floors": [{"floor": 1, "gold": -1}]},
        {"type": "place_inquiry", "floors": [{"gold": 1}]},
        {"type": "place_inquiry", "floors": [{"floor": 1, "skip": 1}]},
        {"type": "place_inquiry", "floors": {"1": 2}},
        {"type": "place_bids", "bids": [{"character": 1}]},
        {"type": "place_plan", "return_floor": 1},
        {"type": "place_plan", "return_floor": "1", "skip_floors": []},
        {"type": "peek_floor", "floor": None},
    ],
)
def test_other_things_are_faults_of_shape(raw):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, ARISTO_MAZE.action)


@pytest.mark.parametrize(
    "raw",
    [{"mode": "long"}, {"crests": "mine"}, {"characters": []} | {"typo": 1}, {"characters": 3}],
)
def test_other_options_are_faults_of_shape(raw):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, ARISTO_MAZE.options)


def test_a_finished_game_takes_no_action():
    table = fresh(mode="practice")
    table.idles()
    refusal = table.refuses("AM-032", "wrong_phase", A, "place_inquiry", floors=[])
    assert "the game is over" in refusal.detail
