"""What a viewer sees: the fields of the specification's section 6.5, and their nulls."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    EDU,
    FIRST_PAIR,
    FOOD,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    begun,
    faces,
    first_turn,
    fresh,
    midway,
    rolled,
)


def seen(table, viewer=SPECTATOR):
    """The view as it leaves the house."""
    return msgspec.json.decode(msgspec.json.encode(table.view(viewer)))


def test_at_the_first_question():
    view = seen(fresh(4), 2)
    seats, territories = view.pop("seats"), view.pop("territories")
    assert view == {
        "phase": "choose_traits",
        "round": 0,
        "rounds": 6,
        "counting_rounds": [3, 5, 6],
        "lap": None,
        "active_seat": None,
        "starting_seat": 0,
        "pending_seats": [0, 1, 2, 3],
        "options": {"experienced": False, "public_potential": False},
        "deck_size": 39,
        "discard": [],
        "birth": None,
        "combat": None,
        "offer": None,
        "events": None,
        "your_seat": 2,
        "your_answer": None,
        "result": None,
    }
    assert list(territories) == [f"{row}{column}" for row in "abcde" for column in range(1, 6)]
    assert territories["a1"] == {
        "owner": None,
        "closed": False,
        "spaces": 2,
        "free_spaces": 2,
        "adjacent": ["a2", "b1", "b2"],
        "marker": False,
        "castle": False,
        "neutral_traits": None,
        "characters": [],
    }
    for number, seat in enumerate(seats):
        mine = number == 2
        reserve = seat.pop("reserve")
        assert len(reserve) == 10
        assert seat == {
            "seat": number,
            "player": None,
            "house": ("red", "blue", "green", "yellow")[number],
            "vp": 0,
            "supply": {} if mine else None,
            "supply_total": 0,
            "hand": [] if mine else None,
            "hand_count": 0,
            "last_potential": None,
            "markers_left": 5,
            "territory_count": 0,
            "characters": [],
            "dementia_count": 0,
            "answered": False,
            "start_territory": ("a1", "a5", "e5", "e1")[number],
        }


@pytest.mark.rule("AC-R17")
def test_in_a_turn():
    people = [Person("red_m1", "b2", [SWORD, MAD, FOOD], age=1), Person("red_w1", "b2")]
    table = midway(
        *people,
        owns={0: ["a1"]},
        neutral={"a2": [BOW, EDU, MONEY]},
        castles=["b2", "c1"],
        closed=["e5"],
        tokens={0: {FOOD: 2}},
        lap=2,
        round=3,
    )
    view = seen(table, 0)
    assert (view["phase"], view["round"], view["lap"], view["active_seat"]) == ("action", 3, 2, 0)
    lands = view["territories"]
    assert (lands["b2"]["characters"], lands["b2"]["free_spaces"]) == (["red_w1", "red_m1"], -1)
    assert lands["a1"]["marker"]
    assert lands["a1"]["owner"] == 0
    assert lands["a2"]["neutral_traits"] == [BOW, EDU, MONEY]
    assert lands["c1"]["castle"]
    assert (lands["e5"]["closed"], lands["e5"]["adjacent"]) == (True, [])
    assert lands["d5"]["adjacent"] == ["c5", "d4"]
    seat = view["seats"][0]
    assert seat["characters"][1] == {
        "id": "red_m1",
        "sex": "man",
        "traits": [SWORD, MAD, FOOD],
        "age": 1,
        "lives": 4,
        "territory": "b2",
    }
    assert (seat["territory_count"], seat["markers_left"], seat["dementia_count"]) == (2, 4, 1)
    assert [one["answered"] for one in view["seats"]] == [None] * 4


def test_in_a_simultaneous_phase():
    table = begun(4)
    table.acts(1, "use_potential", uses=[])
    view = seen(table, 1)
    assert [seat["answered"] for seat in view["seats"]] == [False, True, False, False]
    assert view["pending_seats"] == [0, 2, 3]
    assert view["your_answer"] == {"type": "use_potential", "uses": []}
    table = midway(Person("blue_w1", "a5"), phase="potential", asked=[1])
    assert [seat.answered for seat in table.view().seats] == [None, False, None, None]


@pytest.mark.rule("AC-032")
def test_what_was_taken_is_told_from_the_end_of_the_potential_phase():
    table = midway(Person("red_w1", "a1"), phase="potential", asked=[0])
    assert [seat.last_potential for seat in table.view().seats] == [None] * 4
    table.acts(0, "use_potential", uses=[{"character": "red_w1", "traits": [FOOD]}])
    for viewer, tokens in ((SPECTATOR, [None] * 4), (0, [{FOOD: 1}, None, None, None])):
        taken = [seat.last_potential for seat in table.view(viewer).seats]
        assert [one.count for one in taken] == [1, 0, 0, 0]
        assert [one.tokens for one in taken] == tokens


def test_in_a_birth():
    table = midway(
        Person("red_w1", "a1", [SWORD, FOOD, MONEY]),
        script={"neutral_traits": [faces(BOW, EDU, MAD)], "child_dice": [[1, 4, 6]]},
    )
    table.acts(0, "seek_partner", character="red_w1", territory="b2")
    birth = {
        "seat": 0,
        "kind": "neutral",
        "parent": "red_w1",
        "partner": None,
        "partner_seat": None,
        "territory": "b2",
        "own_traits": [SWORD, FOOD, MONEY],
        "partner_traits": [BOW, EDU, MAD],
        "orders": None,
        "sets": [],
        "chosen_set": None,
        "rerolls_left": 1,
        "neutral_rerolls_left": 1,
    }
    assert seen(table)["birth"] == birth
    table.acts(0, "roll_child")
    assert seen(table)["birth"] == birth | {
        "orders": {"own_order": [0, 1, 2], "partner_order": [0, 1, 2]},
        "sets": [{"dice": [1, 4, 6], "traits": [SWORD, BOW, MAD]}],
        "neutral_rerolls_left": 0,
    }
    table.acts(0, "place_child", character="red_w2", territory="a1")
    assert seen(table)["birth"] is None


def test_in_a_combat():
    people = [
        Person("red_m1", "d3", [SWORD, BOW, FOOD]),
        Person("blue_w1", "c3", [MAGIC, MONEY, FOOD]),
    ]
    hands = {0: ["commander"]}
    table = midway(
        *people,
        hands=hands,
        tokens={0: {BOW: 1}},
        castles=["c3"],
        owns={1: ["c2"]},
        script={"combat_dice": [[6, 1]]},
    )
    table.acts(
        0,
        "attack",
        character="red_m1",
        territory="c3",
        tokens={BOW: 1},
        commander_target="blue_w1",
    )
    combat = {
        "kind": "territory",
        "attacker": 0,
        "character": "red_m1",
        "territory": "c3",
        "target": None,
        "defender": 1,
        "attacker_bonus": 2,
        "defender_bonus": 4,
        "tokens": None,
        "commander_target": None,
        "outcome": None,
        "survivors": None,
    }
    assert seen(table, 1)["combat"] == combat
    assert seen(table, 0)["combat"] == combat | {
        "tokens": {BOW: 1},
        "commander_target": "blue_w1",
    }
    table.acts(1, "defend")
    for viewer in (0, 1, SPECTATOR):
        assert seen(table, viewer)["combat"] == combat | {
            "outcome": "attacker",
            "survivors": ["blue_w1"],
        }
    table.acts(1, "retreat", moves=[{"character": "blue_w1", "territory": "c2"}])
    assert seen(table)["combat"] is None


def test_in_an_offer():
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    table = midway(*people, hands={0: ["fate"]}, tokens={0: {FOOD: 1}})
    dowry = {"tokens": {FOOD: 1}, "cards": ["fate"]}
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    offer = {
        "seat": 0,
        "character": "red_w1",
        "target": "blue_m1",
        "target_seat": 1,
        "tokens": {FOOD: 1},
        "card_count": 1,
        "cards": ["fate"],
        "improvements_left": 1,
    }
    assert seen(table, 0)["offer"] == seen(table, 1)["offer"] == offer
    assert seen(table, 2)["offer"] == offer | {"cards": None}


def test_in_the_events():
    crowd = [Person(f"red_{s}{n}", "b2" if s == "w" else "c3") for s in "wm" for n in (1, 2)]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, FOOD))
    assert seen(table)["events"] == {
        "faces": [SWORD, EDU, FOOD],
        "dropped": [False, False, False],
        "done": [False, False, False],
        "current": 2,
        "missing_food": [1, 0, 0, 0],
    }
    table.acts(0, "choose_hungry", characters=["red_w1", "red_w2", "red_m1"])
    events = seen(table)["events"]
    assert (events["current"], events["done"]) == (1, [False, False, True])
    assert events["missing_food"] is None


@pytest.mark.rule("AC-042")
def test_questions_are_told_apart_and_keep_their_names_while_others_answer():
    table = first_turn(4)
    names = {ARISTOOCRAZY.question(table.state, 0)}
    table.passes()
    names.add(ARISTOOCRAZY.question(table.state, 1))
    assert len(names) == 2
    table = fresh(4)
    before = ARISTOOCRAZY.question(table.state, 3)
    table.acts(0, "choose_traits", **FIRST_PAIR)
    assert ARISTOOCRAZY.question(table.state, 3) == before


def test_who_sees_everything_sees_behind_all_screens():
    table = midway(tokens={0: {FOOD: 1}, 3: {BOW: 2}}, hands={1: ["fate"]})
    view = table.view(EVERYTHING)
    assert [seat.supply for seat in view.seats] == [{FOOD: 1}, {}, {}, {BOW: 2}]
    assert [seat.hand for seat in view.seats] == [(), ("fate",), (), ()]
    assert view.your_seat is None
