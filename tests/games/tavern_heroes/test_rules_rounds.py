"""Income, the order of turns, and what every turn keeps to: TH-019 to TH-033."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    ArmamentLevelRaised,
    ArmamentsDrawn,
    IncomeCollected,
    ResourceTaken,
    SeatPassed,
)
from domain.simulate import play_game
from tests.games.table import names, of_type
from tests.games.tavern_heroes.table import (
    EDITION,
    POLICY,
    TAVERN,
    UR,
    begun,
    begun_events,
    midway,
    only,
    states,
)


@pytest.mark.rule("TH-019", "TH-020", "TH-021")
def test_lord_base_cities_and_policy_bring_income():
    cities = [
        "small_wood+commercial_city#1",
        "stony_field+academic_city#1",
        "old_pit+settlers_city#1",
        "goblin+temple_city#1",
        "river_bank+resource_city#1",
    ]
    table = midway({"territories": cities, "funds": 0, "cubes": 0, "renown": 10}, policies=(8, 9))
    table.passes(0, 1)
    table.state = replace(
        table.state,
        seats=(replace(table.seat(), next_policy=POLICY[6]), table.seat(1)),
    )
    income = {one.seat: one for one in of_type(table.begins_round(), IncomeCollected)}[0]
    assert (income.cubes, income.funds) == (4 + 1 + 1, 4 + 3)
    assert (income.information, income.universal_resource, income.renown) == (1, 1, 2)


@pytest.mark.rule("TH-021")
@pytest.mark.parametrize(
    ("number", "field", "amount"),
    [
        (1, "information", 2),
        (2, "funds", 4 + 3),
        (3, "universal_resource", 2),
        (6, "cubes", 4 + 1),
        (7, "renown", 5),
    ],
)
def test_the_income_of_a_policy(number, field, amount):
    income = of_type(begun_events((number, 11)), IncomeCollected)
    assert {one.seat: getattr(one, field) for one in income}[0] == amount
    assert {one.seat: getattr(one, field) for one in income}[1] == amount - (
        amount if field in ("information", "universal_resource", "renown") else amount - 4
    )


@pytest.mark.rule("TH-022", "TH-R30")
def test_policy_4_brings_a_resource_card_from_the_deck():
    events = begun_events((4, 11), script={"resource_deck": [["lumber#1", "marble", "geode"]]})
    taken = only(events, ResourceTaken)
    assert (taken.seat, taken.card, taken.source, taken.price) == (0, "marble", "deck", 0)


@pytest.mark.rule("TH-023")
def test_policy_12_raises_the_level_first_and_then_draws_one_card():
    events = begun_events((12, 11))
    income = of_type(events, IncomeCollected)
    assert {one.seat: one.armament_level for one in income} == {0: 1, 1: 0}
    drawn = only(events, ArmamentsDrawn)
    assert (drawn.seat, drawn.count) == (0, 1)
    assert of_type(events, ArmamentLevelRaised) == []


@pytest.mark.rule("TH-023")
def test_policy_12_does_not_raise_beyond_3_but_draws():
    table = midway({"armament_level": 3}, policies=(8, 9))
    table.passes(0, 1)
    seats = (replace(table.seat(), next_policy=POLICY[12]), table.seat(1))
    table.state = replace(table.state, seats=seats)
    events = table.begins_round()
    assert {one.seat: one.armament_level for one in of_type(events, IncomeCollected)}[0] == 0
    assert only(events, ArmamentsDrawn).count == 1


@pytest.mark.rule("TH-024", "TH-094")
def test_income_beyond_a_cap_is_lost_and_no_skill_increases_it():
    skilled = ["merchant", "thief", "knight"]
    seat = {"funds": 13, "information": 4, "talents": skilled, "cubes": 0}
    table = midway(seat, policies=(8, 9))
    table.passes(0, 1)
    seats = (replace(table.seat(), next_policy=POLICY[1]), table.seat(1))
    table.state = replace(table.state, seats=seats)
    income = {one.seat: one for one in of_type(table.begins_round(), IncomeCollected)}[0]
    assert (income.funds, income.information, income.cubes) == (2, 1, 4)


@pytest.mark.rule("TH-025", "TH-R16", "TH-097")
def test_seats_collect_in_turn_order_which_matters_for_the_last_cubes():
    table = midway({"cubes": 0}, {"cubes": 40}, policies=(9, 8))
    table.passes(1, 0) if table.state.turn_order[0] == 1 else table.passes(0, 1)
    seats = (
        replace(table.seat(0), next_policy=POLICY[2]),
        replace(table.seat(1), next_policy=POLICY[1], cubes=43),
    )
    table.state = replace(table.state, seats=seats)
    income = of_type(table.begins_round(), IncomeCollected)
    assert [(one.seat, one.cubes) for one in income] == [(1, 4), (0, 1)]


@pytest.mark.rule("TH-025", "TH-R31")
def test_a_city_before_another_takes_its_cube_first():
    """A Temple City that carries its seat past 50 Renown takes the last cube of the supply as lap cube."""

    def cubes_of(*cities):
        table = midway({"renown": 49, "cubes": 0, "territories": cities}, {"cubes": 0})
        table.passes(0, 1)
        table.keeps()
        seat = replace(table.seat(1), cubes=table.state.supply - 5)
        table.state = replace(table.state, seats=(table.seat(), seat))
        assert table.state.supply == 5
        return {one.seat: one.cubes for one in of_type(table.keeps(), IncomeCollected)}[0]

    temple, settlers = "small_wood+temple_city#1", "old_pit+settlers_city#1"
    assert cubes_of(settlers, temple) == 5
    assert cubes_of(temple, settlers) == 4


@pytest.mark.rule("TH-026", "TH-R17", "TH-099", "TH-104")
def test_excess_after_income_is_discarded_before_the_first_turn_in_any_order():
    held = ["lumber#1", "marble"]
    table = midway({"resource_cards": held}, {"resource_cards": ["geode", "ember_ore"]})
    table.passes(0, 1)
    seats = (
        replace(table.seat(0), next_policy=POLICY[4]),
        replace(table.seat(1), next_policy=POLICY[12], armament_level=0),
    )
    table.state = replace(table.state, seats=seats)
    table.begins_round()
    assert table.state.phase == "excess"
    assert table.state.pending == ((0, "excess"),)
    table.refuses("TH-028", "wrong_phase", 0, "pass", policy=table.state.policy_field[0])
    table.refuses("TH-028", "not_your_decision", 1, "pass", policy=table.state.policy_field[0])
    table.acts(0, "discard_excess", resource_cards=["marble"], armaments=[])
    assert table.state.phase == "action"
    assert table.state.resource_discard[-1] == "marble"


@pytest.mark.rule("TH-026")
def test_two_seats_with_excess_may_answer_in_any_order():
    table = midway(
        {"resource_cards": ["lumber#1", "marble"]},
        {"armament_level": 3, "armament_cards": ["archers#1", "archers#2", "archers#3"]},
    )
    table.passes(0, 1)
    seats = (
        replace(table.seat(0), next_policy=POLICY[4]),
        replace(table.seat(1), next_policy=POLICY[12]),
    )
    table.state = replace(table.state, seats=seats)
    table.begins_round()
    assert table.state.pending == ((0, "excess"), (1, "excess"))
    table.acts(1, "discard_excess", resource_cards=[], armaments=["archers#1"])
    assert table.state.pending == ((0, "excess"),)


@pytest.mark.rule("TH-028", "TH-123")
def test_turns_go_round_and_pass_over_who_has_passed():
    rich = {"cubes": 3, "funds": 9}
    table = midway(rich, rich, rich, policies=(1, 2, 3))
    table.does("market_information", 0)
    table.passes(1)
    table.does("market_information", 2)
    table.does("market_information", 0)
    table.does("market_information", 2)
    table.refuses("TH-028", "not_your_decision", 1, "pass", policy=table.state.policy_field[0])
    table.passes(0)
    assert table.state.pending == ((2, "turn"),)
    table.does("market_information", 2)
    assert table.state.pending == ((2, "turn"),)


@pytest.mark.rule("TH-029", "TH-030", "TH-R25")
def test_a_turn_may_always_be_a_pass_and_is_one_action():
    table = midway({"cubes": 0}, areas={"provide": 1})
    kinds = {choice.type for choice in TAVERN.legal(table.state, 0).items}
    assert kinds == {"pass"}
    assert TAVERN.upkeep(table.state) is None
    table = midway({"cubes": 2})
    table.does("market_information")
    assert table.state.pending == ((1, "turn"),)
    assert "pass" in {choice.type for choice in TAVERN.legal(table.state, 1).items}


@pytest.mark.rule("TH-030")
def test_every_turn_of_random_games_may_be_a_pass():
    for state in states(3, 5):
        for seat, decision in state.pending:
            if decision == "turn":
                assert "pass" in {choice.type for choice in TAVERN.legal(state, seat).items}


@pytest.mark.rule("TH-031")
@pytest.mark.parametrize("players", [2, 4])
def test_no_counter_falls_below_zero(players):
    for state in states(players, 31):
        for seat in state.seats:
            assert min(seat.funds, seat.information, seat.universal_resource) >= 0
            assert min(seat.renown, seat.cubes, seat.armament_level) >= 0


@pytest.mark.rule("TH-031", "TH-035")
def test_renown_lost_as_a_cost_must_be_there():
    table = midway({"renown": 1, "cubes": 2})
    table.refuses("TH-076", "cannot_pay", 0, "use_card", card="lord")
    table = midway({"renown": 1, UR: 1}, areas={"privilege": 1})
    effect = {"kind": "market_information"}
    table.denies("TH-035", "cannot_pay", "privilege", effect=effect)


@pytest.mark.rule("TH-032")
def test_a_cube_action_needs_a_cube():
    table = midway({"cubes": 0, "renown": 5, "talents": ["dancer"]})
    table.denies("TH-032", "no_cube", "market_information")
    table.refuses("TH-032", "no_cube", 0, "use_card", card="lord")
    uses = [{"skill": "dance"}]
    table.refuses("TH-032", "no_cube", 0, "use_card", card="dancer", uses=uses)


@pytest.mark.rule("TH-033")
def test_costs_come_before_gains():
    """A feast cannot be paid with what it brings, and what was gained is told after what was paid."""
    table = midway({"funds": 4})
    assert names(table.does("feast")) == ["cube_placed", "effect_performed"]
    table = midway({"cubes": 1, "resource_cards": ["lumber#1"], "funds": 0}, areas={"tavern": 0})
    table.denies("TH-035", "cannot_pay", "tavern_information")
    events = midway({"resource_cards": ["lumber#1"]}).does("sell_resources", cards=["lumber#1"])
    assert names(events) == ["cube_placed", "resource_cards_discarded", "effect_performed"]


@pytest.mark.rule("TH-R28")
def test_games_stay_within_the_bound():
    for players in (2, 3, 4):
        bound = TAVERN.bound(EDITION, players, TAVERN.options())
        assert bound == players + 4 * (players + 2 * (41 + 28 * players))
        for seed in range(3):
            game = play_game(TAVERN, players=players, rng=random.Random(seed))
            assert game.actions < bound / 3


@pytest.mark.rule("TH-R32")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_passing_first_of_all_is_allowed_in_every_round(number):
    table = begun((8, 9))
    for _ in range(number - 1):
        table.passes(*table.state.turn_order)
        table.begins_round()
    first = table.state.turn_order[0]
    before = table.counters(first)
    assert of_type(table.passes(first), SeatPassed)
    assert table.counters(first) == before
