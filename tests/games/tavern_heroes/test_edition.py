"""The edition's schema and constraints, and that another edition really plays by its numbers."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.games.tavern_heroes.events import EffectPerformed, IncomeCollected, ResourceTaken
from domain.simulate import play_game
from domain.table.box import supplied_box
from tests.games.editions import GONE, faults_of
from tests.games.table import of_type
from tests.games.tavern_heroes.editions import DEFAULT, changed
from tests.games.tavern_heroes.table import TAVERN, UR, begun, chosen, midway, only


def faults(edition):
    return faults_of(TAVERN, edition)


def test_an_edition_is_printed_by_its_name():
    assert repr(TAVERN.edition) == "Edition('house-1')"


def test_the_default_edition_is_valid():
    assert supplied_box(TAVERN, DEFAULT).edition == TAVERN.edition


@pytest.mark.rule("TH-001", "TH-007", "TH-009", "TH-014", "TH-015", "TH-R02")
@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("slug",), "chess", "/slug"),
        (("title",), "", "/title"),
        (("edition",), GONE, ""),
        (("typo",), 1, "/typo"),
        (("game", "players_min"), 1, "/game/players_min"),
        (("game", "players_max"), 5, "/game/players_max"),
        (("game", "rounds"), 5, "/game/rounds"),
        (("game", "colors"), ["red", "blue"], "/game/colors"),
        (("game", "colors"), ["red", "blue", "green", "red"], "/game/colors/3"),
        (("game", "source"), "hearsay", "/game/source"),
        (("game", "source"), GONE, "/game"),
        (("setup", "renown"), -1, "/setup/renown"),
        (("setup", "monster_row"), 9, "/setup/monster_row"),
        (("setup", "city_row"), 0, "/setup/city_row"),
        (("setup", "talent_row"), 99, "/setup/talent_row"),
        (("setup", "policies_dealt", "4"), 4, "/setup/policies_dealt/4"),
        (("setup", "policies_dealt", "2"), 3, "/setup/policies_removed/2"),
        (("setup", "policies_removed", "3"), 1, "/setup/policies_removed/3"),
        (("setup", "policies_dealt", "5"), 1, "/setup/policies_dealt/5"),
        (("setup", "policy_deck_size"), 5, "/setup/policy_field_by_round/2"),
        (("setup", "policy_field_by_round"), [2, 4, 6], "/setup/policy_field_by_round"),
        (("setup", "policy_field_by_round"), [1, 4, 6, 0], "/setup/policy_field_by_round"),
        (("setup", "policy_field_by_round"), [0, 3, 6, 0], "/setup/policy_field_by_round"),
        (("setup", "policy_field_by_round"), [1, 2, 3, 0], "/setup/policy_field_by_round/2"),
        (("setup", "policy_field_by_round"), [2, 4, 6, 1], "/setup/policy_field_by_round/3"),
        (("cubes", "colorless"), 39, "/cubes/colorless"),
        (("cubes", "tracking_per_player"), 9, "/cubes/colorless"),
        (("cubes", "removed_per_area"), "all", "/cubes/removed_per_area"),
        *[
            (("limits", name), 0, f"/limits/{name}")
            for name in (
                "funds",
                "information",
                UR,
                "armament_level",
                "resource_cards",
                "territories",
                "talents",
            )
        ],
        (("limits", "talents"), 7, "/limits/talents"),
        (("limits", "talents"), 4, "/bonuses/talent"),
        (("bonuses", "territory"), [5, 4], "/bonuses/territory"),
        (("renown_track", "lap"), 0, "/renown_track/lap"),
        (("exchange", "cubes", "holy"), 0, "/exchange/cubes/holy"),
        (("exchange", UR, "ore"), 0, f"/exchange/{UR}/ore"),
        (("lord", "spaces"), 2, "/lord/spaces"),
        (("lord", "count"), 3, "/lord/count"),
        (("base", "count"), 3, "/base/count"),
        (("treasury", "count"), 5, "/treasury/count"),
        (("power", "count"), 5, "/power/count"),
        (("talent_card", "spaces"), 2, "/talent_card/spaces"),
        (("areas", 0, "id"), "provide", "/areas"),
        (("areas", 0, "id"), "harbour", "/areas/0/id"),
        (("areas", 0, "costs"), [0, 1, 0], "/areas/0/costs/2"),
        (("areas", 0, "costs"), [], "/areas/0/costs"),
        (("areas", 0, "costs"), [0] * 21, "/areas/0/costs"),
        (("areas", 1, "costs"), [0, 1], "/areas/1/costs"),
        (("areas", 0, "effects"), ["market_information"], "/areas"),
        (("areas", 0, "effects"), ["steal"], "/areas/0/effects/0"),
        (("areas", 5, "privileged"), True, "/areas/5/privileged"),
        (("areas",), DEFAULT["areas"][:7], "/areas"),
        (("effects", "feast", "pay_funds"), -1, "/effects/feast/pay_funds"),
        (("effects", "buy_universal", "prices"), [1], "/effects/buy_universal/prices"),
        (("skills", "dance", "kind"), "constant", "/skills/dance/kind"),
        (("skills", "dance", "gain_cubes"), 1, "/skills/dance/gain_cubes"),
        (("skills", "dance", "gain_funds"), 0, "/skills/dance"),
        (("skills", "blue_magic", "stone"), "green", "/skills/blue_magic/stone"),
        (("skills", "flying"), DEFAULT["skills"]["dance"], "/skills/flying"),
        (("policies", 1, "number"), 1, "/policies/1/number"),
        (("policies", 1, "number"), 13, "/policies/1/number"),
        (("policies", 1, "id"), "intelligence_activities", "/policies/1/id"),
        (("policies", 1, "id"), "lord", "/policies/1/id"),
        (("policies", 1, "id"), "Two words", "/policies/1/id"),
        (("policies", 1, "end"), {"test": "funds", "renown": 1}, "/policies/1/end"),
        (("policies", 1, "end", "test"), "luck", "/policies/1/end/test"),
        (("policies", 1, "end"), {"test": "lowest_renown", "renown": 1}, "/policies"),
        (("policies", 6, "end", "at_least"), 1, "/policies/6/end"),
        (("policies", 4, "spaces"), 0, "/policies/4/spaces"),
        (("policies", 3, "action"), "privilege", "/policies"),
        (("policies", 7, "constant", "on"), "dance", "/policies/7/constant/on"),
        (("policies", 7, "income"), {"luck": 1}, "/policies/7/income/luck"),
        (("policies",), DEFAULT["policies"][:11], "/policies"),
        (("armaments", 0, "count"), 2, "/armaments"),
        (("armaments", 0, "mark"), {}, "/armaments/0/mark"),
        (("armaments", 0, "mark"), {"combat": 1, "holy": 1}, "/armaments/0/mark"),
        (("armaments", 5, "mark", "attack_magic"), 2, "/armaments/5/mark/attack_magic"),
        (("armaments", 0, "support"), {}, "/armaments/0/support"),
        (("armaments",), DEFAULT["armaments"][:7], "/armaments"),
        (("resources", 0, "count"), 1, "/resources"),
        (("resources", 0, "value"), 1, "/resources/0/value"),
        (("resources", 0, "units"), {}, "/resources/0/units"),
        (("resources", 8, "stone"), "red", "/skills/yellow_magic/stone"),
        (("resources", 8, "stone"), "red", "/monsters/12/visit/cost/stone"),
        (("expansion_types", 0, "id"), "wild", "/expansion_types/0/id"),
        (("expansion_types", 0, "id"), "mixed", "/expansion_types/1/id"),
        (("expansions", 0, "type"), "mixed", "/expansion_types/0"),
        (("expansions", 0, "type"), "wild", "/expansions/0/type"),
        (("expansions", 0, "production"), {}, "/expansions/0/production"),
        (
            ("expansions", 0, "production"),
            {"wood": 1, "stone": 1, "ore": 1},
            "/expansions/0/production",
        ),
        (("cities", 0, "count"), 2, "/cities/0/count"),
        (("cities", 0, "income"), {"talents": 1}, "/cities/0/income/talents"),
        (("cities", 6, "armament", "replenish"), "all", "/cities/6/armament/replenish"),
        (("monsters", 0, "race"), "fairy", "/monsters/0/race"),
        (("monsters", 0, "race"), "beast", "/monsters/0/subjugation"),
        (("monsters", 0, "race"), "beast", "/monsters"),
        (("monsters", 0, "visit", "kind"), "explore", "/monsters/0/visit/kind"),
        (("monsters", 6, "visit", "kind"), "trade", "/monsters/6/visit/kind"),
        (("monsters", 6, "subjugation"), {"combat": 2}, "/monsters/6/subjugation"),
        (("monsters", 0, "visit", "reward"), {}, "/monsters/0/visit/reward"),
        (
            ("monsters", 0, "visit", "reward"),
            {"funds": 1, "renown": 1},
            "/monsters/0/visit/reward",
        ),
        (("talents", 0, "abilities"), {}, "/talents/0/abilities"),
        (
            ("talents", 0, "abilities"),
            {"combat": 1, "trade": 1, "explore": 1},
            "/talents/0/abilities",
        ),
        (("talents", 0, "skills"), ["dance", "dance"], "/talents/0/skills"),
        (("talents", 0, "skills"), [], "/talents/0/skills"),
        (("talents", 0, "skills"), ["flying"], "/talents/0/skills/0"),
        (("talents", 0, "id"), "goblin", "/talents/0/id"),
    ],
)
def test_every_constraint_is_checked(path, value, pointer):
    assert pointer in faults(changed(path, value))


def test_all_broken_constraints_are_listed_in_one_answer():
    edition = changed(("policies", 1, "number"), 1)
    edition = changed(("areas", 1, "costs"), [0, 1], edition)
    edition = changed(("monsters", 0, "visit", "reward"), {}, edition)
    edition = changed(("bonuses", "talent"), [1], edition)
    assert set(faults(edition)) == {
        "/policies/1/number",
        "/areas/1/costs",
        "/monsters/0/visit/reward",
        "/bonuses/talent",
    }


def test_all_faults_of_shape_are_listed_in_one_answer():
    edition = changed(("game", "rounds"), 7)
    edition = changed(("talents", 3, "cost", "funds"), "much", edition)
    edition = changed(("lord", "taxation", "gain_funds"), GONE, edition)
    assert {"/game/rounds", "/talents/3/cost/funds", "/lord/taxation"} <= set(faults(edition))


@pytest.mark.rule("TH-011", "TH-019", "TH-039", "TH-042")
def test_a_supplied_edition_really_plays_by_its_numbers():
    edition = changed(("lord", "cube_income"), 7)
    edition = changed(("base", "funds_income"), 2, edition)
    edition = changed(("setup", "renown"), 30, edition)
    edition = changed(("effects", "market_information", "gain_renown"), 3, edition)
    edition = changed(("areas", 0, "costs"), [1, 1], edition)
    edition = changed(("effects", "buy_resource", "discount"), 3, edition)
    edition = changed(("limits", "resource_cards"), 3, edition)
    box = supplied_box(TAVERN, edition)
    table = chosen((8, 9), edition=box.edition)
    income = of_type(table.begins_round(), IncomeCollected)
    assert {(one.cubes, one.funds) for one in income} == {(7, 2)}
    assert table.seat().renown == 30
    placed, performed = table.does("market_information")
    assert placed.choice_cost.amount == 1
    assert performed.gained == {"information": 1, "renown": 3}
    table = midway({"funds": 3}, edition=box.edition, resource_deck=["ember_ore"])
    assert only(table.does("buy_resource", **{"from": "deck"}), ResourceTaken).price == 2
    seat = {"resource_cards": ["geode", "marble"]}
    table = midway(seat, edition=box.edition)
    table.does("produce", armaments=[])
    assert table.state.pending == ((1, "turn"),)


@pytest.mark.rule("TH-088", "TH-121")
def test_constants_of_a_supplied_edition_act_as_declared():
    edition = changed(("skills", "espionage", "extra_information"), 2)
    edition = changed(("policies", 7, "constant", "renown"), 9, edition)
    edition = supplied_box(TAVERN, edition).edition
    table = midway({"talents": ["thief"], "funds": 9}, edition=edition, talent_row=["dancer"])
    events = table.does("market_information")
    assert only(events, EffectPerformed).gained["information"] == 3
    table = midway({"funds": 9}, policies=(8, 9), edition=edition, talent_row=["dancer"])
    table.does("recruit", talent="dancer")
    assert table.seat().renown == 1 + 9


LARGEST = {
    ("setup", "monster_row"): 4,
    ("setup", "city_row"): 5,
    ("setup", "talent_row"): 8,
    ("limits", "funds"): 100,
    ("limits", "information"): 100,
    ("limits", UR): 20,
    ("limits", "armament_level"): 4,
    ("limits", "resource_cards"): 3,
    ("limits", "territories"): 6,
    ("limits", "talents"): 6,
    ("bonuses", "territory"): [5, 4, 3, 2, 1, 0],
    ("bonuses", "talent"): [1, 2, 3, 4, 5, 6],
    ("lord", "cube_income"): 100,
    ("base", "funds_income"): 100,
    ("cubes", "colorless"): 1000,
    ("effects", "produce", "cards"): 15,
}


def largest():
    edition = DEFAULT
    for path, value in LARGEST.items():
        edition = changed(path, value, edition)
    for number in range(8):
        kind = DEFAULT["areas"][number]["cost_kind"]
        edition = changed(("areas", number, "costs"), [0] * 20, edition)
        assert kind in ("funds", "renown", "none")
    for number in range(18):
        cost = edition["monsters"][number]["subjugation"]
        edition = changed(("monsters", number, "subjugation"), {**cost, "combat": 12}, edition)
    return supplied_box(TAVERN, edition).edition


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_largest_edition_is_played_to_its_end_within_the_bound(policy):
    edition, bot = largest(), TAVERN.bots[policy]
    game = play_game(TAVERN, players=4, edition=edition, policies=[bot] * 4, rng=random.Random(1))
    assert game.actions <= TAVERN.bound(edition, 4, TAVERN.options())


def test_the_choices_of_the_largest_edition_stay_small():
    """Six heroes, four kinds of Armament card and three of Resource, and plenty to pay with."""
    heroes = ["paladin", "hero", "ninja", "adventurer", "saint", "sage"]
    cards = ["cavalry#1", "rangers#1", "flame_mages#1", "war_priests#1"]
    seat = {
        "cubes": 40,
        "funds": 90,
        "information": 50,
        UR: 20,
        "renown": 60,
        "armament_level": 4,
        "armament_cards": cards,
        "resource_cards": ["geode", "marble", "mountain_lode"],
        "talents": heroes,
        "territories": ["small_wood", "stony_field", "old_pit", "goblin", "orc"],
    }
    table = midway(
        seat, policies=(5, 9), edition=largest(), monster_row=["lich", "phoenix", "dragon", "hydra"]
    )
    encoded = msgspec.json.encode(TAVERN.legal(table.state, 0))
    assert len(encoded) < 1_000_000


def test_a_supplied_edition_with_other_names_is_played_by_the_bots():
    edition = changed(("talents", 2, "id"), "magician")
    edition = changed(("monsters", 0, "id"), "gremlin", edition)
    edition = changed(("cities", 0, "id"), "harbour_town", edition)
    edition = changed(("resources", 0, "id"), "straw", edition)
    edition = changed(("policies", 0, "id"), "whispers", edition)
    edition = changed(("armaments", 1, "id"), "slingers", edition)
    edition = supplied_box(TAVERN, edition).edition
    for seed in range(5):
        game = play_game(
            TAVERN,
            players=3,
            edition=edition,
            policies=[TAVERN.bots["greedy"]] * 3,
            rng=random.Random(seed),
        )
        assert game.result is not None
    assert begun((8, 9)).state.edition is TAVERN.edition


@pytest.mark.rule("TH-007", "TH-009", "TH-014", "TH-015")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2), (4, 2)])
def test_a_smaller_policy_deck_comes_onto_the_field_by_its_own_steps(players, each):
    edition = changed(("setup", "policy_deck_size"), 3)
    edition = changed(("setup", "policy_field_by_round"), [1, 2, 3, 0], edition)
    edition = changed(("setup", "policies_dealt"), {"2": 3, "3": 2, "4": 2}, edition)
    edition = changed(("setup", "policies_removed"), {"2": 1, "3": 0, "4": 1}, edition)
    edition = supplied_box(TAVERN, edition).edition
    table = chosen((8, 9, 10, 11)[:players], edition=edition)
    assert {len(seat.policies_dealt) for seat in table.state.seats} == {each}
    seen = []
    for number in range(1, 5):
        table.begins_round()
        seen.append((len(table.state.policy_field), len(table.state.policy_deck)))
        if number < 4:
            table.passes(*table.state.turn_order)
    assert seen == [(1, 2), (2, 1), (3, 0), (0, 0)]
    assert len(table.state.final_pile) == 3
