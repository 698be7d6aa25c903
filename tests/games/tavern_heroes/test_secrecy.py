"""The information table of docs/rules/tavern_heroes.md, section 4, row by row along whole games."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.kernel.chance import FastChance
from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from tests.games.information import NOBODY, OWNER, all_fields, hidden_fields, random_game
from tests.games.memory import assert_guesses_fit
from tests.games.tavern_heroes.editions import DEFAULT
from tests.games.tavern_heroes.table import POLICY, TAVERN, fresh, in_round, midway, states

SECRETS = {
    "game_set_up": {
        "armament_deck": NOBODY,
        "monster_deck": NOBODY,
        "resource_deck": NOBODY,
        "expansion_decks": NOBODY,
        "city_deck": NOBODY,
        "talent_deck": NOBODY,
    },
    "policies_dealt": {"policies": OWNER},
    "policy_chosen": {"policy": OWNER},
    "policy_deck_formed": {"deck": NOBODY, "removed": NOBODY},
    "resource_deck_reshuffled": {"deck": NOBODY},
    "armaments_drawn": {"cards": OWNER},
    "armament_deck_reshuffled": {"deck": NOBODY},
    "final_policy_chosen": {"policy": OWNER},
}
"""The marks in the table of events, written down once more."""


@pytest.mark.rule("TH-R27", "TH-103", "TH-007", "TH-008")
def test_events_hide_what_the_table_says_and_show_all_else():
    hidden = set()
    for players in (2, 3, 4):
        for seed in range(6):
            for _, events in random_game(TAVERN, players, seed):
                hidden |= hidden_fields(events, players, SECRETS)
    rare = {("resource_deck_reshuffled", "deck"), ("armament_deck_reshuffled", "deck")}
    assert hidden | rare == all_fields(SECRETS)


@pytest.mark.rule("TH-103")
@pytest.mark.parametrize("players", [2, 4])
def test_views_show_hands_and_policies_to_whom_the_table_says(players):
    for state in states(players, 5):
        for viewer in (SPECTATOR, EVERYTHING, *range(players)):
            for seat in TAVERN.view(state, viewer).seats:
                own = viewer in (seat.seat, EVERYTHING)
                held = state.seats[seat.seat]
                assert seat.armament_cards == (held.armament_cards if own else None)
                assert seat.armament_count == len(held.armament_cards)
                assert seat.policies_dealt == (held.policies_dealt if own else None)
                if state.round == 0:
                    assert seat.policy == (held.chosen if own else None)
                    assert seat.policy_chosen == (held.chosen is not None)
                final = state.final_policy(seat.seat)
                is_shown = own or state.result is not None
                assert seat.final_policy == (final if is_shown else None)


@pytest.mark.rule("TH-008")
def test_neither_views_nor_refusals_tell_what_another_has_chosen():
    """Two games that differ only in the choice of seat 1 look the same to seat 0."""
    seen = []
    for number in (0, 2):
        table = fresh(2, {"policy_deal": [list(POLICY.values())]})
        table.acts(1, "choose_policy", policy=table.seat(1).policies_dealt[number])
        refusal = table.refuses(
            "TH-008", "not_held", 0, "choose_policy", policy=table.seat(1).policies_dealt[number]
        )
        told = refusal.detail
        seen.append((table.view(0), TAVERN.legal(table.state, 0), told))
    assert seen[0] == seen[1]


@pytest.mark.rule("TH-R04", "TH-R05", "TH-125")
@pytest.mark.parametrize("policies", [(1, 2), (1, 2, 3)])
def test_what_was_taken_from_the_final_pile_is_seen_by_nobody_else(policies):
    seen = []
    for place in (0, 3):
        table = in_round(midway(policies=policies), 4)
        table.acts(0, "pass")
        table.acts(0, "choose_final_policy", policy=table.state.final_pile[place])
        seen.append([table.view(viewer) for viewer in (SPECTATOR, *range(1, len(policies)))])
    assert seen[0] == seen[1]


@pytest.mark.rule("TH-003", "TH-105")
def test_views_count_decks_and_show_discard_piles_in_their_order():
    for state in states(3, 8):
        view = TAVERN.view(state, SPECTATOR)
        assert view.armament_deck_count == len(state.armament_deck)
        assert view.resource_deck_count == len(state.resource_deck)
        assert view.monster_deck_count == len(state.monster_deck)
        assert view.city_deck_count == len(state.city_deck)
        assert view.talent_deck_count == len(state.talent_deck)
        assert view.policy_deck_count == len(state.policy_deck)
        assert list(view.expansion_deck_counts.values()) == list(map(len, state.expansion_decks))
        assert view.resource_discard == state.resource_discard
        assert view.armament_discard == state.armament_discard


@pytest.mark.rule("TH-009")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_guess_keeps_to_what_the_viewer_knows_of_the_policies(players):
    """Its own cards, those that have lain open, and that what it did not choose is in the deck or gone."""
    for number, state in enumerate(states(players, 4)):
        for viewer in range(players):
            other = TAVERN.guess(state, viewer, FastChance(random.Random(number)))
            assert other.seats[viewer].policies_dealt == state.seats[viewer].policies_dealt
            dealt = [card for seat in other.seats for card in seat.policies_dealt]
            assert len(set(dealt)) == len(dealt)
            chosen = [seat.chosen for seat in other.seats]
            for seat, first in zip(other.seats, chosen, strict=True):
                assert first is None or first in seat.policies_dealt
            if state.round == 1 and state.policy_deck:
                out = {*other.policy_deck, *other.policies_removed, *other.policy_field}
                assert set(dealt) - set(chosen) <= out | {seat.next_policy for seat in other.seats}


@pytest.mark.rule("TH-105")
def test_a_guess_keeps_to_what_is_known_of_a_deck_that_was_reshuffled():
    """Cards that were seen on the discard pile are not where others have drawn before, and the reverse."""
    few = [{**row, "count": 1} for row in DEFAULT["armaments"][:4]]
    edition = msgspec.convert({**DEFAULT, "armaments": few}, TAVERN.edition_type)
    reshuffles = 0
    for seed in range(6):
        tags = assert_guesses_fit(TAVERN, edition, 4, seed)
        reshuffles += "armament_deck_reshuffled" in tags
    assert reshuffles
