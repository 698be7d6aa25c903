"""Fixtures for the tests of games."""

from __future__ import annotations

import pytest

from tests.games.files import skip_without


@pytest.fixture
def specification(request: pytest.FixtureRequest) -> None:
    """The specification of the game that a test is about: without it the test is skipped."""
    slug = request.node.callspec.params.get("slug") if hasattr(request.node, "callspec") else None
    if slug is not None:
        skip_without(f"docs/rules/{slug}.md")
