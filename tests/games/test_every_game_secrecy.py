"""Nobody learns what is hidden from them, for every ruleset along random play.

Two games that differ only in what a viewer may not see have to look the same to that viewer: views,
choices, refusals and events alike. `guess` makes the second game: it deals the hidden part anew.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.chain import salt
from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import EVERYTHING, SPECTATOR, audiences, redact
from domain.table.journal import Header, Recorded, shown
from tests.games.alike import first_difference, guessed, in_two_games
from tests.games.near_misses import near_misses
from tests.games.play import CASES, conformance, in_full, played, print_of, refusal

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("slug", RULESETS)

SEED = bytes(range(1, 33))
CANARY = "tweet-tweet"
CANARY_NUMBER = 190_019_001


def moments(case, seed):
    """Give each state of a game with its place, and for each viewer another game that looks alike."""
    for number, step in enumerate(played(case, seed).steps):
        for viewer in case.viewers:
            yield step, viewer, guessed(case, step.after, viewer, number)


@each_case
def test_views_tell_nothing_of_what_is_hidden(case):
    for step, viewer, other in moments(case, 1):
        ours, theirs = case.rules.view(step.after, viewer), case.rules.view(other, viewer)
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)
        assert ours == theirs


@each_case
def test_choices_and_questions_tell_nothing_of_what_is_hidden(case):
    rules = case.rules
    for step, viewer, other in moments(case, 2):
        assert rules.to_act(step.after) == rules.to_act(other)
        assert rules.upkeep(step.after) == rules.upkeep(other)
        assert rules.result(step.after) == rules.result(other)
        for seat in rules.to_act(other):
            assert rules.question(step.after, seat) == rules.question(other, seat)
            assert rules.legal(other, seat).items, "the guess leaves a seat nothing to do"
        if viewer != SPECTATOR:
            ours, theirs = rules.legal(step.after, viewer), rules.legal(other, viewer)
            assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)


@each_case
def test_refusals_tell_nothing_of_what_is_hidden(case):
    game = played(case, 3)
    for number, step in enumerate(game.steps):
        for seat in case.seats:
            other, rng = guessed(case, step.after, seat, number), random.Random(number)
            legal = case.rules.legal(step.after, seat)
            for near in near_misses(case, legal, game.actions, rng):
                action = in_full(case, near)
                if action is not None:
                    ours = refusal(case, step.after, seat, action)
                    theirs = refusal(case, other, seat, action)
                    assert told(ours) == told(theirs), action


def told(violation: RuleViolation | None) -> Any:
    """Give all that a refusal says."""
    return violation and (
        type(violation),
        violation.rule,
        violation.reason,
        violation.detail,
        violation.pointer,
        str(violation),
    )


@each_case
def test_events_tell_nothing_of_what_is_hidden_until_it_is_revealed(case):
    compared = 0
    for viewer, ours, theirs in in_two_games(case, 4):
        compared += 1
        assert_alike(case, ours, theirs, viewer)
    assert compared > len(played(case, 4).steps), "hardly anything was compared"


def assert_alike(case, ours, theirs, viewer):
    """Compare what a viewer is shown up to the first event that reveals something."""
    differing = first_difference(ours, theirs, viewer)
    if differing is None:
        assert len(ours) == len(theirs), f"seat {viewer} can tell two games apart by their length"
        return
    one, other = differing
    tag = type(one).__struct_config__.tag
    assert tag in conformance(case.slug).reveals, (
        f"seat {viewer} can tell two games apart by {one} and {other}: hide what differs with "
        f"visible_to, or name {tag} among the reveals of tests/golden/{case.slug}/conformance.json"
    )


@each_case
def test_a_guess_is_a_guess(case):
    """It deals anew what is hidden, keeps all else, and is a state that can be stored and played."""
    changed = 0
    for step, viewer, other in moments(case, 5):
        again = guessed(case, other, viewer, 1)
        assert case.rules.view(again, viewer) == case.rules.view(step.after, viewer)
        stored = msgspec.msgpack.decode(print_of(other), type=case.rules.state)
        assert stored == other
        changed += other != step.after
    hides_something = any(audiences(one) for one in case.rules.event_types())
    assert bool(changed) == hides_something


@each_case
def test_who_sees_everything_has_nothing_to_guess(case):
    for step in played(case, 5).steps:
        assert guessed(case, step.after, EVERYTHING, 1) == step.after


@each_game
def test_what_is_hidden_occurs_in_no_byte_that_a_viewer_is_sent(slug):
    """Hidden fields are filled with canaries; whoever hears one sing has found a leak."""
    sung = 0
    for case in (case for case in CASES if case.slug == slug):
        for version, event in enumerate(played(case, 1).events, start=1):
            for viewer in case.viewers:
                hidden = hidden_from(event, viewer)
                if not hidden:
                    continue
                caged = with_canaries(event, hidden)
                assert sings(msgspec.json.encode(caged))
                cause = {"type": "act", "action": {"card": CANARY, "count": CANARY_NUMBER}}
                header = Header(at=datetime(2026, 1, 1, tzinfo=UTC), actor="seat:0", cause=cause)
                entry = Recorded(version=version, header=header, event=caged, hash="")
                for sent in (redact(caged, viewer), shown(entry, viewer, SEED)):
                    data = msgspec.json.encode(sent) + msgspec.msgpack.encode(sent)
                    assert not sings(data)
                    assert SEED.hex().encode() not in data
                    for name in (*hidden, "cause"):
                        assert salt(SEED, version, name).encode() not in data
                sung += 1
    assert bool(sung) == any(audiences(one) for one in RULESETS[slug].event_types())


def hidden_from(event, viewer):
    """Name the fields that are marked and not for this viewer, without asking the product."""
    return [
        name
        for name, audience in audiences(type(event)).items()
        if viewer not in {getattr(event, seat) for seat in audience}
    ]


def with_canaries(event, hidden):
    """Give the event with recognisable values in these fields."""
    names = {field.encode_name: field.name for field in msgspec.structs.fields(event)}
    return msgspec.structs.replace(
        event, **{names[name]: {CANARY: [CANARY, CANARY_NUMBER]} for name in hidden}
    )


def sings(data: bytes) -> bool:
    packed = msgspec.msgpack.encode(CANARY_NUMBER)
    return any(one in data for one in (CANARY.encode(), str(CANARY_NUMBER).encode(), packed))
