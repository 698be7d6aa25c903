"""What makes a request one and the same request, for idempotency."""

from __future__ import annotations

import hashlib

from services.store import Once

KEY_LENGTH = 255


def scope_of(caller: str, method: str, path: str, key: str) -> str:
    """Name the request: this caller's, at this address, with this key."""
    text = f"{caller}\n{method}\n{path}\n{key}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def fingerprint(body: bytes) -> str:
    """Tell apart requests that come with the same key."""
    return hashlib.sha256(body).hexdigest()[:32]


def once(tag: str, scope: str, body: bytes) -> Once:
    """Say where the answer to a request is kept, in a partition."""
    return Once(tag=tag, scope=scope, fingerprint=fingerprint(body))
