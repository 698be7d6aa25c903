"""What a viewer sees: the fields of the specification's section 6, the same for everybody."""

from __future__ import annotations

import msgspec

from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from tests.games.noughts_and_crosses.table import NOUGHTS, midway


def test_everybody_sees_everything():
    table = midway("X../.O./...", turn=0)
    seats = (
        {"seat": 0, "player": None, "mark": "cross"},
        {"seat": 1, "player": None, "mark": "nought"},
    )
    for viewer in (SPECTATOR, 0, 1, EVERYTHING):
        assert msgspec.to_builtins(NOUGHTS.view(table.state, viewer)) == {
            "board": {"size": 3, "row": 3},
            "marks": (0, None, None, None, 1, None, None, None, None),
            "turn": 0,
            "seats": seats,
            "result": None,
        }


def test_after_the_end_it_is_nobodys_turn():
    table = midway("XX./OO./...", turn=0)
    table.marks(0, 2)
    view = NOUGHTS.view(table.state, 1)
    assert view.turn is None
    assert view.result.winners == (0,)
