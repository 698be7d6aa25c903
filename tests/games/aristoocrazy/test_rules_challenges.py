"""Contested marriages: AC-067, AC-068, AC-073, AC-080, AC-081, AC-083."""

from __future__ import annotations

import pytest

from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    FOOD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule

KNIGHT = Person("red_m1", "b2", [SWORD, BOW, FOOD])

WOMAN = Person("blue_w1", "b3", [BRAVE, MONEY, MAGIC])

GUARD = Person("blue_m1", "c3", [SWORD, MAGIC, BOW])


def challenge(*people, dice, tokens=None, **more):
    """Seat 0's man in b2 challenges seat 1's woman."""
    script = {"combat_dice": [dice], **more.pop("script", {})}
    table = midway(KNIGHT, *people, script=script, **more)
    challenged = people[0].id
    table.acts(0, "contested_marriage", character="red_m1", target=challenged, tokens=tokens or {})
    return table, table.acts(1, "defend")


@rule("AC-067", "AC-R35", "AC-R69", "AC-R38")
def test_ac_067_r35_one_challenges_an_adjacent_character_of_opposite_sex():
    table = midway(KNIGHT, WOMAN, Person("blue_m2", "a2"), Person("blue_w3", "d1"))
    offered = {one["target"] for one in table.offered(0, "contested_marriage")}
    assert offered == {"blue_w1"}
    wrong = {"character": "red_m1"}
    table.refuses_at("AC-R35", 0, "contested_marriage", "target", target="blue_m2", **wrong)
    table.refuses_at("AC-067", 0, "contested_marriage", "target", target="blue_w3", **wrong)
    table.refuses_at("AC-067", 0, "contested_marriage", "target", target="red_m1", **wrong)
    declared, _ = table.acts(0, "contested_marriage", target="blue_w1", **wrong)
    assert (declared.kind, declared.target, declared.territory) == ("marriage", "blue_w1", "b3")
    assert table.phase == "defence 1"
    assert table.person("red_m1").territory == "b2"


@rule("AC-067", "AC-068", "AC-080", "AC-R69")
def test_ac_067_068_080_the_winner_may_have_a_child_with_one_reroll():
    script = {"child_dice": [[4, 4, 4], [1, 5, 6]]}
    table, events = challenge(WOMAN, dice=[6, 1], script=script)
    (aged,) = of_type(events, "character_aged")
    assert (aged.character, aged.amount) == ("blue_w1", 1)
    assert table.person("blue_w1").territory == "b3"
    assert table.person("red_m1").territory == "b2"
    assert table.phase == "birth_roll 0"
    birth = table.view().birth
    assert (birth.kind, birth.partner, birth.partner_seat) == ("contested", "blue_w1", 1)
    assert table.view().combat is None
    table.acts(0, "roll_child")
    (again,) = table.acts(0, "reroll")
    assert again.traits == (SWORD, MONEY, MAGIC)
    events = table.acts(0, "place_child", character="red_w1", territory="b2")
    assert "child_lost" not in names(events)
    assert table.phase == "action 1"
    assert len(table.view().seats[1].characters) == 1


@rule("AC-R38")
def test_ac_r38_the_winner_may_decline_before_rolling():
    table, _ = challenge(WOMAN, dice=[6, 1])
    assert names(table.acts(0, "decline_child"))[:2] == ["child_declined", "turn_ended"]
    assert table.view().birth is None


@rule("AC-073", "AC-R36")
def test_ac_073_r36_only_the_challenged_character_counts_and_no_castle():
    woman = Person("blue_w1", "c1", [BRAVE, MONEY, MAGIC])
    knight = Person("red_m1", "b1", [SWORD, BOW, FOOD])
    others = Person("blue_m1", "c1", [SWORD, BOW, MAGIC])
    table = midway(knight, woman, others, Person("red_m2", "b2"), castles=["b1"])
    table.acts(0, "contested_marriage", character="red_m1", target="blue_w1")
    assert (table.view().combat.attacker_bonus, table.view().combat.defender_bonus) == (2, 1)
    table = midway(
        knight, woman, owns={0: ["e1"]}, castles=["c1"], script={"combat_dice": [[1, 1]]}
    )
    table.acts(0, "contested_marriage", character="red_m1", target="blue_w1")
    (combat,) = of_type(table.acts(1, "defend"), "combat_resolved")
    assert (combat.defender.bonus, combat.defender.castle) == (1, 0)


@rule("AC-081")
def test_ac_081_a_lost_challenge_costs_the_challenger_a_life():
    table, events = challenge(WOMAN, dice=[1, 6])
    assert [told(one)["character"] for one in of_type(events, "character_aged")] == ["red_m1"]
    assert table.phase == "action 1"


@rule("AC-083")
def test_ac_083_a_draw_costs_both_a_life_and_gives_no_child():
    table, events = challenge(WOMAN, GUARD._replace(at="a5"), dice=[2, 3])
    aged = [told(one)["character"] for one in of_type(events, "character_aged")]
    assert aged == ["red_m1", "blue_w1"]
    assert table.phase == "action 1"


@rule("AC-R37", "AC-080")
def test_ac_r37_who_dies_of_the_challenge_still_has_a_child():
    script = {"child_dice": [[4, 5, 6]]}
    table, events = challenge(WOMAN._replace(age=3), dice=[6, 1], script=script)
    assert names(events)[1:5] == [
        *("character_aged", "character_died", "marker_changed", "birth_opened"),
    ]
    assert (table.owner("b3"), table.marker("b3")) == (1, 1)
    assert table.acts(0, "roll_child")[0].traits == (BRAVE, MONEY, MAGIC)


@rule("AC-074", "AC-075")
def test_ac_074_tokens_in_a_challenge():
    table = midway(KNIGHT, WOMAN, tokens={0: {BOW: 1}}, script={"combat_dice": [[1, 1]]})
    wrong = {"character": "red_m1", "target": "blue_w1"}
    table.refuses_at("AC-074", 0, "contested_marriage", "tokens/sword", tokens={SWORD: 1}, **wrong)
    table.acts(0, "contested_marriage", tokens={BOW: 1}, **wrong)
    (combat,) = of_type(table.acts(1, "defend"), "combat_resolved")
    assert combat.attacker.total == 2 + 1 + 1
    assert table.supply(0) == {}
    assert ARISTOOCRAZY.legal(table.state, 0).items
