"""Noughts and Crosses on a terminal: the board, and every event in words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cli.tables import picture_of
from domain.kernel.secrecy import SPECTATOR
from tests.cli.drawing import text_of
from tests.games.noughts_and_crosses.table import NOUGHTS, midway

NAMES = ["Ada", "Bo"]
PICTURE = picture_of("noughts_and_crosses")

BOARD = """\
  X Ada
▶ O Bo
┌───┬───┬───┐
│ X │ 1 │ X │
├───┼───┼───┤
│ 3 │ O │ 5 │
├───┼───┼───┤
│ 6 │ 7 │ 8 │
└───┴───┴───┘
"""


def test_the_players_and_the_board() -> None:
    view = NOUGHTS.view(midway("X.X/.O./...", turn=1).state, SPECTATOR)
    assert text_of(PICTURE.draw(msgspec.to_builtins(view), NAMES)) == BOARD


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "game_set_up", "starting_seat": 1}, "Bo begins."),
        ({"type": "mark_placed", "seat": 0, "square": 4}, "Ada draws X into square 4."),
        ({"type": "game_ended", "result": {"winners": [1]}}, "Bo has a row and wins."),
        ({"type": "game_ended", "result": {"winners": [0, 1]}}, "The board is full: a draw."),
    ],
)
def test_every_event_in_words(event: dict[str, Any], words: str) -> None:
    line = PICTURE.tell(event | {"type": f"noughts_and_crosses.{event['type']}"}, NAMES)
    assert line is not None
    assert line.plain == words
