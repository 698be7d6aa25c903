"""Sorted lists that are kept in every partition, read as one: newest first, a page at a time."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Iterable
from typing import TypeAlias

from domain.kernel.errors import BadShape, Fault
from services import keys
from services.redis_link import Link

Place: TypeAlias = tuple[int, str]
"""Where something stands in a list: milliseconds at which it was created, and its name."""


class Cursor:
    """A place in a list that was shown last; without one, above the whole list."""

    def __init__(self, place: Place | None) -> None:
        self.place = place

    def is_above(self, place: Place) -> bool:
        """Tell whether a place comes after the cursor, in a list that begins with the newest."""
        return self.place is None or place < self.place

    def text(self) -> str:
        """Write the cursor as it is handed to callers."""
        assert self.place is not None
        plain = f"{self.place[0]}.{self.place[1]}"
        return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str | None) -> Cursor:
        """Read what `text` wrote. Raises `BadShape`."""
        if text is None:
            return cls(None)
        try:
            plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
            score, name = plain.split(".", 1)
            return cls((int(score), name))
        except (ValueError, binascii.Error):
            detail = "This is not a cursor that a list has given; leave it out to begin anew."
            raise BadShape([Fault(pointer="/query/cursor", detail=detail)]) from None


async def next_places(link: Link, names: Iterable[str], before: Cursor, limit: int) -> list[Place]:
    """Give the next places of these indexes in all partitions, newest first; none when there are no more.

    An index is entered by a time alone, and many may have the same. What lies further down an index
    than was read of it must not be overtaken by what stands in another.
    """
    indexes = [keys.index(tag, name) for tag in keys.ALL_PARTITIONS for name in names]
    size = limit
    while True:
        read = await asyncio.gather(*(_read(link, one, before, size) for one in indexes))
        unread_below = [places[-1] for places in read if len(places) == size]
        floor = max(unread_below, default=None)
        found = {
            place
            for places in read
            for place in places
            if before.is_above(place) and (floor is None or place >= floor)
        }
        if found or floor is None:
            return sorted(found, reverse=True)[:limit]
        size *= 2


async def _read(link: Link, index: str, before: Cursor, size: int) -> list[Place]:
    """Read an index downwards from the time of a cursor, that time included."""
    top = before.place[0] if before.place is not None else "+inf"
    got = await link.execute(
        *("ZRANGE", index, top, "-inf", "BYSCORE", "REV", "LIMIT", 0, size, "WITHSCORES")
    )
    return [
        (int(float(score)), name.decode()) for name, score in zip(got[::2], got[1::2], strict=True)
    ]
