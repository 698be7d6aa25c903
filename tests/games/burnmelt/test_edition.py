"""The edition's schema and constraints, and that another edition really plays by its numbers."""

from __future__ import annotations

import copy
import random

import msgspec
import pytest

from domain.kernel.errors import BadEdition
from domain.simulate import play_game
from domain.table.box import supplied_box
from tests.games.burnmelt.table import BURNMELT, fresh

DEFAULT = msgspec.to_builtins(BURNMELT.edition)


def changed(path, value):
    """The default edition with one value changed."""
    edition = copy.deepcopy(DEFAULT)
    place = edition
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return edition


def faults(edition):
    with pytest.raises(BadEdition) as refusal:
        supplied_box(BURNMELT, edition)
    return [fault.pointer for fault in refusal.value.faults]


def test_the_default_edition_is_valid():
    assert supplied_box(BURNMELT, DEFAULT).edition == BURNMELT.edition


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("edition", "ruleset"), "chess", "/edition/edition/ruleset"),
        (("adventurers", 1, "id"), "knight", "/edition/adventurers/1/id"),
        (("adventurers", 0, "count"), 0, "/edition/adventurers/0/count"),
        (("adventurers", 0, "count"), 17, "/edition/setups/2/cards_per_type"),
        (("adventurers",), DEFAULT["adventurers"][:3], "/edition/adventurers"),
        (("setups", 0, "players"), 4, "/edition/setups"),
        (("setups", 0, "players"), 6, "/edition/setups/0/players"),
        (("setups", 0, "cards_per_type"), 1, "/edition/setups/0/cards_per_type"),
        (("setups", 0, "cards_per_type"), 3, "/edition/setups/0/cards_per_type"),
        (("setups", 0, "bonus_cards"), 3, "/edition/setups/0/bonus_cards"),
        (("setups", 0, "summary_side"), "nowhere", "/edition/setups/0/summary_side"),
        (("bonus_cards",), DEFAULT["bonus_cards"][:3], "/edition/setups/2/bonus_cards"),
        (("bonus_cards", 1, "value"), 100, "/edition/bonus_cards/1/value"),
        (("bonus_cards", 1, "value"), 0, "/edition/bonus_cards/1/value"),
        (("bonus_cards", 1, "id"), "bonus_100", "/edition/bonus_cards/1/id"),
        (("bonus_cards", 1, "count"), 2, "/edition/bonus_cards/1/count"),
        (("summary_sides", 1, "id"), "side_3_4", "/edition/summary_sides/1/id"),
        (("summary_sides", 0, "steps"), [], "/edition/summary_sides/0/steps"),
        (("summary_sides", 0, "steps"), [0], "/edition/summary_sides/0/steps/0"),
        (("summary_sides", 0, "steps"), [2, 1], "/edition/summary_sides/0/steps/1"),
        (("ranking_sides", 0, "values"), [1, 2, 0, 0], "/edition/ranking_sides/0/values/1"),
        (("ranking_sides", 0, "values"), [1, 0], "/edition/ranking_sides/0/values"),
        (("ranking_sides", 0, "round"), 2, "/edition/ranking_sides"),
        (
            ("ranking_sides", 1, "largest_set_negative"),
            False,
            "/edition/ranking_sides/1/largest_set_negative",
        ),
        (("rounds", "allowed"), [1], "/edition/rounds/default"),
        (("rounds", "allowed"), [3], "/edition/rounds/allowed/0"),
        (("typo",), 1, "/edition/typo"),
    ],
)
def test_every_constraint_is_checked(path, value, pointer):
    assert pointer in faults(changed(path, value))


def test_all_faults_of_shape_are_listed_in_one_answer():
    edition = changed(("adventurers", 0, "count"), 0)
    edition["rounds"] = {"allowed": [1, 2]}
    edition["bonus_cards"][2]["value"] = "much"
    found = faults(edition)
    assert {
        "/edition/adventurers/0/count",
        "/edition/rounds",
        "/edition/bonus_cards/2/value",
    } <= set(found)


def test_all_broken_constraints_are_listed_in_one_answer():
    edition = changed(("setups", 0, "bonus_cards"), 1)
    edition["setups"][1]["summary_side"] = "nowhere"
    edition["rounds"]["allowed"] = [1]
    assert set(faults(edition)) == {
        "/edition/setups/0/bonus_cards",
        "/edition/setups/1/summary_side",
        "/edition/rounds/default",
    }


@pytest.mark.rule("BM-003")
@pytest.mark.rule("BM-021")
def test_a_supplied_edition_really_plays_by_its_numbers():
    edition = changed(("setups", 0, "cards_per_type"), 9)
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
