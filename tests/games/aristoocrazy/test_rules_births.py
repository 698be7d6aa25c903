"""Seeking a partner, births and marriages: AC-042 to AC-066, AC-113, AC-114, AC-116, AC-117 and their rulings."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import redact
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
    RULE,
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


FATHER = Person("blue_m1", "a2", [BOW, MAGIC, FOOD])


def courting(*people, dice=(), dowry=None, **more):
    """Seat 0's woman in a1 has made an offer to seat 1's man in a2."""
    script = {"child_dice": list(dice), **more.pop("script", {})}
    table = midway(MOTHER, FATHER, *people, script=script, **more)
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry or {})
    return table


@rule("AC-059", "AC-R69")
def test_ac_059_one_courts_an_opponents_character_in_an_adjacent_territory():
    others = (Person("blue_m2", "c1"), Person("red_m1", "b1"))
    table = midway(MOTHER, FATHER, *others, owns={0: ["e1"]})
    offered = {(one["character"], one["target"]) for one in table.offered(0, "offer_marriage")}
    assert offered == {("red_w1", "blue_m1")}
    for target in ("blue_m2", "red_m1", "blue_m3", "nobody"):
        table.refuses_at("AC-059", 0, "offer_marriage", "target", character="red_w1", target=target)
    table.refuses_at(
        "AC-059", 0, "offer_marriage", "character", character="blue_m1", target="red_w1"
    )
    offer, _ = table.acts(0, "offer_marriage", character="red_w1", target="blue_m1")
    assert told(offer) == {
        "seat": 0,
        "character": "red_w1",
        "target": "blue_m1",
        "target_seat": 1,
        "tokens": {},
        "card_count": 0,
        "cards": (),
        "potion": None,
    }
    assert table.phase == "marriage_answer 1"
    assert table.person("red_w1").territory == "a1"


@rule("AC-060")
def test_ac_060_only_opposite_sexes_marry():
    people = [MOTHER, Person("red_m1", "a1"), FATHER, Person("blue_w1", "b1")]
    table = midway(*people, owns={0: ["e1"]})
    table.refuses_at("AC-060", 0, "offer_marriage", "target", character="red_w1", target="blue_w1")
    table.refuses_at("AC-060", 0, "offer_marriage", "target", character="red_m1", target="blue_m1")
    offered = {(one["character"], one["target"]) for one in table.offered(0, "offer_marriage")}
    assert offered == {("red_w1", "blue_m1"), ("red_m1", "blue_w1")}


@rule("AC-061", "AC-R32")
def test_ac_061_r32_a_second_refusal_is_final_and_uses_the_action_up():
    table = courting(tokens={0: {FOOD: 2}})
    answer, _ = table.acts(1, "answer_marriage", accept=False)
    assert told(answer) == {"seat": 1, "accept": False, "final": False}
    assert table.phase == "marriage_dowry 0"
    assert table.view().offer.improvements_left == 1
    table.acts(0, "improve_dowry", dowry={"tokens": {FOOD: 1}})
    assert table.view().offer.improvements_left == 0
    answer, ended, *_ = table.acts(1, "answer_marriage", accept=False)
    assert told(answer)["final"] is True
    assert names([ended]) == ["turn_ended"]
    assert (table.supply(0), table.supply(1), table.view().offer) == ({FOOD: 2}, {}, None)
    assert table.phase == "action 1"


@rule("AC-061")
def test_ac_061_the_offer_may_be_withdrawn():
    table = courting()
    table.acts(1, "answer_marriage", accept=False)
    assert names(table.acts(0, "withdraw_offer"))[:2] == ["offer_withdrawn", "turn_ended"]
    assert table.view().offer is None


@rule("AC-R32")
def test_ac_r32_no_second_chance_where_the_edition_gives_none():
    table = courting(edition=edition_with((("limits", "dowry_improvements"), 0)))
    (answer, *_) = table.acts(1, "answer_marriage", accept=False)
    assert answer.final
    assert table.phase == "action 1"


@rule("AC-R32")
def test_ac_r32_an_improved_dowry_differs_and_may_be_smaller():
    hands = {0: ["fate", "castle"]}
    first = {"tokens": {FOOD: 1, BOW: 1}, "cards": ["fate"]}
    for other in (
        {"tokens": {}, "cards": []},
        {"tokens": {FOOD: 1, BOW: 1}, "cards": ["castle"]},
        {"tokens": {FOOD: 1, BOW: 1}, "cards": []},
        {"tokens": {FOOD: 2}, "cards": ["fate"]},
        {"tokens": {FOOD: 2, BOW: 1}, "cards": ["fate"]},
    ):
        table = courting(dowry=first, tokens={0: {FOOD: 2, BOW: 1}}, hands=hands)
        table.acts(1, "answer_marriage", accept=False)
        table.refuses_at("AC-R32", 0, "improve_dowry", "dowry", dowry=first)
        legal = ARISTOOCRAZY.legal(table.state, 0)
        assert not legal.contains({"type": "improve_dowry", "dowry": first})
        assert legal.contains({"type": "improve_dowry", "dowry": other})
        (improved, _) = table.acts(0, "improve_dowry", dowry=other)
        assert (improved.tokens, list(improved.cards)) == (other["tokens"], other["cards"])


@rule("AC-062", "AC-R33")
def test_ac_062_r33_the_dowry_is_held_when_promised_and_paid_on_acceptance():
    hands, tokens = {0: ["castle", "fate"]}, {0: {FOOD: 2}, 1: {BOW: 1}}
    table = midway(MOTHER, FATHER, hands=hands, tokens=tokens)
    court = {"character": "red_w1", "target": "blue_m1"}
    for dowry, pointer in (
        ({"tokens": {FOOD: 3}}, "dowry/tokens/food"),
        ({"tokens": {BOW: 1}}, "dowry/tokens/bow"),
        ({"cards": ["genetics"]}, "dowry/cards/0"),
        ({"cards": ["fate", "fate"]}, "dowry/cards/1"),
    ):
        table.refuses_at("AC-R33", 0, "offer_marriage", pointer, dowry=dowry, **court)
    dowry = {"tokens": {FOOD: 1}, "cards": ["fate"]}
    offer, _ = table.acts(0, "offer_marriage", dowry=dowry, **court)
    assert table.supply(0) == {FOOD: 2}
    seen = [redact(offer, viewer)["cards"] for viewer in (0, 1, 2, -1)]
    assert seen == [("fate",), ("fate",), None, None]
    assert (redact(offer, 2)["tokens"], redact(offer, 2)["card_count"]) == ({FOOD: 1}, 1)
    assert [table.view(v).offer.cards for v in (0, 1, 2)] == [("fate",), ("fate",), None]
    events = table.acts(1, "answer_marriage", accept=True)
    assert names(events) == ["marriage_answered", "dowry_paid", "birth_opened", "phase_entered"]
    assert told(events[1]) == {
        "from_seat": 0,
        "to_seat": 1,
        "tokens": {FOOD: 1},
        "card_count": 1,
        "cards": ("fate",),
    }
    assert (table.supply(0), table.supply(1)) == ({FOOD: 1}, {BOW: 1, FOOD: 1})
    assert (table.hand(0), table.hand(1)) == (["castle"], ["fate"])
    assert table.view().offer is None


@rule("AC-063", "AC-064", "AC-066", "AC-R31")
def test_ac_063_064_066_r31_both_have_a_child_and_the_offerer_chooses_first():
    table = courting(dice=[[2, 6, 1], [3, 4, 5]], owns={1: ["a5"]})
    table.acts(1, "answer_marriage", accept=True)
    assert table.phase == "birth_roll 0"
    events = table.acts(0, "roll_child", own_order=[1, 0, 2])
    sets = of_type(events, "child_rolled")
    assert [(one.set, one.traits) for one in sets] == [
        (0, (SWORD, FOOD, MAD)),
        (1, (MONEY, BOW, MAGIC)),
    ]
    assert {one.own_order for one in sets} == {(1, 0, 2)}
    events = table.acts(0, "place_child", set=1, character="red_m1", territory="a1")
    assert events[0].traits == (MONEY, BOW, MAGIC)
    assert table.phase == "partner_place 1"
    assert table.view().birth.chosen_set == 1
    full = {"character": "blue_w1", "territory": "a2"}
    table.refuses_at("AC-056", 1, "place_child", "territory", **full)
    room = {"character": "blue_w1", "territory": "a5"}
    table.refuses_at("AC-066", 1, "place_child", "set", set=1, **room)
    table.refuses_at("AC-056", 0, "place_child", set=0, character="red_m2", territory="a1")


@rule("AC-066", "AC-R31")
def test_ac_066_the_opponent_gets_the_other_set_and_places_it():
    table = courting(dice=[[2, 6, 1], [3, 4, 5]], owns={1: ["a5"]})
    table.acts(1, "answer_marriage", accept=True)
    table.acts(0, "roll_child")
    table.acts(0, "place_child", set=1, character="red_m1", territory="a1")
    assert [one["territory"] for one in table.offered(1, "place_child")] == ["a5"] * 9
    assert {one["set"] for one in table.offered(1, "place_child")} == {0}
    events = table.acts(1, "place_child", character="blue_w1", territory="a5")
    assert (events[0].seat, events[0].set, events[0].traits) == (1, 0, (FOOD, MAD, SWORD))
    assert table.phase == "action 1"


@rule("AC-065")
def test_ac_065_in_a_marriage_no_dice_are_repeated():
    table = courting()
    table.acts(1, "answer_marriage", accept=True)
    table.refuses_at("AC-044", 0, "reroll")
    table.acts(0, "roll_child")
    assert table.view().birth.rerolls_left == 0
    table.refuses_at("AC-065", 0, "reroll")
    assert table.offered(0, "reroll") == []


@rule("AC-R29")
def test_ac_r29_genetics_in_a_marriage_is_the_offerers_and_names_either_set():
    hands = {0: ["genetics"], 1: ["genetics"]}
    script = {"genetics_dice": [[4, 5]]}
    table = courting(dice=[[1, 2, 3], [1, 1, 1]], hands=hands, script=script, owns={1: ["a5"]})
    table.acts(1, "answer_marriage", accept=True)
    table.acts(0, "roll_child")
    table.refuses_at("AC-114", 1, "play_genetics", dice=[0, 1])
    _, changed = table.acts(0, "play_genetics", set=1, dice=[1, 2])
    assert (changed.set, changed.traits) == (1, (SWORD, BOW, MAGIC))
    table.acts(0, "place_child", set=0, character="red_m1", territory="a1")
    table.refuses_at("AC-114", 1, "play_genetics", dice=[0, 1])
    assert {item.type for item in ARISTOOCRAZY.legal(table.state, 1).items} == {"place_child"}
    table.acts(1, "place_child", character="blue_w1", territory="a5")
    assert table.person("blue_w1").traits == (SWORD, BOW, MAGIC)


@rule("AC-R30")
def test_ac_r30_a_partner_without_room_loses_the_child():
    table = courting(dice=[[1, 2, 3], [4, 5, 6]])
    assert table.view().territories["a2"].free_spaces == 0
    table.acts(1, "answer_marriage", accept=True)
    table.acts(0, "roll_child")
    events = table.acts(0, "place_child", set=0, character="red_m1", territory="a1")
    assert told(of_type(events, "child_lost")[0]) == {"seat": 1, "set": 1}
    assert table.phase == "action 1"


@rule("AC-116", "AC-R34", "AC-R16")
def test_ac_116_r34_who_is_courted_with_a_love_potion_must_accept():
    table = midway(
        MOTHER, FATHER, Person("blue_w1", "b1"), hands={0: ["love_potion"]}, tokens={0: {FOOD: 1}}
    )
    court = {"character": "red_w1", "target": "blue_m1", "potion": "love_potion"}
    table.refuses_at("AC-R34", 0, "offer_marriage", "dowry", dowry={"tokens": {FOOD: 1}}, **court)
    wrong = {**court, "target": "blue_w1"}
    table.refuses_at("AC-116", 0, "offer_marriage", "target", **wrong)
    events = table.acts(0, "offer_marriage", **court)
    assert names(events) == ["marriage_offered", "card_played", "birth_opened", "phase_entered"]
    assert table.phase == "birth_roll 0"
    assert table.view().discard == ("love_potion",)
    assert table.view().birth.kind == "marriage"
    again = midway(MOTHER, FATHER)
    again.refuses_at("AC-116", 0, "offer_marriage", "potion", **court)


@rule("AC-117", "AC-R34")
def test_ac_117_the_potion_of_four_percent_is_for_the_same_sex():
    people = [MOTHER, FATHER, Person("blue_w1", "b1")]
    table = midway(*people, hands={0: ["love_potion_4"]})
    court = {"character": "red_w1", "potion": "love_potion_4"}
    table.refuses_at("AC-117", 0, "offer_marriage", "target", target="blue_m1", **court)
    offered = [one for one in table.offered(0, "offer_marriage") if one["potion"]]
    assert [one["target"] for one in offered] == ["blue_w1"]
    table.acts(0, "offer_marriage", target="blue_w1", **court)
    assert table.phase == "birth_roll 0"
    assert table.view().birth.partner == "blue_w1"
    midway(*people).refuses_at("AC-117", 0, "offer_marriage", "potion", target="blue_w1", **court)


@rule("AC-R16")
def test_ac_r16_attached_cards_cost_no_turn_and_are_no_actions():
    hands = {0: ["genetics", "commander", "love_potion", "love_potion_4", "cancel_event"]}
    table = midway(MOTHER, hands=hands)
    assert table.offered(0, "play_card") == []
    for card in hands[0]:
        table.refuses_at("AC-R16", 0, "play_card", "card", card=card)


@rule("AC-024", "AC-R70")
def test_ac_024_luck_comes_only_by_cards_and_inheritance():
    symbols = {face for die in ARISTOOCRAZY.edition.symbol_dice for face in die.faces}
    assert LUCK not in symbols
    assert symbols == {SWORD, BOW, MAGIC, BRAVE, EDU, RULE, FOOD, MONEY, MAD}
