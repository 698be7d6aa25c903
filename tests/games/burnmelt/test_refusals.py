"""Refusals: their order, the place in the action that they point at, and what they say."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.errors import RuleViolation
from domain.table.box import supplied_box
from tests.games.burnmelt.table import BURNMELT, K, M, P, T, dealt, fresh, midway

CENTRE = {K: 1, M: 2, P: 1}


def playing(**fields):
    """The refusal of a play by seat 0, which holds three thieves and a mage."""
    table = midway({0: {T: 3, M: 1}}, CENTRE)
    with pytest.raises(RuleViolation) as refusal:
        table.acts(0, "play_cards", **{"adventurer": T, "count": 2, "take": None, **fields})
    return refusal.value


@pytest.mark.parametrize(
    ("fields", "rule", "reason", "pointer"),
    [
        ({"adventurer": "dragon"}, "BM-002", "unknown_type", "/action/adventurer"),
        ({"take": {"dragon": 2}}, "BM-002", "unknown_type", "/action/take/dragon"),
        ({"take": {"dra/gon~": 2}}, "BM-002", "unknown_type", "/action/take/dra~1gon~0"),
        ({"adventurer": P}, "BM-020", "not_held", "/action/adventurer"),
        ({"count": 4}, "BM-020", "not_held", "/action/count"),
        ({}, "BM-025", "take_missing", "/action/take"),
        ({"take": {K: 2}}, "BM-025", "take_not_there", "/action/take/knight"),
        ({"take": {}}, "BM-025", "take_wrong_sum", "/action/take"),
        ({"take": {K: 1, M: 2}}, "BM-025", "take_wrong_sum", "/action/take"),
    ],
)
def test_a_refusal_points_at_what_is_wrong(fields, rule, reason, pointer):
    refusal = playing(**fields)
    assert (refusal.rule, refusal.reason, refusal.pointer) == (rule, reason, pointer)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"adventurer": "dragon", "count": 9, "take": {K: 9}}, "unknown_type"),
        ({"count": 9, "take": {"dragon": 9}}, "unknown_type"),
        ({"count": 9, "take": {K: 9}}, "not_held"),
        ({"take": {K: 9}}, "take_not_there"),
    ],
)
def test_of_several_faults_of_a_play_the_first_in_the_list_is_told(fields, reason):
    assert playing(**fields).reason == reason


def test_out_of_turn_comes_before_all_that_is_wrong_with_the_play():
    table = midway({1: {T: 3}}, CENTRE)
    table.refuses(
        "BM-018", "not_your_turn", 1, "play_cards", adventurer="dragon", count=99, take={K: 9}
    )


def test_the_wrong_phase_comes_first():
    table = dealt(4)
    table.refuses("BM-018", "wrong_phase", 1, "play_cards", adventurer="dragon", count=9, take=None)
    table.refuses("BM-052", "wrong_phase", 1, "choose_negative_type", adventurer="dragon")
    midway({}, CENTRE).refuses(
        "BM-016", "wrong_phase", 1, "choose_centre_card", adventurer="dragon"
    )


def test_a_centre_choice_that_was_made_comes_before_what_is_wrong_with_the_next():
    table = dealt(4, [K] * 15)
    table.acts(0, "choose_centre_card", adventurer=K)
    table.refuses("BM-R23", "already_chosen", 0, "choose_centre_card", adventurer="dragon")
    table.refuses("BM-R23", "already_chosen", 0, "choose_centre_card", adventurer=M)
    refusal = table.refuses("BM-002", "unknown_type", 1, "choose_centre_card", adventurer="dragon")
    assert refusal.pointer == "/action/adventurer"


def test_no_choice_of_a_negative_type_comes_before_what_is_wrong_with_it():
    piles = {0: {K: 3, T: 5, P: 5}, 1: {M: 2}, 2: {K: 1, M: 1}, 3: {T: 3}}
    table = midway(
        {0: {K: 1}}, {K: 1}, at={K: 30, M: 12, T: 40, P: 9}, piles=piles, out=(1, 2, 3), round=2
    )
    table.plays(0, K, 1)
    choose = "choose_negative_type"
    table.refuses("BM-R18", "no_choice", 1, choose, adventurer="dragon")
    table.acts(2, choose, adventurer=M)
    table.refuses("BM-R19", "already_chosen", 2, choose, adventurer="dragon")
    assert table.refuses("BM-052", "not_tied", 0, choose, adventurer=M).pointer == (
        "/action/adventurer"
    )


@pytest.mark.parametrize(
    ("players", "options", "rule", "pointer"),
    [
        (2, {}, "BM-001", "/seats"),
        (6, {"starting_seat": 9}, "BM-001", "/seats"),
        (3, {"starting_seat": 3}, "BM-R15", "/options/starting_seat"),
        (5, {"starting_seat": -1}, "BM-R15", "/options/starting_seat"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_its_rule(players, options, rule, pointer):
    with pytest.raises(RuleViolation) as refusal:
        fresh(players, **options)
    assert (refusal.value.rule, refusal.value.pointer) == (rule, pointer)
    if rule == "BM-R15":
        assert f"the seats are 0 to {players - 1}" in refusal.value.detail


@pytest.mark.parametrize("raw", [{"rounds": 3}, {"rounds": True}, {"players": 3}, {"typo": 1}])
def test_other_options_are_faults_of_shape(raw):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, BURNMELT.options)


def test_types_of_another_edition_are_refused_by_its_own_names():
    edition = msgspec.to_builtins(BURNMELT.edition)
    edition["adventurers"][0]["id"] = "bard"
    table = fresh(3, edition=supplied_box(BURNMELT, edition).edition)
    table.keeps()
    refusal = table.refuses("BM-002", "unknown_type", 0, "choose_centre_card", adventurer=K)
    assert "bard, mage, thief, priest" in refusal.detail
