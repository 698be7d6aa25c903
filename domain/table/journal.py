"""How events are written down: headers, the agenda they leave, their hashes, and how each viewer sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.chain import commitment, link, salt
from domain.kernel.secrecy import EVERYTHING, Redacted, Viewer, audiences, hidden_fields, redact
from domain.kernel.values import Event, Json, Seat, Value
from domain.table.box import Box
from domain.table.state import Table

Work: TypeAlias = Literal["upkeep", "bot"]


class Decision(Value, array_like=True):
    """A question that is open: who is asked, its id, until when, and whether a server bot answers."""

    seat: Seat
    id: str
    deadline: datetime | None = None
    bot: bool = False


class Agenda(Value, array_like=True):
    """What has to happen next: open decisions, or the bookkeeping that comes before any."""

    to_act: tuple[Decision, ...] = ()
    due: str | None = None

    def decision_of(self, seat: Seat) -> Decision | None:
        """Find what the seat is asked."""
        return next((decision for decision in self.to_act if decision.seat == seat), None)

    @property
    def work(self) -> Work | None:
        """Name what the workers have to do, if anything."""
        if self.due is not None:
            return "upkeep"
        return "bot" if any(decision.bot for decision in self.to_act) else None

    @property
    def deadline(self) -> datetime | None:
        """The first moment at which a seat's time runs out."""
        return min((d.deadline for d in self.to_act if d.deadline is not None), default=None)


class Header(Value, array_like=True):
    """What is noted of an event beside what it says."""

    at: datetime
    actor: str
    """`seat:1`, `player:<id>` (in the lobby) or `system`."""
    decision: str | None = None
    """The question that was answered; on the first event of a commit."""
    chance: tuple[str, ...] = ()
    """The chance points whose outcomes the event tells."""
    agenda: Agenda | None = None
    """What has to happen next; on the last event of a commit."""
    cause: dict[str, Json] | None = None
    """The command behind the commit, on its first event. Secret until the game is over."""


class Recorded(Value):
    """An event in its place: the `version`-th of its game."""

    version: int
    header: Header
    event: Event
    hash: str


class Position(Value):
    """A game at one version: all that the next commit builds on."""

    version: int
    hash: str
    table: Table
    agenda: Agenda
    drawn: dict[str, int]
    """How often each chance point has been drawn; kept for scripted games only."""
    created_at: datetime
    updated_at: datetime


class Commit(msgspec.Struct, frozen=True):
    """The events of one command, appended together or not at all, and where they lead."""

    events: tuple[Recorded, ...]
    public: tuple[Redacted, ...]
    """The public form of each event, which its hash covers."""
    before: int
    previous: str
    """The hash of the event before the first one."""
    after: Position


def public_form(version: int, header: Header, event: Event, seed: bytes) -> Redacted:
    """Give the event as a spectator sees it, without `hash` and `salts`: what the hash covers."""
    data = msgspec.to_builtins(event)
    commitments: dict[str, str] = {}
    for name in audiences(type(event)):
        commitments[name] = commitment(salt(seed, version, name), data[name])
        data[name] = None
    if header.cause is not None:
        commitments["cause"] = commitment(salt(seed, version, "cause"), header.cause)
    return Redacted(
        {
            "version": version,
            "type": data["type"],
            "at": msgspec.to_builtins(header.at),
            "actor": header.actor,
            "decision": header.decision,
            "cause": None,
            "chance": list(header.chance),
            "agenda": agenda_form(header.agenda),
            "data": data,
            "commitments": commitments,
        }
    )


def agenda_form(agenda: Agenda | None) -> dict[str, Any] | None:
    """Give the agenda as JSON shows it."""
    if agenda is None:
        return None
    return {"to_act": [decision_form(d) for d in agenda.to_act], "due": agenda.due}


def decision_form(decision: Decision) -> dict[str, Any]:
    """Give an open decision as JSON shows it."""
    return {
        "seat": decision.seat,
        "decision": decision.id,
        "deadline": msgspec.to_builtins(decision.deadline),
        "bot": decision.bot,
    }


def shown(
    recorded: Recorded, viewer: Viewer, seed: bytes, public: Redacted | None = None
) -> Redacted:
    """Give the event as the viewer may see it, with the salts of the secrets that it may see.

    `public` is the event's public form, where it is at hand already.
    """
    event, version = recorded.event, recorded.version
    form = Redacted({**(public or public_form(version, recorded.header, event, seed))})
    hidden = hidden_fields(event, viewer)
    visible = [name for name in audiences(type(event)) if name not in hidden]
    salts = {name: salt(seed, version, name) for name in visible}
    if visible:
        form["data"] = redact(event, viewer)
    if viewer == EVERYTHING and recorded.header.cause is not None:
        form["cause"] = recorded.header.cause
        salts["cause"] = salt(seed, version, "cause")
    form["salts"] = salts
    form["hash"] = recorded.hash
    return form


def write_down(
    start: tuple[int, str], noted: Iterable[tuple[Header, Event]], seed: bytes
) -> Iterator[tuple[Recorded, Redacted]]:
    """Number the events after `start` (version, hash) and chain their hashes; give public forms as well."""
    version, previous = start
    for header, event in noted:
        version += 1
        public = public_form(version, header, event, seed)
        previous = link(previous, public)
        yield Recorded(version=version, header=header, event=event, hash=previous), public


def agenda_after(
    box: Box, before: Position | None, table: Table, answered: Seat | None, moment: Moment
) -> Agenda:
    """Work out what has to happen next.

    A seat that is still asked the same keeps its decision, whatever others did; a seat that has
    answered gets a new one.
    """
    if table.status != "active":
        return Agenda()
    rules = box.ruleset
    due = rules.upkeep(table.game)
    if due is not None:
        return Agenda(due=due)
    open_before = before.agenda if before is not None else Agenda()
    decisions = []
    for seat in rules.to_act(table.game):
        bot = table.bot_at(seat) is not None
        kept = open_before.decision_of(seat) if seat != answered else None
        if before is None or kept is None or _asks_anew(box, before.table, table, seat):
            ticking = table.clock is not None and not bot
            deadline = moment.in_seconds(table.clock.per_action_s) if ticking else None  # type: ignore[union-attr]  # ticking
            kept = Decision(seat=seat, id=f"{moment.version}-{seat}", deadline=deadline, bot=bot)
        elif kept.bot != bot:
            kept = Decision(seat=seat, id=kept.id, bot=bot)
        decisions.append(kept)
    return Agenda(to_act=tuple(decisions))


class Moment(msgspec.Struct, frozen=True):
    """When a commit is made: its time, and the version it leads to."""

    at: datetime
    version: int

    def in_seconds(self, seconds: int) -> datetime:
        """Give the time so many seconds later."""
        return self.at + timedelta(seconds=seconds)


def _asks_anew(box: Box, before: Table, after: Table, seat: Seat) -> bool:
    question = box.ruleset.question
    return question(before.game, seat) != question(after.game, seat)
