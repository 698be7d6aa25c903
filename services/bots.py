"""Server bots at work: a policy sees a view and the choices, and is helped out when it fails."""

from __future__ import annotations

import hmac
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import structlog

from domain.kernel.choices import Choices
from domain.kernel.ruleset import Policy
from domain.kernel.values import Json, Seat
from domain.table.box import Box
from domain.table.commands import Act
from domain.table.journal import Decision, Position
from domain.table.rules import stand_in

log = structlog.get_logger()


class TooSlow(BaseException):
    """The policy has used up its time. Not an `Exception`, so that no policy can swallow it."""


def answer(box: Box, position: Position, decision: Decision, time_ms: int) -> Act:
    """Let the server bot of a seat answer what it is asked.

    The luck of its choice comes of the game's seed, so that a job which is done twice chooses the same.
    """
    bot = position.table.bot_at(decision.seat) or stand_in(box)
    action, reason = choose(box, position, decision.seat, (bot, time_ms))
    return Act(seat=decision.seat, action=action, decision=decision.id, fell_back=reason)


def choose(
    box: Box, position: Position, seat: Seat, how: tuple[str, int]
) -> tuple[Json, str | None]:
    """Choose an action by a policy (its name, its CPU time in ms); say why if it was not the policy's."""
    bot, time_ms = how
    rules, state = box.ruleset, position.table.game
    choices = rules.legal(state, seat)
    rng = _luck(position, seat)
    policy = rules.bots.get(bot)
    if policy is None:
        return choices.sample(rng), "unknown_bot"
    try:
        with _limited(time_ms):
            action = _played(policy, (rules.view(state, seat), choices), rng)
    except TooSlow:
        reason = "too_slow"
    except Exception as error:  # noqa: BLE001  # whatever a policy does wrong, the game goes on
        log.warning("bot_failed", bot=bot, why=type(error).__name__)
        reason = "failed"
    else:
        if choices.contains(action):
            return action, None
        reason = "not_legal"
    return choices.sample(_luck(position, seat)), reason


def _played(policy: Policy, seen: tuple[object, Choices], rng: random.Random) -> dict[str, Json]:
    view, choices = seen
    return dict(policy(view, choices, rng))


def _luck(position: Position, seat: Seat) -> random.Random:
    label = f"bot|{position.version}|{seat}".encode()
    return random.Random(hmac.digest(bytes.fromhex(position.table.seed), label, "sha256"))


@contextmanager
def _limited(time_ms: int) -> Iterator[None]:
    """Stop what takes more CPU time than it may. Only a process's main thread can be stopped."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, time_ms / 1000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
