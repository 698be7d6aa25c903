"""A game at some position, as the tests of each game use it: given this, when a seat acts, then that follows.

A game's own `table.py` adds how its positions are reached and the words in which its tests speak.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec
import pytest

from domain.kernel.chance import Chance, FastChance, NoChance, ScriptedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.kernel.secrecy import SPECTATOR
from domain.kernel.values import tag_of
from domain.simulate import begin

S = TypeVar("S")

Script = Mapping[str, Sequence[Any]]
"""Outcomes of chance, per chance point."""


class AnyTable(Generic[S]):
    """A game at some position."""

    rules: ClassVar[Any]

    def __init__(self, state: S, chance: Chance | None = None) -> None:
        self.state = state
        self.chance = chance or NoChance()

    def happens(self, what: Callable[[Play[S, Any]], None]) -> list[Any]:
        """Let something happen; give the events."""
        play: Play[S, Any] = Play(self.state, self.rules.evolve, self.chance)
        what(play)
        self.state = play.state
        return play.events

    def evolved(self, events: Iterable[Any]) -> Self:
        """Write down what events say, without asking the rules: a position for a test."""
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        return self

    def acts(self, seat: int, kind: str, /, **fields: Any) -> list[Any]:
        """Let a seat act; give the events."""
        action = msgspec.convert({"type": kind, **fields}, self.rules.action)
        return self.happens(lambda play: self.rules.decide(play, seat, action))

    def keeps(self) -> list[Any]:
        """Do the bookkeeping that is due; give the events."""
        due = self.rules.upkeep(self.state)
        assert due is not None
        return self.happens(lambda play: self.rules.keep(play, due))

    def refused(self, rule: str, what: Callable[[], Any]) -> RuleViolation:
        """Make sure that something is refused by a rule, draws no luck and changes nothing."""
        before, chance = self.state, self.chance
        self.chance = NoChance()
        with pytest.raises(RuleViolation) as refusal:
            what()
        self.chance = chance
        assert refusal.value.rule == rule, refusal.value.detail
        assert self.state == before
        return refusal.value

    def refuses(
        self, rule: str, reason: str, seat: int, kind: str, /, **fields: Any
    ) -> RuleViolation:
        """Make sure that an action is refused by a rule, for a reason, and changes nothing."""
        refusal = self.refused(rule, lambda: self.acts(seat, kind, **fields))
        assert refusal.reason == reason, refusal.detail
        return refusal

    def view(self, viewer: int = SPECTATOR) -> Any:
        """Show the table to a viewer."""
        return self.rules.view(self.state, viewer)


def scripted(script: Script | None = None, seed: int = 1) -> ScriptedChance:
    """Luck that keeps to a script, and beyond it draws."""
    told = {point: tuple(outcomes) for point, outcomes in (script or {}).items()}
    return ScriptedChance(told, {}, FastChance(random.Random(seed)))


def set_up(rules: Any, players: int, chance: Chance, edition: Any, options: Any) -> Any:
    """Give the state of a game that has just been set up, with options in JSON; the default edition if none."""
    told = msgspec.convert(options, rules.options)
    return begin(rules, edition or rules.edition, players, told, chance).state


def names(events: Sequence[Any]) -> list[str]:
    """Name the events in order."""
    return [tag_of(event).partition(".")[2] for event in events]


def of_type(events: Sequence[Any], kind: type | str) -> list[Any]:
    """Pick the events of a type, which is given or named."""
    return [event for event in events if kind in (type(event), *names([event]))]
