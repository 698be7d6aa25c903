"""A small client for Roundtable, as anybody could write it: HTTP, server-sent events, and repeats that are safe."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx

PAUSES = (0.1, 0.3, 1.0, 2.0, 4.0, 8.0)
"""Between repeats of a request that did not get through."""
SILENCE = 60.0
"""A live stream says something every 15 seconds; after so much silence it is dead."""


class Refused(Exception):
    """The server said no; `name` is the problem's name, such as `decision-closed`."""

    def __init__(self, problem: dict[str, Any]) -> None:
        self.name = str(problem.get("type", "")).rsplit("/", 1)[-1]
        self.problem = problem
        super().__init__(f"{self.name}: {problem.get('detail')}")


class Roundtable:
    """One player's connection to a server."""

    def __init__(self, server: str, token: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        limits = httpx.Limits(max_connections=50, max_keepalive_connections=20)
        self.http = httpx.AsyncClient(
            base_url=f"{server.rstrip('/')}/v1", headers=headers, timeout=40, limits=limits
        )

    async def register(self, name: str) -> str:
        """Become a player; give the id."""
        player = await self.post("/players", {"name": name, "kind": "program"})
        self.http.headers["Authorization"] = f"Bearer {player['token']}"
        return str(player["player_id"])

    async def get(self, path: str, **params: Any) -> Any:
        """Ask for something."""
        return await self._send("GET", path, params=params)

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """Have something done, once, however often the request has to be repeated."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        return await self._send("POST", path, json=body, headers=key)

    async def news(self) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Give what concerns me in all my games, for ever; after a break every turn that waits."""
        while True:
            try:
                async for name, told in self._stream("/me/stream"):
                    yield name, told
            except httpx.HTTPError:
                await asyncio.sleep(PAUSES[0])

    async def close(self) -> None:
        """Hang up."""
        await self.http.aclose()

    async def _stream(self, path: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        timeout = httpx.Timeout(40, read=SILENCE)
        async with self.http.stream("GET", path, timeout=timeout) as answer:
            if answer.status_code != httpx.codes.OK:
                await answer.aread()
                raise Refused(answer.json())
            name = ""
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))

    async def _send(self, method: str, path: str, **request: Any) -> Any:
        """Send a request; repeat it while the server is away or asks to wait."""
        for pause in (*PAUSES, None):
            try:
                answer = await self.http.request(method, path, **request)
            except httpx.TransportError:
                if pause is None:
                    raise
                await asyncio.sleep(pause)
                continue
            if answer.is_success:
                return answer.json()
            problem = answer.json()
            if pause is None or "retry_after" not in problem:
                raise Refused(problem)
            # Bookkeeping takes milliseconds, though it asks for a whole second.
            wait = pause if answer.status_code == httpx.codes.CONFLICT else problem["retry_after"]
            await asyncio.sleep(wait)
        raise AssertionError
