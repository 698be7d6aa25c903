"""How each ruleset's table is drawn on a terminal, and its events told in words.

A ruleset that has no module here is drawn by `generic`: field by field.
"""

from __future__ import annotations

from cli.tables import aristoocrazy, burnmelt, generic
from cli.tables.picture import Picture

PICTURES = {"aristoocrazy": aristoocrazy.PICTURE, "burnmelt": burnmelt.PICTURE}


def picture_of(ruleset: str) -> Picture:
    """Give the picture of a ruleset."""
    return PICTURES.get(ruleset, generic.PICTURE)
