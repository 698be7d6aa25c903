"""Bonuses, counters, holdings and decks: TH-090 to TH-107."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    ArmamentDeckReshuffled,
    ArmamentsDiscarded,
    ArmamentsDrawn,
    EffectPerformed,
    IncomeCollected,
    MonsterVisited,
    ResourceCardsDiscarded,
    ResourceDeckReshuffled,
    ResourceTaken,
    TerritoryGained,
)
from tests.games.table import names, of_type
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import EDITION, TAVERN, UR, emptied, midway, only, states

FIVE = ["small_wood", "stony_field", "old_pit", "river_bank", "old_forest"]


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
    table.refuses_subjugation("TH-108", "limit_reached", "goblin", combat=3)


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
