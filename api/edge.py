"""The outermost layer: request ids, limits, the log line, metrics, HEAD. Plain ASGI, for it sees every request."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from api.limits import Budget, Caller, Limits
from api.metrics import observe

log = structlog.get_logger()

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}\Z")
_QUIET = ("/healthz", "/readyz", "/metrics")


@dataclass(slots=True)
class Edge:
    """Wraps the application."""

    app: ASGIApp
    limits: Limits
    trusted: frozenset[str] = field(default_factory=frozenset)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        visit = Visit(scope, self._caller(scope))
        structlog.contextvars.bind_contextvars(request_id=visit.request_id.decode())
        budget = self.limits.budget_of(scope["method"], scope["path"])
        wait = self.limits.spend(budget, visit.caller) if budget is not None else None
        try:
            if wait is not None and budget is not None:
                await _refuse(visit, send, budget, wait)
            else:
                await self.app(scope, receive, visit.sending(send, self.limits, budget))
        finally:
            visit.close()
            structlog.contextvars.unbind_contextvars("request_id")

    def _caller(self, scope: HTTPScope) -> Caller:
        headers = dict(scope["headers"])
        token = headers.get(b"authorization")
        if token is not None:
            return token
        address = scope["client"][0] if scope["client"] else ""
        if address in self.trusted and b"x-forwarded-for" in headers:
            return headers[b"x-forwarded-for"].rsplit(b",", 1)[-1].strip()
        return address.encode()


class Visit:
    """What is noted of a request on its way."""

    __slots__ = ("began", "caller", "is_head", "request_id", "scope", "status")

    def __init__(self, scope: HTTPScope, caller: Caller) -> None:
        self.scope = scope
        self.caller = caller
        self.began = perf_counter()
        self.status = 0
        self.request_id = _request_id(scope["headers"])
        self.is_head = scope["method"] == "HEAD"
        if self.is_head:
            scope["method"] = "GET"  # answered like GET, without the body
            scope["headers"] = [(k, v) for k, v in scope["headers"] if k != b"accept"]
        scope["caller"] = caller  # type: ignore[typeddict-unknown-key]  # for the limit on streams

    def sending(self, send: Send, limits: Limits, budget: Budget | None) -> Send:
        """Add our headers to the answer on its way out."""

        async def wrapped(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                headers = [*message.get("headers", ()), (b"x-request-id", self.request_id)]
                if budget is not None:
                    headers += limits.headers(budget, self.caller)
                message["headers"] = headers
            elif self.is_head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        return wrapped

    def close(self) -> None:
        """Count the request and log its one line."""
        seconds = perf_counter() - self.began
        scope: MutableMapping[str, Any] = self.scope  # type: ignore[assignment]  # our own notes in it
        route = scope.get("path_template") or "unknown"
        observe(scope["method"], route, self.status, seconds)
        if route in _QUIET:
            return
        noted = {
            name: scope[name] for name in ("player", "game", "version", "problem") if name in scope
        }
        log.info(
            "request_answered",
            method="HEAD" if self.is_head else scope["method"],
            route=route,
            status=self.status,
            ms=round(seconds * 1000, 2),
            **noted,
        )


def _request_id(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.match(value):
            return value
    return secrets.token_hex(8).encode()


async def _refuse(visit: Visit, send: Send, budget: Budget, wait: int) -> None:
    visit.status = 429
    visit.scope["problem"] = "too-many-requests"  # type: ignore[typeddict-unknown-key]  # for the log line
    body = budget.refusal(visit.scope["path"], wait)
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(wait).encode()),
        (b"x-request-id", visit.request_id),
        *budget.headers(0, wait),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send(
        {"type": "http.response.body", "body": b"" if visit.is_head else body, "more_body": False}
    )
