"""The server bot `greedy`: it takes what is good, and beats who plays at random."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.bots.worth import card_worth
from domain.kernel.ruleset import random_policy
from domain.simulate import play_game
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import (
    POLICY,
    TAVERN,
    UR,
    fresh,
    in_round,
    midway,
    with_policies,
)

GREEDY = TAVERN.bots["greedy"]


def chosen(table, seat=0):
    """What greedy does at a position."""
    state = table.state
    choices = TAVERN.legal(state, seat)
    action = GREEDY(TAVERN.view(state, seat), choices, random.Random(1))
    assert choices.contains(action)
    return action


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_opponents(players):
    won, games = 0, 36
    for seed in range(games):
        seat = seed % players
        policies = [GREEDY if one == seat else random_policy for one in range(players)]
        game = play_game(TAVERN, players=players, policies=policies, rng=random.Random(seed))
        won += game.result.winners == (seat,)
    assert won >= 0.85 * games


def test_greedy_expands_early():
    """Advice 2: the first territories pay most."""
    table = midway({"funds": 4, "cubes": 4}, monster_row=["dragon"])
    assert chosen(table)["effect"] == {"kind": "expand", "deck": "guided"}


def test_greedy_subjugates_with_what_would_lie_idle():
    seat = {"cubes": 1, "armament_level": 1, "armament_cards": ["cavalry#1"]}
    action = chosen(midway(seat, monster_row=["kobold"]))
    assert (action["type"], list(action["armaments"])) == ("subjugate", ["cavalry#1"])
    assert action["cubes"] == {"combat": 0, "attack_magic": 0, "holy": 0}


def test_greedy_visits_a_monster_that_pays():
    """Advice 4: it costs no cube."""
    seat = {"cubes": 0, "talents": ["dancer"], "resource_cards": ["geode"]}
    assert chosen(midway(seat, monster_row=["dragon"]))["stone_card"] == "geode"


def test_greedy_passes_when_nothing_pays():
    assert chosen(midway({"cubes": 0}, monster_row=["dragon"]))["type"] == "pass"


def test_greedy_keeps_what_the_final_policies_reward():
    """Advice 9: with 2 universal resource and Policy 3 in the pile it does not donate them in round IV."""
    seat = {UR: 2, "cubes": 1, "renown": 0}
    table = with_policies(
        in_round(midway(seat, policies=(8, 9)), 4), final_pile_start=(1, 2, 3, 5, 10, 11)
    )
    full = tuple(len(area.costs) if area.id != "provide" else 0 for area in TAVERN.edition.areas)
    table.state = replace(table.state, areas=full)
    assert chosen(table)["type"] == "pass"


def test_greedy_takes_a_final_policy_that_it_meets_alone():
    table = in_round(midway({"funds": 5, UR: 2}, {"funds": 5}), 4)
    with_policies(table, final_pile_start=(1, 2, 3, 5, 10, 11))
    table.acts(0, "pass")
    assert chosen(table) == {"type": "choose_final_policy", "policy": POLICY[3]}


def test_greedy_keeps_the_better_cards():
    seat = {
        "armament_level": 2,
        "armament_cards": ["spear_levy#1", "cavalry#1"],
        "information": 1,
        UR: 1,
    }
    table = midway(seat, armament_deck=["archers#1", "flame_mages#1"])
    table.does("scheme")
    discarded = set(chosen(table)["armaments"])
    assert discarded == {"spear_levy#1", "archers#1"}


def test_greedy_chooses_a_first_policy_that_was_dealt():
    table = fresh(4)
    for seat in range(4):
        assert chosen(table, seat)["policy"] in table.seat(seat).policies_dealt


def test_greedy_thinks_something_of_cards_that_it_does_not_know():
    """In this edition the Dancer has another name: Recovery for it is still worth a cube."""
    edition = changed_edition(("talents", 2, "id"), "magician")
    seat = {"talents": ["priestess", "magician:down", "hero:down"]}
    full = {area.id: len(area.costs) for area in TAVERN.edition.areas}
    table = midway(seat, edition=edition, areas=full, monster_row=["dragon"])
    assert list(chosen(table)["uses"][0]["talents"]) == ["magician", "hero"]
    assert card_worth("slingers#1") == 0
