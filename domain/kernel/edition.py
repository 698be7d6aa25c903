"""Read the edition that lies in the folder of a game; and what the tables of all editions are made of."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

D = TypeVar("D")

Text = Annotated[str, Meta(min_length=1, max_length=200)]
"""A name or id in an edition, which strangers may supply."""


def default_edition(package: str, edition_type: type[D]) -> D:
    """Read `edition.toml` of a game's package.

    Only the shape is looked at; that the constraints hold too is the business of a test, not of every start.
    """
    text = files(package).joinpath("edition.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), edition_type)
