"""The lists of games: what they show, and the indexes behind them.

Each partition has its own indexes, changed in the same atomic step as the game; a page is put together
from all of them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.kernel.values import Value
from domain.table.commands import Visibility
from domain.table.journal import Position, UtcTime
from domain.table.state import Status, Table
from services import keys
from services.indexes import page_of
from services.redis_link import Link
from services.store import Listing, in_ms

STATUSES: tuple[Status, ...] = ("lobby", "active", "finished", "abandoned")


class SeatSummary(Value):
    """Who holds a seat."""

    seat: int
    player_id: str | None
    name: str | None
    bot: str | None
    """The server bot that plays the seat, also where a player has resigned."""
    status: Literal["open", "invited", "taken", "resigned"]


class GameSummary(Value):
    """A game as lists show it."""

    id: str
    ruleset: str
    status: Status
    seats: tuple[SeatSummary, ...]
    visibility: Visibility
    rated: bool
    created_at: UtcTime
    updated_at: UtcTime
    """When the seats or the status last changed."""


class Query(Value):
    """Which games are asked for."""

    ruleset: str | None = None
    status: Status | None = None
    player: str | None = None
    cursor: str | None = None
    limit: int = 50


class Page(Value):
    """Games, newest first, and where to go on."""

    items: tuple[GameSummary, ...]
    next: str | None


def seats_of(table: Table) -> tuple[SeatSummary, ...]:
    """List who holds the seats."""
    return tuple(
        SeatSummary(
            seat=seat,
            player_id=chair.player,
            name=chair.name,
            bot=chair.bot,
            status=chair.status,
        )
        for seat, chair in enumerate(table.chairs)
    )


def listing_of(game: str, before: Position | None, after: Position) -> Listing | None:
    """Say how the lists change, if they do."""
    table, old = after.table, before.table if before is not None else None
    if old is not None and old.status == table.status and old.chairs is table.chairs:
        return None
    summary = GameSummary(
        id=game,
        ruleset=table.ruleset,
        status=table.status,
        seats=seats_of(table),
        visibility=table.visibility,
        rated=table.rated,
        created_at=after.created_at,
        updated_at=after.updated_at,
    )
    now = _indexes(table)
    then = _indexes(old) if old is not None else ()
    return Listing(
        meta=msgspec.json.encode(summary),
        score=in_ms(after.created_at),
        players=tuple(sorted({chair.player for chair in table.chairs if chair.player})),
        into=tuple(name for name in now if name not in then),
        out_of=tuple(name for name in then if name not in now),
    )


def _indexes(table: Table) -> tuple[str, ...]:
    """Name the indexes in which a game stands: what is not public stands with its players only."""
    players = {chair.player for chair in table.chairs if chair.player} | {table.creator}
    names = [f"player:{player}" for player in sorted(players)]
    if table.status == "active":
        names.append("running")
    if table.visibility == "public":
        names += [f"public:{table.status}", f"public:{table.ruleset}:{table.status}"]
    return tuple(names)


class Lists:
    """Finds games."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def page(self, query: Query, caller: str | None) -> Page:
        """Give a page of the games that the caller may know of. Raises `BadShape` for a bad cursor."""
        items, following = await page_of(
            self._link,
            _names(query),
            self._summary,
            lambda summary: _fits(summary, query, caller),
            (query.cursor, query.limit),
        )
        return Page(items=items, next=following)

    async def running(self, tag: str) -> list[str]:
        """List the games of a partition that are being played."""
        names = await self._link.execute("ZRANGE", keys.index(tag, "running"), 0, -1)
        return [name.decode() for name in names]

    async def unfinished_of(self, player: str) -> list[str]:
        """List the games of a player that have not ended."""
        query, cursor, games = Query(player=player, limit=100), None, []
        while True:
            page = await self.page(msgspec.structs.replace(query, cursor=cursor), player)
            games += [one.id for one in page.items if one.status in ("lobby", "active")]
            if page.next is None:
                return games
            cursor = page.next

    async def _summary(self, game: str) -> GameSummary | None:
        meta = await self._link.execute("GET", keys.meta(game))
        return msgspec.json.decode(meta, type=GameSummary) if meta is not None else None


def _names(query: Query) -> tuple[str, ...]:
    if query.player is not None:
        return (f"player:{query.player}",)
    statuses = (query.status,) if query.status is not None else STATUSES
    kind = f"public:{query.ruleset}" if query.ruleset is not None else "public"
    return tuple(f"{kind}:{status}" for status in statuses)


def _fits(summary: GameSummary, query: Query, caller: str | None) -> bool:
    """Tell whether the game is asked for and the caller may find it in a list."""
    return (
        (query.ruleset is None or summary.ruleset == query.ruleset)
        and (query.status is None or summary.status == query.status)
        and (
            summary.visibility == "public"
            or (caller is not None and query.player == caller)
            or any(seat.player_id == caller for seat in summary.seats if caller is not None)
        )
    )
