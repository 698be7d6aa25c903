"""Talking to a server over HTTP: questions, and live events that survive a broken connection."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import httpx
import msgspec
from cyclopts import Parameter

from cli.exits import NoServer

Json: TypeAlias = Any

DEFAULT_URL = "http://127.0.0.1:8000"
TIMEOUT = 40.0
SILENCE = 45.0
"""A live stream says something every 15 s; three times that is too long."""
TRIES = 8


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Remote:
    """Which server, and as whom."""

    url: Annotated[str, Parameter(env_var="ROUNDTABLE_URL")] = DEFAULT_URL
    """Address of the server."""
    token: Annotated[str | None, Parameter(env_var="ROUNDTABLE_TOKEN", show_default=False)] = None
    """Your token; without one you are a spectator."""

    def connect(self) -> httpx.AsyncClient:
        """Make the connection for live events. Raises `NoServer` if the address cannot be one."""
        with _told_plainly(self.url):
            return httpx.AsyncClient(
                base_url=self.url.rstrip("/"),
                headers=self._headers(),
                timeout=httpx.Timeout(TIMEOUT, read=SILENCE),
            )

    def get(self, path: str, **params: str | int | None) -> Json:
        """Ask for something. Raises `NoServer` with what is the matter."""
        with self._ask("GET", path, params) as answer:
            return msgspec.json.decode(answer.read())

    def get_bytes(self, path: str) -> bytes:
        """Ask for something and give it as it is."""
        with self._ask("GET", path, {}) as answer:
            return answer.read()

    def lines(self, path: str, **params: str | int | None) -> Iterator[Json]:
        """Ask for something that comes in lines of JSON."""
        with self._ask("GET", path, params) as answer:
            for line in answer.iter_lines():
                yield msgspec.json.decode(line)

    @contextmanager
    def _ask(
        self, method: str, path: str, params: Mapping[str, str | int | None]
    ) -> Iterator[httpx.Response]:
        given = {name: value for name, value in params.items() if value is not None}
        with (
            _told_plainly(self.url),
            httpx.Client(base_url=self.url.rstrip("/"), headers=self._headers()) as client,
            client.stream(method, path, params=given, timeout=TIMEOUT) as answer,
        ):
            if not answer.is_success:
                raise refusal(answer.status_code, answer.read())
            yield answer

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


HERE = Remote()
"""The server of this machine, as a spectator."""


def refusal(status: int, body: bytes) -> NoServer:
    """Put a problem that the server told into a line."""
    try:
        problem = msgspec.json.decode(body, type=dict[str, Any])
        return NoServer(f"The server says no: {problem['title']}. {problem['detail']}")
    except (msgspec.DecodeError, KeyError):
        return NoServer(f"The server answered with status {status}; is it a Roundtable?")


async def follow(
    client: httpx.AsyncClient, path: str, after: int, viewer: str | None = None
) -> AsyncIterator[dict[str, Any]]:
    """Give the events of a game as they come, each once, to its end, over any number of connections.

    Raises `NoServer` when the server refuses or stays away.
    """
    failed = 0
    while failed < TRIES:
        try:
            async for event in _connection(client, path, after, viewer):
                failed = 0
                if event is None:
                    return
                after = event["version"]
                yield event
        except httpx.HTTPError:
            pass
        failed += 1
        await sleep(0.1 * 2**failed)
    raise NoServer(f"{client.base_url} does not answer any more.")


async def _connection(
    client: httpx.AsyncClient, path: str, after: int, viewer: str | None
) -> AsyncIterator[dict[str, Any] | None]:
    """Give the events of one connection; nothing as the last when the game is over."""
    params = {"as": viewer} if viewer is not None else {}
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
    async with client.stream("GET", path, params=params, headers=headers) as answer:
        if answer.status_code == httpx.codes.NO_CONTENT:
            yield None
            return
        if answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
            raise httpx.RemoteProtocolError(f"status {answer.status_code}")
        if answer.status_code != httpx.codes.OK:
            raise refusal(answer.status_code, await answer.aread())
        name = ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield None if name == "end" else msgspec.json.decode(line.removeprefix("data: "))


@contextmanager
def _told_plainly(url: str) -> Iterator[None]:
    try:
        yield
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise NoServer(f"{url} is not the address of a server: {error}") from error
    except httpx.HTTPError as error:
        why = str(error) or type(error).__name__
        raise NoServer(f"The server at {url} does not answer: {why}") from error
    except msgspec.DecodeError as error:
        raise NoServer(f"{url} does not answer as a Roundtable does.") from error
