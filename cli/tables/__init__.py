"""How each ruleset's table is drawn on a terminal, and its events told in words.

The module of a ruleset has its name and gives a `PICTURE`. A ruleset that has none here is drawn by
`generic`: field by field.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import cast

from cli.tables import generic
from cli.tables.picture import Picture
from domain.catalog import RULESETS


def picture_of(ruleset: str) -> Picture:
    """Give the picture of a ruleset."""
    name = f"{__name__}.{ruleset}"
    if ruleset not in RULESETS or find_spec(name) is None:
        return generic.PICTURE
    return cast("Picture", import_module(name).PICTURE)
