"""Subjugation, trade and exploration: TH-108 to TH-120."""

from __future__ import annotations

import pytest

from domain.games.tavern_heroes.events import (
    ArmamentsDiscarded,
    ArmamentsDrawn,
    MonsterSubjugated,
    MonsterVisited,
    ResourceTaken,
    RowRefilled,
)
from tests.games.table import names, of_type
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import EDITION, UR, emptied, midway, only

FIVE = ["small_wood", "stony_field", "old_pit", "river_bank", "old_forest"]


@pytest.mark.rule("TH-108", "TH-114")
def test_subjugation_needs_no_cube_of_its_own():
    cards = ["cavalry#1"]
    table = midway(
        {"cubes": 0, "armament_cards": cards, "armament_level": 1}, monster_row=["goblin"]
    )
    events = table.subjugates("goblin", armaments=cards)
    assert only(events, MonsterSubjugated).cubes_spent == 0
    assert table.seat().renown == 3 + 5
    midway(monster_row=["goblin"]).refuses_subjugation("TH-108", "unknown_card", "orc")


@pytest.mark.rule("TH-109")
def test_every_mark_has_to_be_covered():
    table = midway({"cubes": 7}, monster_row=["lich"])
    for payment, missing in (
        ({"combat": 3, "attack_magic": 1}, "1 holy"),
        ({"combat": 3, "holy": 1}, "1 attack_magic"),
        ({"combat": 2, "attack_magic": 1, "holy": 1}, "1 combat"),
        ({}, "3 combat, 1 attack_magic, 1 holy"),
    ):
        refusal = table.refuses_subjugation("TH-109", "cost_not_covered", "lich", **payment)
        assert refusal.detail == f"The payment for lich is short of {missing}."
    table.subjugates("lich", combat=3, attack_magic=1, holy=1)
    assert table.seat().cubes == 0


@pytest.mark.rule("TH-110")
def test_cubes_cost_one_two_and_two_and_return_to_the_supply():
    table = midway({"cubes": 8}, monster_row=["lich"])
    supply = table.state.supply
    events = table.subjugates("lich", combat=3, attack_magic=1, holy=1)
    assert only(events, MonsterSubjugated).cubes_spent == 7
    assert table.state.supply == supply + 7
    table = midway({"cubes": 6}, monster_row=["lich"])
    table.refuses_subjugation("TH-110", "cannot_pay", "lich", combat=3, attack_magic=1, holy=1)
    table.refuses_subjugation("TH-110", "bad_selection", "lich", combat=0, attack_magic=2, holy=1)


@pytest.mark.rule("TH-111")
def test_armament_cards_are_discarded_openly_in_the_order_named():
    cards = ["archers#1", "spear_levy#1"]
    seat = {"armament_cards": cards, "armament_level": 2, "cubes": 0}
    table = midway(seat, monster_row=["goblin"])
    events = table.subjugates("goblin", armaments=cards[::-1])
    assert only(events, ArmamentsDiscarded).reason == "combat"
    assert table.state.armament_discard == ("spear_levy#1", "archers#1")
    table = midway(seat, monster_row=["goblin"])
    table.refuses_subjugation(
        "TH-111", "bad_selection", "goblin", armaments=["archers#1", "archers#1"]
    )
    table.refuses_subjugation("TH-111", "not_held", "goblin", armaments=["cavalry#1"])


@pytest.mark.rule("TH-112")
def test_a_talent_gives_one_ability_and_is_turned_down():
    table = midway({"cubes": 4, "talents": ["paladin"]}, monster_row=["skeleton", "goblin"])
    table.refuses_subjugation(
        "TH-112", "wrong_ability", "goblin", talents={"paladin": "attack_magic"}
    )
    both = [{"talent": "paladin", "ability": mark} for mark in ("combat", "holy")]
    fields = {"monster": "skeleton", "cubes": {}, "armaments": [], "talents": both}
    table.refuses("TH-112", "bad_selection", 0, "subjugate", **fields)
    table.subjugates("skeleton", combat=2, talents={"paladin": "holy"})
    assert not table.talent("paladin").face_up
    assert table.seat().cubes == 2


@pytest.mark.rule("TH-112")
@pytest.mark.parametrize(("how", "reason"), [("down", "card_face_down"), ("cube", "card_has_cube")])
def test_a_talent_that_is_spent_cannot_fight(how, reason):
    table = midway({"talents": [f"hero:{how}"]}, monster_row=["goblin"])
    table.refuses_subjugation("TH-112", reason, "goblin", talents={"hero": "combat"})
    table.refuses_subjugation("TH-112", "not_held", "goblin", talents={"samurai": "combat"})


@pytest.mark.rule("TH-113", "TH-R07")
def test_a_payment_may_exceed_the_cost_and_marks_do_not_stand_in_for_each_other():
    cards = ["cavalry#1", "war_priests#1"]
    seat = {"armament_cards": cards, "armament_level": 2, "cubes": 5, "talents": ["hero"]}
    table = midway(seat, monster_row=["goblin", "unicorn"])
    table.refuses_subjugation("TH-109", "cost_not_covered", "unicorn", combat=5, armaments=cards)
    payment = {"combat": 1, "holy": 1, "armaments": cards, "talents": {"hero": "holy"}}
    table.subjugates("goblin", **payment)
    seat = table.seat()
    assert (seat.cubes, seat.armament_cards, seat.renown) == (2, (), 3 + 5)
    assert not table.talent("hero").face_up


@pytest.mark.rule("TH-114")
def test_the_row_of_monsters_is_refilled_while_the_deck_lasts():
    table = midway({"cubes": 3}, monster_row=["goblin"], monster_deck=["lich"])
    events = table.subjugates("goblin", combat=3)
    assert names(events) == ["monster_subjugated", "territory_gained", "row_refilled"]
    assert only(events, RowRefilled).card == "lich"
    table = emptied(midway({"cubes": 3}, monster_row=["goblin"]), "monster_deck")
    assert of_type(table.subjugates("goblin", combat=3), RowRefilled) == []


@pytest.mark.rule("TH-115")
def test_a_visit_needs_a_ready_talent_with_the_ability():
    row = ["goblin", "ghost"]
    table = midway({"talents": ["dancer", "thief"], "information": 2, "cubes": 0}, monster_row=row)
    for monster, talent in (("goblin", "thief"), ("ghost", "dancer")):
        fields = {"monster": monster, "talent": talent, "support": []}
        table.refuses("TH-115", "wrong_ability", 0, "visit", **fields)
    for how, reason in (("down", "card_face_down"), ("cube", "card_has_cube")):
        spent = midway({"talents": [f"dancer:{how}"], "information": 1}, monster_row=row)
        fields = {"monster": "goblin", "talent": "dancer", "support": []}
        spent.refuses("TH-115", reason, 0, "visit", **fields)
    fields = {"monster": "goblin", "talent": "jester", "support": []}
    table.refuses("TH-115", "not_held", 0, "visit", **fields)
    fields = {"monster": "orc", "talent": "dancer", "support": []}
    table.refuses("TH-115", "unknown_card", 0, "visit", **fields)
    table.visits("goblin", "dancer")
    assert table.seat().cubes == 0


@pytest.mark.rule("TH-116")
def test_a_visit_turns_the_talent_down_pays_and_gains_and_leaves_the_monster():
    table = midway({"talents": ["dancer", "jester"], "information": 2}, monster_row=["goblin"])
    events = table.visits("goblin", "dancer")
    assert names(events) == ["talents_turned_down", "monster_visited"]
    visited = only(events, MonsterVisited)
    assert (visited.paid, visited.gained) == ({"information": 1}, {"funds": 4})
    assert table.state.monster_row == ("goblin",)
    table.passes(1)
    table.visits("goblin", "jester")
    assert table.seat().funds == 8


@pytest.mark.rule("TH-116")
def test_a_visit_pays_all_of_its_cost():
    seat = {"talents": ["thief"], "information": 1}
    table = midway(seat, monster_row=["griffon"])
    fields = {"monster": "griffon", "talent": "thief", "support": []}
    table.refuses("TH-116", "cannot_pay", 0, "visit", **fields)
    table = midway({**seat, "funds": 1}, monster_row=["griffon"])
    table.visits("griffon", "thief")
    assert (table.seat().funds, table.seat().information, table.seat().renown) == (0, 0, 4)
    table = midway(
        {"talents": ["dancer"], "resource_cards": ["geode"], "information": 1},
        monster_row=["goblin", "dragon"],
    )
    fields = {"monster": "goblin", "talent": "dancer", "support": [], "stone_card": "geode"}
    table.refuses("TH-116", "bad_selection", 0, "visit", **fields)
    fields = {"monster": "dragon", "talent": "dancer", "support": []}
    table.refuses("TH-116", "bad_selection", 0, "visit", **fields)


@pytest.mark.rule("TH-117", "TH-R20")
def test_any_number_of_armament_cards_of_the_same_kind_increase_the_reward():
    cards = ["swordsmen#1", "cavalry#1", "archers#1"]
    seat = {"talents": ["jester"], "information": 1, "armament_level": 3, "armament_cards": cards}
    table = midway(seat, monster_row=["goblin"])
    fields = {"monster": "goblin", "talent": "jester", "support": cards}
    table.refuses("TH-117", "wrong_ability", 0, "visit", **fields)
    events = table.visits("goblin", "jester", cards[:2])
    visited = only(events, MonsterVisited)
    assert (visited.gained, visited.support) == ({"funds": 4 + 1 + 2}, tuple(cards[:2]))
    assert only(events, ArmamentsDiscarded).reason == "support"


@pytest.mark.rule("TH-R20", "TH-R10")
def test_support_is_added_before_the_constant_skills():
    seat = {
        "talents": ["jester", "merchant"],
        "information": 1,
        "armament_level": 1,
        "armament_cards": ["cavalry#1"],
    }
    events = midway(seat, monster_row=["goblin"]).visits("goblin", "jester", ["cavalry#1"])
    assert only(events, MonsterVisited).gained == {"funds": 4 + 2 + 1}


@pytest.mark.rule("TH-118")
def test_a_reward_of_cards_is_taken_from_the_decks():
    seat = {"talents": ["thief"], "information": 1, "armament_level": 1}
    table = midway(
        {**seat, "armament_cards": ["archers#1"]},
        monster_row=["zombie"],
        resource_deck=["geode", "marble", "lumber#1"],
    )
    events = table.visits("zombie", "thief", ["archers#1"])
    assert [one.card for one in of_type(events, ResourceTaken)] == ["geode", "marble", "lumber#1"]
    assert only(events, MonsterVisited).gained == {}
    assert table.state.pending == ((0, "excess"),)
    table = midway({"talents": ["dancer"], "funds": 2, "armament_level": 1}, monster_row=["orc"])
    assert only(table.visits("orc", "dancer"), ArmamentsDrawn).count == 2
    assert table.state.pending == ((0, "excess"),)


@pytest.mark.rule("TH-118", "TH-R11")
def test_a_reward_of_cards_that_could_not_be_kept_or_taken_is_refused():
    table = midway({"talents": ["dancer"], "funds": 2}, monster_row=["orc"])
    fields = {"monster": "orc", "talent": "dancer", "support": []}
    table.refuses("TH-118", "no_effect", 0, "visit", **fields)
    table = midway(
        {"talents": ["thief"], "information": 1}, monster_row=["zombie"], resource_discard=["geode"]
    )
    emptied(table, "resource_deck")
    fields = {"monster": "zombie", "talent": "thief", "support": []}
    table.refuses("TH-118", "deck_empty", 0, "visit", **fields)


@pytest.mark.rule("TH-R19", "TH-118")
def test_a_resource_card_paid_as_stone_counts_for_the_cards_that_can_be_taken():
    """In this edition the Zombie asks for a stone; with it there are two cards in the pile."""
    edition = changed_edition(("monsters", 7, "visit", "cost"), {"stone": "any"})
    seat = {"talents": ["thief"], "resource_cards": ["geode"], "armament_level": 1}
    for extra, pile, is_possible in (
        ({}, ["marble"], True),
        ({}, [], False),
        ({"armament_cards": ["frost_mages"]}, ["marble"], False),
    ):
        table = midway(
            {**seat, **extra}, edition=edition, monster_row=["zombie"], resource_discard=pile
        )
        emptied(table, "resource_deck")
        stone = "frost_mages" if extra else "geode"
        fields = {"monster": "zombie", "talent": "thief", "support": [], "stone_card": stone}
        if is_possible:
            events = table.acts(0, "visit", **fields)
            assert [one.card for one in of_type(events, ResourceTaken)] == ["marble"]
        else:
            table.refuses("TH-118", "deck_empty", 0, "visit", **fields)


@pytest.mark.rule("TH-119")
def test_races_trade_or_are_explored():
    kinds = {}
    for row in EDITION.monsters:
        kinds.setdefault(row.race, set()).add(row.visit.kind)
    assert kinds == {
        "demi_human": {"trade"},
        "undead": {"explore"},
        "beast": {"trade", "explore"},
    }
    table = midway({"talents": ["dancer"], "information": 1}, monster_row=["ghost"])
    fields = {"monster": "ghost", "talent": "dancer", "support": []}
    table.refuses("TH-115", "wrong_ability", 0, "visit", **fields)


@pytest.mark.rule("TH-120")
def test_the_talent_of_a_visit_does_not_increase_it():
    seat = {"talents": ["thief"], UR: 1, "information": 0}
    edition = changed_edition(("talents", 4, "abilities"), {"explore": 1, "trade": 1})
    table = midway(seat, edition=edition, monster_row=["lizardman"])
    assert only(table.visits("lizardman", "thief"), MonsterVisited).gained == {"information": 2}
