"""Holdings and decks, subjugation, trade and exploration: TH-090 to TH-120."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    ArmamentDeckReshuffled,
    ArmamentsDiscarded,
    ArmamentsDrawn,
    EffectPerformed,
    IncomeCollected,
    MonsterSubjugated,
    MonsterVisited,
    ResourceCardsDiscarded,
    ResourceDeckReshuffled,
    ResourceTaken,
    RowRefilled,
    TerritoryGained,
)
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import (
    EDITION,
    TAVERN,
    UR,
    emptied,
    midway,
    names,
    of_type,
    only,
    states,
    subjugation,
)

FIVE = ["small_wood", "stony_field", "old_pit", "river_bank", "old_forest"]


def refusing(table, rule, reason, monster, **payment):
    return table.refuses(rule, reason, 0, "subjugate", **subjugation(monster, **payment))


@pytest.mark.rule("TH-090")
@pytest.mark.parametrize("held", range(5))
def test_territory_bonuses_fall_by_their_ordinal_however_they_are_gained(held):
    seat = {"cubes": 3, "territories": FIVE[:held]}
    events = midway(seat, monster_row=["goblin"]).subjugates("goblin", combat=3)
    gained = only(events, TerritoryGained)
    assert (gained.bonus, gained.renown, gained.kind) == (5 - held, 3, "monster")
    events = midway({**seat, "information": 3}).does("expand", deck="informed")
    assert only(events, TerritoryGained).bonus == 5 - held


@pytest.mark.rule("TH-091")
@pytest.mark.parametrize("held", range(5))
def test_talent_bonuses_rise_by_their_ordinal(held):
    heroes = ["merchant", "jester", "thief", "adventurer", "mercenary"]
    table = midway({"funds": 3, "talents": heroes[:held]}, policies=(1, 2), talent_row=["dancer"])
    table.does("recruit", talent="dancer")
    assert table.seat().renown == held + 1


@pytest.mark.rule("TH-092", "TH-108")
def test_no_sixth_territory_by_subjugation():
    table = midway({"cubes": 9, "territories": FIVE}, monster_row=["goblin"])
    refusing(table, "TH-108", "limit_reached", "goblin", combat=3)


@pytest.mark.rule("TH-093")
def test_a_monster_territory_produces_nothing():
    table = midway({"cubes": 3}, monster_row=["goblin"])
    table.subjugates("goblin", combat=3)
    assert table.state.production(table.seat()) == (0, 0, 0)
    assert (
        table.view().seats[0].territories[0].production == type(table.view().seats[0].production)()
    )


@pytest.mark.rule("TH-094", "TH-R11")
def test_gains_beyond_a_cap_are_lost_and_the_action_is_allowed():
    table = midway({"information": 5})
    assert only(table.does("market_information"), EffectPerformed).gained == {"renown": 1}
    table = midway({UR: 4, "funds": 3})
    assert only(table.does("buy_universal", amount=2), EffectPerformed).gained == {UR: 1}
    table = midway({"funds": 14, "resource_cards": ["geode"]})
    events = table.does("sell_resources", cards=["geode"])
    assert only(events, EffectPerformed).gained == {"funds": 1}
    table = midway({"information": 4, "funds": 2})
    assert only(table.does("tavern_information"), EffectPerformed).gained == {"information": 1}


@pytest.mark.rule("TH-094", "TH-095")
@pytest.mark.parametrize("seed", [1, 2])
def test_counters_stay_within_their_caps_and_the_level_never_falls(seed):
    levels = [0, 0, 0]
    for state in states(3, seed):
        for number, seat in enumerate(state.seats):
            assert seat.funds <= 15
            assert max(seat.information, seat.universal_resource) <= 5
            assert levels[number] <= seat.armament_level <= 3
            levels[number] = seat.armament_level


@pytest.mark.rule("TH-096", "TH-R15", "TH-097")
@pytest.mark.parametrize(
    ("renown", "cubes"), [(0, 0), (49, 0), (50, 1), (99, 1), (100, 2), (150, 2), (400, 2)]
)
def test_a_lap_cube_is_taken_at_50_and_at_100(renown, cubes):
    table = midway({"renown": 0})
    supply = table.state.supply
    seats = (replace(table.seat(), renown=renown), table.seat(1))
    assert replace(table.state, seats=seats).supply == supply - cubes


@pytest.mark.rule("TH-096")
def test_the_lap_cube_returns_when_renown_falls_below():
    table = midway({"renown": 51})
    supply = table.state.supply
    table.acts(0, "use_card", card="lord")
    assert table.seat().renown == 49
    assert table.state.supply == supply + 1


def with_supply(table, number):
    """Let seat 1 have so many cubes that this number is left."""
    more = table.state.supply - number
    seat = replace(table.seat(1), cubes=table.seat(1).cubes + more)
    table.state = replace(table.state, seats=(table.seat(), seat, *table.state.seats[2:]))
    assert table.state.supply == number
    return table


@pytest.mark.rule("TH-097", "TH-R14")
@pytest.mark.parametrize("supply", [0, 1, 2, 3])
def test_cubes_are_gained_as_far_as_the_supply_goes(supply):
    table = with_supply(midway({"funds": 4}), supply)
    gained = only(table.does("feast"), EffectPerformed).gained
    assert gained.get("cubes", 0) == min(2, supply)


@pytest.mark.rule("TH-097", "TH-R14")
def test_a_lap_is_valid_even_without_a_cube_left_for_it():
    table = with_supply(midway({"renown": 49, "cubes": 1}), 0)
    table.does("market_information")
    assert (table.seat().renown, table.state.supply) == (50, 0)


@pytest.mark.rule("TH-R31")
@pytest.mark.parametrize(("renown", "cubes"), [(48, 1), (49, 0)])
def test_renown_of_an_effect_comes_before_its_cubes(renown, cubes):
    """In this edition a city brings both: the lap cube of 50 Renown takes the last cube of the supply."""
    edition = changed_edition(("cities", 3, "income"), {"cubes": 1, "renown": 1})
    land = ["small_wood+settlers_city#1"]
    table = midway({"renown": renown, "cubes": 0, "territories": land}, edition=edition)
    table.passes(0, 1)
    table.keeps()
    with_supply(table, 5)
    income = {one.seat: one for one in of_type(table.keeps(), IncomeCollected)}
    assert (income[0].renown, income[0].cubes) == (1, 4 + cubes)


@pytest.mark.rule("TH-098")
def test_unused_cubes_stay():
    table = midway({"cubes": 3})
    table.passes(0, 1)
    table.begins_round()
    assert table.seat().cubes >= 3 + 4


@pytest.mark.rule("TH-099", "TH-R17")
def test_the_storehouse_holds_two_cards_and_the_seat_chooses_what_goes():
    seat = {"armament_level": 2, "resource_cards": ["lumber#1", "marble"]}
    table = midway(
        {**seat, "armament_cards": ["spear_levy#1"]}, resource_deck=["geode", "ember_ore"]
    )
    table.does("produce", armaments=["spear_levy#1"])
    assert table.state.pending == ((0, "excess"),)
    for cards in (["lumber#1"], ["lumber#1", "marble", "geode"]):
        fields = {"resource_cards": cards, "armaments": []}
        table.refuses("TH-099", "bad_selection", 0, "discard_excess", **fields)
    fields = {"resource_cards": ["geode", "geode"], "armaments": []}
    table.refuses("TH-099", "bad_selection", 0, "discard_excess", **fields)
    fields = {"resource_cards": ["geode", "spirit_wood"], "armaments": []}
    table.refuses("TH-099", "not_held", 0, "discard_excess", **fields)
    fields = {"resource_cards": ["geode", "lumber#1"], "armaments": ["archers#1"]}
    table.refuses("TH-104", "bad_selection", 0, "discard_excess", **fields)
    events = table.acts(0, "discard_excess", resource_cards=["geode", "lumber#1"], armaments=[])
    assert only(events, ResourceCardsDiscarded).reason == "excess"
    assert table.seat().resource_cards == ("marble", "ember_ore")
    assert table.state.resource_discard[-2:] == ("geode", "lumber#1")
    assert table.state.pending == ((1, "turn"),)


@pytest.mark.rule("TH-R17")
def test_nothing_can_be_done_while_there_is_excess():
    table = midway({"resource_cards": ["lumber#1", "marble"], "cubes": 2})
    table.does("produce", armaments=[])
    effect = {"kind": "market_information"}
    table.refuses("TH-028", "wrong_phase", 0, "place_cube", effect=effect)
    table.refuses("TH-028", "not_your_decision", 1, "place_cube", effect=effect)
    fields = {"resource_cards": [], "armaments": []}
    table.refuses("TH-R17", "not_your_decision", 1, "discard_excess", **fields)


@pytest.mark.rule("TH-R17")
def test_discards_are_asked_for_only_beyond_a_limit():
    fields = {"resource_cards": [], "armaments": []}
    table = midway({"resource_cards": ["lumber#1", "marble"]})
    table.refuses("TH-R17", "wrong_phase", 0, "discard_excess", **fields)


@pytest.mark.rule("TH-100")
def test_a_resource_card_is_spent_whole_for_units_or_for_its_stone():
    table = midway(
        {"talents": ["strategist"], "resource_cards": ["lake_stone"]}, monster_row=["dragon"]
    )
    events = table.visits("dragon", "strategist", stone_card="lake_stone")
    assert only(events, ResourceCardsDiscarded).reason == "stone"
    assert table.seat().resource_cards == ()
    assert table.state.resource_discard[-1] == "lake_stone"


@pytest.mark.rule("TH-101", "TH-R19", "TH-118")
def test_if_fewer_cards_can_be_taken_than_due_those_are_taken():
    seat = {"talents": ["thief"], "information": 1}
    table = midway(seat, monster_row=["zombie"], resource_discard=["geode", "marble"])
    emptied(table, "resource_deck")
    events = table.visits("zombie", "thief")
    assert [one.card for one in of_type(events, ResourceTaken)] == ["geode"]
    assert len(of_type(events, ResourceDeckReshuffled)) == 1
    assert table.state.resource_discard == ("marble",)


@pytest.mark.rule("TH-103", "TH-R27")
def test_armament_cards_are_seen_by_their_owner_and_by_all_when_discarded():
    cards = ["archers#1", "cavalry#1"]
    seat = {"armament_level": 2, "armament_cards": cards, "information": 1, UR: 1}
    table = midway(seat)
    assert table.view(0).seats[0].armament_cards == tuple(cards)
    assert table.view(1).seats[0].armament_cards is None
    assert table.view(1).seats[0].armament_count == 2
    table.does("scheme")
    table.acts(0, "discard_excess", resource_cards=[], armaments=["cavalry#1", "archers#1"])
    assert table.view(1).armament_discard == ("cavalry#1", "archers#1")


@pytest.mark.rule("TH-104")
def test_all_cards_of_a_draw_are_taken_before_the_excess_is_chosen():
    deck = ["archers#1", "archers#2"]
    seat = {"armament_level": 2, "armament_cards": ["cavalry#1"], "information": 1, UR: 1}
    table = midway(seat, armament_deck=deck)
    table.does("scheme")
    assert table.seat().armament_cards == ("cavalry#1", *deck)
    events = table.acts(0, "discard_excess", resource_cards=[], armaments=["archers#2"])
    assert only(events, ArmamentsDiscarded).reason == "excess"


@pytest.mark.rule("TH-105", "TH-R18")
def test_the_armament_deck_is_made_anew_in_the_middle_of_a_draw():
    table = midway(
        {"armament_level": 3, "information": 1, UR: 1},
        armament_discard=["archers#1", "rangers#1", "cavalry#1"],
        script={"armament_reshuffle": [["cavalry#1", "archers#1", "rangers#1"]]},
    )
    table.state = replace(table.state, armament_deck=("swordsmen#1",))
    events = table.does("scheme")
    assert names(events)[2:] == ["armaments_drawn", "armament_deck_reshuffled", "armaments_drawn"]
    assert [one.count for one in of_type(events, ArmamentsDrawn)] == [1, 2]
    assert only(events, ArmamentDeckReshuffled).count == 3
    assert table.seat().armament_cards == ("swordsmen#1", "cavalry#1", "archers#1")
    assert table.state.armament_discard == ()


@pytest.mark.rule("TH-105")
def test_with_no_discard_pile_either_no_card_is_drawn():
    table = midway({"armament_level": 2, "information": 1, UR: 1})
    emptied(table, "armament_deck", "armament_discard")
    assert names(table.does("scheme")) == ["cube_placed", "effect_performed"]
    table = midway({"armament_level": 2, "information": 1, UR: 1})
    emptied(table, "armament_discard")
    table.state = replace(table.state, armament_deck=("archers#1",))
    assert only(table.does("scheme"), ArmamentsDrawn).count == 1


@pytest.mark.rule("TH-R18")
def test_cards_spent_in_the_same_action_are_drawn_again():
    """The Orc's reward comes from a deck that is made of the support just spent."""
    seat = {"talents": ["dancer"], "funds": 2, "armament_level": 3, "armament_cards": ["cavalry#1"]}
    table = midway(seat, monster_row=["orc"])
    emptied(table, "armament_deck", "armament_discard")
    events = table.visits("orc", "dancer", ["cavalry#1"])
    assert only(events, ArmamentsDrawn).count == 1
    assert table.seat().armament_cards == ("cavalry#1",)


@pytest.mark.rule("TH-106")
@pytest.mark.parametrize(
    ("monster", "talent", "right", "wrong"),
    [
        ("dragon", "dancer", ["geode", "lake_stone", "frost_mages"], ["ember_ore", "archers#1"]),
        ("phoenix", "dancer", ["ember_ore", "flame_mages#2"], ["geode", "war_priests#1"]),
        ("unicorn", "dancer", ["spirit_wood", "war_priests#2"], ["geode", "lumber#1"]),
        ("hydra", "thief", ["geode", "ember_ore", "war_priests#1"], ["lumber#1", "cavalry#1"]),
    ],
)
def test_a_stone_is_paid_by_a_card_of_its_colour(monster, talent, right, wrong):
    for card in (*right, *wrong):
        kind = "resource_cards" if card in EDITION.resource else "armament_cards"
        table = midway(
            {"talents": [talent], kind: [card], "armament_level": 1}, monster_row=[monster]
        )
        if card in right:
            table.visits(monster, talent, stone_card=card)
            assert getattr(table.seat(), kind) == ()
        else:
            fields = {"monster": monster, "talent": talent, "support": [], "stone_card": card}
            table.refuses("TH-116", "wrong_ability", 0, "visit", **fields)


@pytest.mark.rule("TH-107")
def test_an_armament_card_serves_one_purpose():
    """In this edition the Frost Mages support trade too: not when they pay the Dragon's stone."""
    edition = changed_edition(("armaments", 6, "support"), {"stone": "blue", "trade": 1})
    cards = ["frost_mages", "cavalry#1"]
    seat = {"talents": ["dancer"], "armament_cards": cards, "armament_level": 2}
    table = midway(seat, edition=edition, monster_row=["dragon"])
    fields = {"monster": "dragon", "talent": "dancer", "stone_card": "frost_mages"}
    table.refuses("TH-107", "not_held", 0, "visit", support=["frost_mages"], **fields)
    offered = [one for one in TAVERN.legal(table.state, 0).items if one.type == "visit"]
    assert [one.open["support"].of for one in offered] == [("cavalry#1",)]
    events = table.visits("dragon", "dancer", ["cavalry#1"], stone_card="frost_mages")
    assert only(events, MonsterVisited).gained == {"renown": 8 + 2}


@pytest.mark.rule("TH-108", "TH-114")
def test_subjugation_needs_no_cube_of_its_own():
    cards = ["cavalry#1"]
    table = midway(
        {"cubes": 0, "armament_cards": cards, "armament_level": 1}, monster_row=["goblin"]
    )
    events = table.subjugates("goblin", armaments=cards)
    assert only(events, MonsterSubjugated).cubes_spent == 0
    assert table.seat().renown == 3 + 5
    refusing(midway(monster_row=["goblin"]), "TH-108", "unknown_card", "orc")


@pytest.mark.rule("TH-109")
def test_every_mark_has_to_be_covered():
    table = midway({"cubes": 7}, monster_row=["lich"])
    for payment, missing in (
        ({"combat": 3, "attack_magic": 1}, "1 holy"),
        ({"combat": 3, "holy": 1}, "1 attack_magic"),
        ({"combat": 2, "attack_magic": 1, "holy": 1}, "1 combat"),
        ({}, "3 combat, 1 attack_magic, 1 holy"),
    ):
        refusal = refusing(table, "TH-109", "cost_not_covered", "lich", **payment)
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
    refusing(table, "TH-110", "cannot_pay", "lich", combat=3, attack_magic=1, holy=1)
    refusing(table, "TH-110", "bad_selection", "lich", combat=0, attack_magic=2, holy=1)


@pytest.mark.rule("TH-111")
def test_armament_cards_are_discarded_openly_in_the_order_named():
    cards = ["archers#1", "spear_levy#1"]
    seat = {"armament_cards": cards, "armament_level": 2, "cubes": 0}
    table = midway(seat, monster_row=["goblin"])
    events = table.subjugates("goblin", armaments=cards[::-1])
    assert only(events, ArmamentsDiscarded).reason == "combat"
    assert table.state.armament_discard == ("spear_levy#1", "archers#1")
    table = midway(seat, monster_row=["goblin"])
    refusing(table, "TH-111", "bad_selection", "goblin", armaments=["archers#1", "archers#1"])
    refusing(table, "TH-111", "not_held", "goblin", armaments=["cavalry#1"])


@pytest.mark.rule("TH-112")
def test_a_talent_gives_one_ability_and_is_turned_down():
    table = midway({"cubes": 4, "talents": ["paladin"]}, monster_row=["skeleton", "goblin"])
    refusing(table, "TH-112", "wrong_ability", "goblin", talents={"paladin": "attack_magic"})
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
    refusing(table, "TH-112", reason, "goblin", talents={"hero": "combat"})
    refusing(table, "TH-112", "not_held", "goblin", talents={"samurai": "combat"})


@pytest.mark.rule("TH-113", "TH-R07")
def test_a_payment_may_exceed_the_cost_and_marks_do_not_stand_in_for_each_other():
    cards = ["cavalry#1", "war_priests#1"]
    seat = {"armament_cards": cards, "armament_level": 2, "cubes": 5, "talents": ["hero"]}
    table = midway(seat, monster_row=["goblin", "unicorn"])
    refusing(table, "TH-109", "cost_not_covered", "unicorn", combat=5, armaments=cards)
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
