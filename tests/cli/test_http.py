"""Answers in one piece: what goes to the transport, and that nothing is ever kept back for good."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from cli.http import OnePiece

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n"


class Wire:
    """A transport that remembers what was written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.is_closed = True

    def get_extra_info(self, name: str) -> str:
        return f"the {name}"


def on_wire(what: Callable[[OnePiece], Awaitable[None]]) -> Wire:
    """Do something with a transport; give what is behind it."""
    wire = Wire()

    async def whole() -> None:
        await what(OnePiece(wire))  # type: ignore[arg-type]  # as much of a transport as it needs

    asyncio.run(whole())
    return wire


def test_head_and_body_are_written_together() -> None:
    async def answer(transport: OnePiece) -> None:
        transport.write(HEAD)
        transport.write(b"body")
        await asyncio.sleep(0)

    assert on_wire(answer).written == [HEAD + b"body"]


def test_a_head_without_a_body_goes_out_in_the_same_turn() -> None:
    """Of HEAD and 304; and of a stream that begins with nothing."""

    async def answer(transport: OnePiece) -> None:
        transport.write(HEAD)
        await asyncio.sleep(0)

    assert on_wire(answer).written == [HEAD]


def test_answers_one_after_the_other_keep_their_order() -> None:
    async def answer(transport: OnePiece) -> None:
        for body in (b"one.", b"two."):
            transport.write(HEAD)
            transport.write(body)
        transport.write(HEAD)
        transport.write(HEAD)
        await asyncio.sleep(0)

    assert b"".join(on_wire(answer).written) == HEAD + b"one." + HEAD + b"two." + HEAD + HEAD


def test_what_was_kept_back_is_written_before_the_end() -> None:
    async def answer(transport: OnePiece) -> None:
        transport.write(HEAD)
        transport.close()

    wire = on_wire(answer)
    assert wire.written == [HEAD]
    assert wire.is_closed


def test_all_else_is_the_transports_own() -> None:
    found: list[Any] = []

    async def ask(transport: OnePiece) -> None:
        found.append(transport.get_extra_info("peer"))

    on_wire(ask)
    assert found == ["the peer"]


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_a_served_answer_comes_whole(server: str, method: str) -> None:
    address = urlsplit(server)
    with socket.create_connection((address.hostname, address.port), timeout=10) as line:
        line.sendall(
            f"{method} /healthz HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n".encode()
        )
        with line.makefile("rb") as answers:
            answer = answers.read()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert body == (b"" if method == "HEAD" else b'{"status":"ok"}')


def send_for_ever(line: socket.socket) -> None:
    for _ in range(1024):
        line.sendall(b"a" * 65536)


def test_a_head_without_end_is_hung_up_on(server: str) -> None:
    """Long before the 64 MB that are sent here would have been taken."""
    address = urlsplit(server)
    begun = b"GET /healthz HTTP/1.1\r\nhost: here\r\nx-long: "
    with socket.create_connection((address.hostname, address.port), timeout=30) as line:
        line.sendall(begun)
        with pytest.raises(ConnectionError):
            send_for_ever(line)
    with socket.create_connection((address.hostname, address.port), timeout=30) as line:
        line.sendall(begun + b"a" * 60_000 + b"\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
