"""Editions that differ from the default one in a few places, as somebody would hand them in."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel.errors import BadEdition
from domain.table.box import supplied_box

Change = tuple[Sequence[str | int], Any]
"""The path to a place in the edition, and its new value; `GONE` takes it out."""

GONE = object()


def default_of(rules: Any) -> Any:
    """Give the default edition as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(rules.edition))


def edited(edition: Any, *changes: Change) -> Any:
    """Give an edition in JSON with some values changed; the one handed in stays as it is."""
    edition = copy.deepcopy(edition)
    for (*steps, last), value in changes:
        place = edition
        for step in steps:
            place = place[step]
        if value is GONE:
            del place[last]
        else:
            place[last] = value
    return edition


def faults_of(rules: Any, edition: Any) -> list[str]:
    """Make sure that an edition is refused; point to its faults, from the edition on."""
    with pytest.raises(BadEdition) as refusal:
        supplied_box(rules, edition)
    pointers = [fault.pointer for fault in refusal.value.faults]
    assert all(pointer.startswith("/edition") for pointer in pointers)
    return [pointer.removeprefix("/edition") for pointer in pointers]
