"""Every game that can be played, counted: the numbers are known, and a change of rules shows in them."""

from __future__ import annotations

from collections import Counter
from functools import cache

from domain.games.noughts_and_crosses.state import State
from tests.games.noughts_and_crosses.table import NOUGHTS, Table, fresh


@cache
def games_from(state: State) -> Counter[tuple[int, ...]]:
    """Count the ways in which a game may go on, by who wins."""
    result = NOUGHTS.result(state)
    if result is not None:
        return Counter([result.winners])
    found: Counter[tuple[int, ...]] = Counter()
    for square in Table(state).offered:
        table = Table(state)
        table.marks(state.turn, square)
        found += games_from(table.state)
    return found


def test_perft():
    """Of 255,168 games who begins wins 131,184, the other 77,904."""
    for seat in (0, 1):
        games = games_from(fresh(starting_seat=seat).state)
        assert games == {(seat,): 131_184, (1 - seat,): 77_904, (0, 1): 46_080}
