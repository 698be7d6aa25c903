"""Commit notices: those that were missed are missed by nobody, whatever happens to the way to Redis."""

from __future__ import annotations

import asyncio

import pytest

from services import keys
from services.redis_link import Address, PipelinedLink, connect
from services.tail import Notice, Tail


async def until(true) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0.01)


class Heard:
    """What a tail has told."""

    def __init__(self, link: PipelinedLink) -> None:
        self.notices: list[Notice] = []
        self.gaps = 0
        self.tail = Tail(link, self.told, self.lost, lambda: True)

    def told(self, notice: Notice) -> bool:
        self.notices.append(notice)
        return True

    def lost(self) -> None:
        self.gaps += 1


async def note(link, number: int) -> None:
    """Put a notice into the first partition."""
    await link.execute("XADD", keys.commits(keys.ALL_PARTITIONS[0]), "*", "g", "a", "v", number)


def test_as_many_notices_as_are_kept_may_be_less_than_there_were(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.tail.KEEP_NOTICES", 3)

    async def scene() -> None:
        link = connect(redis_url)
        heard = Heard(link)
        heard.tail.start()
        await until(lambda: heard.gaps == 1)
        await note(link, 1)
        await until(lambda: len(heard.notices) == 1)
        assert heard.gaps == 1
        stream = keys.commits(keys.ALL_PARTITIONS[0])
        many = "for n = 2, 5 do redis.call('XADD', KEYS[1], '*', 'g', 'a', 'v', n) end"
        await link.execute("EVAL", many, 1, stream)
        await until(lambda: len(heard.notices) == 5)
        assert heard.gaps == 2
        await heard.tail.stop()
        await link.close()

    asyncio.run(scene())


class Proxy:
    """A way to Redis that can be made to swallow everything without hanging up."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.holes: list[bool] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> int:
        self.server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    def swallow(self) -> None:
        """Let nothing through any more on what is connected now."""
        self.holes = [True for _ in self.holes]

    async def _connected(self, reader, writer) -> None:
        number = len(self.holes)
        self.holes.append(False)
        behind = await asyncio.open_unix_connection(self._path)
        for source, sink in ((reader, behind[1]), (behind[0], writer)):
            task = asyncio.create_task(self._pump(number, source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pump(self, number: int, source, sink) -> None:
        try:
            while data := await source.read(65536):
                if not self.holes[number]:
                    sink.write(data)
        finally:
            sink.transport.abort()

    async def close(self) -> None:
        self.server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # let go of what was aborted


def test_a_connection_that_is_dead_without_saying_so_is_given_up(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.tail.BLOCK_MS", 100)
    monkeypatch.setattr("services.tail.RETRY_SECONDS", 0.01)
    monkeypatch.setattr("services.redis_link.REPLY_SECONDS", 0.3)

    async def scene() -> None:
        direct = connect(redis_url)
        proxy = Proxy(Address.parse(redis_url).path or "")
        port = await proxy.serve()
        link = PipelinedLink(Address.parse(f"redis://127.0.0.1:{port}"))
        heard = Heard(link)
        heard.tail.start()
        await until(lambda: heard.gaps == 1)
        proxy.swallow()
        await note(direct, 1)
        await until(lambda: heard.gaps == 2)
        await note(direct, 2)
        await until(lambda: heard.notices)
        assert heard.notices[-1][b"v"] == b"2"
        await heard.tail.stop()
        await link.close()
        await direct.close()
        await proxy.close()

    asyncio.run(scene())
