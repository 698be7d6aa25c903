"""How events are written down: headers, the agenda they leave, their hashes, and how each viewer sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from domain.kernel.chain import commitment, link, salt
from domain.kernel.secrecy import EVERYTHING, Viewer, audiences, hidden_fields, redact
from domain.kernel.values import Event, Json, Seat, Value, tag_of
from domain.table.box import Box
from domain.table.state import Table

Work: TypeAlias = Literal["upkeep", "bot"]

UtcTime: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment; it travels as `2026-05-01T12:00:00Z`."""


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


class OpenDecision(Value):
    """Somebody is asked something."""

    seat: Seat
    decision: str
    """Names the question; stays the same until this seat has answered or the question is gone."""
    deadline: UtcTime | None
    bot: bool
    """A server bot answers."""


class ShownAgenda(Value):
    """What has to happen next, as an event shows it."""

    to_act: tuple[OpenDecision, ...]
    due: str | None


class PublicEvent(Value):
    """An event as everybody may see it; in canonical JSON this is what its hash covers."""

    version: int
    type: str
    at: datetime
    actor: str
    decision: str | None
    cause: dict[str, Json] | None
    """The command behind the commit; null but for those who see everything."""
    chance: tuple[str, ...]
    agenda: ShownAgenda | None
    data: Any
    """What the event says; where something is hidden a map in which that is null."""
    commitments: dict[str, str]
    """For each secret field, what it is bound to."""


class ShownEvent(PublicEvent):
    """An event as one viewer may see it; the only form in which an event leaves the house."""

    salts: dict[str, str]
    """For each secret that the viewer may see, its salt."""
    hash: str


class Commit(msgspec.Struct, frozen=True):
    """The events of one command, appended together or not at all, and where they lead."""

    events: tuple[Recorded, ...]
    public: tuple[PublicEvent, ...]
    """The public form of each event, which its hash covers."""
    before: int
    previous: str
    """The hash of the event before the first one."""
    after: Position


def open_decisions(agenda: Agenda) -> tuple[OpenDecision, ...]:
    """List who is asked something."""
    return tuple(
        OpenDecision(seat=d.seat, decision=d.id, deadline=d.deadline, bot=d.bot)
        for d in agenda.to_act
    )


def public_form(version: int, header: Header, event: Event, seed: bytes) -> PublicEvent:
    """Give the event as everybody may see it."""
    data: Any = event
    commitments: dict[str, str] = {}
    secrets = audiences(type(event))
    if secrets:
        data = msgspec.to_builtins(event)
        for name in secrets:
            commitments[name] = commitment(salt(seed, version, name), data[name])
            data[name] = None
    if header.cause is not None:
        commitments["cause"] = commitment(salt(seed, version, "cause"), header.cause)
    agenda = header.agenda
    return PublicEvent(
        version=version,
        type=tag_of(event),
        at=header.at,
        actor=header.actor,
        decision=header.decision,
        cause=None,
        chance=header.chance,
        agenda=ShownAgenda(to_act=open_decisions(agenda), due=agenda.due) if agenda else None,
        data=data,
        commitments=commitments,
    )


def shown(
    recorded: Recorded, viewer: Viewer, seed: bytes, public: PublicEvent | None = None
) -> ShownEvent:
    """Give the event as the viewer may see it, with the salts of the secrets that it may see.

    `public` is the event's public form, where it is at hand already.
    """
    event, version, header = recorded.event, recorded.version, recorded.header
    form = public if public is not None else public_form(version, header, event, seed)
    secrets = audiences(type(event))
    hidden = hidden_fields(event, viewer)
    salts = {name: salt(seed, version, name) for name in secrets if name not in hidden}
    data = redact(event, viewer) if salts else form.data
    cause = header.cause if viewer == EVERYTHING else None
    if cause is not None:
        salts["cause"] = salt(seed, version, "cause")
    return ShownEvent(
        version=version,
        type=form.type,
        at=form.at,
        actor=form.actor,
        decision=form.decision,
        cause=cause,
        chance=form.chance,
        agenda=form.agenda,
        data=data,
        commitments=form.commitments,
        salts=salts,
        hash=recorded.hash,
    )


def write_down(
    start: tuple[int, str], noted: Iterable[tuple[Header, Event]], seed: bytes
) -> Iterator[tuple[Recorded, PublicEvent]]:
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
