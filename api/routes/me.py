"""For programs: all my games on one connection, and opponents."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.response import Stream

from api.answers import QueueAnswer, Withdrawn
from api.exchange import answer, body_of, once_of, player_of, services_of, token_of
from api.formats import SSE
from api.operations import KEY, POSTED, Operation, described
from api.requests import QueueRequest
from api.streams import live
from domain.catalog import ruleset
from domain.table.box import default_box
from services.matchmaking import TAG as TAG_OF_QUEUES
from services.matchmaking import Wish

TAG = "For programs"


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
    return live(request, services_of(request).news.stream(player.player_id, token_of(request)))


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
            headers=("Location",),
        )
    ),
)
async def join_queue(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Wait, for a day at most, for others who want the same game; when there are enough, it begins.

    Whoever asks for another game waits for that one instead.
    """
    player, services = await player_of(request), services_of(request)
    wanted = await body_of(request, QueueRequest)
    box = default_box(ruleset(wanted.ruleset))
    options = box.options(wanted.options)
    seats = box.ruleset.players[0] if wanted.seats is None else wanted.seats
    box.ruleset.check_options(box.edition, seats, options)
    wish = Wish(ruleset=wanted.ruleset, seats=seats, options=msgspec.to_builtins(options))
    kept = await once_of(request, player.player_id, TAG_OF_QUEUES)
    found = await services.matchmaking.join(player.player_id, wish, kept)
    headers = {"idempotent-replayed": "true"} if found.is_repeat else {}
    if found.game is None:
        return answer(request, QueueAnswer(status="waiting", game=None), 201, headers)
    headers["location"] = f"/v1/games/{found.game}"
    return answer(request, QueueAnswer(status="matched", game=found.game), 201, headers)


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
