"""The base of every value in the domain: immutable, compared by content, tagged to travel."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias, dataclass_transform

import msgspec

Seat: TypeAlias = int
"""A place at the table, counted from 0, clockwise."""

Json: TypeAlias = Any
"""What JSON can say: null, booleans, integers, strings, lists and string-keyed maps of these."""


def snake_case(name: str) -> str:
    """Turn a class name into the tag under which it travels: `CardsPlayed` -> `cards_played`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def tags_of(slug: str) -> Callable[[str], str]:
    """Make the tag function of a ruleset's events: `CardsPlayed` is `burnmelt.cards_played`."""
    return lambda name: f"{slug}.{snake_case(name)}"


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An immutable value. It holds no cycles, so the garbage collector need not look at it."""


class Action(Value, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """What a seat decides: imperative, `play_cards`. Unknown fields are refused."""


class Event(Value, tag_field="type", tag=snake_case):
    """What has happened: past tense, an outcome and never an intention. Tags are for ever."""


def tag_of(value: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Give the tag under which a value, or any of its type, travels."""
    return value.__struct_config__.tag  # type: ignore[return-value]  # tags are texts here
