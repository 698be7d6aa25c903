"""The rules of Noughts and Crosses, one by one."""

from __future__ import annotations

import pytest

from domain.games.noughts_and_crosses.events import GameEnded, MarkPlaced
from domain.games.noughts_and_crosses.scoring import drawn, won_by
from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import SPECTATOR
from tests.games.noughts_and_crosses.table import NOUGHTS, fresh, midway

rule = pytest.mark.rule


@rule("NC-001")
@pytest.mark.parametrize("players", [1, 3])
def test_nc_001_refuses_other_numbers_of_players(players):
    with pytest.raises(RuleViolation) as refusal:
        fresh(players)
    assert (refusal.value.rule, refusal.value.pointer) == ("NC-001", "/seats")


@rule("NC-001")
def test_nc_001_crosses_and_noughts():
    view = NOUGHTS.view(fresh(starting_seat=1).state, SPECTATOR)
    assert [(one.seat, one.mark) for one in view.seats] == [(0, "cross"), (1, "nought")]


@rule("NC-002")
def test_nc_002_an_empty_board_and_nothing_beside_it():
    table = fresh(starting_seat=0)
    assert str(table) == ".../.../..."
    for square in (-1, 9):
        refusal = table.refuses_mark("NC-002", "no_square", 0, square)
        assert refusal.pointer == "/action/square"
    assert "0 to 8" in refusal.detail


@rule("NC-003", "NC-R01")
@pytest.mark.parametrize("seat", [0, 1])
def test_nc_003_r01_who_begins_is_drawn_by_lot_or_named(seat):
    assert fresh(lots=seat).state.turn == seat
    assert fresh(starting_seat=seat).state.turn == seat, "no luck is drawn, for there is none"


@rule("NC-004")
def test_nc_004_turns_pass_to_and_fro():
    table = fresh(starting_seat=1)
    table.refuses_mark("NC-004", "not_your_turn", 0, 99)
    table.marks(1, 4)
    table.refuses_mark("NC-004", "not_your_turn", 1, 0)
    table.marks(0, 0)
    assert table.state.turn == 1


@rule("NC-005")
def test_nc_005_a_mark_goes_into_an_empty_square_and_stays():
    table = midway("X../.O./...", turn=0)
    for square in (0, 4):
        refusal = table.refuses_mark("NC-005", "marked", 0, square)
        assert refusal.pointer == "/action/square"
    assert table.offered == [1, 2, 3, 5, 6, 7, 8]
    assert table.marks(0, 8) == [MarkPlaced(seat=0, square=8)]
    assert str(table) == "X../.O./..X"


@rule("NC-006")
@pytest.mark.parametrize(
    ("board", "square"),
    [
        pytest.param(".OO/.../...", 0, id="across"),
        pytest.param("O../.../O..", 3, id="down"),
        pytest.param("O../.../..O", 4, id="diagonally"),
        pytest.param("..O/.O./...", 6, id="along the other diagonal"),
        pytest.param("..../.OO./..../....", 7, id="anywhere on a larger board"),
    ],
)
def test_nc_006_three_in_a_row_win(board, square):
    table = midway(board, turn=1)
    _, ended = table.marks(1, square)
    assert ended == GameEnded(result=won_by(1))
    assert [(one.seat, one.place) for one in ended.result.ranking] == [(1, 1), (0, 2)]
    assert ended.result.winners == (1,)
    table.refuses_mark("NC-004", "not_your_turn", 0, 8)


@rule("NC-006")
def test_nc_006_a_row_is_straight_unbroken_and_does_not_run_over_the_edge():
    for board, square in (("XX./.../...", 3), ("XX.X/..../..../....", 4), ("XXO/X../...", 4)):
        table = midway(board, turn=0)
        table.marks(0, square)
        assert table.state.result is None


@rule("NC-007", "NC-R03")
def test_nc_007_r03_a_full_board_is_a_draw_that_both_share():
    table = midway("XOX/XOO/OX.", turn=0)
    assert table.marks(0, 8)[1] == GameEnded(result=drawn())
    assert [one.place for one in drawn().ranking] == [1, 1]
    assert drawn().winners == (0, 1)


@rule("NC-R02")
def test_nc_r02_longer_rows_and_several_rows():
    for board, square in (("XX.XX/...../...../...../.....", 2), (".XX/X../X..", 0)):
        assert midway(board, turn=0).marks(0, square)[1:] == [GameEnded(result=won_by(0))]


@rule("NC-R04")
def test_nc_r04_it_is_played_on_until_the_board_is_full():
    table = midway("XOX/XOO/O..", turn=0)
    table.marks(0, 7)
    assert table.state.result is None, "though seat 1 can have no row by 8"
    table.marks(1, 8)
    assert table.state.result is not None
    assert NOUGHTS.bound(NOUGHTS.edition, 2, NOUGHTS.options()) == 9
