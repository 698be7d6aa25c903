"""What belongs to a game outside its folder is there; while it is not, other tests are skipped for it."""

from __future__ import annotations

import pytest

from domain.catalog import RULESETS
from tests.games.files import files_of, missing_files, skip_without


@pytest.mark.parametrize("slug", RULESETS)
def test_all_files_of_a_game_are_there(slug):
    if missing := missing_files(slug):
        told = f"these files of {slug} are still missing: {', '.join(missing)}"
        pytest.fail(told, pytrace=False)


def test_a_game_that_hides_something_needs_a_memory_of_it():
    assert "tests/games/burnmelt/memory.py" in files_of("burnmelt")
    assert "tests/games/noughts_and_crosses/memory.py" not in files_of("noughts_and_crosses")


def test_what_needs_a_missing_file_is_skipped_by_its_name():
    skip_without("docs/rules/burnmelt.md")
    with pytest.raises(pytest.skip.Exception, match=r"docs/rules/chess\.md is still missing"):
        skip_without("docs/rules/chess.md")
