"""Waiting for opponents: who meets whom, once, whatever happens to the process that brings them together."""

from __future__ import annotations

import asyncio

import pytest

from domain.kernel.errors import GameError
from services.errors import KeyReused
from services.matchmaking import LEFT_OVER_MS, TAG, Wish
from services.once import once
from services.store import KEEP_ANSWERS_S

OPTIONS = {"rounds": 2, "starting_seat": None}


def wish(seats=3, **more):
    return Wish(ruleset="burnmelt", seats=seats, options=OPTIONS | more)


async def known(services, *names):
    return [
        (await services.players.create(name, "program", None, b""))[0].player_id for name in names
    ]


async def seated(services, game):
    table = (await services.positions.latest(game)).position.table
    return [chair.player for chair in table.chairs]


def test_the_first_to_come_are_the_first_to_play(use, clock):
    async def scene(services):
        ada, bob, cid, dan = await known(services, "Ada", "Bob", "Cid", "Dan")
        for player in (ada, bob):
            assert (await services.matchmaking.join(player, wish())).game is None
            clock.pass_(1)
        assert (await services.matchmaking.join(ada, wish())).game is None, (
            "asking again changes nothing"
        )
        found = await services.matchmaking.join(cid, wish())
        assert await seated(services, found.game) == [ada, bob, cid]
        assert (await services.matchmaking.join(dan, wish())).game is None

    use(scene)


def test_only_equal_wishes_meet(use):
    async def scene(services):
        players = await known(services, *"abcd")
        wishes = [wish(), wish(4), wish(rounds=1), wish()]
        for player, wanted in zip(players, wishes, strict=True):
            assert (await services.matchmaking.join(player, wanted)).game is None

    use(scene)


def test_a_player_waits_for_one_game_at_a_time(use):
    async def scene(services):
        ada, bob, cid, dan = await known(services, *"abcd")
        await services.matchmaking.join(ada, wish())
        await services.matchmaking.join(ada, wish(4))
        for player in (bob, cid):
            assert (await services.matchmaking.join(player, wish())).game is None, "Ada has gone"
        found = await services.matchmaking.join(dan, wish())
        assert ada not in await seated(services, found.game)
        assert await services.matchmaking.leave(ada)
        assert not await services.matchmaking.leave(ada)

    use(scene)


def test_who_has_waited_for_a_day_waits_no_longer(use, clock):
    async def scene(services):
        ada, bob, cid = await known(services, *"abc")
        await services.matchmaking.join(ada, wish())
        clock.pass_(KEEP_ANSWERS_S + 1)
        await services.matchmaking.join(bob, wish())
        assert (await services.matchmaking.join(cid, wish())).game is None
        assert not await services.matchmaking.leave(ada)

    use(scene)


def test_everybody_at_once_and_nobody_twice(use):
    async def scene(services):
        players = await known(services, *(f"P{number}" for number in range(30)))
        found = await asyncio.gather(*(services.matchmaking.join(p, wish()) for p in players))
        games = [one.game for one in found if one.game is not None]
        assert len(set(games)) == 10
        seats = [player for game in games for player in await seated(services, game)]
        assert sorted(seats) == sorted(players)

    use(scene)


def test_a_repeated_request_gets_the_first_answer(use):
    async def scene(services):
        ada, bob, cid = await known(services, *"abc")
        requests = [once(TAG, f"scope of {player}", b"3 seats") for player in (ada, bob, cid)]
        first = [
            await services.matchmaking.join(player, wish(), request)
            for player, request in zip((ada, bob, cid), requests, strict=True)
        ]
        again = [
            await services.matchmaking.join(player, wish(), request)
            for player, request in zip((ada, bob, cid), requests, strict=True)
        ]
        assert [one.game for one in again] == [one.game for one in first]
        assert [one.is_repeat for one in again] == [True] * 3
        assert not await services.matchmaking.leave(ada), "a repeat does not queue up again"
        with pytest.raises(KeyReused):
            await services.matchmaking.join(ada, wish(4), once(TAG, f"scope of {ada}", b"4 seats"))

    use(scene)


def test_a_match_whose_process_died_becomes_a_game_all_the_same(use, clock, monkeypatch):
    async def scene(services):
        ada, bob, cid = await known(services, *"abc")
        matchmaking = services.matchmaking
        request = once(TAG, "scope", b"")

        async def died(*_):
            raise KeyboardInterrupt

        for player in (ada, bob):
            await matchmaking.join(player, wish())
        with monkeypatch.context() as patch:
            patch.setattr(matchmaking, "finish", died)
            with pytest.raises(KeyboardInterrupt):
                await matchmaking.join(cid, wish(), request)
        assert await matchmaking.finish_left_over() == 0, "it may still be at it"
        clock.pass_(LEFT_OVER_MS / 1000 + 1)
        assert await matchmaking.finish_left_over() == 1
        assert await matchmaking.finish_left_over() == 0
        again = await matchmaking.join(cid, wish(), request)
        assert again.is_repeat
        assert set(await seated(services, again.game)) == {ada, bob, cid}
        for player in (ada, bob, cid):
            assert await services.lists.unfinished_of(player) == [again.game], "one game, not two"

    use(scene)


def test_a_match_that_cannot_be_played_any_more_is_given_up(use, clock, monkeypatch):
    async def scene(services):
        players = await known(services, *"abc")
        with monkeypatch.context() as patch:

            async def refused(*_):
                raise GameError("no longer possible")

            patch.setattr(services.matchmaking, "_create", refused)
            for player in players[:2]:
                await services.matchmaking.join(player, wish())
            with pytest.raises(GameError):
                await services.matchmaking.join(players[2], wish())
            clock.pass_(LEFT_OVER_MS / 1000 + 1)
            assert await services.matchmaking.finish_left_over() == 1
        assert await services.matchmaking.finish_left_over() == 0

    use(scene)


def test_a_match_that_nobody_remembers_is_no_match(use):
    async def scene(services):
        assert await services.matchmaking.finish("0123456789abcdef") is None

    use(scene)
