"""Games in line: played to the end, by the policies that were handed in, and stopped when they do not end."""

from __future__ import annotations

import dataclasses
import random

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.chance import FastChance, SeededChance
from domain.kernel.errors import RuleViolation
from domain.kernel.ruleset import random_policy
from domain.simulate import DoesNotEnd, act, begin, keep_up, play_game, playout, read_action
from tests.games.play import CASES, played

BURNMELT = RULESETS["burnmelt"]
CASE = next(case for case in CASES if case.slug == "burnmelt")


def test_a_game_is_played_with_the_defaults_of_its_ruleset():
    game = play_game(BURNMELT, players=3, rng=random.Random(1))
    assert game.result == BURNMELT.result(game.state)
    assert 0 < game.actions < game.events


def test_the_same_luck_plays_the_same_game():
    def play(seed):
        chance = SeededChance(bytes(32), 1)
        return play_game(BURNMELT, players=4, rng=random.Random(seed), chance=chance)

    assert play(5) == play(5)
    assert play(5) != play(6)


def test_options_and_edition_are_played_by():
    raw = msgspec.to_builtins(BURNMELT.edition)
    for side in raw["ranking_sides"]:
        side["values"] = [0, 0, 0, 0]
    game = play_game(
        BURNMELT,
        players=3,
        rng=random.Random(1),
        options=BURNMELT.options(rounds=1),
        edition=msgspec.convert(raw, BURNMELT.edition_type),
    )
    assert {len(one.rounds) for one in game.result.ranking} == {1}
    assert sorted(one.total for one in game.result.ranking) == [0, 100, 200]


def test_options_that_the_ruleset_refuses_are_refused():
    with pytest.raises(RuleViolation, match="seat 9"):
        play_game(
            BURNMELT, players=3, rng=random.Random(1), options=BURNMELT.options(starting_seat=9)
        )


def test_each_policy_is_handed_the_view_and_choices_of_its_seat_and_nothing_else():
    asked = []

    def curious(view, choices, rng):
        assert isinstance(view, BURNMELT.view_type)
        assert [seat.seat for seat in view.seats if seat.hand is not None] == [choices.seat]
        asked.append(choices.seat)
        return choices.sample(rng)

    play_game(BURNMELT, players=4, rng=random.Random(1), policies=[random_policy, curious, curious])
    assert set(asked) == {1, 2}


def test_the_events_are_counted_with_those_of_the_set_up():
    recorded = 0

    def counting(state, event):
        nonlocal recorded
        recorded += 1
        return BURNMELT.evolve(state, event)

    game = play_game(
        dataclasses.replace(BURNMELT, evolve=counting), players=3, rng=random.Random(1)
    )
    assert game.events == recorded


def test_a_policy_that_breaks_a_rule_is_told_so():
    def cheat(view, choices, rng):
        return {"type": "play_cards", "adventurer": "nobody", "count": 1, "take": None}

    with pytest.raises(RuleViolation):
        play_game(BURNMELT, players=3, rng=random.Random(1), policies=[cheat])


def test_a_game_that_passes_its_bound_is_stopped():
    hasty = dataclasses.replace(BURNMELT, bound=lambda edition, players, options: 10)
    with pytest.raises(DoesNotEnd, match="burnmelt has not come to its end within 10 actions"):
        play_game(hasty, players=3, rng=random.Random(1))


def test_endless_bookkeeping_is_stopped():
    busy = dataclasses.replace(
        BURNMELT, upkeep=lambda state: "sweep_the_floor", keep=lambda play, name: None
    )
    with pytest.raises(DoesNotEnd, match="sweep_the_floor"):
        play_game(busy, players=3, rng=random.Random(1))


def test_a_game_in_which_nobody_is_asked_is_stopped():
    stuck = dataclasses.replace(BURNMELT, to_act=lambda state: ())
    with pytest.raises(DoesNotEnd, match="no seat is to act"):
        play_game(stuck, players=3, rng=random.Random(1))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_playout_ends_from_wherever_it_begins(case):
    game = played(case, 1)
    for step in game.steps[:: max(1, len(game.steps) // 8)]:
        rng = random.Random(step.version)
        end = playout(case.rules, step.after, rng, FastChance(rng))
        assert end.result == case.rules.result(end.state)
        assert end.actions <= case.bound


def test_a_playout_from_the_end_is_over_at_once():
    game, rng = played(CASE, 1), random.Random(1)
    end = playout(BURNMELT, game.last, rng, FastChance(rng))
    assert (end.actions, end.events) == (0, 0)
    assert end.state == game.last


def test_a_playout_stops_at_its_limit():
    rng = random.Random(1)
    with pytest.raises(DoesNotEnd):
        playout(BURNMELT, played(CASE, 1).steps[0].after, rng, FastChance(rng), limit=5)


def test_bookkeeping_that_is_not_due_is_not_done():
    asked = next(step for step in played(CASE, 1).steps if step.seat is not None)
    assert keep_up(BURNMELT, asked.before, FastChance(random.Random(1))) is None


def test_an_action_is_read_in_its_right_shape_alone():
    step = next(step for step in played(CASE, 1).steps if step.seat is not None)
    for raw in ({}, {"type": "fly"}, {"type": 3}, {"type": []}, {**step.action, "more": 1}):
        with pytest.raises(msgspec.ValidationError):
            read_action(BURNMELT, raw)
        with pytest.raises(msgspec.ValidationError):
            act(BURNMELT, step.before, step.seat, raw, FastChance(random.Random(1)))


@pytest.mark.parametrize("slug", [slug for slug, one in RULESETS.items() if one.draw is not None])
def test_a_ruleset_that_draws_by_itself_draws_what_it_lists_and_every_choice_of_it(slug):
    ruleset, rng = RULESETS[slug], random.Random(7)
    luck, players = FastChance(rng), ruleset.players[0]
    state = begin(ruleset, ruleset.edition, players, ruleset.options(), luck).state
    for _ in range(80):
        while (kept := keep_up(ruleset, state, luck)) is not None:
            state = kept.state
        if ruleset.result(state) is not None:
            break
        seat = ruleset.to_act(state)[0]
        asked = [one for one in ruleset.legal(state, seat).items if not one.unasked]
        drawn = [ruleset.draw(state, seat, rng) for _ in range(15 * len(asked))]
        of = [[one.contains(plain) for one in asked] for plain in map(msgspec.to_builtins, drawn)]
        assert all(map(any, of))
        assert all(map(any, zip(*of, strict=True)))
        state = act(ruleset, state, seat, drawn[0], luck).state
