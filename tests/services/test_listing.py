"""Lists of games, page by page: every game once, however many were created at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from domain.table.commands import CreateGame, SeatPlan
from services.listing import Query
from tests.services.playing import BOX, ME


@pytest.mark.parametrize("limit", [1, 7, 60])
def test_games_of_the_same_moment_are_all_listed(use, limit):
    """The clock stands still: the indexes of all partitions hold many games of one millisecond."""

    async def scene(services):
        command = CreateGame(creator=ME, seats=(SeatPlan(),) * 3, options={})
        made = await asyncio.gather(
            *(services.games.create(BOX, command, lambda *_: b"") for _ in range(60))
        )
        found, cursor = [], None
        while True:
            page = await services.lists.page(Query(cursor=cursor, limit=limit), None)
            assert len(page.items) <= limit
            found += [one.id for one in page.items]
            cursor = page.next
            if cursor is None:
                return [game for game, _ in made], found

    made, found = use(scene)
    assert len(found) == len(set(found)) == 60
    assert set(found) == set(made)
    assert found == sorted(found, reverse=True)
