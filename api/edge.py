"""The outermost layer: request ids, limits, other origins, HEAD, the log line, metrics.

Plain ASGI, for it sees every request, also those that no route is for.
"""

from __future__ import annotations

import random
import re
from collections.abc import MutableMapping
from time import perf_counter
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from api.cors import Cors, Headers
from api.limits import FORGET_AT, Budget, Caller, Limits
from api.metrics import observe

log = structlog.get_logger()

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}\Z")
_QUIET = ("/healthz", "/readyz", "/metrics")
_NOTED = ("player", "version", "seat", "problem")


class Edge:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, limits: Limits, cors: Cors) -> None:
        self.app = app
        self.limits = limits
        self.cors = cors
        self._players: dict[bytes, Caller] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        visit = Visit(scope)
        preflight = self.cors.preflight(scope["method"], visit.headers)
        if preflight is not None:
            await visit.reply(send, 204, preflight)
            return
        visit.caller = self._caller(visit)
        visit.extra = [(b"x-request-id", visit.request_id), *self.cors.headers(visit.origin)]
        structlog.contextvars.bind_contextvars(request_id=visit.request_id.decode())
        try:
            await self._admit(visit, receive, send)
        finally:
            visit.close()
            self._remember(visit)
            structlog.contextvars.unbind_contextvars("request_id")

    async def _admit(self, visit: Visit, receive: Receive, send: Send) -> None:
        """Let a request in, if its caller has not asked too much already."""
        scope, caller = visit.scope, visit.caller
        budget = self.limits.budget_of(scope["method"], scope["path"])
        wait = self.limits.spend(budget, caller) if budget is not None else None
        if budget is not None and wait is not None:
            await _refuse(visit, send, budget, wait)
            return
        if budget is not None:
            visit.extra += self.limits.headers(budget, caller)
        scope["caller"] = caller  # type: ignore[typeddict-unknown-key]  # for the limit on streams
        await self.app(scope, receive, visit.sending(send))

    def _caller(self, visit: Visit) -> Caller:
        """Say for whom a request counts: a player whose token has been good here, else an address.

        A token that nobody has must not give its sender a budget of its own.
        """
        token = visit.headers.get(b"authorization")
        player = self._players.get(token) if token is not None else None
        if player is not None:
            return player
        client = visit.scope["client"]
        return client[0].encode() if client else b""

    def _remember(self, visit: Visit) -> None:
        player = visit.notes.get("player")
        token = visit.headers.get(b"authorization")
        if player is None or token is None or token in self._players:
            return
        if len(self._players) >= FORGET_AT:
            self._players.clear()
        self._players[token] = player.encode()


class Visit:
    """What is noted of a request on its way."""

    __slots__ = (
        "began",
        "caller",
        "extra",
        "headers",
        "is_head",
        "notes",
        "origin",
        "request_id",
        "scope",
        "status",
    )

    def __init__(self, scope: HTTPScope) -> None:
        self.is_head = scope["method"] == "HEAD"
        # HEAD is answered like GET, without the body. The server keeps the scope that it has made, so
        # that it knows of it as well.
        self.scope: HTTPScope = {**scope, "method": "GET"} if self.is_head else scope
        self.notes: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]  # our own notes in it
        self.headers = dict(reversed(list(scope["headers"])))
        """Where one comes several times its first value, as everybody here reads it."""
        self.caller: Caller = b""
        self.extra: Headers = []
        self.began = perf_counter()
        self.status = 0
        self.origin = self.headers.get(b"origin")
        asked = self.headers.get(b"x-request-id")
        good = asked is not None and _REQUEST_ID.match(asked)
        self.request_id = asked if asked is not None and good else b"%016x" % random.getrandbits(64)
        self.notes["by_name"] = self.headers
        if self.is_head:
            self.notes["is_head"] = True

    def sending(self, send: Send) -> Send:
        """Add our headers to the answer on its way out."""

        async def wrapped(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                message["headers"] = [*message.get("headers", ()), *self.extra]
            elif self.is_head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        return wrapped

    async def reply(self, send: Send, status: int, headers: Headers, body: bytes = b"") -> None:
        """Answer without asking the application."""
        self.status = status
        length = (b"content-length", str(len(body)).encode())
        told = headers if status == 204 else [*headers, length]
        await send({"type": "http.response.start", "status": status, "headers": told})
        content = b"" if self.is_head else body
        await send({"type": "http.response.body", "body": content, "more_body": False})

    def close(self) -> None:
        """Count the request and log its one line."""
        seconds, notes = perf_counter() - self.began, self.notes
        route = notes.get("path_template") or "unknown"
        observe(self.scope["method"], route, self.status, None if "is_live" in notes else seconds)
        if route in _QUIET:
            return
        told = {name: notes[name] for name in _NOTED if name in notes}
        game = (notes.get("path_params") or {}).get("game", notes.get("game"))
        if game is not None:
            told["game"] = game
        log.info(
            "request_answered",
            method="HEAD" if self.is_head else self.scope["method"],
            route=route,
            status=self.status,
            ms=round(seconds * 1000, 2),
            **told,
        )


async def _refuse(visit: Visit, send: Send, budget: Budget, wait: int) -> None:
    visit.notes["problem"] = "too-many-requests"
    body = budget.refusal(visit.scope["path"], wait)
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"retry-after", str(wait).encode()),
        *visit.extra,
        *budget.headers(0, wait),
    ]
    await visit.reply(send, 429, headers, body)
