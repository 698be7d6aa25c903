"""How events are put into bytes and read back, also those that older versions wrote."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Union

import msgspec

from domain.kernel.errors import CorruptStream
from domain.kernel.ruleset import Ruleset, Upcaster, members
from domain.kernel.values import Event, Json
from domain.table.events import AnyTableEvent
from domain.table.journal import Header

encode = msgspec.msgpack.Encoder().encode
decode_header = msgspec.msgpack.Decoder(Header).decode


@cache
def event_union(ruleset: Ruleset[Any, Any, Any, Any]) -> Any:
    """Give the union of all events that a game of this ruleset may hold."""
    return Union[members(AnyTableEvent) + members(ruleset.event)]  # noqa: UP007  # built at run time


@cache
def event_decoder(
    ruleset: Ruleset[Any, Any, Any, Any], stored_version: int
) -> Callable[[bytes], Event]:
    """Make the function that reads events of games begun with this version of the ruleset."""
    return reader(event_union(ruleset), ruleset.upcasters, stored_version)


def reader(
    union: Any, upcasters: tuple[Upcaster, ...], stored_version: int
) -> Callable[[bytes], Event]:
    """Make the function that reads events as a version of the ruleset has stored them.

    Events of the present version are decoded straight into their struct; older ones go through the
    upcasters first. What cannot be read raises `CorruptStream`.
    """
    straight = msgspec.msgpack.Decoder(union).decode
    needed = needed_for(stored_version, upcasters)
    raw = msgspec.msgpack.Decoder().decode

    def decode(data: bytes) -> Event:
        try:
            if not needed:
                return straight(data)  # type: ignore[no-any-return]  # a union made at run time
            return msgspec.convert(upcast(raw(data), needed), union)  # type: ignore[no-any-return]  # as above
        except msgspec.DecodeError as error:
            raise CorruptStream(f"A stored event cannot be read: {error}") from error

    return decode


def needed_for(stored_version: int, upcasters: tuple[Upcaster, ...]) -> tuple[Upcaster, ...]:
    """Pick the upcasters of events that a version of the ruleset has stored."""
    return tuple(one for one in upcasters if stored_version <= one.upto)


def read_event(ruleset: Ruleset[Any, Any, Any, Any], raw: Json) -> Event:
    """Read an event from builtins. Raises `msgspec.ValidationError`."""
    return msgspec.convert(raw, event_union(ruleset))  # type: ignore[no-any-return]  # as above


def upcast(raw: dict[str, Json], upcasters: tuple[Upcaster, ...]) -> dict[str, Json]:
    """Bring a raw event into today's form."""
    for one in upcasters:
        if raw.get("type") == one.tag:
            raw = one.upcast(raw)
    return raw
