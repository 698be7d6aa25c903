"""The base of all events of Aristoocrazy."""

from __future__ import annotations

from domain.kernel.values import Event, tags_of


class BaseEvent(Event, tag=tags_of("aristoocrazy")):
    """An event of Aristoocrazy."""
