"""The worked examples of docs/rules/noughts_and_crosses.md, section 7."""

from __future__ import annotations

from domain.games.noughts_and_crosses.scoring import drawn, won_by
from tests.games.noughts_and_crosses.table import NOUGHTS, fresh, midway


def test_example_1_opening():
    table = fresh(starting_seat=1)
    assert NOUGHTS.to_act(table.state) == (1,)
    assert table.offered == list(range(9))


def test_example_2_taking_turns():
    table = fresh(starting_seat=0)
    table.marks(0, 4)
    assert str(table) == ".../.X./..."
    assert NOUGHTS.to_act(table.state) == (1,)
    table.refuses_mark("NC-005", "marked", 1, 4)


def test_example_3_a_row():
    table = midway("XX./OO./...", turn=0)
    table.marks(0, 2)
    assert table.state.result == won_by(0)


def test_example_4_the_last_square_wins():
    table = midway("XOX/OXO/OX.", turn=0)
    table.marks(0, 8)
    assert table.state.result == won_by(0)


def test_example_5_draw():
    table = midway("XOX/XOO/OX.", turn=0)
    table.marks(0, 8)
    assert table.state.result == drawn()
