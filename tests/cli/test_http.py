"""Answers in one piece: what goes to the transport, and that nothing is ever kept back for good."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from cli.http import Http, OnePiece
from tests.stack import until

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

    def is_closing(self) -> bool:
        return self.is_closed

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


def test_what_comes_after_the_end_is_dropped() -> None:
    async def answer(transport: OnePiece) -> None:
        transport.write(HEAD)
        transport.close()
        transport.write(HEAD)
        transport.write(b"body")
        await asyncio.sleep(0)

    assert on_wire(answer).written == [HEAD]


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


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the whole body; with `/early` before it has come, with `/late` when patience is over."""
    assert scope["type"] == "http"
    if scope["path"] == "/never":
        await asyncio.Event().wait()
    if scope["path"] == "/late":
        await asyncio.sleep(2.5 * PATIENCE)
    start = {"type": "http.response.start", "status": 200, "headers": []}
    if scope["path"] == "/early":
        await send(start)
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    if scope["path"] != "/early":
        await send(start)
    await send({"type": "http.response.body", "body": body})


PATIENCE = 0.3
Address = tuple[str, int]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """Serve with little patience for requests that are slow to come."""
    monkeypatch.setattr("cli.http.SLOWEST_SECONDS", PATIENCE)
    with echoing() as address:
        yield address


@pytest.fixture
def serving() -> Iterator[Address]:
    with echoing() as address:
        yield address


@contextmanager
def echoing() -> Iterator[Address]:
    config = uvicorn.Config(echo, port=0, http=Http, log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started, "the server has started")
    yield server.servers[0].sockets[0].getsockname()[:2]
    server.should_exit = True
    thread.join(10)


@pytest.mark.parametrize(
    ("sent", "begins"),
    [
        (b"", b""),
        (b"GE", b"HTTP/1.1 408 "),
        (b"GET / HTTP/1.1\r\nhost: x\r\n", b"HTTP/1.1 408 "),
        (b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf", b"HTTP/1.1 408 "),
        (b"POST /early HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf", b"HTTP/1.1 200 "),
    ],
    ids=["nothing", "a word", "half a head", "half a body", "half a body, answered already"],
)
def test_a_request_that_does_not_come_is_hung_up_on(
    impatient: Address, sent: bytes, begins: bytes
) -> None:
    with socket.create_connection(impatient, timeout=30) as line:
        line.sendall(sent)
        with line.makefile("rb") as answers:
            answer = answers.read()
    assert answer.startswith(begins)
    assert b"408" not in answer or answer.endswith(b"\r\n\r\nThe request was too long in coming.")


@pytest.mark.parametrize(
    "endless",
    [
        b"GET / HTTP/1.1\r\nhost: x\r\nx-long: " + b"a" * 300_000,
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
        + b"a:b\r\n" * 60_000,
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: "
        + b"a" * 300_000,
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
        + b"1\r\na\r\n" * 60_000,
    ],
    ids=["a head", "trailers", "a trailer", "tiny chunks"],
)
def test_what_stands_beside_a_body_is_bounded(serving: Address, endless: bytes) -> None:
    answer = b""
    with socket.create_connection(serving, timeout=30) as line, suppress(ConnectionError):
        line.sendall(endless)
        while piece := line.recv(65536):
            answer += piece
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")  # it is hung up on, come what may


def test_of_pipelined_requests_none_counts_for_another(serving: Address) -> None:
    body = b"a" * 900_000
    post = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n" + body
    with socket.create_connection(serving, timeout=30) as line, line.makefile("rb") as answers:
        line.sendall(post + b"GET / HTTP/1.1\r\nhost: x\r\nconnec")
        line.sendall(b"tion: close\r\n\r\n")
        text = answers.read()
    assert text.count(b"HTTP/1.1 200 ") == 2


def test_what_came_before_on_a_connection_does_not_count(serving: Address) -> None:
    get = b"GET / HTTP/1.1\r\nhost: x\r\nx-some: " + b"a" * 1000 + b"\r\n\r\n"
    with socket.create_connection(serving, timeout=30) as line:
        for _ in range(200):
            line.sendall(get[:500])
            line.sendall(get[500:])
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_of_requests_that_come_all_at_once_a_few_are_taken_at_a_time(serving: Address) -> None:
    """The rest waits where the sender notices: nobody fills our memory with requests."""
    with socket.create_connection(serving, timeout=2) as line, suppress(TimeoutError):
        for _ in range(64):
            line.sendall(b"GET /never HTTP/1.1\r\nhost: x\r\n\r\n" * 40_000)
        pytest.fail("100 MB of requests were taken, though none was answered")


def test_an_answer_does_not_open_the_door_to_all_that_wait(
    serving: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 0
    complete = Http.on_response_complete

    def noted(self: Http) -> None:
        nonlocal longest
        longest = max(longest, len(self.pipeline))
        complete(self)

    monkeypatch.setattr(Http, "on_response_complete", noted)
    get, many = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", 60_000
    with socket.create_connection(serving, timeout=30) as line:
        sender = threading.Thread(target=line.sendall, args=(get * many,))
        sender.start()
        until(lambda: line.recv(65536) and longest, "some are answered")
        heard = 0
        while heard < 2_000:
            heard += line.recv(65536).count(b"HTTP/1.1 200 ")
        assert 0 < longest * len(get) <= 300_000  # what is read at once
        line.shutdown(socket.SHUT_RDWR)
        sender.join(30)


@pytest.mark.parametrize("blank", [b"\r\n", b"\r\n\r\n"])
def test_blank_lines_buy_no_time(impatient: Address, blank: bytes) -> None:
    with socket.create_connection(impatient, timeout=10) as line:
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        line.sendall(blank)
        assert line.recv(65536) == b""


def test_what_waits_behind_an_answer_has_time(impatient: Address) -> None:
    """The first request is answered when it likes to be, not when the second is late."""
    with socket.create_connection(impatient, timeout=30) as line:
        line.sendall(b"GET /late HTTP/1.1\r\nhost: x\r\n\r\nGET / HT")
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
        line.sendall(b"TP/1.1\r\nhost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_only_what_is_slow_to_come_is_hung_up_on(impatient: Address) -> None:
    """A connection between two requests waits for as long as keep-alive allows, however often one was whole."""
    with socket.create_connection(impatient, timeout=30) as line:
        for _ in range(3):
            line.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nha")
            line.sendall(b"lf")
            until(lambda: b"half" in line.recv(65536), "the answer has come")
        with socket.create_connection(impatient, timeout=30) as other, other.makefile("rb") as rest:
            assert rest.read() == b""
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
