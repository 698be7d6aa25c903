"""The default edition."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec

from domain.games.tavern_heroes.edition.tables import Edition

_FOLDER = files("domain.games.tavern_heroes")

DEFAULT = msgspec.convert(
    tomllib.loads(_FOLDER.joinpath("edition.toml").read_text(encoding="utf-8")), Edition
)
