"""The information table of a game's rules, held against what is really hidden along whole games.

`tests/games/test_every_game_secrecy.py` shows that nobody learns what the marks in the code hide; that the
marks are those of the rules only a second copy of the table can show, and each game keeps one in its tests.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.chance import FastChance
from domain.kernel.play import Play
from domain.kernel.secrecy import SPECTATOR, redact
from domain.kernel.values import tag_of
from domain.simulate import act, begin, keep_up

Secrets = Mapping[str, Mapping[str, Sequence[str]]]
"""For each event its secret fields, each with the fields that hold the seats who may see it."""

NOBODY: tuple[str, ...] = ()
OWNER = ("seat",)


def random_game(rules: Any, players: int, seed: int, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Give each state of a random game, with the events that led there."""
    rng = random.Random(seed)
    begun = begin(rules, rules.edition, players, rules.options(**options), FastChance(rng))
    return played_on(rules, begun, rng)


def played_on(rules: Any, play: Play[Any, Any], rng: random.Random) -> Iterator[tuple[Any, Any]]:
    """Play on at random to the end."""
    chance = FastChance(rng)
    while True:
        state = play.state
        yield state, play.events
        if rules.result(state) is not None:
            return
        kept = keep_up(rules, state, chance)
        if kept is None:
            seat = rng.choice(rules.to_act(state))
            action = rules.legal(state, seat).sample(rng)
            kept = act(rules, state, seat, action, chance)
        play = kept


def hidden_fields(events: Sequence[Any], players: int, secrets: Secrets) -> set[tuple[str, str]]:
    """Make sure that all viewers see what the table says; name the fields that some of them do not see."""
    found = set()
    for event in events:
        tag = tag_of(event).partition(".")[2]
        raw = msgspec.to_builtins(event)
        for viewer in (SPECTATOR, *range(players)):
            for name, value in redact(event, viewer).items():
                audience = secrets.get(tag, {}).get(name)
                if audience is None or any(raw[field] == viewer for field in audience):
                    assert value == raw[name]
                else:
                    assert value is None
                    found.add((tag, name))
    return found


def all_fields(secrets: Secrets) -> set[tuple[str, str]]:
    """Name all fields of the table."""
    return {(tag, name) for tag, fields in secrets.items() for name in fields}
