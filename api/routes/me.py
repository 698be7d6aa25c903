"""For programs: all my games on one connection, and opponents."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.response import Stream

from api.answers import QueueAnswer, Withdrawn
from api.exchange import (
    answer,
    body_of,
    encode,
    keep,
    player_of,
    replied,
    scope_of_request,
    services_of,
)
from api.formats import SSE
from api.operations import KEY, POSTED, Operation, described
from api.requests import QueueRequest
from api.streams import live
from domain.catalog import ruleset
from domain.table.box import Box, default_box
from domain.table.commands import CreateGame, SeatPlan
from domain.table.journal import Commit
from services.games import Done
from services.keys import partition_for
from services.once import once
from services.service import Services

TAG = "For programs"
QUEUE_TAG = "{queue}"


@get(
    "/v1/me/stream",
    opt=described(
        Operation(
            id="streamNews",
            tag=TAG,
            summary="All my games, live",
            answer=None,
            answers="`your_turn`, `game_started`, `game_finished`, `invited`; first every turn that waits.",
            media={SSE: "News without ids; every turn that waits is told anew on connecting."},
            signed="must",
        )
    ),
)
async def stream_news(request: Request[Any, Any, Any]) -> Stream | Response[bytes]:
    """Tell of all my games on one connection; whoever was away misses nothing."""
    player = await player_of(request)
    return live(request, services_of(request).news.stream(player.player_id))


@post(
    "/v1/me/queue",
    opt=described(
        Operation(
            id="joinQueue",
            tag=TAG,
            summary="Ask for opponents",
            body=QueueRequest,
            answer=QueueAnswer,
            status=201,
            answers="`matched` with the game, or `waiting`: the game will then appear among mine.",
            params=(KEY,),
            problems=("ruleset-unknown", "rule-violation", "options-invalid", *POSTED),
            signed="must",
        )
    ),
)
async def join_queue(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Wait for others who want the same game; when there are enough, it begins."""
    player, services = await player_of(request), services_of(request)
    wanted = await body_of(request, QueueRequest)
    box = default_box(ruleset(wanted.ruleset))
    options = box.options(wanted.options)
    seats = wanted.seats or box.ruleset.players[0]
    box.ruleset.check_options(box.edition, seats, options)
    scope = await scope_of_request(request, player.player_id)
    raw = await request.body()
    again = await _answered_before(services, scope, raw)
    if again is not None:
        return replied(request, again)
    told = msgspec.to_builtins(options)
    now = int(services.now().timestamp() * 1000)
    found = await services.matchmaking.join(player.player_id, wanted.ruleset, seats, told, now)
    if found:
        return replied(request, await _begin(services, box, found, told, (scope, raw)))
    body = encode(QueueAnswer(status="waiting", game=None))
    if scope is not None:
        await services.store.keep_answer(once(QUEUE_TAG, scope, raw), keep(201, body))
    return answer(request, body, 201)


async def _answered_before(services: Services, scope: str | None, raw: bytes) -> Done | None:
    """Find the first answer to this request, whether it waited or was matched at once."""
    if scope is None:
        return None
    for tag in (QUEUE_TAG, f"{{p{partition_for(scope):02}}}"):
        again = await services.store.answer_of(once(tag, scope, raw))
        if again is not None:
            return Done(again.answer, None)
    return None


async def _begin(
    services: Services, box: Box, found: list[str], options: Any, request: tuple[str | None, bytes]
) -> Done:
    scope, raw = request
    players = [await services.players.get(one) for one in found]
    command = CreateGame(
        creator=players[0].player_id,
        seats=tuple(SeatPlan(player=p.player_id, name=p.name, seated=True) for p in players),
        options=options,
    )

    def tell(game: str, _: Box, __: Commit) -> bytes:
        return keep(201, encode(QueueAnswer(status="matched", game=game)))

    kept = (lambda tag: once(tag, scope, raw)) if scope is not None else None
    _, done = await services.games.create(box, command, tell, kept, scope)
    return done


@delete(
    "/v1/me/queue",
    status_code=200,
    opt=described(
        Operation(
            id="leaveQueue",
            tag=TAG,
            summary="Wait no longer",
            answer=Withdrawn,
            answers="Whether you were waiting.",
            signed="must",
        )
    ),
)
async def leave_queue(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Withdraw from the queue."""
    player = await player_of(request)
    waited = await services_of(request).matchmaking.leave(player.player_id)
    return answer(request, Withdrawn(was_waiting=waited))


ROUTES = [stream_news, join_queue, leave_queue]
