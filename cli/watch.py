"""`roundtable watch`: a game as it is played, drawn anew after every move."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Annotated, Any

import httpx
from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from cli.remote import HERE, Remote, follow, refusal
from cli.screen import live, out
from cli.tables import picture_of
from cli.tables.picture import Names, Picture, grid, name_of, told_apart

LINES = 12
"""How many of the last lines stand below the table."""
CATCH_UP = 20
"""With how many past events it begins."""


def watch(
    game: str,
    *,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    after: int | None = None,
    remote: Remote = HERE,
) -> None:
    """Watch a game as it is played, to its end.

    Parameters
    ----------
    game
        Its id.
    as_
        Through whose eyes: a seat of yours, or `spectator`.
    after
        Begin after this event; the last few if left out.
    """
    shown = remote.get(f"/v1/games/{game}", **{"as": as_})
    start = after if after is not None else max(0, shown["version"] - CATCH_UP)
    asyncio.run(Watch(shown, as_).follow(remote, start))


class Watch:
    """What is on the screen while a game is watched."""

    def __init__(self, shown: dict[str, Any], viewer: str | None) -> None:
        self.game = shown["id"]
        self.viewer = viewer
        self.picture: Picture = picture_of(shown["ruleset"])
        self.shown = shown
        self.last: deque[Text] = deque(maxlen=LINES)

    @property
    def names(self) -> Names:
        """The players by seat."""
        return names_of(self.shown)

    async def follow(self, remote: Remote, after: int) -> None:
        """Follow the game; on a terminal draw the table, elsewhere write the lines."""
        async with remote.connect() as client:
            path = f"/v1/games/{self.game}"
            events = follow(client, f"{path}/events", after, self.viewer)
            if out.is_terminal:
                with Live(self.draw(), console=live, auto_refresh=False) as screen:
                    async for event in events:
                        await self._take(client, event)
                        screen.update(self.draw(), refresh=True)
            else:
                async for event in events:
                    line = await self._take(client, event)
                    if line is not None:
                        out.print(line)
                out.print(self.draw_table())
        if self.shown["result"] is not None:
            out.print(ranking(self.shown["result"], self.names, self.picture))

    def draw(self) -> RenderableType:
        """Draw the table and what happened last."""
        return Group(self.draw_table(), Text(), *self.last)

    def draw_table(self) -> RenderableType:
        """Draw the table."""
        view = self.shown["view"]
        if view is None:
            return Text("The game has not begun.", "dim")
        return self.picture.draw(view, self.names)

    async def _take(self, client: httpx.AsyncClient, event: dict[str, Any]) -> Text | None:
        """Note an event; look at the table again when it is the last of its move."""
        if event["agenda"] is not None and event["version"] >= self.shown["version"]:
            params = {"as": self.viewer} if self.viewer is not None else {}
            answer = await client.get(f"/v1/games/{self.game}", params=params)
            if not answer.is_success:
                raise refusal(answer.status_code, answer.content)
            self.shown = answer.json()
        line = self.picture.tell(event["data"], self.names)
        if line is not None:
            self.last.append(line)
        return line


def names_of(shown: dict[str, Any]) -> Names:
    """Give the players' names by seat."""
    return told_apart([seat["name"] or f"seat {seat['seat']}" for seat in shown["seats"]])


def ranking(result: dict[str, Any], names: Names, picture: Picture) -> Table:
    """Draw how a game ended."""
    standings = result["ranking"]
    headings = list(picture.figures(standings[0])) if standings else []
    table = grid("place", "player", *headings)
    for standing in standings:
        figures = picture.figures(standing)
        name = name_of(names, standing["seat"])
        if standing["resigned"]:
            name.append(" (resigned)", "dim")
        table.add_row(str(standing["place"]), name, *(figures.get(h, "") for h in headings))
    return table
