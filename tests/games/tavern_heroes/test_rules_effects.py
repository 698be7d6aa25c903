"""Production, Expansion, Build, Tavern, Privilege and Military: TH-048 to TH-073."""

from __future__ import annotations

import pytest

from domain.games.tavern_heroes.events import (
    ArmamentLevelRaised,
    ArmamentsDiscarded,
    ArmamentsDrawn,
    CityBuilt,
    CubePlaced,
    EffectPerformed,
    ResourceCardsDiscarded,
    ResourceTaken,
    RowRefilled,
    TalentRecruited,
    TerritoryGained,
)
from tests.games.table import names, of_type
from tests.games.tavern_heroes.table import EDITION, TAVERN, UR, emptied, midway, only

FIVE = ["small_wood", "stony_field", "old_pit", "river_bank", "old_forest"]
HEROES = ["merchant", "jester", "dancer", "thief", "adventurer"]


def building(city, seat, **payment):
    """The events of building a city over the first territory, in a position with no Policy bonus."""
    table = midway(seat, policies=(1, 2), city_row=[city])
    fields = {"territory": 0, "resource_cards": [], "universal": {}, **payment}
    return table, table.does("build", city=city, **fields)


def not_building(rule, reason, city, seat, **payment):
    table = midway(seat, policies=(1, 2), city_row=[city])
    fields = {"territory": 0, "resource_cards": [], "universal": {}, **payment}
    return table.denies(rule, reason, "build", city=city, **fields)


@pytest.mark.rule("TH-048")
def test_production_takes_the_top_card_of_the_deck():
    table = midway(resource_deck=["geode"])
    taken = only(table.does("produce", armaments=[]), ResourceTaken)
    assert (taken.card, taken.source, taken.price) == ("geode", "deck", 0)
    assert table.seat().resource_cards == ("geode",)


@pytest.mark.rule("TH-049", "TH-R20", "TH-103")
def test_any_number_of_armament_cards_support_production():
    spears = ["spear_levy#2", "spear_levy#1"]
    table = midway(
        {"armament_cards": ["spear_levy#1", "spear_levy#2"], "armament_level": 2},
        resource_deck=["geode", "marble", "lumber#1"],
    )
    events = table.does("produce", armaments=spears)
    assert [one.card for one in of_type(events, ResourceTaken)] == ["geode", "marble", "lumber#1"]
    assert only(events, ArmamentsDiscarded).reason == "support"
    assert table.state.armament_discard == tuple(spears)
    assert table.state.pending == ((0, "excess"),)


@pytest.mark.rule("TH-049")
def test_only_cards_with_production_support_count():
    table = midway({"armament_cards": ["archers#1"], "armament_level": 1})
    refusal = table.denies("TH-049", "wrong_ability", "produce", armaments=["archers#1"])
    assert refusal.pointer == "/action/effect/armaments/0"
    table.denies("TH-049", "not_held", "produce", armaments=["spear_levy#1"])


@pytest.mark.rule("TH-050", "TH-051", "TH-090")
@pytest.mark.parametrize(
    ("deck", "cost", "renown"),
    [
        ("guided", {"funds": 4}, 1),
        ("mixed", {"funds": 2, "information": 1}, 2),
        ("informed", {"information": 3}, 4),
    ],
)
def test_expansion_pays_its_type_and_gains_renown_and_bonus(deck, cost, renown):
    table = midway(cost, policies=(1, 2))
    top = table.state.expansion_decks[["guided", "mixed", "informed"].index(deck)][0]
    events = table.does("expand", deck=deck)
    assert only(events, EffectPerformed).paid == cost
    gained = only(events, TerritoryGained)
    assert (gained.card, gained.index, gained.kind) == (top, 0, "expansion")
    assert (gained.renown, gained.bonus) == (renown, 5)
    assert table.seat().renown == renown + 5
    units = EDITION.expansion[top].production
    assert table.state.production(table.seat()) == (units.wood, units.stone, units.ore)
    poor = {name: amount - 1 for name, amount in cost.items()}
    midway(poor).denies("TH-050", "cannot_pay", "expand", deck=deck)


@pytest.mark.rule("TH-050")
def test_there_are_three_expansion_decks():
    refusal = midway({"funds": 9}).denies("TH-050", "unknown_card", "expand", deck="wild")
    assert refusal.detail.endswith("the decks are guided, mixed, informed.")


@pytest.mark.rule("TH-052", "TH-092")
def test_no_sixth_territory_by_expansion():
    table = midway({"information": 3, "territories": FIVE})
    table.denies("TH-052", "limit_reached", "expand", deck="informed")
    table = midway({"information": 3, "territories": FIVE[:4]})
    table.does("expand", deck="informed")


@pytest.mark.rule("TH-053")
def test_an_empty_expansion_deck_stays_empty():
    table = midway({"funds": 9, "cubes": 2, "territories": FIVE[:3]}, {"territories": []})
    table.does("expand", deck="guided")
    assert table.state.expansion_decks[0] == ()
    table.passes(1)
    table.denies("TH-053", "deck_empty", "expand", deck="guided")


@pytest.mark.rule("TH-054")
def test_a_city_needs_an_uncovered_territory_and_lies_in_the_row():
    enough = {"territories": ["elder_forest+grand_garden#1", "goblin"], UR: 5}
    covered = not_building("TH-054", "territory_covered", "academic_city#1", enough)
    assert covered.pointer == "/action/effect/territory"
    not_building("TH-054", "bad_selection", "academic_city#1", enough, territory=2)
    none = {"territories": [], UR: 5}
    not_building("TH-054", "bad_selection", "academic_city#1", none)
    table = midway(enough, city_row=["academic_city#1"])
    fields = {"territory": 1, "resource_cards": [], "universal": {}}
    table.denies("TH-054", "unknown_card", "build", city="temple_city#1", **fields)


@pytest.mark.rule("TH-054", "TH-093", "TH-R12")
def test_a_monster_territory_can_be_built_on_and_produces_nothing():
    seat = {"territories": ["goblin"], UR: 3}
    table, events = building("academic_city#1", seat, universal={"wood": 2, "stone": 1})
    assert only(events, CityBuilt).territory == 0
    assert table.seat().territories[0].city == "academic_city#1"
    not_building("TH-055", "cost_not_covered", "academic_city#1", {"territories": ["goblin"]})


@pytest.mark.rule("TH-055", "TH-056")
def test_a_city_is_paid_from_three_sources():
    """Commercial City: wood 1 from the land, stone 1 by universal resource and 1 more from a card."""
    seat = {"territories": ["small_wood"], "resource_cards": ["hill_quarry"], UR: 1}
    payment = {"resource_cards": ["hill_quarry"], "universal": {"stone": 1}}
    table, events = building("commercial_city#1", seat, **payment)
    assert only(events, EffectPerformed).paid == {UR: 1}
    assert only(events, ResourceCardsDiscarded).reason == "build"
    assert (table.seat().renown, table.seat().resource_cards) == (4, ())


@pytest.mark.rule("TH-055")
def test_ore_takes_two_universal_resource():
    seat = {"territories": ["elder_forest"], UR: 2}
    _, events = building("resource_city#1", seat, universal={"ore": 1})
    assert only(events, EffectPerformed).paid == {UR: 2}
    poor = {**seat, UR: 1}
    refusal = not_building("TH-055", "cannot_pay", "resource_city#1", poor, universal={"ore": 1})
    assert refusal.detail == "It costs 2 universal resource, and you have 1."


@pytest.mark.rule("TH-055")
def test_a_refused_payment_says_what_is_missing():
    refusal = not_building(
        "TH-055", "cost_not_covered", "temple_city#1", {"territories": ["stony_field"]}
    )
    assert refusal.detail == "The payment for temple_city#1 is short of 1 stone, 1 ore."


@pytest.mark.rule("TH-056")
def test_production_of_the_territory_to_be_covered_counts():
    seat = {"territories": ["elder_forest"]}
    table, events = building("academic_city#1", seat)
    assert only(events, EffectPerformed).paid == {}
    assert table.state.production(table.seat()) == (0, 0, 0)


@pytest.mark.rule("TH-057")
def test_a_covered_territory_no_longer_produces():
    seat = {"territories": ["small_wood", "elder_forest+grand_garden#1"], UR: 5}
    not_building("TH-055", "cost_not_covered", "academic_city#1", seat)


@pytest.mark.rule("TH-058", "TH-R07", "TH-100")
def test_what_is_paid_beyond_the_cost_is_lost():
    seat = {"territories": ["elder_forest"], "resource_cards": ["spirit_wood", "geode"], UR: 2}
    payment = {"resource_cards": ["geode", "spirit_wood"], "universal": {"ore": 1}}
    table, _ = building("academic_city#1", seat, **payment)
    assert table.state.resource_discard[-2:] == ("geode", "spirit_wood")
    assert (table.seat().resource_cards, table.seat().universal_resource) == ((), 0)


@pytest.mark.rule("TH-059", "TH-062")
def test_the_row_is_refilled_while_the_deck_lasts():
    seat = {"territories": ["elder_forest"]}
    table = midway(seat, city_row=["academic_city#1"], city_deck=["grand_garden#2"])
    fields = {"territory": 0, "resource_cards": [], "universal": {}}
    events = table.does("build", city="academic_city#1", **fields)
    assert only(events, RowRefilled).card == "grand_garden#2"
    assert table.seat().renown == 5
    table = emptied(midway(seat, city_row=["academic_city#1"]), "city_deck")
    assert of_type(table.does("build", city="academic_city#1", **fields), RowRefilled) == []
    assert table.state.city_row == ()


@pytest.mark.rule("TH-060", "TH-061")
def test_a_military_city_raises_the_level_and_draws_as_many():
    seat = {"territories": ["iron_ridge", "chalk_cliff"], "armament_level": 1}
    table, events = building("military_city#1", seat)
    assert only(events, ArmamentLevelRaised).level == 2
    assert only(events, ArmamentsDrawn).count == 2
    assert table.seat().renown == 8


@pytest.mark.rule("TH-061")
def test_grand_garden_and_military_city_have_no_income():
    for card in ("grand_garden#1", "military_city#1"):
        assert EDITION.city[card].income.counters == {}
    assert EDITION.city["resource_city#1"].cost == type(EDITION.city["resource_city#1"].cost)(
        wood=2, ore=1
    )


@pytest.mark.rule("TH-062")
def test_cities_of_a_kind_may_be_built_again():
    seat = {"territories": ["elder_forest+academic_city#2", "old_forest", "stony_field"]}
    table, _ = building("academic_city#1", seat, territory=1)
    assert table.seat().cities == 2


@pytest.mark.rule("TH-063")
def test_information_of_the_tavern():
    table = midway({"funds": 2})
    assert only(table.does("tavern_information"), EffectPerformed).gained == {"information": 2}


@pytest.mark.rule("TH-064")
def test_a_feast():
    table = midway({"funds": 4})
    assert only(table.does("feast"), EffectPerformed).gained == {"cubes": 2}
    assert table.seat().cubes == 2


@pytest.mark.rule("TH-065", "TH-068", "TH-091")
def test_recruiting_pays_all_of_the_cost_and_adds_the_talent():
    seat = {"funds": 2, "information": 2, "talents": ["dancer"]}
    table = midway(seat, policies=(1, 2), talent_row=["strategist", "thief"], talent_deck=["sage"])
    events = table.does("recruit", talent="strategist")
    assert only(events, EffectPerformed).paid == {"funds": 1, "information": 2}
    assert only(events, TalentRecruited).bonus == 2
    assert only(events, RowRefilled).card == "sage"
    assert table.state.talent_row == ("thief", "sage")
    talent = table.seat().talents[-1]
    assert (talent.talent, talent.face_up, talent.cube) == ("strategist", True, False)
    poor = midway({"funds": 2, "information": 1}, talent_row=["strategist"])
    poor.denies("TH-065", "cannot_pay", "recruit", talent="strategist")
    poor.denies("TH-065", "unknown_card", "recruit", talent="thief")


@pytest.mark.rule("TH-068")
def test_the_row_of_talents_is_refilled_while_the_deck_lasts():
    table = emptied(midway({"funds": 3}, talent_row=["dancer"]), "talent_deck")
    assert of_type(table.does("recruit", talent="dancer"), RowRefilled) == []


@pytest.mark.rule("TH-066", "TH-R06")
def test_renown_for_recruiting_is_not_paid_and_bonuses_come_after_the_test():
    """Policy 8 would bring the Renown that is missing, but too late."""
    table = midway({"renown": 12, "funds": 4}, policies=(8, 9), talent_row=["knight"])
    table.denies("TH-066", "renown_too_low", "recruit", talent="knight")
    table = midway({"renown": 13, "funds": 4}, policies=(1, 2), talent_row=["knight"])
    table.does("recruit", talent="knight")
    assert table.seat().renown == 13 + 1


@pytest.mark.rule("TH-067", "TH-092")
def test_no_sixth_talent_and_face_down_ones_count():
    table = midway(
        {"funds": 9, "talents": [*HEROES[:4], "adventurer:down"]}, talent_row=["red_mage"]
    )
    table.denies("TH-067", "limit_reached", "recruit", talent="red_mage")
    table = midway({"funds": 9, "information": 1, "talents": HEROES[:4]}, talent_row=["red_mage"])
    assert only(table.does("recruit", talent="red_mage"), TalentRecruited).bonus == 5


@pytest.mark.rule("TH-069", "TH-R34")
def test_a_talent_just_recruited_may_be_used():
    table = midway({"funds": 3, "cubes": 2}, talent_row=["dancer"])
    table.does("recruit", talent="dancer")
    table.passes(1)
    table.acts(0, "use_card", card="dancer", uses=[{"skill": "dance"}])
    assert table.talent("dancer").cube


@pytest.mark.rule("TH-070", "TH-R33")
def test_a_privilege_spares_cube_and_choice_cost_of_its_target_and_nothing_else():
    table = midway({"renown": 5, "funds": 3}, areas={"tavern": 7})
    events = table.does("privilege", effect={"kind": "feast"})
    assert names(events) == ["cube_placed", "effect_performed"]
    assert only(events, CubePlaced).target == "privilege"
    performed = only(events, EffectPerformed)
    assert (performed.kind, performed.privileged, performed.paid) == ("feast", True, {"funds": 3})
    assert table.area("tavern") == 7
    midway({"renown": 5, "funds": 2}).denies(
        "TH-064", "cannot_pay", "privilege", effect={"kind": "feast"}
    )


@pytest.mark.rule("TH-071")
@pytest.mark.parametrize("kind", ["scheme", "conscript", "privilege"])
def test_privilege_scheme_and_conscription_are_no_targets(kind):
    target = {"kind": kind}
    if kind == "privilege":
        target["effect"] = {"kind": "feast"}
    seat = {"renown": 9, "funds": 9, "information": 5, UR: 5, "armament_level": 1}
    refusal = midway(seat).denies("TH-071", "bad_selection", "privilege", effect=target)
    assert refusal.pointer == "/action/effect/effect/kind"


@pytest.mark.rule("TH-070", "TH-071")
def test_all_effects_of_privileged_areas_are_offered_as_targets():
    seat = {
        "renown": 20,
        "funds": 15,
        "information": 5,
        UR: 5,
        "resource_cards": ["geode"],
        "territories": ["elder_forest"],
    }
    full = {area.id: len(area.costs) for area in EDITION.areas if area.id != "privilege"}
    table = midway(seat, areas=full, city_row=["academic_city#1"], talent_row=["dancer"])
    offered = {
        action["effect"]["effect"]["kind"]
        for action in TAVERN.legal(table.state, 0).actions()
        if action["type"] == "place_cube"
    }
    privileged = [area for area in EDITION.areas if area.privileged]
    assert offered == {effect for area in privileged for effect in area.effects}


@pytest.mark.rule("TH-072", "TH-R11")
def test_scheme_draws_as_many_cards_as_the_level():
    table = midway({"information": 1, UR: 1, "armament_level": 2})
    events = table.does("scheme")
    assert only(events, EffectPerformed).paid == {"information": 1, UR: 1}
    assert only(events, ArmamentsDrawn).count == 2
    midway({"information": 1, "armament_level": 2}).denies("TH-072", "cannot_pay", "scheme")
    midway({UR: 1, "armament_level": 2}).denies("TH-072", "cannot_pay", "scheme")
    midway({"information": 1, UR: 1}).denies("TH-072", "no_effect", "scheme")


@pytest.mark.rule("TH-073")
def test_conscription_raises_the_level_first():
    table = midway({"renown": 3, UR: 1})
    events = table.does("conscript")
    assert names(events) == [
        "cube_placed",
        "effect_performed",
        "armament_level_raised",
        "armaments_drawn",
    ]
    assert only(events, EffectPerformed).paid == {UR: 1}
    assert only(events, ArmamentsDrawn).count == 1
    seat = {"renown": 9, UR: 1, "armament_level": 3}
    midway(seat).denies("TH-073", "limit_reached", "conscript")
    midway({"renown": 9}).denies("TH-073", "cannot_pay", "conscript")
