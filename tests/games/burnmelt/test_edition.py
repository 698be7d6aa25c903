"""The edition's schema and constraints, and that another edition really plays by its numbers."""

from __future__ import annotations

import random

import pytest

from domain.simulate import play_game
from domain.table.box import supplied_box
from tests.games.burnmelt.table import BURNMELT, fresh
from tests.games.editions import default_of, edited, faults_of

DEFAULT = default_of(BURNMELT)


def test_the_default_edition_is_valid():
    assert supplied_box(BURNMELT, DEFAULT).edition == BURNMELT.edition


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("edition", "ruleset"), "chess", "/edition/ruleset"),
        (("adventurers", 1, "id"), "knight", "/adventurers/1/id"),
        (("adventurers", 0, "count"), 0, "/adventurers/0/count"),
        (("adventurers", 0, "count"), 17, "/setups/2/cards_per_type"),
        (("adventurers",), DEFAULT["adventurers"][:3], "/adventurers"),
        (("setups", 0, "players"), 4, "/setups"),
        (("setups", 0, "players"), 6, "/setups/0/players"),
        (("setups", 0, "cards_per_type"), 1, "/setups/0/cards_per_type"),
        (("setups", 0, "cards_per_type"), 3, "/setups/0/cards_per_type"),
        (("setups", 0, "bonus_cards"), 3, "/setups/0/bonus_cards"),
        (("setups", 0, "summary_side"), "nowhere", "/setups/0/summary_side"),
        (("bonus_cards",), DEFAULT["bonus_cards"][:3], "/setups/2/bonus_cards"),
        (("bonus_cards", 1, "value"), 100, "/bonus_cards/1/value"),
        (("bonus_cards", 1, "value"), 0, "/bonus_cards/1/value"),
        (("bonus_cards", 1, "id"), "bonus_100", "/bonus_cards/1/id"),
        (("bonus_cards", 1, "count"), 2, "/bonus_cards/1/count"),
        (("summary_sides", 1, "id"), "side_3_4", "/summary_sides/1/id"),
        (("summary_sides", 0, "steps"), [], "/summary_sides/0/steps"),
        (("summary_sides", 0, "steps"), [0], "/summary_sides/0/steps/0"),
        (("summary_sides", 0, "steps"), [2, 1], "/summary_sides/0/steps/1"),
        (("ranking_sides", 0, "values"), [1, 2, 0, 0], "/ranking_sides/0/values/1"),
        (("ranking_sides", 0, "values"), [1, 0], "/ranking_sides/0/values"),
        (("ranking_sides", 0, "round"), 2, "/ranking_sides"),
        (
            ("ranking_sides", 1, "largest_set_negative"),
            False,
            "/ranking_sides/1/largest_set_negative",
        ),
        (("rounds", "allowed"), [1], "/rounds/default"),
        (("rounds", "allowed"), [3], "/rounds/allowed/0"),
        (("rounds", "allowed"), [2, 2], "/rounds/allowed/1"),
        (("typo",), 1, "/typo"),
    ],
)
def test_every_constraint_is_checked(path, value, pointer):
    assert pointer in faults_of(BURNMELT, edited(DEFAULT, (path, value)))


def test_all_faults_of_shape_are_listed_in_one_answer():
    edition = edited(DEFAULT, (("adventurers", 0, "count"), 0))
    edition["rounds"] = {"allowed": [1, 2]}
    edition["bonus_cards"][2]["value"] = "much"
    found = faults_of(BURNMELT, edition)
    assert {
        "/adventurers/0/count",
        "/rounds",
        "/bonus_cards/2/value",
    } <= set(found)


def test_all_broken_constraints_are_listed_in_one_answer():
    edition = edited(DEFAULT, (("setups", 0, "bonus_cards"), 1))
    edition["setups"][1]["summary_side"] = "nowhere"
    edition["rounds"]["allowed"] = [1]
    assert set(faults_of(BURNMELT, edition)) == {
        "/setups/0/bonus_cards",
        "/setups/1/summary_side",
        "/rounds/default",
    }


@pytest.mark.rule("BM-003")
@pytest.mark.rule("BM-021")
def test_a_supplied_edition_really_plays_by_its_numbers():
    edition = edited(DEFAULT, (("setups", 0, "cards_per_type"), 9))
    edition["summary_sides"][0]["steps"] = [2, 5]
    edition["bonus_cards"][0]["value"] = 55
    edition["rounds"] = {"allowed": [1], "default": 1}
    box = supplied_box(BURNMELT, edition)
    table = fresh(3, edition=box.edition)
    table.keeps()
    view = table.view()
    assert view.step_table == (2, 5)
    assert view.bonus_stack == (200, 55)
    assert [seat.hand_count for seat in view.seats] == [12, 12, 12]
    assert view.rounds == 1
    ended = play_game(BURNMELT, players=3, edition=box.edition, rng=random.Random(3))
    assert [len(standing.rounds) for standing in ended.result.ranking] == [1, 1, 1]
