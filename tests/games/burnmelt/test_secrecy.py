"""The information table of docs/rules/burnmelt.md, section 4, row by row along whole games."""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import FastChance
from domain.kernel.secrecy import SPECTATOR
from domain.simulate import act, begin, keep_up
from tests.games.burnmelt.table import BURNMELT
from tests.games.information import NOBODY, OWNER, all_fields, hidden_fields, random_game

SECRETS = {
    "round_started": {"set_aside": NOBODY},
    "hand_dealt": {"cards": OWNER},
    "centre_card_chosen": {"adventurer": OWNER},
}
"""The column "Secret" of the events, written down once more: who may see the field."""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_events_hide_what_the_table_says_and_show_all_else(players):
    hidden = set()
    for _, events in random_game(BURNMELT, players, players):
        hidden |= hidden_fields(events, players, SECRETS)
    assert hidden == all_fields(SECRETS)


@pytest.mark.rule("BM-015", "BM-R13", "BM-R14")
@pytest.mark.parametrize("open_rewards", [False, True])
def test_views_show_hands_and_piles_to_whom_the_table_says(open_rewards):
    for state, _ in random_game(BURNMELT, 5, 5, open_rewards=open_rewards):
        for viewer in (SPECTATOR, *range(5)):
            view = BURNMELT.view(state, viewer)
            is_scored = view.phase in ("choose_negative", "scoring", "deal", "finished")
            for seat in view.seats:
                own = seat.seat == viewer
                assert (seat.hand is not None) == own
                pile_is_open = own or open_rewards or (is_scored and view.round > 0)
                assert (seat.rewards is not None) == pile_is_open
                revealed = view.centre_cards is not None
                assert (seat.centre_card is not None) == (seat.centre_chosen and (own or revealed))
            assert view.set_aside_count == (2 if view.round else 0)


@pytest.mark.rule("BM-R23")
def test_a_centre_choice_made_twice_is_refused_in_the_same_words_whatever_it_was():
    """A refusal could tell others nothing, since it goes to the seat alone, but logs keep it."""
    told = set()
    for seed in range(6):
        rng = random.Random(seed)
        chance = FastChance(rng)
        state = begin(BURNMELT, BURNMELT.edition, 4, BURNMELT.options(), chance).state
        state = keep_up(BURNMELT, state, chance).state
        choice = BURNMELT.legal(state, 0)
        state = act(BURNMELT, state, 0, choice.sample(rng), chance).state
        with pytest.raises(Exception, match="cannot be changed") as refusal:
            act(BURNMELT, state, 0, choice.sample(rng), chance)
        told.add(str(refusal.value))
    assert len(told) == 1
