"""Who may see what: declared once, beside the field, and enforced by one function.

A secret stands in a top-level field of an event, marked with `visible_to`; a viewer who may not see
it gets null. Views are not redacted but built from what their viewer may see (`sees`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NewType, TypeAlias

import msgspec

from domain.kernel.values import Event, Seat

Viewer: TypeAlias = int
"""A seat (0 or more), `SPECTATOR` or `EVERYTHING`."""

SPECTATOR: Viewer = -1
"""Somebody without a seat: sees what is public."""

EVERYTHING: Viewer = -2
"""Sees all; only for games that are over."""

Redacted = NewType("Redacted", dict[str, Any])
"""What an event says, as one viewer may see it."""

MARK = "x-visible-to"
"""The note in a JSON schema that makes a field secret; its value names the audience."""


def visible_to(*audience: str) -> msgspec.Meta:
    """Mark a field as secret; `audience` names the fields that hold the seats who may see it.

    `visible_to("seat")` shows it to the event's own seat, `visible_to()` to nobody.
    """
    return msgspec.Meta(extra_json_schema={MARK: list(audience)})


def sees(viewer: Viewer, seat: Seat) -> bool:
    """Tell whether the viewer may see what only this seat may see."""
    return viewer in (seat, EVERYTHING)


@cache
def audiences(event_type: type[Event]) -> dict[str, tuple[str, ...]]:
    """List the secret fields of an event type with the fields that name their audience."""
    found = {}
    for field in msgspec.structs.fields(event_type):
        kind = msgspec.inspect.type_info(field.type)
        notes = kind.extra_json_schema if isinstance(kind, msgspec.inspect.Metadata) else None
        if notes is not None and MARK in notes:
            found[field.encode_name] = tuple(notes[MARK])
    return found


def hidden_fields(event: Event, viewer: Viewer) -> tuple[str, ...]:
    """Name the fields of this event that the viewer may not see."""
    secrets = audiences(type(event))
    if not secrets or viewer == EVERYTHING:
        return ()
    return tuple(
        name
        for name, audience in secrets.items()
        if viewer < 0 or all(getattr(event, field) != viewer for field in audience)
    )


def redact(event: Event, viewer: Viewer) -> Redacted:
    """Give the event as the viewer may see it: what is hidden is null, never left out."""
    shown = msgspec.to_builtins(event)
    for name in hidden_fields(event, viewer):
        shown[name] = None
    return Redacted(shown)
