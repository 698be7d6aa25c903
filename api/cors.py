"""Pages of other origins: which may call, and what they may read. Part of the edge, so that every answer has it."""

from __future__ import annotations

from collections.abc import Mapping

Headers = list[tuple[bytes, bytes]]

_ASK = b"access-control-request-method"
_SENT = b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id"
_READ = (
    b"ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
)
_METHODS = b"DELETE, GET, HEAD, OPTIONS, POST"
_REMEMBER_SECONDS = b"600"


class Cors:
    """The origins that may call; tokens travel in a header, so no origin is trusted with anything."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._everybody = "*" in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, origin: bytes | None) -> Headers:
        """Give what every answer carries for this origin."""
        if self._everybody:
            return [
                (b"access-control-allow-origin", b"*"),
                (b"access-control-expose-headers", _READ),
            ]
        if not self._origins:
            return []
        told = [(b"vary", b"Origin")]
        if origin in self._origins and origin is not None:
            told += [
                (b"access-control-allow-origin", origin),
                (b"access-control-expose-headers", _READ),
            ]
        return told

    def preflight(self, method: str, asked: Mapping[bytes, bytes]) -> Headers | None:
        """Answer to a browser that asks before it sends; give nothing for any other request."""
        if method != "OPTIONS" or _ASK not in asked or b"origin" not in asked:
            return None
        told = self.headers(asked[b"origin"])
        if any(name == b"access-control-allow-origin" for name, _ in told):
            told += [
                (b"access-control-allow-methods", _METHODS),
                (b"access-control-allow-headers", _SENT),
                (b"access-control-max-age", _REMEMBER_SECONDS),
            ]
        return told
