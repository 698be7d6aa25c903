"""Editions: what is checked, and what a larger board is like."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.errors import BadEdition
from domain.table.box import supplied_box
from tests.games.noughts_and_crosses.table import NOUGHTS, midway


def supplied(**board):
    """The box of an edition with another board."""
    return supplied_box(NOUGHTS, msgspec.to_builtins(NOUGHTS.edition) | {"board": board})


@pytest.mark.parametrize(
    ("size", "row", "place", "rule"),
    [
        (2, 3, "/board/size", None),
        (6, 3, "/board/size", None),
        (3, 2, "/board/row", None),
        (5, 6, "/board/row", None),
        (4, 5, "/board/row", "NC-006"),
    ],
)
def test_a_board_that_makes_no_game_is_refused(size, row, place, rule):
    with pytest.raises(BadEdition) as refusal:
        supplied(size=size, row=row)
    ((fault),) = refusal.value.faults
    assert fault.pointer.endswith(place)
    assert fault.rule == rule


@pytest.mark.parametrize(("size", "row"), [(3, 3), (5, 3), (5, 5)])
def test_a_board_that_makes_one_is_laid_out(size, row):
    box = supplied(size=size, row=row)
    state = NOUGHTS.initial(box.edition, 2, NOUGHTS.options())
    assert state.board == box.edition.board
    assert state.marks == (None,) * size * size
    assert NOUGHTS.bound(box.edition, 2, NOUGHTS.options()) == size * size


def test_a_longer_row_is_needed_where_the_edition_says_so():
    table = midway("XX../..../..../....", turn=0, row=4)
    table.marks(0, 2)
    assert table.state.result is None
    table.marks(1, 8)
    table.marks(0, 3)
    assert table.state.result.winners == (0,)
