"""Which format an Accept header asks for."""

from __future__ import annotations

import msgspec
import pytest

from api.formats import JSON, MSGPACK, NDJSON, SSE, decoder, preferred

STREAMED = (JSON, MSGPACK, NDJSON, SSE)


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", JSON),
        ("*/*", JSON),
        ("text/html, */*;q=0.1", JSON),
        ("application/json", JSON),
        ("application/msgpack", MSGPACK),
        ("application/x-msgpack", MSGPACK),
        ("application/json;q=0.5, application/msgpack", MSGPACK),
        ("application/json, application/msgpack;q=0.9", JSON),
        ("text/event-stream", SSE),
        ("text/*", SSE),
        ("Text/Event-Stream; charset=utf-8", SSE),
        ("application/json, text/event-stream;q=0.5", JSON),
        ("application/x-ndjson, */*;q=0.1", NDJSON),
        ("*/*, application/json;q=0", MSGPACK),
        ("application/json;q=nonsense, text/event-stream;q=0.001", SSE),
        ("text/csv", JSON),
        (",;,q=", JSON),
    ],
)
def test_the_format_that_is_liked_best(accept, chosen):
    assert preferred(accept, STREAMED) == chosen


@pytest.mark.parametrize(
    ("content_type", "decode"),
    [
        ("application/json", msgspec.json.decode),
        ("APPLICATION/JSON; charset=utf-8", msgspec.json.decode),
        ("application/merge-patch+json", msgspec.json.decode),
        ("application/vnd.msgpack", msgspec.msgpack.decode),
        ("text/plain", None),
        ("", None),
    ],
)
def test_bodies_that_are_read(content_type, decode):
    assert decoder(content_type) is decode
