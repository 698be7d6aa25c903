"""Ranking: the best first, equal seats on the same place."""

from __future__ import annotations

import pytest

from domain.kernel.result import ranked


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([], ()),
        ([3, 9, 5], ((1, 1), (2, 2), (3, 0))),
        ([5, 9, 5, 1, 9], ((1, 1), (1, 4), (3, 0), (3, 2), (5, 3))),
        ([(5, 1), (5, 2), (4, 9)], ((1, 1), (2, 0), (3, 2))),
        ([(5, -2), (5, -1), (5, -1)], ((1, 1), (1, 2), (3, 0))),
    ],
)
def test_equal_seats_share_a_place_and_the_next_is_counted_on(keys, expected):
    assert ranked(keys) == expected
