"""Sorted lists that are kept in every partition, read as one: newest first, a page at a time."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias, TypeVar

from domain.kernel.errors import BadShape, Fault
from services import keys
from services.redis_link import Link

T = TypeVar("T")

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


async def page_of(
    link: Link,
    names: tuple[str, ...],
    summary_of: Callable[[str], Awaitable[T | None]],
    fits: Callable[[T], bool],
    asked: tuple[str | None, int],
) -> tuple[tuple[T, ...], str | None]:
    """Give what fits on a page of these indexes, newest first, and the cursor of the next page.

    `asked` is the cursor, as a caller has it, and how many at most. Raises `BadShape` for a bad cursor.
    """
    before, limit = Cursor.read(asked[0]), asked[1]
    found: list[tuple[Place, T]] = []
    while len(found) <= limit and (places := await next_places(link, names, before, limit + 1)):
        summaries = await asyncio.gather(*(summary_of(name) for _, name in places))
        found += [
            (place, summary)
            for place, summary in zip(places, summaries, strict=True)
            if summary is not None and fits(summary)
        ]
        before = Cursor(places[-1])
    shown = found[:limit]
    following = Cursor(shown[-1][0]).text() if len(found) > limit else None
    return tuple(summary for _, summary in shown), following


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
