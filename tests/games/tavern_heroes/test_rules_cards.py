"""Cubes on own cards, and the skills of talents: TH-074 to TH-089."""

from __future__ import annotations

import pytest

from domain.games.tavern_heroes.events import (
    ArmamentLevelRaised,
    ArmamentsDiscarded,
    ArmamentsDrawn,
    CubePlaced,
    EffectPerformed,
    MonsterVisited,
    ResourceDeckReshuffled,
    ResourceTaken,
    SkillPerformed,
)
from tests.games.table import names, of_type
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import EDITION, UR, emptied, midway, only


def using(table, talent, *uses):
    """Let seat 0 use skills of a talent."""
    return table.acts(0, "use_card", card=talent, uses=list(uses))


def refusing(table, rule, reason, talent, *uses, **fields):
    return table.refuses(rule, reason, 0, "use_card", card=talent, uses=list(uses), **fields)


def skill(name, **fields):
    return {"skill": name, **fields}


@pytest.mark.rule("TH-074", "TH-076")
def test_taxation_is_done_once_a_round():
    table = midway({"renown": 6, "cubes": 2})
    events = table.acts(0, "use_card", card="lord")
    assert only(events, CubePlaced).choice_cost is None
    performed = only(events, EffectPerformed)
    assert (performed.kind, performed.paid) == ("taxation", {"renown": 2})
    assert performed.gained == {"funds": 5}
    assert table.seat().lord_cube
    table.passes(1)
    table.refuses("TH-074", "no_space", 0, "use_card", card="lord")


@pytest.mark.rule("TH-074")
def test_a_talent_carries_one_cube_and_only_with_a_cube_skill():
    table = midway({"cubes": 2, "talents": ["dancer", "merchant"]})
    using(table, "dancer", skill("dance"))
    table.passes(1)
    refusing(table, "TH-079", "card_has_cube", "dancer", skill("dance"))
    refusing(table, "TH-074", "no_space", "merchant", skill("business_sense"))


@pytest.mark.rule("TH-075")
def test_a_card_costs_what_stands_on_it():
    full = {area.id: len(area.costs) for area in EDITION.areas}
    table = midway({"talents": ["dancer"]}, areas=full)
    events = using(table, "dancer", skill("dance"))
    assert [one.paid for one in of_type(events, SkillPerformed)] == [{}]
    assert table.counters() == {**dict.fromkeys(table.counters(), 0), "funds": 4}


@pytest.mark.rule("TH-076")
def test_taxation_takes_nothing_with_it():
    table = midway({"renown": 6})
    effect = {"kind": "market_information"}
    table.refuses("TH-076", "bad_selection", 0, "use_card", card="lord", effect=effect)
    table.refuses("TH-076", "bad_selection", 0, "use_card", card="lord", uses=[])


@pytest.mark.rule("TH-077")
def test_policy_5_performs_a_privilege_without_choice_cost():
    table = midway({"funds": 3, "cubes": 2}, policies=(5, 9), areas={"tavern": 8})
    effect = {"kind": "feast"}
    events = table.acts(0, "use_card", card="policy", effect=effect)
    assert only(events, CubePlaced).target == "policy"
    assert only(events, EffectPerformed).privileged
    assert (table.seat().policy_cube, table.seat().renown) == (True, 0)
    table.passes(1)
    table.refuses("TH-074", "no_space", 0, "use_card", card="policy", effect=effect)


@pytest.mark.rule("TH-077", "TH-071")
def test_only_policy_5_has_a_space_and_it_needs_a_target_of_a_privileged_area():
    effect = {"kind": "market_information"}
    midway().refuses("TH-077", "no_space", 0, "use_card", card="policy", effect=effect)
    table = midway({UR: 5, "armament_level": 1, "information": 5}, policies=(5, 9))
    table.refuses("TH-077", "bad_selection", 0, "use_card", card="policy")
    wrong = {"kind": "scheme"}
    table.refuses("TH-071", "bad_selection", 0, "use_card", card="policy", effect=wrong)
    table.refuses("TH-077", "bad_selection", 0, "use_card", card="policy", effect=effect, uses=[])


@pytest.mark.rule("TH-078")
@pytest.mark.parametrize("order", [("performance", "dance"), ("dance", "performance")])
def test_two_skills_are_performed_in_the_order_chosen_with_one_cube(order):
    table = midway({"talents": ["bard"]})
    events = using(table, "bard", *map(skill, order))
    assert [one.skill for one in of_type(events, SkillPerformed)] == list(order)
    assert len(of_type(events, CubePlaced)) == 1
    assert (table.seat().cubes, table.seat().funds, table.seat().renown) == (0, 5, 2)


@pytest.mark.rule("TH-078")
def test_one_of_two_skills_is_enough_and_none_or_the_same_twice_is_not():
    table = midway({"talents": ["bard"]})
    refusing(table, "TH-078", "bad_selection", "bard")
    refusing(table, "TH-078", "bad_selection", "bard", skill("dance"), skill("dance"))
    refusing(table, "TH-078", "wrong_ability", "bard", skill("recovery", talents=["bard"]))
    using(table, "bard", skill("dance"))
    assert table.seat().funds == 4


@pytest.mark.rule("TH-079")
def test_a_face_down_talent_cannot_be_used():
    table = midway({"talents": ["dancer:down"]})
    refusing(table, "TH-079", "card_face_down", "dancer", skill("dance"))
    refusing(table, "TH-079", "not_held", "bard", skill("dance"))
    refusing(table, "TH-079", "unknown_card", "nobody", skill("dance"))


@pytest.mark.rule("TH-080", "TH-106")
def test_yellow_magic_takes_a_yellow_stone_of_either_kind():
    for name, cards in (("resource_cards", ["spirit_wood"]), ("armament_cards", ["war_priests#1"])):
        table = midway({"talents": ["yellow_mage"], name: cards, "armament_level": 1})
        using(table, "yellow_mage", skill("yellow_magic", stone_card=cards[0]))
        assert table.seat().cubes == 3
        assert getattr(table.seat(), name) == ()
    table = midway({"talents": ["yellow_mage"], "resource_cards": ["geode", "lumber#1"]})
    for card in ("geode", "lumber#1"):
        use = skill("yellow_magic", stone_card=card)
        refusing(table, "TH-080", "wrong_ability", "yellow_mage", use)
    use = skill("yellow_magic", stone_card="spirit_wood")
    refusing(table, "TH-R21", "not_held", "yellow_mage", use)
    refusing(table, "TH-080", "bad_selection", "yellow_mage", skill("yellow_magic"))


@pytest.mark.rule("TH-081", "TH-106")
def test_red_magic():
    table = midway(
        {"talents": ["red_mage"], "armament_cards": ["flame_mages#1"], "armament_level": 1}
    )
    events = using(table, "red_mage", skill("red_magic", stone_card="flame_mages#1"))
    assert only(events, ArmamentsDiscarded).reason == "stone"
    assert only(events, SkillPerformed).gained == {"renown": 5}
    assert table.state.armament_discard == ("flame_mages#1",)


@pytest.mark.rule("TH-082")
def test_blue_magic_spares_funds_as_choice_cost_and_nothing_else():
    seat = {"talents": ["blue_mage"], "resource_cards": ["geode"], "cubes": 4, "renown": 9}
    table = midway(seat, areas={"purchase": 6, "tavern": 7})
    using(table, "blue_mage", skill("blue_magic", stone_card="geode"))
    assert table.talent("blue_mage").blue_magic
    table.passes(1)
    table.does("market_information")
    assert (table.seat().funds, table.area("purchase")) == (0, 7)
    table.denies("TH-063", "cannot_pay", "tavern_information")
    placed = table.does("privilege", effect={"kind": "market_information"})[0]
    assert (placed.choice_cost.kind, placed.choice_cost.amount) == ("renown", 1)


@pytest.mark.rule("TH-082", "TH-R13")
def test_blue_magic_lasts_while_the_cube_lies_there():
    table = midway({"talents": ["blue_mage:blue"], "funds": 0})
    assert table.seat().is_spared_funds
    table.passes(0, 1)
    table.keeps()
    assert not table.seat().is_spared_funds


@pytest.mark.rule("TH-083")
def test_black_magic_takes_any_stone_and_its_privilege_is_not_optional():
    for card in ("geode", "ember_ore", "spirit_wood"):
        table = midway({"talents": ["witch"], "resource_cards": [card]})
        use = skill("black_magic", stone_card=card, effect={"kind": "market_information"})
        events = using(table, "witch", use)
        assert only(events, SkillPerformed).gained == {"funds": 2}
        assert only(events, EffectPerformed).privileged
    table = midway({"talents": ["witch"], "resource_cards": ["geode", "lumber#1"]})
    bare = skill("black_magic", stone_card="geode")
    refusing(table, "TH-083", "bad_selection", "witch", bare)
    refusing(table, "TH-064", "cannot_pay", "witch", {**bare, "effect": {"kind": "feast"}})
    stoneless = skill("black_magic", stone_card="lumber#1", effect={"kind": "donate", "amount": 1})
    refusing(table, "TH-083", "wrong_ability", "witch", stoneless)


@pytest.mark.rule("TH-084")
def test_strong_soldiers():
    table = midway({"talents": ["mercenary"], UR: 2, "armament_level": 1})
    events = using(table, "mercenary", skill("strong_soldiers"))
    assert only(events, SkillPerformed).paid == {UR: 2}
    assert only(events, ArmamentLevelRaised).level == 2
    assert only(events, ArmamentsDrawn).count == 2
    table = midway({"talents": ["mercenary"], UR: 2, "armament_level": 3})
    events = using(table, "mercenary", skill("strong_soldiers"))
    assert of_type(events, ArmamentLevelRaised) == []
    assert only(events, ArmamentsDrawn).count == 3
    table = midway({"talents": ["mercenary"], UR: 1})
    refusing(table, "TH-084", "cannot_pay", "mercenary", skill("strong_soldiers"))


@pytest.mark.rule("TH-085", "TH-R11")
def test_scheme_as_a_skill_costs_information_alone():
    table = midway({"talents": ["strategist"], "information": 1, "armament_level": 2})
    events = using(table, "strategist", skill("scheme"))
    assert only(events, SkillPerformed).paid == {"information": 1}
    assert only(events, ArmamentsDrawn).count == 2
    table = midway({"talents": ["strategist"], "armament_level": 2})
    refusing(table, "TH-085", "cannot_pay", "strategist", skill("scheme"))
    table = midway({"talents": ["strategist"], "information": 1})
    refusing(table, "TH-085", "no_effect", "strategist", skill("scheme"))


@pytest.mark.rule("TH-086", "TH-R09")
def test_recovery_turns_up_one_or_two_others_that_lie_face_down():
    down = ["jester:down", "dancer:down", "thief:down"]
    table = midway({"talents": ["priestess", *down, "ninja"]})
    for talents, reason in (
        ([], "bad_selection"),
        (["jester", "dancer", "thief"], "bad_selection"),
        (["jester", "jester"], "bad_selection"),
        (["ninja"], "bad_selection"),
        (["priestess"], "bad_selection"),
        (["bard"], "not_held"),
        (["nobody"], "unknown_card"),
    ):
        refusing(table, "TH-086", reason, "priestess", skill("recovery", talents=talents))
    events = using(table, "priestess", skill("recovery", talents=["thief"]))
    assert only(events, SkillPerformed).talents_turned_up == ("thief",)
    assert [one.face_up for one in table.seat().talents] == [True, False, False, True, True]
    table = midway({"talents": ["priestess", "ninja"]})
    refusing(table, "TH-086", "no_effect", "priestess", skill("recovery", talents=["ninja"]))


@pytest.mark.rule("TH-086")
def test_what_recovery_turns_up_is_of_use_again():
    table = midway({"cubes": 2, "talents": ["priestess", "dancer:down"]})
    using(table, "priestess", skill("recovery", talents=["dancer"]))
    table.passes(1)
    using(table, "dancer", skill("dance"))
    assert table.seat().funds == 4


@pytest.mark.rule("TH-087")
def test_dance_and_performance():
    table = midway({"talents": ["dancer"]})
    assert only(using(table, "dancer", skill("dance")), SkillPerformed).gained == {"funds": 4}
    table = midway({"talents": ["jester"]})
    events = using(table, "jester", skill("performance"))
    assert only(events, SkillPerformed).gained == {"renown": 2, "funds": 1}


@pytest.mark.rule("TH-088", "TH-R10")
@pytest.mark.parametrize(
    ("talent", "effect", "gained"),
    [
        ("thief", {"kind": "market_information"}, {"information": 2, "renown": 1}),
        ("thief", {"kind": "tavern_information"}, {"information": 3}),
        ("knight", {"kind": "feast"}, {"cubes": 3}),
        ("merchant", {"kind": "sell_resources", "cards": ["lumber#1"]}, {"funds": 4}),
        ("merchant", {"kind": "market_information"}, {"information": 1, "renown": 1}),
    ],
)
def test_constant_skills_increase_gains_of_their_kind(talent, effect, gained):
    table = midway({"talents": [talent], "funds": 5, "resource_cards": ["lumber#1"]})
    events = table.acts(0, "place_cube", effect=effect)
    assert only(events, EffectPerformed).gained == gained


@pytest.mark.rule("TH-088", "TH-R10")
def test_constants_add_up_count_for_taxation_and_not_when_nothing_is_gained():
    table = midway({"talents": ["thief", "ninja"]})
    events = table.does("market_information")
    assert only(events, EffectPerformed).gained == {"information": 3, "renown": 1}
    table = midway({"talents": ["merchant"], "renown": 4})
    events = table.acts(0, "use_card", card="lord")
    assert only(events, EffectPerformed).gained == {"funds": 6}
    table = midway({"talents": ["merchant", "thief", "knight"], UR: 1})
    assert only(table.does("donate", amount=1), EffectPerformed).gained == {"renown": 1}


@pytest.mark.rule("TH-088", "TH-R10", "TH-094")
def test_a_gain_cut_by_a_cap_is_increased_and_cut_again():
    table = midway({"talents": ["thief"], "information": 4})
    events = table.does("market_information")
    assert only(events, EffectPerformed).gained == {"information": 1, "renown": 1}


@pytest.mark.rule("TH-R10")
def test_an_action_that_gains_twice_is_increased_once_at_the_first_gain():
    table = midway({"talents": ["bard", "merchant"]})
    events = using(table, "bard", skill("performance"), skill("dance"))
    assert [one.gained["funds"] for one in of_type(events, SkillPerformed)] == [1 + 1, 4]
    table = midway({"talents": ["witch", "merchant"], "resource_cards": ["geode", "lumber#1"]})
    sale = {"kind": "sell_resources", "cards": ["lumber#1"]}
    events = using(table, "witch", skill("black_magic", stone_card="geode", effect=sale))
    assert only(events, SkillPerformed).gained == {"funds": 3}
    assert only(events, EffectPerformed).gained == {"funds": 3}


@pytest.mark.rule("TH-089")
def test_constants_work_under_a_cube_and_not_face_down():
    table = midway({"talents": ["hero:cube"], "funds": 4})
    assert only(table.does("feast"), EffectPerformed).gained == {"cubes": 3}
    table = midway({"talents": ["hero:down"], "funds": 4})
    assert only(table.does("feast"), EffectPerformed).gained == {"cubes": 2}


@pytest.mark.rule("TH-089", "TH-120")
def test_a_constant_ends_when_its_talent_is_turned_down():
    table = midway({"talents": ["thief"], UR: 1, "information": 1}, monster_row=["mummy", "ghost"])
    table.visits("ghost", "thief")
    table.passes(1)
    events = table.does("market_information")
    assert only(events, EffectPerformed).gained["information"] == 1


@pytest.mark.rule("TH-089", "TH-R10")
def test_other_constants_count_for_a_visit():
    table = midway({"talents": ["merchant", "jester"], "information": 1}, monster_row=["cerberus"])
    assert only(table.visits("cerberus", "jester"), MonsterVisited).gained == {"funds": 6}


@pytest.mark.rule("TH-R21")
def test_the_first_skill_may_pay_for_the_second_but_not_with_cards():
    """Black Magic brings the Funds; the Privilege that it performs pays with them."""
    table = midway({"talents": ["witch"], "resource_cards": ["geode"]})
    use = skill("black_magic", stone_card="geode", effect={"kind": "buy_universal", "amount": 1})
    using(table, "witch", use)
    assert (table.seat().funds, table.seat().universal_resource) == (1, 1)
    table = midway({"talents": ["witch"], "resource_cards": ["geode"]})
    sale = {"kind": "sell_resources", "cards": ["geode"]}
    refusing(
        table, "TH-047", "not_held", "witch", skill("black_magic", stone_card="geode", effect=sale)
    )
    table = midway({"talents": ["witch"], "resource_cards": ["geode"]})
    sale = {"kind": "sell_resources", "cards": ["marble"]}
    refusing(
        table, "TH-R21", "not_held", "witch", skill("black_magic", stone_card="geode", effect=sale)
    )


@pytest.mark.rule("TH-R21")
def test_if_the_second_skill_cannot_be_paid_neither_is_performed():
    table = midway({"talents": ["sage"], "resource_cards": ["ember_ore"]})
    red = skill("red_magic", stone_card="ember_ore")
    yellow = skill("yellow_magic", stone_card="ember_ore")
    refusing(table, "TH-080", "not_held", "sage", red, yellow)
    assert table.seat().resource_cards == ("ember_ore",)


@pytest.mark.rule("TH-R21")
def test_a_card_drawn_by_the_first_skill_cannot_pay_the_second():
    """Sage with Strong Soldiers in place of Yellow Magic draws the stone that Red Magic would need."""
    table = sage_of_soldiers()
    uses = [skill("strong_soldiers"), skill("red_magic", stone_card="flame_mages#1")]
    refusing(table, "TH-R21", "not_held", "sage", *uses)
    assert names(using(table, "sage", uses[0])) == [
        "cube_placed",
        "skill_performed",
        "armament_level_raised",
        "armaments_drawn",
    ]


def sage_of_soldiers():
    """A seat with a Sage whose skills are Red Magic and Strong Soldiers."""
    edition = changed_edition(("talents", 19, "skills"), ["red_magic", "strong_soldiers"])
    seat = {"talents": ["sage"], UR: 2}
    return midway(seat, edition=edition, armament_deck=["flame_mages#1"])


@pytest.mark.rule("TH-R21")
def test_a_stone_can_be_bought_back_by_the_privilege_of_black_magic():
    table = midway({"talents": ["witch"], "resource_cards": ["geode"]})
    buy = {"kind": "buy_resource", "from": "discard"}
    events = using(table, "witch", skill("black_magic", stone_card="geode", effect=buy))
    assert only(events, ResourceTaken).card == "geode"
    assert table.seat().resource_cards == ("geode",)


@pytest.mark.rule("TH-R19", "TH-R18", "TH-102")
def test_whether_a_card_can_be_taken_is_seen_when_the_stone_is_paid():
    """The deck is empty and one card lies on the pile: the stone makes two, so Production is possible."""
    table = midway({"talents": ["witch"], "resource_cards": ["geode"]}, resource_discard=["marble"])
    emptied(table, "resource_deck")
    table.denies("TH-102", "deck_empty", "produce", armaments=[])
    produce = {"kind": "produce", "armaments": []}
    events = using(table, "witch", skill("black_magic", stone_card="geode", effect=produce))
    assert only(events, ResourceDeckReshuffled).deck == ("marble",)
    assert only(events, ResourceTaken).card == "marble"


@pytest.mark.rule("TH-078")
def test_fields_that_do_not_belong_to_a_skill_are_refused():
    table = midway({"talents": ["dancer", "priestess", "jester:down"], "resource_cards": ["geode"]})
    for extra in (
        {"stone_card": "geode"},
        {"talents": ["jester"]},
        {"effect": {"kind": "market_information"}},
    ):
        refusing(table, "TH-087", "bad_selection", "dancer", skill("dance", **extra))
    effect = {"kind": "market_information"}
    fields = {"card": "dancer", "uses": [skill("dance")], "effect": effect}
    table.refuses("TH-078", "bad_selection", 0, "use_card", **fields)
