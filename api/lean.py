"""Requests and answers without what Litestar does for those that need more than ours.

On the way of an action that was a fifth of the process's time (docs/performance.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Request, Response
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send


class LeanRequest(Request[Any, Any, Any]):
    """A request that does not make a map of all its headers for the sake of one."""

    @property
    def content_length(self) -> int | None:
        """The length that the sender has told; the server sees to it that it is a number."""
        length = header_of(self, b"content-length")
        return int(length) if length is not None else None


class Ready(Response[bytes]):
    """An answer that is in bytes already, so that nothing has to be found out about how to render it."""

    def __init__(self, body: bytes, status: int, media: str, headers: Mapping[str, str]) -> None:
        told = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        told += ((b"content-type", media.encode()), (b"content-length", b"%d" % len(body)))
        self._sending = Sending(status, told, body)

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIResponse:
        """Give what sends it."""
        return self._sending


class Sending(ASGIResponse):
    """Sends an answer that is ready."""

    __slots__ = ("_messages",)

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self._messages: tuple[Any, ...] = (
            {"type": "http.response.start", "status": status, "headers": headers},
            {"type": "http.response.body", "body": body, "more_body": False},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        del scope, receive
        for message in self._messages:
            await send(message)


def header_of(request: Request[Any, Any, Any], name: bytes) -> str | None:
    """Read a header, its name in small letters; where it comes several times the first."""
    value = request.scope["by_name"].get(name)  # type: ignore[typeddict-item]  # the edge has noted them
    return value.decode("latin-1") if value is not None else None


def has_query(request: Request[Any, Any, Any]) -> bool:
    """Tell whether there is a query at all."""
    return bool(request.scope["query_string"])
