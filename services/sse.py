"""Server-sent events as bytes, formatted once for all who may see the same."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any

import msgspec

from domain.kernel.secrecy import Viewer
from domain.table.events import SeedRevealed
from domain.table.journal import PublicEvent, Recorded, shown

OPENING = b"retry: 2000\n\n"
PING = b": still here\n\n"
END = b"event: end\ndata: {}\n\n"

_encode = msgspec.json.encode


def event_message(
    recorded: Recorded, viewer: Viewer, seed: bytes, public: PublicEvent | None = None
) -> bytes:
    """Format an event of a game; its id is the version, from which a reader resumes.

    `public` is the public form, for those who have it already.
    """
    form = shown(recorded, viewer, seed, public)
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (
        recorded.version,
        form.type.encode(),
        _encode(form),
    )


def event_messages(
    entries: tuple[Recorded, ...],
    viewer: Viewer,
    seed: bytes,
    public: Iterable[PublicEvent | None] = repeat(None),
) -> bytes:
    """Format events of a game; after the last of all comes `end`."""
    text = b"".join(
        event_message(entry, viewer, seed, form)
        for entry, form in zip(entries, public, strict=False)
    )
    return text + END if is_end(entries) else text


def is_end(entries: tuple[Recorded, ...]) -> bool:
    """Tell whether the last of these events is the last of its game."""
    return bool(entries) and isinstance(entries[-1].event, SeedRevealed)


def soft_message(name: str, told: dict[str, Any]) -> bytes:
    """Format news without an id: it does not move the point from which a reader resumes."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), _encode(told))
