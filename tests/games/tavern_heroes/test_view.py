"""The view, field by field, as docs/rules/tavern_heroes.md describes it."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.tavern_heroes.state.evolving import WRITING
from domain.kernel.secrecy import SPECTATOR
from tests.games.play import Case, played
from tests.games.tavern_heroes.table import (
    EDITION,
    POLICY,
    TAVERN,
    UR,
    begun,
    fresh,
    in_round,
    midway,
    with_policies,
)


def shown(table, viewer=SPECTATOR):
    return msgspec.to_builtins(table.view(viewer))


def test_before_round_one():
    view = shown(fresh(3), 1)
    assert (view["ruleset"], view["edition"], view["phase"]) == (
        "tavern_heroes",
        "house-1",
        "policy_choice",
    )
    assert (view["round"], view["seats_count"], view["turn_order"]) == (0, 3, ())
    assert view["pending"] == tuple({"seat": seat, "decision": "policy"} for seat in range(3))
    assert (view["final_pile"], view["final_pile_start"], view["result"]) == (None, None, None)
    assert view["own_next_costs"] is None
    assert len(view["seats"][1]["policies_dealt"]) == 3


@pytest.mark.rule("TH-034", "TH-035")
def test_areas_with_cubes_spaces_and_next_cost():
    view = shown(midway(areas={"purchase": 3, "build": 4}))
    assert [area["id"] for area in view["areas"]] == [row.id for row in EDITION.areas]
    areas = {area.pop("id"): area for area in view["areas"]}
    assert areas["purchase"] == {"cubes": 3, "spaces": 8, "next_cost": 1, "cost_kind": "funds"}
    assert areas["build"] == {"cubes": 4, "spaces": 4, "next_cost": None, "cost_kind": "funds"}


@pytest.mark.rule("TH-082")
def test_own_next_costs_are_those_of_the_seat_on_turn():
    table = midway({"talents": ["blue_mage:blue"]}, areas={"tavern": 3, "build": 4, "privilege": 1})
    costs = shown(table, 0)["own_next_costs"]
    assert (costs["tavern"], costs["build"], costs["privilege"]) == (0, None, 2)
    assert shown(table, 1)["own_next_costs"] is None
    assert shown(table)["own_next_costs"] is None


@pytest.mark.rule("TH-051", "TH-057", "TH-093")
def test_territories_and_production():
    land = ["elder_forest", "iron_ridge+academic_city#1", "goblin"]
    seat = shown(midway({"territories": land}))["seats"][0]
    elder, iron, goblin = seat["territories"]
    assert elder == {
        "card": "elder_forest",
        "kind": "expansion",
        "production": {"wood": 2, "stone": 1, "ore": 0},
        "city": None,
    }
    assert iron["production"] == {"wood": 0, "stone": 0, "ore": 2}
    assert iron["city"] == "academic_city#1"
    assert goblin["kind"] == "monster"
    assert goblin["production"] == {"wood": 0, "stone": 0, "ore": 0}
    assert seat["production"] == {"wood": 2, "stone": 1, "ore": 0}


def test_talents_cubes_and_cards():
    told = {
        "talents": ["jester:down", "blue_mage:blue"],
        "resource_cards": ["geode"],
        "armament_cards": ["archers#1"],
        "armament_level": 1,
        "lord_cube": True,
        UR: 2,
    }
    seat = shown(midway(told), 0)["seats"][0]
    assert seat["talents"] == (
        {"talent": "jester", "face_up": False, "cube": False, "blue_magic": False},
        {"talent": "blue_mage", "face_up": True, "cube": True, "blue_magic": True},
    )
    assert (seat["resource_cards"], seat["armament_cards"]) == (("geode",), ("archers#1",))
    assert (seat["lord_cube"], seat["policy_cube"], seat[UR]) == (True, False, 2)
    assert seat["color"] == "red"


@pytest.mark.rule("TH-122", "TH-124")
def test_policies_of_a_seat_through_a_pass():
    table = with_policies(begun((8, 9)), policy_field=(3, 4))
    seat = shown(table)["seats"][0]
    assert (seat["policy"], seat["next_policy"], seat["passed"]) == (POLICY[8], None, False)
    table.acts(0, "pass", policy=POLICY[3])
    seat = shown(table)["seats"][0]
    assert (seat["policy"], seat["next_policy"], seat["passed"]) == (None, POLICY[3], True)
    assert shown(table)["policy_field"] == (POLICY[8], POLICY[4])
    table.passes(1)
    table.begins_round()
    seat = shown(table)["seats"][0]
    assert (seat["policy"], seat["next_policy"], seat["passed"]) == (POLICY[3], None, False)


@pytest.mark.rule("TH-125", "TH-126")
@pytest.mark.parametrize(("policies", "left"), [((1, 2), POLICY[1]), ((1, 2, 3), None)])
def test_the_current_policy_after_the_final_choice(policies, left):
    table = in_round(midway(policies=policies), 4)
    table.acts(0, "pass")
    assert shown(table, 0)["pending"] == ({"seat": 0, "decision": "final_policy"},)
    assert shown(table)["seats"][0]["policy"] == POLICY[1]
    taken = table.state.final_pile[2]
    table.acts(0, "choose_final_policy", policy=taken)
    assert shown(table)["seats"][0]["policy"] == left
    assert shown(table, 0)["seats"][0]["final_policy"] == taken
    assert shown(table, 1)["seats"][0]["final_policy"] is None


@pytest.mark.rule("TH-135")
def test_the_result_is_part_of_the_view():
    table = in_round(midway(policies=(1, 2)), 4)
    table.passes(0, 1)
    table.keeps()
    view = shown(table)
    assert view["phase"] == "finished"
    assert view["result"]["winners"] == table.state.result.winners
    assert view["seats"][0]["final_policy"] == table.state.final_policy(0)
    assert TAVERN.upkeep(table.state) is None


@pytest.mark.parametrize("players", [2, 4])
def test_a_replay_can_be_looked_at_after_every_single_event(players):
    """Also in the middle of an action, where no command ever stops."""
    game = played(Case("tavern_heroes", players, "{}"), 9)
    state, phases = game.case.bare, set()
    for event in game.events:
        state = TAVERN.evolve(state, event)
        for viewer in game.case.viewers:
            phases.add(TAVERN.view(state, viewer).phase)
    assert state == game.last
    assert phases >= {"policy_choice", "preparation", "income", "action", "scoring", "finished"}


def test_every_event_is_written_down():
    assert set(WRITING) == set(TAVERN.event_types())
