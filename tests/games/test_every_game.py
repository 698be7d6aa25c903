"""What holds for every ruleset: games end, events are the whole truth, values are what they seem."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.chance import FastChance, NoChance, ScriptedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import EVERYTHING
from domain.simulate import act, keep_up, play_game
from domain.table.box import default_box
from domain.table.codec import encode, event_decoder, read_event
from domain.table.scripts import check_script
from tests.games.play import CASES, Played, conformance, game_seed, played, print_of

GAMES = 3
"""How many games of a case are played where one would not show much."""

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("slug", RULESETS)


def fold(case, events):
    """Give the states that events lead to, one by one."""
    state = case.bare
    for event in events:
        state = case.rules.evolve(state, event)
        yield state


@each_game
def test_every_number_of_players_and_every_option_of_the_list_is_played(slug):
    rules = RULESETS[slug]
    mine = [case for case in CASES if case.slug == slug]
    assert {case.players for case in mine} == set(range(rules.players[0], rules.players[1] + 1))
    assert len({case.raw_options for case in mine}) == len(conformance(slug).options)


@each_case
def test_random_games_end_within_the_bound(case):
    for seed in range(GAMES):
        game = play_game(
            case.rules,
            players=case.players,
            options=case.options,
            rng=random.Random(seed),
        )
        assert game.actions <= case.bound
        assert game.result == case.rules.result(game.state)


@each_case
def test_the_folded_events_give_the_state_at_every_step(case):
    game = played(case, 1)
    states = fold(case, game.events)
    for step in game.steps:
        for _ in step.events:
            state = next(states)
        assert state == step.after


@each_case
def test_events_survive_their_bytes(case):
    game, codec = played(case, 2), event_decoder(case.rules, case.rules.version)
    assert [codec(encode(event)) for event in game.events] == list(game.events)
    by_json = [msgspec.json.decode(msgspec.json.encode(event)) for event in game.events]
    assert [read_event(case.rules, raw) for raw in by_json] == list(game.events)
    assert list(fold(case, map(codec, map(encode, game.events))))[-1] == game.last


@each_case
def test_states_survive_a_snapshot_and_play_on_as_if_nothing_had_been(case):
    game = played(case, 1)
    for step in game.steps:
        again = msgspec.msgpack.decode(encode(step.before), type=case.rules.state)
        assert again == step.before
        assert print_of(again) == print_of(step.before)
        assert decided_again(game, step, again) == step.events


@each_case
def test_the_same_luck_and_actions_give_the_same_events(case):
    game = played(case, 3)
    for step in game.steps:
        assert decided_again(game, step, step.before) == step.events


def decided_again(game: Played, step, state):
    """Decide what was decided, from a state and with the luck of the game."""
    case, chance = game.case, game.luck(step)
    if step.seat is not None:
        return tuple(act(case.rules, state, step.seat, step.action, chance).events)
    if step.version == 0:
        return tuple(case.begin(chance).events)
    return tuple(keep_up(case.rules, state, chance).events)


@each_case
def test_nothing_that_is_handed_in_is_changed(case):
    edition, game = print_of(case.rules.edition), played(case, 4)
    for step in game.steps:
        before = print_of(step.before)
        decided_again(game, step, step.before)
        ask_everything(case, step.before)
        assert print_of(step.before) == before
    assert print_of(case.rules.edition) == edition


def ask_everything(case, state):
    rules = case.rules
    rules.upkeep(state), rules.to_act(state), rules.result(state)
    for seat in case.seats:
        rules.legal(state, seat), rules.question(state, seat), rules.view(state, seat)
        rules.guess(state, seat, FastChance(random.Random(1)))


@each_case
def test_a_running_state_can_be_a_key(case):
    """Search bots look positions up; the result of a finished game need not be hashable."""
    for state in played(case, 1).states:
        if case.rules.result(state) is None:
            assert hash(state) == hash(msgspec.structs.replace(state))


@each_case
def test_somebody_is_asked_or_bookkeeping_is_due_until_the_game_is_over(case):
    rules, unowed = case.rules, conformance(case.slug).unowed_actions
    for state in played(case, 5).states[1:]:
        asked, due, over = rules.to_act(state), rules.upkeep(state), rules.result(state) is not None
        assert (bool(asked), due is not None, over).count(True) == 1
        assert list(asked) == sorted(set(asked) & set(case.seats))
        for seat in case.seats:
            choices = rules.legal(state, seat)
            assert choices.seat == seat
            owed = [one for one in choices.items if one.type not in unowed]
            assert bool(owed) == (seat in asked)
            if due is not None or over:
                assert not choices.items
        for seat in asked:
            assert rules.question(state, seat)


@each_case
def test_one_seats_answer_leaves_the_questions_of_the_others_as_they_are(case):
    """A renamed question is a new decision: the answers that others are just sending would be late."""
    rules = case.rules
    for step in played(case, 5).steps:
        before, after = rules.to_act(step.before), rules.to_act(step.after)
        if step.seat is not None and set(after) == set(before) - {step.seat}:
            for seat in after:
                assert rules.question(step.before, seat) == rules.question(step.after, seat)


@each_case
def test_the_result_places_every_seat_and_names_the_winners(case):
    for seed in range(1, GAMES + 1):
        state = played(case, seed).last
        result = case.rules.result(state)
        assert isinstance(result, case.rules.result_type)
        assert sorted(one.seat for one in result.ranking) == list(case.seats)
        places = [one.place for one in result.ranking]
        assert places == sorted(places)
        if result.outcome is None:
            assert places == [1 + sum(other < place for other in places) for place in places]
            best = [one.seat for one in result.ranking if one.place == 1]
            assert sorted(result.winners) == sorted(best)
        else:
            everybody = list(case.seats) if result.outcome == "won" else []
            assert sorted(result.winners) == everybody
        again = msgspec.json.decode(msgspec.json.encode(result), type=case.rules.result_type)
        assert again == result


@each_case
def test_the_last_event_of_a_game_brings_its_result(case):
    *before, last = fold(case, played(case, 1).events)
    assert case.rules.result(last) is not None
    assert all(case.rules.result(state) is None for state in before)


@each_case
def test_luck_is_drawn_at_declared_points_from_what_their_pile_holds(case):
    rules, points = case.rules, {point.name: point for point in case.rules.chance_points}
    for seed in range(1, GAMES + 1):
        game = played(case, seed)
        told = [point for step in game.steps for points in step.draws for point in points]
        assert told == [point for point, *_ in game.drawn]
        for point, kind, items, _ in game.drawn:
            assert points[point].kind == kind
            pile = rules.pile(rules.edition, case.players, case.options, point)
            if kind == "shuffle":
                assert Counter(items) <= Counter(pile)
            else:
                assert sorted(items) == sorted(pile)


@each_case
def test_a_game_can_be_played_again_from_a_script_of_its_luck(case):
    game = played(case, 6)
    script: dict[str, tuple[list[Any], ...]] = {}
    for point, _, _, outcome in game.drawn:
        script[point] = (*script.get(point, ()), list(outcome))
    check_script(default_box(case.rules), case.players, case.options, script)
    chance = ScriptedChance(script, {}, NoChance())
    events = list(case.begin(chance).events)
    state = game.steps[0].after
    for step in game.steps[1:]:
        play = (
            keep_up(case.rules, state, chance)
            if step.seat is None
            else act(case.rules, state, step.seat, step.action, chance)
        )
        events += play.events
        state = play.state
    assert events == list(game.events)


@each_case
def test_other_luck_gives_another_game(case):
    if played(case, 1).drawn:
        assert len({print_of(played(case, seed).events) for seed in range(1, 7)}) > 1


@each_game
def test_the_default_edition_has_no_fault_and_comes_back_from_json(slug):
    rules = RULESETS[slug]
    assert list(rules.check_edition(rules.edition)) == []
    raw = msgspec.json.encode(rules.edition)
    assert msgspec.json.decode(raw, type=rules.edition_type) == rules.edition


@each_game
def test_too_few_and_too_many_players_are_refused(slug):
    rules = RULESETS[slug]
    for players in (rules.players[0] - 1, rules.players[1] + 1, 0, 100):
        with pytest.raises(RuleViolation) as refused:
            rules.check_options(rules.edition, players, rules.options())
        assert refused.value.rule.startswith(rules.prefix)


@each_case
def test_views_come_back_from_json_whoever_looks_and_whenever(case):
    states = (case.bare, *played(case, 1).states)
    for state in states:
        for viewer in (*case.viewers, EVERYTHING):
            view = case.rules.view(state, viewer)
            assert isinstance(view, case.rules.view_type)
            again = msgspec.json.decode(msgspec.json.encode(view), type=case.rules.view_type)
            assert again == view


@each_case
def test_bots_play_whole_games_from_views_and_choices_alone(case):
    """They are handed what has come back from JSON: nothing in it can lead them to the state."""
    for name, policy in case.rules.bots.items():
        policies = [from_json(case, policy)] * case.players
        game = play_game(
            case.rules,
            players=case.players,
            options=case.options,
            policies=policies,
            rng=random.Random(7),
        )
        assert game.result is not None, name


def from_json(case, policy):
    def choose(view, choices, rng):
        view = msgspec.json.decode(msgspec.json.encode(view), type=case.rules.view_type)
        choices = msgspec.json.decode(msgspec.json.encode(choices), type=type(choices))
        action = policy(view, choices, rng)
        assert choices.contains(action), f"{action} is not offered"
        return action

    return choose


@each_case
def test_a_bot_asked_again_answers_the_same(case):
    """A retried job must not play another move."""
    rules, game = case.rules, played(case, 8)
    asked = [step for step in game.steps if step.seat is not None][:: max(1, case.bound // 10)]
    for policy in rules.bots.values():
        for step in asked:
            view, choices = rules.view(step.before, step.seat), rules.legal(step.before, step.seat)
            answers = [policy(view, choices, random.Random(3)) for _ in range(2)]
            assert answers[0] == answers[1]


@each_game
def test_the_bot_random_is_always_there(slug):
    assert "random" in RULESETS[slug].bots


def test_seeds_of_games_are_32_bytes():
    assert len(game_seed(1)) == 32


WRITERS = {
    slug: vars(sys.modules[one.evolve.__module__]).get("WRITTEN") for slug, one in RULESETS.items()
}


@pytest.mark.parametrize("slug", [slug for slug, writers in WRITERS.items() if writers is not None])
def test_each_event_of_a_ruleset_that_goes_by_a_table_is_in_it(slug):
    assert set(WRITERS[slug]) == set(RULESETS[slug].event_types())
