"""Campaigns: what outlives single games, in a stream of its own beside those of its sessions.

A command appends to one stream. What has to cross from one to the other follows from the two logs alone:
whoever finds it outstanding carries it over, as often as needed, and each time it has effect once. Every
commit to a campaign, and every commit of a session that its campaign has to hear of, calls for that in the
same step (docs/decisions/0012-carrying-campaigns.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

from domain.kernel.errors import BadShape, CorruptStream, Fault, GameError, RuleViolation
from domain.kernel.shape import Misfit
from domain.kernel.values import Json, Value
from domain.table.box import Box
from domain.table.campaigns import (
    CampaignCommit,
    CampaignPosition,
    Founding,
    Opening,
    commit_to_campaign,
    opening_of,
    read_command,
    table_of,
)
from domain.table.commands import CreateGame, Tell
from domain.table.journal import Commit, Position, Recorded
from services import keys
from services.campaign_lists import listing_of
from services.campaign_positions import CampaignPositions, HeldCampaign
from services.errors import GameUnknown
from services.games import ATTEMPTS, Ask, Done, Games
from services.positions import Positions
from services.scripts import Script
from services.store import Again, Append, Appended, EventStore, Once

Answer: TypeAlias = Callable[[str, Box, CampaignPosition], bytes]
"""Puts a campaign, by its id, into the bytes that are kept for a repeat of a request."""

_SET_DUE = Script("due.lua")


@dataclass(frozen=True, slots=True)
class Called:
    """Something asked of a campaign: a command, whose it is, and what it is asked for."""

    command: Any
    actor: str
    session: str | None = None
    """The session that the command names, whose state has to be looked at."""
    cause: Opening | None = None
    once: Once | None = None
    answer: Answer = lambda _campaign, _box, _after: b""


class Guest(Value):
    """A player as campaigns know them."""

    player_id: str
    name: str


class Campaigns:
    """Founds campaigns, carries out commands on them, and carries over what has to cross."""

    def __init__(
        self,
        store: EventStore,
        campaigns: CampaignPositions,
        positions: Positions,
        games: Games,
        now: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._campaigns = campaigns
        self._positions = positions
        self._games = games
        self._now = now

    async def found(
        self,
        box: Box,
        creator: str,
        name: str,
        answer: Answer,
        once: Callable[[str], Once] | None = None,
        scope: str | None = None,
    ) -> tuple[str, Done]:
        """Found a campaign; give its id and what came of it.

        `scope` names the request for idempotency: it decides the partition, so that a repeat finds
        the first answer; `once` makes the record for that partition's tag.
        """
        campaign = keys.new_id(keys.partition_for(scope) if scope is not None else None)
        kept = once(keys.tag_of(campaign)) if once is not None else None
        command = command_for(box, "create_campaign", name=name)
        founding = Founding(
            ruleset=box.ruleset.id,
            ruleset_version=box.ruleset.version,
            edition=box.edition_id,
            creator=creator,
        )
        made = commit_to_campaign(
            box, campaign, None, command, actor=f"player:{creator}", at=self._now(), cause=founding
        )
        assert made is not None
        held = HeldCampaign(campaign, box, made.after, self._store.link.epoch)
        told = answer(campaign, box, made.after)
        listing = listing_of(campaign, None, made.after, box)
        outcome = await self._store.append(
            Append(keys.campaign_name(campaign), made, kept, told, listing)
        )
        if isinstance(outcome, Again):
            return campaign, Done(outcome.answer, None)
        assert isinstance(outcome, Appended), "a new id is nobody else's"
        self._campaigns.keep(held)
        return campaign, Done(told, None, is_first=True)

    async def register(
        self, campaign: str, guest: Guest, answer: Answer, kept: Once | None
    ) -> Done:
        """Add a player to a campaign. Raises `RuleViolation` where the ruleset says no."""
        again = await self._store.answer_of(kept) if kept is not None else None
        if again is not None:
            return Done(again.answer, None)
        held = await self._campaigns.latest(campaign)
        command = command_for(held.box, "register_player", player=guest)
        called = Called(command, f"player:{guest.player_id}", once=kept, answer=answer)
        with _pointing_nowhere():
            made = await self.change(campaign, called)
        if isinstance(made, Again):
            return Done(made.answer, None)
        assert made is not None
        return Done(answer(campaign, held.box, made.after), None, is_first=True)

    async def change(self, campaign: str, called: Called) -> CampaignCommit | Again | None:
        """Carry out a command on a campaign, exactly once; null where nothing comes of it.

        What others do in between is no conflict: the command is decided anew on what they left.
        Raises `GameError` (nothing changed) or `StoreUnavailable` (not known).
        """
        held = await self._campaigns.latest(campaign)
        async with held.lock:
            for _ in range(ATTEMPTS):
                session = await self._session(called.session)
                made = commit_to_campaign(
                    held.box,
                    campaign,
                    held.position,
                    called.command,
                    actor=called.actor,
                    at=self._now(),
                    session=session,
                    cause=called.cause,
                )
                if made is None:
                    return None
                listing = listing_of(campaign, held.position, made.after, held.box)
                told = called.answer(campaign, held.box, made.after)
                outcome = await self._store.append(
                    Append(keys.campaign_name(campaign), made, called.once, told, listing)
                )
                if isinstance(outcome, Appended):
                    held.position = made.after
                    return made
                if isinstance(outcome, Again):
                    return outcome
                if outcome.version <= held.position.version:
                    await self._campaigns.reload(held)
                else:
                    await self._campaigns.refresh(held)
        raise AssertionError(f"Campaign {campaign} changed {ATTEMPTS} times in between.")

    async def open_session(
        self,
        campaign: str,
        session: str,
        guests: tuple[Guest, ...],
        table: CreateGame,
        answer: Callable[[str, Box, Commit], bytes],
        kept: Once | None,
    ) -> Done:
        """Reserve the players and set up the table of a session of this id.

        A repeat, also of a request that broke off midway, goes on where the first one stopped. One that
        comes when its first answer is kept no longer finds the session as it is, even if that is over.
        """
        again = await self._store.answer_of(kept) if kept is not None else None
        if again is not None:
            return Done(again.answer, None)
        held, is_first = await self._campaigns.latest(campaign), False
        if session not in held.rules.running(held.position.state):
            command = command_for(
                held.box, "open_session", session_id=session, players=guests, **table.options
            )
            opening = Opening(session=session, table=table)
            actor = f"player:{table.creator}"
            try:
                await self.change(campaign, Called(command, actor, cause=opening))
                is_first = True
            except GameError:
                held = await self._campaigns.latest(campaign)
                running = session in held.rules.running(held.position.state)
                if not running and not (kept is not None and await self._has_table(session)):
                    raise  # else the same request has been carried out, beside this one or long ago
        done = await self._set_up(held, session, answer, kept)
        if done is not None:
            return done
        there = await self._positions.latest(session)
        told = answer(session, held.box, _as_it_is(there.position))
        if kept is not None:
            await self._store.keep_answer(kept, told)
        return Done(told, None, is_first=is_first)  # whoever carries may have set up the table

    async def join_session(self, campaign: str, session: str, guest: Guest) -> None:
        """Reserve a player for a running session, and bring them to its table.

        Raises `RuleViolation` where the campaign says no. The table may still have no room when they
        get there: then they are free again, and do not sit.
        """
        held = await self._campaigns.latest(campaign)
        command = command_for(held.box, "join_session", session_id=session, player=guest)
        with _pointing_nowhere():
            await self.change(campaign, Called(command, f"player:{guest.player_id}", session))
        await self._tell(held, session)

    async def carry(self, campaign: str) -> int:
        """Carry over all that is outstanding between a campaign and its sessions; count the commits.

        Safe to run twice and at the same time as others.
        """
        held = await self._campaigns.latest(campaign)
        due = keys.due(keys.tag_of(campaign))
        score = await self._store.link.execute("ZSCORE", due, keys.campaign_name(campaign))
        made = 0
        for session in held.rules.running(held.position.state):
            made += await self._set_up(held, session) is not None
            made += await self._report(held, session)
        for session in held.rules.running(held.position.state):
            made += await self._tell(held, session)
        if score is not None:
            name = keys.campaign_name(campaign)
            await _SET_DUE.run(self._store.link, (due,), name, score.decode(), "")
        return made

    async def _has_table(self, session: str) -> bool:
        """Tell whether a session has its table, and be it over."""
        try:
            await self._positions.hold(session)
        except GameUnknown:
            return False
        return True

    async def _set_up(
        self,
        held: HeldCampaign,
        session: str,
        answer: Callable[[str, Box, Commit], bytes] = lambda *_: b"",
        kept: Once | None = None,
    ) -> Done | None:
        """Set up the table of a session for which players were reserved; nothing if it is there."""
        try:
            await self._positions.hold(session)
        except GameUnknown:
            opening, entries = await self._opening(held, session)
            table = table_of(held.box, held.campaign, opening, entries)
            return await self._games.set_up(session, held.box, table, answer, kept)
        return None

    async def _opening(
        self, held: HeldCampaign, session: str
    ) -> tuple[Opening, tuple[Recorded, ...]]:
        """Find how a session was opened, and the events of that commit."""
        async for page in self._store.pages(keys.campaign_name(held.campaign)):
            entries = held.read(page)
            for place, entry in enumerate(entries):
                found = opening_of(entry)
                if found is not None and found.session == session:
                    return found, entries[place:]
        raise CorruptStream(f"Session {session} was never opened in campaign {held.campaign}.")

    async def _report(self, held: HeldCampaign, session: str) -> int:
        """Bring what a session has for the campaign, entry by entry."""
        table = await self._positions.latest(session)
        after, made = held.read_to.get(session, 0), 0
        async for page in self._store.pages(session, after):
            for entry in table.read(page):
                command = held.rules.report(session, entry.event)
                if command is not None:
                    made += await self.change(held.campaign, Called(command, "system")) is not None
            held.read_to[session] = page[-1].version
        return made

    async def _tell(self, held: HeldCampaign, session: str) -> int:
        """Tell a session what the campaign has for it."""
        made = 0
        while True:
            table = await self._positions.latest(session)
            position = table.position
            if position.table.status != "active":
                return made
            news = held.rules.news(held.position.state, session, position.table.game)
            if news is None:
                return made
            ask = Ask(_telling(news), expected_versions=frozenset((position.version,)))
            try:
                await self._games.change(session, ask)
                made += 1
            except GameError:
                # The table has moved on meanwhile; if it has not, it would go wrong for ever.
                if not await self._positions.refresh(table) and table.position is position:
                    raise

    async def _session(self, session: str | None) -> Any:
        """Give the ruleset's state of a session as it stands; null if it is not there or not played yet."""
        if session is None:
            return None
        try:
            return (await self._positions.latest(session)).position.table.game
        except GameUnknown:
            return None


def command_for(box: Box, kind: str, **fields: Json) -> Any:
    """Make a command to a campaign. Raises `BadShape` for options that it does not take."""
    raw = {"type": kind, **msgspec.to_builtins(fields)}
    try:
        return read_command(box.ruleset, raw)
    except Misfit as misfit:
        raise BadShape(
            [Fault(pointer=f"/options{one.pointer}", detail=one.detail) for one in misfit.faults]
        ) from None


@contextmanager
def _pointing_nowhere() -> Iterator[None]:
    """Let a refusal point at nothing: the command was made here, and the request holds none of it."""
    try:
        yield
    except RuleViolation as refusal:
        refusal.pointer = None
        raise


def _telling(news: Any) -> Callable[[Box, Position], tuple[Tell, str]]:
    command = Tell(message=msgspec.to_builtins(news))
    return lambda _box, _position: (command, "system")


def _as_it_is(position: Position) -> Commit:
    """Show a game that is there already as if it had just been set up."""
    return Commit(
        events=(), public=(), before=position.version, previous=position.hash, after=position
    )
