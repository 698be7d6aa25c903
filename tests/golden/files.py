"""Reads the files of `tests/golden/<slug>/` that people write: what is missing or empty says nothing yet."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")

FOLDER = Path(__file__).parent


class BadFile(ValueError):
    """A file that is no JSON, or not of the form that it should have."""


def read(file: Path, kind: type[T], nothing: T) -> T:
    """Read a file in JSON; give `nothing` where there is none, or an empty one. Raises `BadFile`."""
    raw = file.read_bytes() if file.exists() else b""
    if not raw.strip():
        return nothing
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.DecodeError as error:
        raise BadFile(f"{file}: {error}") from error
