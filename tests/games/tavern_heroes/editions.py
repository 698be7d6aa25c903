"""Editions that differ from the default one in a place or two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tests.games.editions import default_of, edited
from tests.games.tavern_heroes.table import EDITION, TAVERN

DEFAULT = default_of(TAVERN)


def changed(path: Sequence[str | int], value: Any, edition: Any = None) -> Any:
    """Give the default edition, as JSON, with one value changed."""
    return edited(edition or DEFAULT, (path, value))


def changed_edition(path: Sequence[str | int], value: Any, edition: Any = EDITION) -> Any:
    """Give an edition with one value changed; it has to be valid."""
    raw = changed(path, value, msgspec.json.decode(msgspec.json.encode(edition)))
    edition = msgspec.convert(raw, TAVERN.edition_type)
    assert list(TAVERN.check_edition(edition)) == []
    return edition
