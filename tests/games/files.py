"""The files that a game has outside its folder; a test that cannot do without one is skipped until it is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.catalog import RULESETS
from domain.kernel.secrecy import audiences

ROOT = Path(__file__).parents[2]


def files_of(slug: str) -> Iterator[str]:
    """Name the files; one written `test_*.py` stands for any that is so called."""
    yield f"docs/rules/{slug}.md"
    yield from (f"tests/golden/{slug}/{name}.json" for name in ("conformance", "tags", "plan"))
    yield f"tests/games/{slug}/table.py"
    yield f"tests/games/{slug}/test_*.py"
    if any(audiences(event) for event in RULESETS[slug].event_types()):
        yield f"tests/games/{slug}/memory.py"


def is_there(name: str) -> bool:
    """Tell whether a file is there and holds something."""
    return any(file.read_bytes().strip() for file in ROOT.glob(name))


def missing_files(slug: str) -> list[str]:
    """Name the files that are not there yet."""
    return [name for name in files_of(slug) if not is_there(name)]


def skip_without(name: str) -> None:
    """Skip the test that runs, where a file is missing; the test of all files fails for it."""
    if not is_there(name):
        pytest.skip(f"{name} is still missing")
