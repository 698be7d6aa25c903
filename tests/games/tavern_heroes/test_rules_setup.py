"""Set-up and Preparation: TH-001 to TH-018."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.tavern_heroes.events import (
    GameSetUp,
    PoliciesDealt,
    PolicyDeckFormed,
    RoundPrepared,
    RowRefilled,
)
from tests.games.table import of_type
from tests.games.tavern_heroes.table import (
    EDITION,
    PILES,
    POLICY,
    TAVERN,
    begun,
    begun_events,
    chosen,
    fresh,
    in_round,
    midway,
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
