"""The turns of a round: AC-035 to AC-041, AC-084 to AC-086, AC-R62."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import redact
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    DEFAULT,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    SWORD,
    Person,
    edition_with,
    first_turn,
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule


@rule("AC-035", "AC-036", "AC-037")
def test_ac_035_036_037_three_laps_of_one_action_each_in_turn_order():
    table = first_turn(4, script={"starting_player": [[2]]})
    turns = []
    while table.state.phase == "action":
        view = table.view()
        turns.append((view.lap, view.active_seat))
        (seat,) = table.state.awaiting
        events = table.acts(
            seat, "extra_use", character=view.seats[seat].characters[0].id, trait=FOOD
        )
        assert told(of_type(events, "turn_ended")[0]) == {"seat": seat}
    assert turns == [(lap, seat) for lap in (1, 2, 3) for seat in (2, 3, 0, 1)]
    assert table.state.phase == "event_roll"
    assert (table.view().lap, table.view().active_seat) == (None, None)
    assert [table.supply(seat) for seat in range(4)] == [{FOOD: 3}] * 4


@rule("AC-036")
def test_ac_036_a_turn_is_one_action():
    table = first_turn(4)
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    table.refuses_at("AC-036", 0, "extra_use", character="red_w1", trait=FOOD)
    assert table.phase == "action 1"


@rule("AC-R14", "AC-R68")
def test_ac_r14_a_turn_may_always_be_passed():
    table = midway()
    assert [one["type"] for one in table.offered(0, "pass_turn")] == ["pass_turn"]
    events = table.acts(0, "pass_turn")
    assert names(events) == ["turn_passed", "turn_ended", "turn_started", "phase_entered"]


@rule("AC-038")
def test_ac_038_a_character_moves_to_an_adjacent_own_territory_with_room():
    people = [Person("red_w1", "b2"), Person("red_w2", "a2"), Person("blue_w1", "b3")]
    table = midway(*people, owns={0: ["b1", "c1", "d1"]})
    moves = {one["territory"] for one in table.offered(0, "move") if one["character"] == "red_w1"}
    assert moves == {"b1"}
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="a2")
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="c1")
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="b3")
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="c2")
    table.refuses_at("AC-038", 0, "move", "character", character="blue_w1", territory="b1")
    table.refuses_at("AC-038", 0, "move", "character", character="red_w5", territory="b1")
    events = table.acts(0, "move", character="red_w1", territory="b1")
    assert told(events[0]) == {
        "seat": 0,
        "character": "red_w1",
        "origin": "b2",
        "territory": "b1",
        "reason": "move",
    }
    assert table.person("red_w1").territory == "b1"


@rule("AC-039", "AC-R17", "AC-R18")
def test_ac_039_r17_r18_the_territory_left_behind_is_marked_and_the_new_ones_marker_comes_back():
    table = midway(Person("red_w1", "a1"), owns={0: ["b1"]})
    events = table.acts(0, "move", character="red_w1", territory="b1")
    markers = [told(one) for one in of_type(events, "marker_changed")]
    assert markers == [
        {"territory": "b1", "seat": 0, "present": False},
        {"territory": "a1", "seat": 0, "present": True},
    ]
    assert (table.owner("a1"), table.owner("b1")) == (0, 0)
    assert table.view().seats[0].territory_count == 2
    assert table.view().seats[0].markers_left == 4
    # As long as somebody stays there is nothing to mark.
    table = midway(Person("red_w1", "a1"), Person("red_w2", "a1"), owns={0: ["b1"]})
    table.acts(0, "move", character="red_w1", territory="b1")
    assert (table.marker("a1"), table.owner("a1")) == (None, 0)


@rule("AC-R18")
def test_ac_r18_death_alone_does_not_lose_a_territory():
    table = midway(Person("red_w1", "a1", age=3), Person("red_w2", "b2"))
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert table.person("red_w1") is None
    assert (table.owner("a1"), table.marker("a1")) == (0, 0)


@rule("AC-R19")
def test_ac_r19_without_a_marker_left_the_emptied_territory_becomes_neutral():
    owns = {0: ["c1", "c2", "c3", "c4", "c5"]}
    people = [Person("red_w1", "a1"), Person("red_m1", "b2")]
    table = midway(*people, owns=owns, neutral={"a2": [SWORD, EDU, FOOD]})
    events = table.acts(0, "move", character="red_m1", territory="a1")
    (lost,) = of_type(events, "owner_changed")
    assert told(lost) == {"territory": "b2", "owner": None, "previous": 0}
    assert table.view().territories["b2"].neutral_traits is None
    # A marker that comes back in the same action can be used at once.
    table = midway(*people, owns=owns)
    events = table.acts(0, "move", character="red_m1", territory="c2")
    assert [told(one)["territory"] for one in of_type(events, "marker_changed")] == ["c2", "b2"]
    assert table.owner("b2") == 0


@rule("AC-R19", "AC-R67")
def test_ac_r19_several_emptied_at_once_go_by_turn_order_and_board_order():
    people = [
        Person("red_w1", "e1", age=3),
        Person("red_m1", "b2", age=3),
        Person("red_w2", "a1", age=3),
        Person("blue_w1", "a5", age=3),
    ]
    owns = {0: ["c1", "c2", "c3"]}
    hands = {1: ["epidemic"]}
    table = midway(*people, owns=owns, hands=hands, turn=1, starter=1)
    events = table.acts(1, "play_card", card="epidemic")
    died = [told(one)["character"] for one in of_type(events, "character_died")]
    assert died == ["blue_w1", "red_w1", "red_w2", "red_m1"]
    marked = [told(one)["territory"] for one in of_type(events, "marker_changed")]
    assert marked == ["a5", "a1", "b2"]
    assert [told(one)["territory"] for one in of_type(events, "owner_changed")] == ["e1"]


@rule("AC-040", "AC-R23")
def test_ac_040_r23_two_own_characters_in_adjacent_territories_change_places():
    people = [
        Person("red_w1", "a1"),
        Person("red_m1", "a2"),
        Person("red_m2", "a1"),
        Person("red_m3", "c1"),
        Person("blue_w1", "b1"),
    ]
    table = midway(*people)
    for pair in (["red_w1", "red_m2"], ["red_w1", "red_m3"], ["red_w1", "red_w1"]):
        table.refuses_at("AC-R23", 0, "swap", "characters", characters=pair)
    table.refuses_at("AC-040", 0, "swap", "characters/1", characters=["red_w1", "blue_w1"])
    table.refuses_at("AC-040", 0, "swap", "characters/0", characters=["red_w4", "red_w1"])
    offered = {tuple(one["characters"]) for one in table.offered(0, "swap")}
    assert offered == {
        *{("red_w1", "red_m1"), ("red_m1", "red_w1")},
        *{("red_m2", "red_m1"), ("red_m1", "red_m2")},
    }
    (swapped, *_) = table.acts(0, "swap", characters=["red_m1", "red_w1"])
    assert told(swapped) == {"seat": 0, "characters": ("red_m1", "red_w1")}
    assert [table.person(one).territory for one in ("red_m1", "red_w1")] == ["a1", "a2"]


@rule("AC-041", "AC-R12")
def test_ac_041_r12_extra_use_gives_a_token_openly_for_an_age():
    table = midway(Person("red_w1", "a1", [SWORD, FOOD, MAD]), Person("blue_w1", "a5"))
    table.refuses_at("AC-041", 0, "extra_use", "trait", character="red_w1", trait=BOW)
    table.refuses_at("AC-041", 0, "extra_use", "character", character="blue_w1", trait=SWORD)
    used, aged, *_ = table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert redact(used, 3)["tokens"] == {FOOD: 1}
    assert told(aged) == {"character": "red_w1", "amount": 1, "age": 1, "reason": "extra_use"}
    assert table.supply(0) == {FOOD: 1}


@rule("AC-R10", "AC-085", "AC-R01")
def test_ac_r10_085_extra_use_may_cost_the_last_life():
    table = midway(Person("red_w1", "a1", age=3), Person("red_m1", "a1"))
    events = table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    (died,) = of_type(events, "character_died")
    assert told(died) == {"character": "red_w1", "territory": "a1", "reason": "age"}
    assert table.supply(0) == {FOOD: 1}
    assert "red_w1" in table.view().seats[0].reserve


@rule("AC-084", "AC-085", "AC-R01")
def test_ac_084_085_r01_four_lives_and_six_with_luck():
    people = [Person("red_w1", "a1", age=2), Person("red_w2", "a1", [LUCK, FOOD, BOW], age=4)]
    table = midway(*people, hands={0: ["epidemic", "epidemic"]})
    assert [one.lives for one in table.view().seats[0].characters] == [4, 6]
    table.acts(0, "play_card", card="epidemic")
    assert [one.age for one in table.view().seats[0].characters] == [3, 5]
    for _ in range(3):
        table.passes()
    table.acts(0, "play_card", card="epidemic")
    assert table.view().seats[0].characters == ()


@rule("AC-084")
def test_ac_084_lives_are_those_of_the_edition():
    edition = edition_with((("lives", "normal"), 2), (("lives", "lucky"), 3))
    table = midway(Person("red_w1", "a1", age=1), edition=edition)
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert table.person("red_w1") is None


@rule("AC-086", "AC-R63")
def test_ac_086_r63_who_is_removed_is_treated_as_dead_and_may_come_again():
    people = [Person("red_w1", "b2", [SWORD, BOW, MAGIC]), Person("blue_w1", "b3", age=1)]
    table = midway(*people, script={"combat_dice": [[6, 1]]})
    table.acts(0, "attack", character="red_w1", territory="b3")
    events = table.acts(1, "defend")
    (died,) = of_type(events, "character_died")
    assert told(died) == {"character": "blue_w1", "territory": "b3", "reason": "no_room"}
    assert table.view().seats[1].reserve == tuple(f"blue_{x}{n}" for x in "wm" for n in range(1, 6))


@rule("AC-R13")
def test_ac_r13_screens_hide_kinds_and_show_totals():
    table = midway(Person("red_w1", "a1"), tokens={0: {FOOD: 2, BOW: 1}}, hands={0: ["fate"]})
    for viewer in (-1, 1, 2, 3):
        seat = table.view(viewer).seats[0]
        assert (seat.supply, seat.supply_total) == (None, 3)
        assert (seat.hand, seat.hand_count) == (None, 1)
    own = table.view(0).seats[0]
    assert (own.supply, own.hand) == ({BOW: 1, FOOD: 2}, ("fate",))


@rule("AC-R62")
def test_ac_r62_a_house_without_characters_comes_back_in_an_own_territory():
    table = midway(
        Person("blue_w1", "b3"),
        owns={0: ["a1", "c1"]},
        castles=["c1"],
        vp={0: 3},
        tokens={0: {FOOD: 1}},
        hands={0: ["fate", "victory_point"]},
        script={"restored_traits": [[3, 1, 5]]},
    )
    offered = table.offered(0, "restore_house")
    assert {one["territory"] for one in offered} == {"a1", "c1"}
    assert len(offered) == 2 * 10
    for place in ("b3", "a2", "nowhere"):
        table.refuses_at(
            "AC-R62", 0, "restore_house", "territory", character="red_w3", territory=place
        )
    table.refuses_at("AC-R62", 0, "restore_house", "character", character="blue_w2", territory="a1")
    events = table.acts(0, "restore_house", character="red_w3", territory="a1")
    assert told(events[0]) == {
        "seat": 0,
        "character": "red_w3",
        "sex": "woman",
        "traits": (BOW, BRAVE, MAD),
        "territory": "a1",
    }
    assert table.person("red_w3").age == 0
    assert (table.marker("a1"), table.vp[0], table.supply(0)) == (None, 3, {FOOD: 1})
    assert table.phase == "action 1"


@rule("AC-R62")
def test_ac_r62_or_in_any_neutral_territory_if_there_is_no_own_room():
    table = midway(
        Person("blue_w1", "b3"),
        owns={0: ["b1"]},
        castles=["b1", "d1", "c3"],
        closed=["e5"],
        neutral={"a2": [SWORD, EDU, FOOD]},
        script={"restored_traits": [[1, 1, 1]]},
    )
    offered = {one["territory"] for one in table.offered(0, "restore_house")}
    assert {"b1", "b3", "d1", "e5"} & offered == set()
    assert {"a2", "c3"} < offered
    assert len(offered) == 25 - 4
    events = table.acts(0, "restore_house", character="red_m2", territory="a2")
    assert names(events)[:3] == ["house_restored", "neutral_removed", "owner_changed"]
    assert table.owner("a2") == 0
    assert table.view().territories["a2"].neutral_traits is None


@rule("AC-R62", "AC-R15")
def test_ac_r62_r15_without_characters_one_may_play_cards_but_with_some_not_restore():
    table = midway(owns={0: ["a1"]}, hands={0: ["victory_point"]})
    assert {item.type for item in ARISTOOCRAZY.legal(table.state, 0).items} == {
        *("pass_turn", "play_card", "restore_house"),
    }
    table.acts(0, "play_card", card="victory_point")
    assert table.vp[0] == 1
    table = midway(Person("red_w1", "a1"))
    table.refuses_at("AC-R62", 0, "restore_house", character="red_w2", territory="a1")


@rule("AC-R62")
def test_ac_r62_without_any_place_the_action_is_not_available():
    everywhere = [land["id"] for land in DEFAULT["territories"]]
    table = midway(owns={1: everywhere})
    assert table.offered(0, "restore_house") == []
    table.refuses_at("AC-R62", 0, "restore_house", "territory", character="red_w1", territory="a1")
