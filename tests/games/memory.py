"""What a viewer may know of a game from all that it was ever shown, held against a state.

A game whose events hide something has a `Memory` in `tests/games/<slug>/memory.py`. It hears the events as
its viewer is sent them and nothing else, so that it is a second book beside the state: whatever the state
has forgotten, or `guess` does not look at, it still knows. A memory may be modest (leave a conclusion out
that could be drawn), never wrong: along whole games it must have no doubts about what is really so.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.chance import FastChance
from domain.kernel.ruleset import Ruleset
from domain.kernel.secrecy import SPECTATOR, audiences, redact
from domain.kernel.values import tag_of
from domain.simulate import begin
from tests.games.files import skip_without
from tests.games.information import played_on


class AnyMemory:
    """All that one viewer has been shown. Each event goes to the method `on_<event>`, if there is one."""

    def __init__(self, rules: Any, edition: Any, players: int, options: Any, viewer: int) -> None:
        self.rules = rules
        self.edition = edition
        self.players = players
        self.options = options
        self.viewer = viewer
        self.begin()

    def begin(self) -> None:
        """Note what is known before the first event."""

    def hears(self, event: Mapping[str, Any]) -> None:
        """Note an event as the viewer is sent it: what is hidden is None."""
        note = getattr(self, "on_" + event["type"].partition(".")[2], None)
        if note is not None:
            note(event)

    def doubts(self, state: Any) -> Iterator[str]:
        """Tell in what a state contradicts what the viewer knows."""
        raise NotImplementedError


def memory_of(rules: Ruleset[Any, Any, Any, Any], *table: Any) -> AnyMemory | None:
    """Give a fresh memory: of a ruleset, for an edition, players, options and a viewer.

    None for a ruleset that hides nothing. A test of one whose memory is not written yet is skipped.
    """
    if not any(audiences(one) for one in rules.event_types()):
        return None
    skip_without(f"tests/games/{rules.id}/memory.py")
    return importlib.import_module(f"tests.games.{rules.id}.memory").Memory(rules, *table)


def assert_guesses_fit(
    rules: Any, edition: Any, players: int, seed: int, **options: Any
) -> set[str]:
    """Play a random game with an edition, in which things are met that are rare with the usual one.

    No viewer may have doubts about what is so, nor about a guess. Given back are the tags of all events.
    """
    rng, chosen, tags = random.Random(seed), rules.options(**options), set()
    viewers = (SPECTATOR, *range(players))
    memories = {one: memory_of(rules, edition, players, chosen, one) for one in viewers}
    begun = begin(rules, edition, players, chosen, FastChance(rng))
    for state, events in played_on(rules, begun, rng):
        tags |= {tag_of(event).partition(".")[2] for event in events}
        for viewer, memory in memories.items():
            for event in events:
                memory.hears(redact(event, viewer))
            assert list(memory.doubts(state)) == []
            other = rules.guess(state, viewer, FastChance(random.Random(seed)))
            assert list(memory.doubts(other)) == []
    return tags


def differ(what: str, known: Any, there: Any) -> Iterator[str]:
    """Doubt something that is known otherwise."""
    if known != there:
        yield f"{what}: {there}, known to be {known}"


def lacks(what: str, known: Counter[Any], cards: Iterable[Any]) -> Iterator[str]:
    """Doubt cards among which some are not that are known to be there."""
    if missing := known - Counter(cards):
        yield f"{what}: lacks {dict(missing)}"


def strays(what: str, possible: Counter[Any], cards: Iterable[Any]) -> Iterator[str]:
    """Doubt cards among which some are that cannot be there."""
    if others := Counter(cards) - possible:
        yield f"{what}: cannot hold {dict(others)}"
