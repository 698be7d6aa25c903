"""The formats in which bodies come and answers go, and how a caller's Accept header chooses."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

JSON = "application/json"
MSGPACK = "application/msgpack"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"

PLAIN = (JSON, MSGPACK)
"""What every answer that is not streamed can be given in."""

_OTHER_NAMES = {
    "application/x-msgpack": MSGPACK,
    "application/vnd.msgpack": MSGPACK,
    "application/ndjson": NDJSON,
    "application/jsonl": NDJSON,
}


@lru_cache(maxsize=1024)
def preferred(accept: str, offers: tuple[str, ...] = PLAIN) -> str:
    """Choose the format that the caller likes best, an earlier one of those liked equally.

    Where none will do the first is given: an answer in another format helps more than none (RFC 9110
    15.5.7), and what a POST has done can no longer be refused.
    """
    liked = dict(_ranges(accept))
    return max(offers, key=lambda offer: _liking(offer, liked))


def decoder(content_type: str) -> Callable[..., Any] | None:
    """Give the function that reads a body of this type; nothing for types that are not read here."""
    media = content_type.partition(";")[0].strip().lower()
    if media == JSON or media.endswith("+json"):
        return msgspec.json.decode
    return msgspec.msgpack.decode if _OTHER_NAMES.get(media, media) == MSGPACK else None


def _liking(offer: str, liked: dict[str, float]) -> float:
    """Say how well a format is liked; the most specific of the ranges counts."""
    anything_like_it = offer.partition("/")[0] + "/*"
    return liked.get(offer, liked.get(anything_like_it, liked.get("*/*", 0.0)))


def _ranges(accept: str) -> list[tuple[str, float]]:
    ranges = []
    for text in accept.lower().split(","):
        media, *parameters = (part.strip() for part in text.split(";"))
        weights = [p.removeprefix("q=") for p in parameters if p.startswith("q=")]
        ranges.append((_OTHER_NAMES.get(media, media), _weight(weights[-1]) if weights else 1.0))
    return ranges


def _weight(text: str) -> float:
    """Read a weight from 0 to 1; what is none is as good as 0."""
    whole, _, part = text.partition(".")
    if whole not in ("0", "1") or not (part == "" or (part.isascii() and part.isdecimal())):
        return 0.0
    return min(1.0, float(text))
