"""Set-up, Preparation, Income and the order of turns: TH-001 to TH-033."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    ArmamentLevelRaised,
    ArmamentsDrawn,
    GameSetUp,
    IncomeCollected,
    PoliciesDealt,
    PolicyDeckFormed,
    ResourceTaken,
    RoundPrepared,
    RowRefilled,
    SeatPassed,
)
from domain.simulate import play_game
from tests.games.tavern_heroes.table import (
    EDITION,
    PILES,
    POLICY,
    TAVERN,
    UR,
    begun,
    chosen,
    fresh,
    in_round,
    midway,
    names,
    of_type,
    only,
    setting_up,
    states,
)


def all_cards(state):
    """Every card of a state but Policies, wherever it lies."""
    cards = [card for name in PILES for card in getattr(state, name)]
    cards += [card for deck in state.expansion_decks for card in deck]
    for seat in state.seats:
        cards += [*seat.resource_cards, *seat.armament_cards]
        cards += [talent.talent for talent in seat.talents]
        for one in seat.territories:
            cards += [one.card] if one.city is None else [one.card, one.city]
    return Counter(cards)


@pytest.mark.rule("TH-001", "TH-002")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_have_their_colours_and_all_begin_alike(players):
    event = setting_up(players).events[0]
    assert [one.color for one in event.seats] == ["red", "blue", "yellow", "green"][:players]
    assert [one.seat for one in event.seats] == list(range(players))
    assert {(one.renown, one.funds) for one in event.seats} == {(4, 4)}


@pytest.mark.rule("TH-003", "TH-004", "TH-005")
def test_the_decks_are_shuffled_and_the_rows_laid_out():
    play = setting_up()
    event = play.events[0]
    assert isinstance(event, GameSetUp)
    rows = (event.monster_row, event.city_row, event.talent_row, event.resource_discard)
    assert list(map(len, rows)) == [3, 4, 4, 1]
    decks = (event.armament_deck, event.monster_deck, event.resource_deck)
    assert list(map(len, decks)) == [18, 15, 14]
    assert [len(deck) for deck in event.expansion_decks.values()] == [4, 4, 4]
    assert (len(event.city_deck), len(event.talent_deck)) == (17, 17)
    assert event.armament_deck != tuple(EDITION.armament)
    assert event.armament_deck != setting_up(seed=2).events[0].armament_deck


@pytest.mark.rule("TH-003")
def test_each_deck_is_drawn_at_its_own_point_in_the_order_of_the_set_up():
    assert setting_up().draws[0] == (
        "armament_deck",
        "monster_deck",
        "resource_deck",
        "expansion_guided",
        "expansion_mixed",
        "expansion_informed",
        "city_deck",
        "talent_deck",
    )


@pytest.mark.rule("TH-003", "TH-059", "TH-103")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_card_is_ever_lost_or_doubled(players):
    everything = Counter(
        [
            *EDITION.armament,
            *EDITION.resource,
            *EDITION.city,
            *EDITION.expansion,
            *EDITION.monster,
            *EDITION.talent,
        ]
    )
    assert sum(everything.values()) == 18 + 15 + 21 + 12 + 18 + 21
    for state in states(players, players):
        assert all_cards(state) == everything


@pytest.mark.rule("TH-004")
def test_what_leaves_a_row_lets_the_others_move_up_and_the_refill_come_last():
    row = ["goblin", "kobold", "orc"]
    table = midway({"cubes": 4}, monster_row=row, monster_deck=["lich"])
    refilled = only(table.subjugates("kobold", combat=4), RowRefilled)
    assert (refilled.row, refilled.card) == ("monster", "lich")
    assert table.state.monster_row == ("goblin", "orc", "lich")


@pytest.mark.rule("TH-006")
def test_a_seat_begins_with_renown_and_funds_and_nothing_else():
    seat = fresh().seat()
    assert (seat.renown, seat.funds) == (4, 4)
    assert (seat.information, seat.universal_resource, seat.armament_level, seat.cubes) == (0,) * 4
    cards = (seat.resource_cards, seat.armament_cards, seat.territories, seat.talents)
    assert cards == ((), (), (), ())
    begun_later = begun((8, 9)).seat()
    assert (begun_later.renown, begun_later.funds) == (4, 8)


@pytest.mark.rule("TH-007")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 3)])
def test_policies_are_dealt(players, each):
    play = setting_up(players)
    dealt = of_type(play.events, PoliciesDealt)
    assert [one.seat for one in dealt] == list(range(players))
    assert {len(one.policies) for one in dealt} == {each}
    assert len({card for one in dealt for card in one.policies}) == each * players
    assert play.draws[1] == ("policy_deal",)


@pytest.mark.rule("TH-008")
def test_policies_are_chosen_secretly_in_any_order_and_once():
    table = fresh(3)
    assert table.state.phase == "policy_choice"
    assert table.state.pending == ((0, "policy"), (1, "policy"), (2, "policy"))
    own, foreign = table.seat(1).policies_dealt, table.seat(0).policies_dealt
    table.refuses("TH-008", "not_held", 1, "choose_policy", policy=foreign[0])
    table.refuses("TH-008", "unknown_card", 1, "choose_policy", policy="lich")
    table.acts(1, "choose_policy", policy=own[2])
    assert table.state.pending == ((0, "policy"), (2, "policy"))
    table.refuses("TH-008", "not_your_decision", 1, "choose_policy", policy=own[0])


@pytest.mark.rule("TH-009")
@pytest.mark.parametrize(("players", "removed"), [(2, 0), (3, 0), (4, 2)])
def test_what_was_not_chosen_is_the_policy_deck(players, removed):
    table = fresh(players)
    for seat in range(players):
        events = table.acts(seat, "choose_policy", policy=table.seat(seat).policies_dealt[1])
    formed = only(events, PolicyDeckFormed)
    assert (formed.count, len(formed.removed)) == (6, removed)
    left = {card for seat in table.state.seats for card in seat.policies_dealt}
    left -= {seat.chosen for seat in table.state.seats}
    assert {*formed.deck, *formed.removed} == left
    assert table.state.phase == "preparation"


@pytest.mark.rule("TH-009")
def test_with_four_seats_the_top_two_policies_go():
    numbers = (8, 9, 10, 11)
    order = [POLICY[n] for n in (1, 2, 3, 4, 5, 6, 7, 12)]
    state = chosen(numbers, {"policy_deck": [order]}).state
    assert state.policies_removed == tuple(order[:2])
    assert state.policy_deck == tuple(order[2:])


@pytest.mark.rule("TH-010", "TH-097")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_supply_is_what_is_left_of_the_cubes(players):
    assert fresh(players).state.supply == 56 - 4 * players
    for state in states(players, players + 10):
        used = sum(seat.cubes + seat.lord_cube + seat.policy_cube for seat in state.seats)
        used += sum(talent.cube for seat in state.seats for talent in seat.talents)
        used += sum(min(2, seat.renown // 50) for seat in state.seats) + sum(state.areas)
        assert state.supply == max(0, 56 - 4 * players - used)
        assert used <= 56 - 4 * players or state.supply == 0


@pytest.mark.rule("TH-011", "TH-012")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_rounds_of_preparation_income_and_action_then_the_scoring(players):
    phases = [(state.round, state.phase) for state in states(players, 21)]
    course = [one for one, before in zip(phases, [None, *phases], strict=False) if one != before]
    expected = [(0, "policy_choice"), (0, "preparation")]
    for number in range(1, 5):
        expected += [(number, "income"), (number, "action")]
        expected += [(number, "preparation" if number < 4 else "scoring")]
    without_excess = [one for one in course if one[1] != "excess"]
    assert without_excess == [*expected, (4, "finished")]


@pytest.mark.rule("TH-012", "TH-128")
def test_the_last_round_ends_only_when_all_have_chosen():
    table = in_round(midway(), 4)
    table.acts(0, "pass")
    assert table.state.pending == ((0, "final_policy"),)
    table.acts(0, "choose_final_policy", policy=table.state.final_pile[0])
    table.acts(1, "pass")
    assert table.state.phase == "action"
    table.acts(1, "choose_final_policy", policy=table.state.final_pile[0])
    assert table.state.phase == "scoring"


@pytest.mark.rule("TH-013")
def test_nothing_is_removed_before_round_one():
    assert only(begun_events((8, 9)), RoundPrepared).cubes_removed == {}


def begun_events(numbers, **settings):
    table = chosen(numbers, **settings)
    return table.begins_round()


@pytest.mark.rule("TH-013")
def test_cubes_leave_from_the_right():
    """What is left fills an area from the left, so the next space is the first free one again."""
    table = midway({"cubes": 9, "funds": 15}, areas={"purchase": 5})
    table.passes(0, 1)
    table.begins_round()
    assert table.area("purchase") == 4
    seat = table.state.turn_order[0]
    placed = table.does("market_information", seat)[0]
    assert placed.choice_cost.amount == EDITION.area["purchase"].costs[4]


@pytest.mark.rule("TH-014")
def test_two_policies_come_onto_the_field_each_round():
    order = [POLICY[n] for n in (1, 2, 3, 4, 5, 6)]
    table = begun((8, 9), script={"policy_deck": [order]})
    assert table.state.policy_field == (POLICY[1], POLICY[2])
    table.passes(0, 1)
    prepared = table.begins_round()[0]
    assert prepared.policies_turned == (POLICY[3], POLICY[4])
    assert table.state.policy_field[2:] == (POLICY[3], POLICY[4])
    assert table.state.policy_deck == (POLICY[5], POLICY[6])


@pytest.mark.rule("TH-015", "TH-R05")
def test_in_round_four_the_field_is_the_final_pile_as_it_lies():
    table = begun((8, 9))
    for _ in range(3):
        field = None
        table.passes(*table.state.turn_order)
        field = table.state.policy_field
        prepared = table.begins_round()[0]
    assert prepared.final_pile == field
    assert prepared.policies_turned == ()
    assert table.state.policy_field == ()


@pytest.mark.rule("TH-016")
def test_cubes_on_cards_return_to_the_supply():
    table = midway({"talents": ["jester:cube", "sage:blue"], "lord_cube": True, "cubes": 0})
    supply = table.state.supply
    table.passes(0, 1)
    table.keeps()
    assert table.state.supply == supply + 3
    assert not table.seat().is_spared_funds


@pytest.mark.rule("TH-017", "TH-018")
def test_the_preparation_turns_everything_up_without_a_choice():
    table = midway({"talents": ["jester:down"]})
    table.passes(0, 1)
    prepared = only(table.keeps(), RoundPrepared)
    assert table.talent("jester").face_up
    assert prepared.policies == {str(n): seat.policy for n, seat in enumerate(table.state.seats)}
    assert table.state.pending == ()
    assert TAVERN.upkeep(table.state) == "collect_income"


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
