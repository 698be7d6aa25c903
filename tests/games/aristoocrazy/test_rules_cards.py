"""Action cards played as an action: AC-106 to AC-112, AC-119 to AC-121 and their rulings."""

from __future__ import annotations

import pytest

from tests.games.aristoocrazy.table import (
    BOW,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    edition_with,
    midway,
    told,
)
from tests.games.table import of_type

rule = pytest.mark.rule

WOMAN = Person("red_w1", "a1", [SWORD, MAD, MONEY])


def holding(*cards, people=(WOMAN,), **more):
    """Seat 0's turn, with these cards."""
    return midway(*people, hands={0: list(cards)}, **more)


@rule("AC-106", "AC-R15", "AC-R57")
def test_ac_106_r15_r57_a_card_is_played_in_the_own_turn_as_the_action():
    table = midway(WOMAN, hands={0: ["victory_point", "fate"], 1: ["victory_point"]})
    table.refuses_at("AC-106", 1, "play_card", card="victory_point")
    table.refuses_at("AC-106", 0, "play_card", "card", card="epidemic")
    events = table.acts(0, "play_card", card="victory_point")
    assert told(events[0]) == {"seat": 0, "card": "victory_point", "discarded": True}
    assert table.hand(0) == ["fate"]
    assert table.view().discard == ("victory_point",)
    assert table.phase == "action 1"
    table.refuses_at("AC-106", 0, "play_card", card="fate", character="red_w1", trait_index=0)


@rule("AC-106")
@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"card": "victory_point", "character": "red_w1"}, "character"),
        ({"card": "epidemic", "territory": "a1"}, "territory"),
        ({"card": "castle"}, "territory"),
        ({"card": "castle", "territory": "a1", "new_trait": FOOD}, "new_trait"),
        ({"card": "herbalist", "character": "red_w1", "trait_index": 1}, "new_trait"),
        ({"card": "fate", "character": "red_w1"}, "trait_index"),
        ({"card": "potion_of_life"}, "character"),
        ({"card": "potion_of_strength", "trait_index": 0}, "trait_index"),
    ],
)
def test_ac_106_a_card_is_told_what_it_needs_and_no_more(fields, pointer):
    cards = "castle victory_point herbalist fate epidemic potion_of_strength potion_of_life"
    table = holding(*cards.split(), people=[WOMAN._replace(age=1)])
    refusal = table.refuses_at("AC-106", 0, "play_card", pointer, **fields)
    verb = "takes no" if pointer in fields else "needs"
    assert refusal.detail == f"{fields['card']} {verb} {pointer}."


@rule("AC-107", "AC-R21", "AC-R57", "AC-R61")
def test_ac_107_r21_a_castle_takes_a_free_space_for_good():
    people = [WOMAN, Person("red_m1", "b2"), Person("red_m2", "b2")]
    table = holding("castle", "castle", people=people, owns={0: ["a2", "c1"], 1: ["e1"]})
    offered = {one["territory"] for one in table.offered(0, "play_card")}
    assert offered == {"a1", "a2", "c1"}
    for place in ("b2", "e1", "d1", "nowhere"):
        table.refuses_at("AC-107", 0, "play_card", "territory", card="castle", territory=place)
    played, built, *_ = table.acts(0, "play_card", card="castle", territory="c1")
    assert told(played)["discarded"] is False
    assert told(built) == {"seat": 0, "territory": "c1"}
    land = table.view().territories["c1"]
    assert (land.castle, land.free_spaces) == (True, 1)
    assert table.view().discard == ()
    for _ in range(3):
        table.passes()
    table.refuses_at("AC-R21", 0, "play_card", "territory", card="castle", territory="c1")
    table.acts(0, "play_card", card="castle", territory="a2")
    assert table.view().territories["a2"].free_spaces == 0
    # A castle stays when the owner changes.
    table.acts(1, "pass_turn")
    assert table.view().territories["a2"].castle


@rule("AC-R21", "AC-R61")
def test_ac_r21_no_castles_where_the_edition_allows_none():
    edition = edition_with((("limits", "castles_per_territory"), 0))
    table = holding("castle", edition=edition)
    assert table.offered(0, "play_card") == []
    table.refuses_at("AC-R21", 0, "play_card", "territory", card="castle", territory="a1")


@rule("AC-110", "AC-002")
def test_ac_110_the_victory_point_card_gives_a_point():
    table = holding("victory_point")
    events = table.acts(0, "play_card", card="victory_point")
    (gained,) = of_type(events, "points_gained")
    assert told(gained) == {"seat": 0, "points": 1, "reason": "card"}
    assert table.vp == [1, 0, 0, 0]


@rule("AC-111", "AC-R58", "AC-R61")
def test_ac_111_r58_the_herbalist_heals_a_dementia():
    table = holding("herbalist", people=[WOMAN, Person("blue_w1", "a5", [MAD, MAD, MAD])])
    herbs = {"card": "herbalist", "character": "red_w1"}
    for trait in (MAD, LUCK, SWORD, MONEY):
        table.refuses_at(
            "AC-R58", 0, "play_card", "new_trait", trait_index=1, new_trait=trait, **herbs
        )
    table.refuses_at(
        "AC-R61", 0, "play_card", "trait_index", trait_index=0, new_trait=FOOD, **herbs
    )
    other = {**herbs, "character": "blue_w1"}
    table.refuses_at("AC-R61", 0, "play_card", "character", trait_index=0, new_trait=FOOD, **other)
    offered = table.offered(0, "play_card")
    assert {(one["trait_index"], one["new_trait"]) for one in offered} == {
        (1, new) for new in (BOW, MAGIC, "bravery", "rulership", EDU, FOOD)
    }
    events = table.acts(0, "play_card", trait_index=1, new_trait=FOOD, **herbs)
    (changed,) = of_type(events, "trait_changed")
    assert told(changed) == {
        "character": "red_w1",
        "trait_index": 1,
        "old": MAD,
        "new": FOOD,
        "reason": "herbalist",
    }
    assert table.person("red_w1").traits == (SWORD, FOOD, MONEY)


@rule("AC-112", "AC-R59")
@pytest.mark.parametrize("index", [0, 1])
def test_ac_112_r59_fate_turns_any_trait_into_luck(index):
    table = holding(
        "fate", people=[WOMAN._replace(age=3), Person("red_m1", "b2", [LUCK, BOW, EDU])]
    )
    fate = {"card": "fate", "trait_index": index}
    table.refuses_at("AC-R59", 0, "play_card", "character", character="red_m1", **fate)
    table.refuses_at("AC-R61", 0, "play_card", "character", character="red_m2", **fate)
    assert {one["character"] for one in table.offered(0, "play_card")} == {"red_w1"}
    table.acts(0, "play_card", character="red_w1", **fate)
    one = table.person("red_w1")
    assert (one.traits[index], one.age, one.lives) == (LUCK, 3, 6)


@rule("AC-119", "AC-R60", "AC-R67")
def test_ac_119_r60_the_epidemic_ages_everybody_but_neutral_characters():
    people = [WOMAN, Person("blue_w1", "a5", age=3), Person("green_w1", "e5")]
    table = holding("epidemic", people=people, neutral={"a2": [SWORD, EDU, FOOD]})
    events = table.acts(0, "play_card", card="epidemic")
    aged = [(one.character, one.amount, one.reason) for one in of_type(events, "character_aged")]
    assert aged == [(one, 1, "card") for one in ("red_w1", "blue_w1", "green_w1")]
    assert [told(one)["character"] for one in of_type(events, "character_died")] == ["blue_w1"]
    assert table.view().territories["a2"].neutral_traits == (SWORD, EDU, FOOD)


@rule("AC-120", "AC-R61")
def test_ac_120_the_potion_of_strength_takes_an_age_off_all_own_characters():
    people = [WOMAN._replace(age=2), Person("red_m1", "b2"), Person("blue_w1", "a5", age=1)]
    table = holding("potion_of_strength", people=people)
    events = table.acts(0, "play_card", card="potion_of_strength")
    assert [told(one) for one in of_type(events, "character_aged")] == [
        {"character": "red_w1", "amount": -1, "age": 1, "reason": "card"},
    ]
    assert table.person("blue_w1").age == 1
    table = holding("potion_of_strength")
    assert table.offered(0, "play_card") == []
    table.refuses_at("AC-R61", 0, "play_card", "card", card="potion_of_strength")


@rule("AC-121", "AC-R61")
@pytest.mark.parametrize(("age", "left"), [(1, 0), (3, 0), (5, 2)])
def test_ac_121_the_potion_of_life_takes_up_to_three_ages_off_one(age, left):
    person = Person("red_w1", "a1", [LUCK, FOOD, BOW], age=age)
    other = Person("red_m1", "b2")
    table = holding("potion_of_life", people=[person, other, Person("red_m2", "b2", age=1)])
    table.refuses_at(
        "AC-R61", 0, "play_card", "character", card="potion_of_life", character="red_m1"
    )
    assert {one["character"] for one in table.offered(0, "play_card")} == {"red_w1", "red_m2"}
    table.acts(0, "play_card", card="potion_of_life", character="red_w1")
    assert (table.person("red_w1").age, table.person("red_m2").age) == (left, 1)


@rule("AC-R61")
def test_ac_r61_epidemic_and_victory_point_need_no_target():
    table = midway(hands={0: ["epidemic", "victory_point", "castle", "fate", "herbalist"]})
    assert {one["card"] for one in table.offered(0, "play_card")} == {"epidemic", "victory_point"}


@rule("AC-110", "AC-119", "AC-120")
def test_effects_of_cards_are_those_of_the_edition():
    edition = edition_with(
        (("cards", 1, "points"), 2), (("cards", 9, "age"), 2), (("cards", 10, "heal"), 2)
    )
    hands = {0: ["victory_point"], 1: ["epidemic"], 2: ["potion_of_strength"]}
    table = midway(WOMAN, Person("green_w1", "e5", age=1), hands=hands, edition=edition)
    table.acts(0, "play_card", card="victory_point")
    table.acts(1, "play_card", card="epidemic")
    table.acts(2, "play_card", card="potion_of_strength")
    assert (table.vp[0], table.person("red_w1").age, table.person("green_w1").age) == (2, 2, 1)
