"""Seeking a partner, and births: AC-042 to AC-056, AC-113, AC-114."""

from __future__ import annotations

import pytest

from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    edition_with,
    faces,
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule

MOTHER = Person("red_w1", "a1", [SWORD, FOOD, MONEY])

NEUTRAL = {"a2": [BOW, MAGIC, MAD]}


def seeking(*people, neutral=NEUTRAL, dice=(), **more):
    """A house whose woman has found the partner in a2."""
    script = {"child_dice": list(dice), **more.pop("script", {})}
    table = midway(MOTHER, *people, neutral=neutral, script=script, **more)
    table.acts(0, "seek_partner", character="red_w1", territory="a2")
    return table


@rule("AC-042", "AC-R69")
def test_ac_042_r69_a_character_looks_into_an_adjacent_neutral_territory_and_stays():
    table = midway(
        MOTHER, Person("blue_w1", "b1"), neutral=NEUTRAL, script={"child_dice": [[1, 2, 3]]}
    )
    offered = {one["territory"] for one in table.offered(0, "seek_partner")}
    assert offered == {"a2", "b2"}
    seek = {"character": "red_w1"}
    table.refuses_at("AC-042", 0, "seek_partner", "territory", territory="b1", **seek)
    table.refuses_at("AC-042", 0, "seek_partner", "territory", territory="a1", **seek)
    table.refuses_at("AC-042", 0, "seek_partner", "territory", territory="c3", **seek)
    table.refuses_at("AC-042", 0, "seek_partner", "character", character="blue_w1", territory="a2")
    sought, *_ = table.acts(0, "seek_partner", territory="a2", **seek)
    assert told(sought) == {"seat": 0, "character": "red_w1", "territory": "a2"}
    assert table.person("red_w1").territory == "a1"
    assert table.owner("a2") is None
    table.acts(0, "roll_child")
    table.acts(0, "place_child", character="red_w2", territory="a1")
    assert table.person("red_w1").territory == "a1"


@rule("AC-043", "AC-045", "AC-R26", "AC-R70")
def test_ac_043_045_r70_a_neutral_character_is_rolled_once_and_stays_for_all():
    script = {"neutral_traits": [faces(BOW, EDU, MAD)], "child_dice": [[1, 2, 3]]}
    table = midway(MOTHER, Person("blue_w1", "a3"), script=script)
    events = table.acts(0, "seek_partner", character="red_w1", territory="a2")
    (neutral,) = of_type(events, "neutral_rolled")
    assert told(neutral) == {"territory": "a2", "traits": (BOW, EDU, MAD), "reroll": False}
    land = table.view().territories["a2"]
    assert (land.neutral_traits, land.owner, land.free_spaces) == ((BOW, EDU, MAD), None, 1)
    assert (land.characters, land.marker) == ((), False)
    table.acts(0, "roll_child")
    table.acts(0, "place_child", character="red_m1", territory="a1")
    events = table.acts(1, "seek_partner", character="blue_w1", territory="a2")
    assert of_type(events, "neutral_rolled") == []
    assert told(of_type(events, "birth_opened")[0])["partner_traits"] == (BOW, EDU, MAD)
    # AC-R26: dice of another edition may show the same trait twice.
    war = [{"id": f"w{n}", "use": "symbol", "faces": [SWORD] * 6} for n in range(3)]
    d6 = {"id": "d6", "use": "number", "faces": [1, 2, 3, 4, 5, 6]}
    table = midway(MOTHER, edition=edition_with((("dice",), [*war, d6])))
    table.acts(0, "seek_partner", character="red_w1", territory="a2")
    assert table.view().birth.partner_traits == (SWORD, SWORD, SWORD)


@rule("AC-046")
def test_ac_046_at_most_one_neutral_character_lives_on_a_territory():
    table = seeking()
    assert table.view().territories["a2"].neutral_traits == tuple(NEUTRAL["a2"])
    assert table.view().birth.partner_traits == tuple(NEUTRAL["a2"])
    table.refuses_at("AC-044", 0, "reroll")


@rule("AC-044")
def test_ac_044_the_dice_of_a_new_neutral_character_may_be_rolled_again_once():
    rolls = [faces(BOW, EDU, MAD), faces(SWORD, BRAVE, FOOD)]
    table = midway(MOTHER, script={"neutral_traits": rolls})
    table.acts(0, "seek_partner", character="red_w1", territory="a2")
    assert table.view().birth.neutral_rerolls_left == 1
    again, opened = table.acts(0, "reroll")
    assert told(again) == {"territory": "a2", "traits": (SWORD, BRAVE, FOOD), "reroll": True}
    assert told(opened)["partner_traits"] == (SWORD, BRAVE, FOOD)
    assert table.view().birth.neutral_rerolls_left == 0
    table.refuses_at("AC-044", 0, "reroll")
    assert table.offered(0, "reroll") == []
    # Not in a later turn.
    table.acts(0, "roll_child")
    table.acts(0, "place_child", character="red_w2", territory="a1")
    for _ in range(3):
        table.passes()
    table.acts(0, "attack", character="red_w2", territory="b2")
    for _ in range(3):
        table.passes()
    table.acts(0, "seek_partner", character="red_w1", territory="a2")
    table.refuses_at("AC-044", 0, "reroll")


@rule("AC-047", "AC-048")
@pytest.mark.parametrize("parent", ["red_w1", "red_m1"])
def test_ac_047_048_women_and_men_alike_find_a_partner_and_have_one_child(parent):
    table = midway(Person(parent, "a1"), neutral=NEUTRAL, script={"child_dice": [[1, 5, 2]]})
    table.acts(0, "seek_partner", character=parent, territory="a2")
    table.acts(0, "roll_child")
    table.acts(0, "place_child", character="red_w5", territory="a1")
    view = table.view()
    assert [one.id for one in view.seats[0].characters] == sorted(
        [parent, "red_w5"], key=table.state.setup.casts[0].index
    )
    assert view.territories["a2"].neutral_traits == tuple(NEUTRAL["a2"])


@rule("AC-049")
def test_ac_049_a_child_needs_a_free_space():
    people = [MOTHER, Person("red_m1", "a1"), Person("blue_m1", "b1")]
    table = midway(*people)
    for kind in ("seek_partner", "offer_marriage", "contested_marriage"):
        assert table.offered(0, kind) == []
    table.refuses_at("AC-049", 0, "seek_partner", character="red_w1", territory="a2")
    aim = {"character": "red_w1", "target": "blue_m1"}
    table.refuses_at("AC-049", 0, "offer_marriage", **aim)
    table.refuses_at("AC-049", 0, "contested_marriage", **aim)
    assert midway(*people, owns={0: ["e1"]}).offered(0, "seek_partner")


@rule("AC-R24")
def test_ac_r24_a_child_needs_a_card_of_the_reserve():
    places = ["a1", "a2", "a3", "a3", "b2", "b2", "c1", "c1", "c3", "c3"]
    cast = [f"red_{sex}{n}" for sex in "wm" for n in range(1, 6)]
    people = [Person(name, place) for name, place in zip(cast, places, strict=True)]
    table = midway(*people, Person("blue_m1", "b1"))
    assert table.offered(0, "seek_partner") == []
    assert table.view().territories["a1"].free_spaces == 1
    table.refuses_at("AC-R24", 0, "seek_partner", character="red_w3", territory="a4")
    aim = {"character": "red_w1", "target": "blue_m1"}
    table.refuses_at("AC-R24", 0, "offer_marriage", **aim)
    table.refuses_at("AC-R24", 0, "contested_marriage", **aim)


@rule("AC-050", "AC-051", "AC-R25")
def test_ac_050_051_r25_the_numbers_are_announced_and_the_dice_give_the_traits():
    table = seeking(dice=[[1, 5, 6]])
    table.refuses_at("AC-R25", 0, "roll_child", "own_order", own_order=[0, 0, 1])
    table.refuses_at("AC-R25", 0, "roll_child", "partner_order", partner_order=[2, 2, 2])
    (rolled, _) = table.acts(0, "roll_child", own_order=[2, 1, 0], partner_order=[0, 2, 1])
    assert told(rolled) == {
        "set": 0,
        "dice": (1, 5, 6),
        "own_order": (2, 1, 0),
        "partner_order": (0, 2, 1),
        "traits": (MONEY, MAD, MAGIC),
        "reroll": False,
    }
    assert table.view().birth.orders.own_order == (2, 1, 0)
    # Card order where none is announced.
    table = seeking(dice=[[1, 5, 6]])
    assert table.acts(0, "roll_child")[0].traits == (SWORD, MAGIC, MAD)


@rule("AC-R25", "AC-052", "AC-R28")
def test_ac_052_r25_one_reroll_with_the_same_numbers():
    table = seeking(dice=[[1, 1, 1], [1, 2, 4]])
    table.acts(0, "roll_child", own_order=[2, 1, 0])
    assert table.view().birth.rerolls_left == 1
    (again,) = table.acts(0, "reroll")
    assert (again.dice, again.traits, again.reroll) == ((1, 2, 4), (MONEY, FOOD, BOW), True)
    table.refuses_at("AC-052", 0, "reroll")
    assert table.offered(0, "reroll") == []
    assert table.phase == "birth_choice 0"


@rule("AC-053")
def test_ac_053_once_rolled_the_child_must_be_taken():
    table = seeking(dice=[[1, 1, 1]])
    table.refuses_at("AC-R38", 0, "decline_child")
    table.acts(0, "roll_child")
    table.refuses_at("AC-R38", 0, "decline_child")
    table.refuses_at("AC-036", 0, "pass_turn")
    assert {item.type for item in ARISTOOCRAZY.legal(table.state, 0).items} == {
        "place_child",
        "reroll",
    }


@rule("AC-054", "AC-R27")
@pytest.mark.parametrize(
    ("dice", "partner", "traits"),
    [
        ([2, 2, 4], [BOW, MAGIC, MAD], (FOOD, MAD, BOW)),
        ([1, 4, 2], [SWORD, BOW, MAGIC], (SWORD, MAD, FOOD)),
        ([3, 3, 3], [BOW, MAGIC, MAD], (MONEY, MAD, MAD)),
        ([6, 6, 1], [BOW, MAGIC, MAD], (MAD, MAD, SWORD)),
        ([4, 1, 4], [SWORD, BOW, MAGIC], (SWORD, MAD, MAD)),
    ],
)
def test_ac_054_r27_a_trait_that_is_there_already_becomes_dementia(dice, partner, traits):
    table = seeking(neutral={"a2": partner}, dice=[dice])
    assert table.acts(0, "roll_child")[0].traits == traits


@rule("AC-113")
def test_ac_113_luck_is_inherited_like_any_other_trait():
    parent = Person("red_m1", "b2", [LUCK, FOOD, SWORD])
    table = midway(parent, neutral=NEUTRAL, script={"child_dice": [[1, 4, 5]]})
    table.acts(0, "seek_partner", character="red_m1", territory="a2")
    table.acts(0, "roll_child")
    table.acts(0, "place_child", character="red_w1", territory="b2")
    child = table.person("red_w1")
    assert (child.traits, child.lives) == ((LUCK, BOW, MAGIC), 6)


@rule("AC-055", "AC-056")
def test_ac_055_056_any_card_of_the_reserve_on_any_own_free_space():
    table = seeking(Person("red_m1", "e1"), dice=[[1, 2, 4]], owns={0: ["c3"]}, castles=["c3"])
    table.acts(0, "roll_child")
    offered = table.offered(0, "place_child")
    assert {one["territory"] for one in offered} == {"a1", "c3", "e1"}
    assert {one["character"] for one in offered} == set(table.state.reserve(0))
    where = {"territory": "a1"}
    for name in ("red_w1", "blue_w1", "nobody"):
        table.refuses_at("AC-055", 0, "place_child", "character", character=name, **where)
    for place in ("a2", "b2", "nowhere"):
        table.refuses_at(
            "AC-056", 0, "place_child", "territory", character="red_m5", territory=place
        )
    events = table.acts(0, "place_child", character="red_m5", territory="c3")
    assert told(events[0]) == {
        "seat": 0,
        "character": "red_m5",
        "sex": "man",
        "traits": (SWORD, FOOD, BOW),
        "territory": "c3",
        "set": 0,
    }
    assert names(events)[1:3] == ["marker_changed", "turn_ended"]
    assert table.person("red_m5").age == 0
    assert table.view().territories["c3"].free_spaces == 0


@rule("AC-114", "AC-R28", "AC-R57")
def test_ac_114_r28_genetics_rolls_two_dice_again_before_or_after_the_reroll():
    script = {"genetics_dice": [[4, 2], [1, 6]]}
    hands = {0: ["genetics", "genetics"]}
    table = seeking(dice=[[1, 1, 1], [3, 3, 3]], hands=hands, script=script)
    table.refuses_at("AC-114", 0, "play_genetics", dice=[0, 1])
    table.acts(0, "roll_child")
    for dice in ([0], [0, 0], [0, 1, 2], []):
        table.refuses_at("AC-114", 0, "play_genetics", "dice", dice=dice)
    table.refuses_at("AC-R29", 0, "play_genetics", "set", dice=[0, 1], set=1)
    played, changed = table.acts(0, "play_genetics", dice=[2, 0])
    assert told(played) == {"seat": 0, "card": "genetics", "discarded": True}
    assert told(changed) == {
        "set": 0,
        "dice_changed": (0, 2),
        "dice": (4, 1, 2),
        "traits": (BOW, SWORD, FOOD),
    }
    assert table.acts(0, "reroll")[0].dice == (3, 3, 3)
    assert table.acts(0, "play_genetics", dice=[1, 2])[1].dice == (3, 1, 6)
    refusal = table.refuses_at("AC-114", 0, "play_genetics", dice=[1, 2])
    assert "no card genetics" in refusal.detail
    assert table.view().discard == ("genetics", "genetics")
