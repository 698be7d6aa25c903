"""Server bots see a view and their choices; the greedy one counts cards, looks ahead and wins by it."""

from __future__ import annotations

import random

import pytest

from domain.games.burnmelt.bots import Mind, known_of
from domain.kernel.choices import Choices
from domain.simulate import act, play_game
from tests.games.burnmelt.table import BURNMELT, K, M, P, T, dealt, midway

GREEDY = BURNMELT.bots["greedy"]


def chosen(table, seat, seed=1):
    """What the greedy bot does at a position, as its seat sees it."""
    view, choices = BURNMELT.view(table.state, seat), BURNMELT.legal(table.state, seat)
    action = GREEDY(view, choices, random.Random(seed))
    assert choices.contains(action)
    return action


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_random(players):
    """Against random players, seats rotated, it wins four games in five at the least."""
    games, won = 20, 0
    for number in range(games):
        seat = number % players
        policies = [BURNMELT.bots["random"]] * players
        policies[seat] = GREEDY
        ended = play_game(BURNMELT, players=players, rng=random.Random(number), policies=policies)
        won += ended.result.winners == (seat,)
    assert won >= 0.8 * games


def test_greedy_gives_a_card_of_the_type_held_least_to_the_centre():
    table = dealt(4, [*[K] * 6, *[M] * 5, *[T] * 1, *[P] * 3])
    assert chosen(table, 0) == {"type": "choose_centre_card", "adventurer": T}


def test_greedy_makes_the_set_of_the_last_piece_negative():
    table = midway(
        {0: {K: 1}},
        {K: 1},
        at={K: 30, M: 12, T: 40, P: 9},
        piles={0: {K: 3, T: 5, P: 5}},
        out=(1, 2, 3),
        round=2,
    )
    table.plays(0, K, 1)
    assert table.state.phase == "choose_negative"
    assert chosen(table, 0) == {"type": "choose_negative_type", "adventurer": P}


def test_greedy_takes_the_leading_type_when_nothing_else_can_matter():
    """All others are out but one with a single card, and the lead is past changing."""
    table = midway(
        {0: {P: 2}, 1: {P: 1}}, {K: 1, T: 1}, at={T: 90, K: 60, M: 30}, out=(2, 3), bonus=()
    )
    action = chosen(table, 0)
    assert (action["count"], action["take"]) in ((1, {T: 1}), (2, None))


def test_greedy_keeps_a_large_set_of_a_leading_type_from_becoming_the_negative_one():
    """BM-051: in round 2 one more card of one's largest set costs what it would bring in round 1."""
    places = {
        "hands": {0: {P: 2}, 1: {P: 1}},
        "centre": {T: 1, M: 1},
        "at": {T: 90, K: 60, M: 30},
        "piles": {0: {T: 4, K: 4}},
        "out": (2, 3),
        "bonus": (),
    }
    taken = {}
    for number in (1, 2):
        table = midway(round=number, **places)
        (one_card,) = [c for c in BURNMELT.legal(table.state, 0).items if c.fixed["count"] == 1]
        single = Choices(seat=0, items=(one_card,))
        view = BURNMELT.view(table.state, 0)
        taken[number] = GREEDY(view, single, random.Random(1))["take"]
    assert taken == {1: {T: 1}, 2: {M: 1}}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_greedy_has_not_seen_is_what_the_others_hold_and_what_lies_aside(players):
    """Advice 1: the count of cards comes out at every turn."""
    table, rng = dealt(players), random.Random(players)
    while BURNMELT.upkeep(table.state) is None:
        state = table.state
        for seat in range(players) if state.phase == "turns" else ():
            view = BURNMELT.view(state, seat)
            known = known_of(view, view.seats[seat])
            others = [one.hand for s, one in enumerate(state.seats) if s != seat]
            hidden = [sum(n) for n in zip(*others, state.set_aside, strict=True)]
            assert [known.unseen.count(place) for place in range(4)] == hidden
        seat = state.awaiting[0]
        table.state = act(
            BURNMELT, state, seat, BURNMELT.legal(state, seat).sample(rng), table.chance
        ).state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_greedy_plays_in_its_mind_is_what_the_rules_make_of_it(players):
    """The mind is a second account of a turn, for speed; it must come to the same as the first."""
    table, rng = dealt(players), random.Random(players)
    table.state = act(
        BURNMELT, table.state, 0, BURNMELT.legal(table.state, 0).sample(rng), table.chance
    ).state
    while BURNMELT.upkeep(table.state) is None:
        state = table.state
        seat = state.awaiting[0]
        action = BURNMELT.legal(state, seat).sample(rng)
        table.state = act(BURNMELT, state, seat, action, table.chance).state
        if state.phase != "turns":
            continue
        view = BURNMELT.view(state, seat)
        known = known_of(view, view.seats[seat])
        mind = Mind(known, [list(one.hand) for one in state.seats])
        counts = state.setup.counts
        take = counts(action["take"] or view.centre)
        mind.play(seat, counts({action["adventurer"]: 1}).index(1), action["count"], take)
        after = table.state
        assert tuple(mind.centre) == after.centre
        assert tuple(mind.distances) == after.distances
        assert tuple(mind.pile) == after.seats[seat].rewards
        assert [tuple(hand) for hand in mind.hands] == [one.hand for one in after.seats]
        assert mind.bonus == (after.seats[seat].bonus or 0)
        if after.active_seat is not None:
            assert mind.following(seat) == after.active_seat
