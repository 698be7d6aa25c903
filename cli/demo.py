"""`roundtable demo`: from nothing to the rankings of whole games, played over HTTP before your eyes."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import httpx
import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.text import Text

from cli.children import environ_for
from cli.exits import FAILED, Failure, WrongUsage
from cli.remote import follow, refusal
from cli.screen import out
from cli.serve import Household, household
from cli.tables import picture_of
from cli.tables.picture import SEAT_STYLES, Names
from cli.tether import tethered
from cli.verify import findings_in
from cli.watch import names_of, ranking
from domain.catalog import RULESETS
from domain.table.verify import Record
from services.settings import Settings

BOT = Path(__file__).parent.parent / "clients" / "python_bot" / "bot.py"
PLAYERS = (("Ada", "careful"), ("Bert", "random"), ("Cleo", "careful"))
"""The example bots: their names and strategies. Server bots take the other seats."""
FEWEST = 3
STOP_SECONDS = 10.0


def demo(
    *,
    games: Annotated[int | None, Parameter(validator=Number(gte=1))] = None,
    ruleset: str | None = None,
    seats: int | None = None,
    speed: Annotated[float, Parameter(validator=Number(gte=0))] = 10.0,
) -> int:
    """Start a server of its own, play whole games on it over HTTP, and stop everything again.

    Example bots, written as anybody might write theirs (clients/python_bot), sit at the tables together
    with server bots. What is told is what a spectator's live stream tells.

    Parameters
    ----------
    games
        How many games are played, all at once; three or more, each board game once, if left out.
    ruleset
        Which board game; each in turn if left out.
    seats
        Players at each table; every number that is allowed in turn if left out.
    speed
        Moves a second of each example bot; 0 for as fast as it can.
    """
    tables = _tables(games, ruleset, seats)
    with (
        tempfile.TemporaryDirectory(prefix="roundtable-demo-") as folder,
        (Path(folder) / "server.log").open("wb") as log,
    ):
        settings = Settings(port=0, data=folder, workers=2, log_format="json", log_level="warning")
        with household(settings, log.fileno()) as house:
            done = asyncio.run(_play(house, tables, speed))
        log.flush()
        if not done:
            out.print((Path(folder) / "server.log").read_text(), markup=False)
    return 0 if done else FAILED


def shown() -> list[str]:
    """Name the rulesets that a demonstration shows: all but examples."""
    return [slug for slug, rules in RULESETS.items() if not rules.is_example]


def _tables(games: int | None, ruleset: str | None, seats: int | None) -> list[tuple[str, int]]:
    """Settle what is played with how many. Raises `WrongUsage`."""
    if ruleset is not None and ruleset not in RULESETS:
        raise WrongUsage(f"There is no ruleset {ruleset}; there are {', '.join(RULESETS)}.")
    names = [ruleset] if ruleset is not None else shown()
    tables = []
    for number in range(max(FEWEST, len(names)) if games is None else games):
        name = names[number % len(names)]
        fewest, most = RULESETS[name].players
        count = seats if seats is not None else fewest + number // len(names) % (most - fewest + 1)
        if not fewest <= count <= most:
            raise WrongUsage(f"{name} is for {fewest} to {most} players, not {count}.")
        tables.append((name, count))
    return tables


async def _play(house: Household, tables: list[tuple[str, int]], speed: float) -> bool:
    """Play at all tables; tell whether every game went as it should."""
    out.print(f"[bold]A server starts[/] at {house.address}, with everything it needs.")
    try:
        await house.start()
        async with AsyncExitStack() as cleaning:
            client = httpx.AsyncClient(base_url=house.address, timeout=40)
            host = Host(await cleaning.enter_async_context(client))
            await host.sign_in()
            think = 1 / speed if speed else 0.0
            bots = await asyncio.gather(
                *(
                    cleaning.enter_async_context(_bot(house.address, name, strategy, think))
                    for name, strategy in PLAYERS
                )
            )
            return await _watch_all(host, tables, [bot["player_id"] for bot in bots])
    finally:
        await house.stop()
        out.print("Everything is stopped and removed.")


async def _watch_all(host: Host, tables: list[tuple[str, int]], bots: list[str]) -> bool:
    columns = (TextColumn("{task.description}"), BarColumn(24), TextColumn("{task.fields[now]}"))
    began, events, good = monotonic(), 0, True
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        shows = [
            await Show.begin(host, progress, number, ruleset, _line_up(ruleset, seats, bots))
            for number, (ruleset, seats) in enumerate(tables, start=1)
        ]
        await asyncio.gather(*(show.follow() for show in shows))
        seconds = monotonic() - began
    for show in shows:
        good &= await show.conclude()
        events += show.version
    out.print(
        f"\n[bold]{len(shows)} games[/], {events} events in {seconds:.1f} s, "
        f"{events / seconds:,.0f} a second at this pace."
    )
    return good


def _line_up(ruleset: str, seats: int, bots: Sequence[str]) -> list[dict[str, str]]:
    """Sit example bots and server bots down in turn: of either at least one."""
    server_bots = list(RULESETS[ruleset].bots)
    guests = random.sample(list(bots), min(len(bots), max(1, seats - seats // 2)))
    filling = [server_bots[n % len(server_bots)] for n in range(seats - len(guests))]
    plan = [{"player": guest} for guest in guests] + [{"bot": bot} for bot in filling]
    random.shuffle(plan)
    return plan


class Host:
    """Sets the tables up: a player like any other."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def sign_in(self) -> None:
        """Become a player."""
        player = await self.post("/v1/players", {"name": "The House", "kind": "program"})
        self.client.headers["Authorization"] = f"Bearer {player['token']}"

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """Have something done."""
        answer = await self.client.post(path, json=body)
        if not answer.is_success:
            raise refusal(answer.status_code, answer.content)
        return answer.json()

    async def get(self, path: str) -> bytes:
        """Ask for something."""
        answer = await self.client.get(path)
        if not answer.is_success:
            raise refusal(answer.status_code, answer.content)
        return answer.content


class Show:
    """One game before the eyes of a spectator."""

    def __init__(self, host: Host, label: Text, ruleset: str, game: str) -> None:
        self.host = host
        self.label = label
        self.game = game
        self.picture = picture_of(ruleset)
        self.names: Names = ()
        self.version = 0
        self._progress: tuple[Progress, TaskID] | None = None

    @classmethod
    async def begin(
        cls,
        host: Host,
        progress: Progress,
        number: int,
        ruleset: str,
        seats: list[dict[str, str]],
    ) -> Show:
        """Set a table up."""
        options = dict(RULESETS[ruleset].brief)
        body = {"ruleset": ruleset, "seats": seats, "options": options, "rated": False}
        made = await host.post("/v1/games", body)
        label = Text(f"table {number}", SEAT_STYLES[-number % len(SEAT_STYLES)])
        show = cls(host, label, ruleset, made["id"])
        show.names = names_of(made)
        title = f"table {number}: {RULESETS[ruleset].title}, {len(seats)} players"
        show._progress = (progress, progress.add_task(title, total=None, now=""))  # our own
        out.print(show.line(Text(f"{RULESETS[ruleset].title}: {', '.join(show.names)}", "bold")))
        return show

    async def follow(self) -> None:
        """Tell every event as it comes over the wire, to the end of the game."""
        path = f"/v1/games/{self.game}/events"
        async for event in follow(self.host.client, path, 0, "spectator"):
            self.version = event["version"]
            told = self.picture.tell(event["data"], self.names)
            if told is not None:
                out.print(self.line(told))
            if self._progress is not None:
                progress, task = self._progress
                progress.update(task, now=f"event {self.version}")
        if self._progress is not None:
            progress, task = self._progress
            progress.update(task, total=1, completed=1, now=f"over after {self.version} events")

    async def conclude(self) -> bool:
        """Show how it ended, and check the record; tell whether it holds."""
        path = f"/v1/games/{self.game}"
        shown = json.loads(await self.host.get(path))
        record = msgspec.json.decode(await self.host.get(f"{path}/record"), type=Record)
        findings = findings_in(record)
        out.print()
        out.print(self.line(Text(f"{RULESETS[record.ruleset].title}, the ranking", "bold")))
        out.print(ranking(shown["result"], self.names, self.picture))
        for finding in findings:
            out.print(self.line(Text(f"event {finding.version}: {finding.what}", "bold red")))
        if not findings:
            what = "verified: every hash, every secret, every draw, every rule"
            out.print(Text(what, "green"))
        return not findings

    def line(self, told: Text) -> Text:
        """Write a line of this table."""
        return Text.assemble(self.label, "  ", told)


@asynccontextmanager
async def _bot(address: str, name: str, strategy: str, think: float) -> AsyncIterator[Any]:
    """Run an example bot; give what it says of itself."""
    words = [str(BOT), address, "--name", name, "--strategy", strategy, "--think", str(think)]
    process = await asyncio.create_subprocess_exec(
        *tethered([sys.executable, *words]),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        env=environ_for({}),
        start_new_session=True,
    )
    try:
        assert process.stdout is not None, "it was asked for"
        said = await process.stdout.readline()
        if not said:
            raise Failure(f"The example bot {BOT} did not start.")
        yield json.loads(said)
    finally:
        if process.returncode is None:
            process.terminate()
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
