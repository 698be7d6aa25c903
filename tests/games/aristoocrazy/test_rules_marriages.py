"""Marriages, dowries and the children that come of them: AC-059 to AC-066, AC-116, AC-117."""

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
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule

MOTHER = Person("red_w1", "a1", [SWORD, FOOD, MONEY])

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
