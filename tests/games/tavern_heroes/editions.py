"""Editions that differ from the default one in a place or two."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import msgspec

from tests.games.tavern_heroes.table import EDITION, TAVERN

DEFAULT = msgspec.json.decode(msgspec.json.encode(EDITION))


def changed(path: Sequence[str | int], value: Any, edition: Any = None) -> Any:
    """Give the default edition, as JSON, with one value changed."""
    edition = copy.deepcopy(edition or DEFAULT)
    place = edition
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return edition


def changed_edition(path: Sequence[str | int], value: Any, edition: Any = EDITION) -> Any:
    """Give an edition with one value changed; it has to be valid."""
    raw = changed(path, value, msgspec.json.decode(msgspec.json.encode(edition)))
    edition = msgspec.convert(raw, TAVERN.edition_type)
    assert list(TAVERN.check_edition(edition)) == []
    return edition
