"""The one way in which games change: load, decide, append. Everything that changes a game comes through here."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from domain.kernel.chance import SEED_BYTES
from domain.kernel.errors import GameError
from domain.table.box import Box
from domain.table.campaigns import campaign_id_of
from domain.table.commands import AnyCommand, CreateGame
from domain.table.journal import Commit, Position
from domain.table.rules import check, commit
from services import keys
from services.errors import VersionConflict
from services.listing import listing_of
from services.positions import Held, Positions
from services.store import Again, Append, Appended, EventStore, Once, Stale

ATTEMPTS = 50
"""How often an action is decided anew because another seat's came first; more means a fault."""


class Ask(msgspec.Struct, frozen=True):
    """Something asked of a game.

    `command` says what is asked, given the game as it stands (and refuses who may not ask it);
    `answer` puts the outcome into the bytes that are kept for a repeat with the same `once`.
    """

    command: Callable[[Box, Position], tuple[AnyCommand, str]]
    """Gives the command and its actor."""
    answer: Callable[[Box, Commit], bytes] = lambda _box, _made: b""
    once: Once | None = None
    expected_versions: frozenset[int] | None = None
    """At which versions the game may be; null for any."""
    goes_on: bool = False
    """Whoever asks does what has to happen next as well, so nobody else need be called."""


class Done(msgspec.Struct, frozen=True):
    """The command was carried out."""

    answer: bytes
    made: Commit | None
    """Null when it was carried out before, and `answer` is the first answer."""
    is_first: bool = False
    """Carried out now, but not by one commit to a game."""

    @property
    def is_repeat(self) -> bool:
        """Tell whether this is the answer to an earlier request with the same key."""
        return self.made is None and not self.is_first


def utc_now() -> datetime:
    """Read the clock."""
    return datetime.now(UTC)


class Games:
    """Creates games and carries out commands.

    `tell` is called with every commit to a game that is there already.
    """

    def __init__(
        self,
        store: EventStore,
        positions: Positions,
        now: Callable[[], datetime] = utc_now,
        tell: Callable[[Held, Commit], None] = lambda _held, _made: None,
    ) -> None:
        self._store = store
        self._positions = positions
        self._now = now
        self._tell = tell
        self._chores: set[asyncio.Task[None]] = set()
        self.commits = 0
        """How often this process has appended."""
        self.stale = 0
        """How often it had to decide anew because another process had appended first."""

    async def create(
        self,
        box: Box,
        command: CreateGame,
        answer: Callable[[str, Box, Commit], bytes],
        once: Callable[[str], Once] | None = None,
        scope: str | None = None,
    ) -> tuple[str, Done]:
        """Create a game; give its id and what came of it.

        `scope` names the request for idempotency: it decides the partition, so that a repeat finds
        the first answer; `once` makes the record for that partition's tag.
        """
        partition = keys.partition_for(scope) if scope is not None else None
        game = keys.new_id(partition)
        kept = once(keys.tag_of(game)) if once is not None else None
        try:
            done = await self.set_up(game, box, command, answer, kept)
        except GameError:
            again = await self._store.answer_of(kept) if kept is not None else None
            if again is None:
                raise
            return game, Done(again.answer, None)
        assert done is not None, "a new id is nobody else's"
        return game, done

    async def set_up(
        self,
        game: str,
        box: Box,
        command: CreateGame,
        answer: Callable[[str, Box, Commit], bytes],
        kept: Once | None = None,
    ) -> Done | None:
        """Create a game of this id; nothing if it is there already. Raises `GameError`."""
        seed = secrets.token_bytes(SEED_BYTES)
        made = commit(
            box, None, command, actor=f"player:{command.creator}", at=self._now(), seed=seed
        )
        told = answer(game, box, made)
        reports_to = reports(game, box, made)
        listing = listing_of(game, None, made.after)
        outcome = await self._store.append(
            Append(game, made, kept, told, listing, reports_to=reports_to)
        )
        if isinstance(outcome, Again):
            return Done(outcome.answer, None)
        if isinstance(outcome, Stale):
            return None
        self.commits += 1
        self._positions.put(Held(game, box, made.after, self._store.link.epoch))
        return Done(told, made)

    async def change(self, game: str, ask: Ask) -> Done:
        """Carry out a command on a game, exactly once.

        Another seat's action that comes in between is no conflict: the command is decided anew on
        what it left. Raises `GameError` (nothing changed) or `StoreUnavailable` (not known).
        """
        held, fresh = await self._positions.hold(game)
        async with held.lock:
            for _ in range(ATTEMPTS):
                position = held.position
                try:
                    made = self._decide(held.box, position, ask)
                except GameError:
                    if not fresh:
                        fresh = True
                        if await self._positions.refresh(held):
                            continue
                    again = await self._first_answer(ask)
                    if again is None:
                        raise
                    return again
                done = await self._append(held, position, made, ask)
                if done is not None:
                    return done
                fresh = True
        raise AssertionError(f"Game {game} changed {ATTEMPTS} times while one action was decided.")

    async def check(self, game: str, ask: Ask) -> None:
        """Refuse what `change` would refuse; draw no luck, change nothing."""
        held = await self._positions.latest(game)
        command, _ = ask.command(held.box, held.position)
        _expect(held.position, ask.expected_versions)
        check(held.box, held.position, command)

    def _decide(self, box: Box, position: Position, ask: Ask) -> Commit:
        command, actor = ask.command(box, position)
        _expect(position, ask.expected_versions)
        return commit(box, position, command, actor=actor, at=self._now())

    async def _append(self, held: Held, position: Position, made: Commit, ask: Ask) -> Done | None:
        """Append what was decided; give nothing if the game had moved on and was read anew."""
        told = ask.answer(held.box, made)
        listing = listing_of(held.game, position, made.after)
        reports_to = reports(held.game, held.box, made)
        what = Append(held.game, made, ask.once, told, listing, ask.goes_on, reports_to)
        outcome = await self._store.append(what)
        if isinstance(outcome, Appended):
            self.commits += 1
            held.position = made.after
            self._tell(held, made)
            self._put_by(held)
            return Done(told, made)
        if isinstance(outcome, Again):
            return Done(outcome.answer, None)
        self.stale += 1
        if outcome.version > position.version:
            await self._positions.refresh(held)
        else:  # the store has lost its end, or has another one by now
            await self._positions.reload(held)
        return None

    async def _first_answer(self, ask: Ask) -> Done | None:
        again = await self._store.answer_of(ask.once) if ask.once is not None else None
        return Done(again.answer, None) if again is not None else None

    def _put_by(self, held: Held) -> None:
        """Snapshot in the background, when it is time: nobody waits for what can be thrown away."""
        if not self._positions.is_time(held):
            return
        chore = asyncio.ensure_future(self._positions.put_by(held))
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)


def reports(game: str, box: Box, made: Commit) -> str | None:
    """Name the campaign that has to hear of a commit, if the game is a session of one."""
    campaign = box.ruleset.campaign
    if campaign is None or not any(campaign.report(game, entry.event) for entry in made.events):
        return None
    return campaign_id_of(box, made.after.table.options)


def _expect(position: Position, versions: frozenset[int] | None) -> None:
    if versions is not None and position.version not in versions:
        named = " or ".join(map(str, sorted(versions)))
        detail = f"The game is at version {position.version}, not {named}."
        raise VersionConflict(detail, position.version)
