"""Games: create, find, join, leave, start, look."""

from __future__ import annotations

from typing import Any, get_args

from litestar import Request, Response, delete, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from api.exchange import (
    answer,
    body_of,
    caller_of,
    is_known,
    number,
    once_of,
    only,
    player_of,
    replied,
    scope_of_request,
    services_of,
    unchanged,
)
from api.operations import AS, KEY, PAGING, POSTED, Operation, Param, described
from api.requests import Join, NewGame
from api.sessions import join_session, open_session
from api.tables import (
    answered,
    created,
    creation,
    for_creator,
    for_seat,
    free_seat,
    looked_at,
)
from domain.catalog import RULESETS
from domain.kernel.errors import BadShape, Fault
from domain.table.box import Box
from domain.table.campaigns import campaign_id_of
from domain.table.commands import AnyCommand, LeaveSeat, Resign, StartGame, TakeSeat
from domain.table.journal import Position
from domain.table.state import Status
from services.games import Ask, Done
from services.keys import tag_of
from services.listing import Page, Query
from services.once import once
from services.projections import (
    ActionAnswer,
    GameProjection,
    project,
    require_known,
    viewer_name,
)

TAG = "Games"
CHANGES = ("game-unknown", "game-not-active", *POSTED)


@post(
    "/v1/games",
    opt=described(
        Operation(
            id="createGame",
            tag=TAG,
            summary="Set up a table",
            body=NewGame,
            answer=GameProjection,
            status=201,
            answers="The game; it has begun if every seat is taken.",
            params=(KEY,),
            problems=(
                "ruleset-unknown",
                "campaign-unknown",
                "player-unknown",
                "rule-violation",
                "options-invalid",
                "edition-invalid",
                "script-invalid",
                *POSTED,
            ),
            signed="must",
            headers=("Location",),
        )
    ),
)
async def create_game(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Set up a table for a ruleset, with seats for yourself, for others and for server bots."""
    player = await player_of(request)
    new = await body_of(request, NewGame)
    services = services_of(request)
    if new.campaign is not None:
        return await open_session(request, player, new, new.campaign)
    scope = await scope_of_request(request, player.player_id)
    raw = await request.body()
    box = await services.boxes.supplied(new.ruleset, new.edition)
    command = await creation(box, new, player, services.players)
    game, done = await services.games.create(
        box,
        command,
        created(player),
        (lambda tag: once(tag, scope, raw)) if scope is not None else None,
        scope,
    )
    request.scope["game"] = game  # type: ignore[typeddict-unknown-key]  # for the log line
    return replied(request, done)


@get(
    "/v1/games",
    opt=described(
        Operation(
            id="listGames",
            tag=TAG,
            summary="Find games",
            answer=Page,
            answers="Games, newest first.",
            params=(
                Param(name="ruleset", text="Only of this ruleset.", schema={"type": "string"}),
                Param(
                    name="status",
                    text="Only those in this state.",
                    schema={"type": "string", "enum": list(get_args(Status))},
                ),
                Param(
                    name="player",
                    text="Only those of this player; `me` for my own.",
                    schema={"type": "string"},
                ),
                *PAGING,
            ),
        )
    ),
)
async def list_games(request: Request[Any, Any, Any]) -> Response[bytes]:
    """List public games, and of your own all."""
    only(request, "ruleset", "status", "player", "cursor", "limit")
    caller = await caller_of(request)
    asked = request.query_params
    status, of = asked.get("status"), asked.get("player")
    if status is not None and status not in get_args(Status):
        detail = f"Expected one of {', '.join(get_args(Status))}"
        raise BadShape([Fault(pointer="/query/status", detail=detail)])
    if asked.get("ruleset") is not None and asked["ruleset"] not in RULESETS:
        detail = f"Expected one of {', '.join(RULESETS)}"
        raise BadShape([Fault(pointer="/query/ruleset", detail=detail)])
    if of == "me":
        of = (await player_of(request)).player_id
    query = Query(
        ruleset=asked.get("ruleset"),
        status=status,
        player=of,
        cursor=asked.get("cursor"),
        limit=number(request, "limit", 50, 1, 200) or 50,
    )
    page = await services_of(request).lists.page(query, caller.player_id if caller else None)
    return answer(request, page)


@get(
    "/v1/games/{game:str}",
    opt=described(
        Operation(
            id="getGame",
            tag=TAG,
            summary="Look at a game",
            answer=GameProjection,
            answers="The game as the viewer may see it.",
            params=(
                Param(
                    name="at",
                    text="As it was at this version.",
                    schema={"type": "integer", "minimum": 1},
                ),
                AS,
                Param(
                    name="after",
                    text="With `wait`: answer when the game is past this version.",
                    schema={"type": "integer", "minimum": 0},
                ),
                Param(
                    name="wait",
                    text="Seconds to wait at most.",
                    schema={"type": "integer", "minimum": 0, "maximum": 30},
                ),
            ),
            problems=("game-unknown", "not-your-seat"),
            headers=("ETag", "Cache-Control"),
            other={304: "It is as you have it."},
        )
    ),
)
async def get_game(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """Show a game at its present or any earlier version, redacted for whoever looks."""
    only(request, "at", "as", "after", "wait")
    services = services_of(request)
    held, viewer = await looked_at(request, game)
    after = number(request, "after", None, 0, 10**9)
    wait = number(request, "wait", 0, 0, 30) or 0
    at = number(request, "at", None, 1, held.position.version)
    is_over = held.position.table.is_over
    if after is not None and wait and held.position.version <= after and not is_over:
        request.scope["is_live"] = True  # type: ignore[typeddict-unknown-key]  # it waits on purpose
        await services.hub.wait_past(held, after, wait)
        # Meanwhile the seat may have become another's, the token nobody's.
        held, viewer = await looked_at(request, game)
    position = held.position if at is None else await services.positions.at(held, at)
    etag = f'"{position.version}-{viewer_name(viewer)}"'
    headers = {
        "etag": etag,
        "vary": "Authorization, Accept",
        "cache-control": _caching(request, position, at),
    }
    if is_known(request, etag):
        return unchanged(headers)
    return answer(request, project(game, held.box, position, viewer), headers=headers)


@post(
    "/v1/games/{game:str}/seats",
    opt=described(
        Operation(
            id="joinGame",
            tag=TAG,
            summary="Sit down",
            body=Join,
            answer=ActionAnswer,
            status=201,
            answers="You sit; the game has begun if yours was the last seat.",
            params=(KEY,),
            problems=("seat-taken", *CHANGES),
            signed="must",
            headers=("Location",),
        )
    ),
)
async def join_game(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """Sit down at an open seat of the lobby, or at one that is kept for you.

    A campaign's session can also be joined while it is being played, where its rules allow it.
    """
    player = await player_of(request)
    join = await body_of(request, Join)
    services = services_of(request)
    held, _ = await services.positions.hold(game)
    require_known(game, held.position.table, player)
    campaign = campaign_id_of(held.box, held.position.table.options)
    if campaign is not None:
        return await join_session(request, player, held, campaign)

    def command(box: Box, position: Position) -> tuple[AnyCommand, str]:
        del box
        require_known(game, position.table, player)
        seat = free_seat(position, player, join.seat)
        return (
            TakeSeat(
                seat=seat,
                player=player.player_id,
                name=player.name,
                client_seed=join.client_seed,
            ),
            f"player:{player.player_id}",
        )

    tell = answered(player, join.seat, 201, location=f"/v1/games/{game}")
    return replied(request, await _change(request, game, Ask(command, tell)))


@delete(
    "/v1/games/{game:str}/seats/{seat:int}",
    status_code=200,
    opt=described(
        Operation(
            id="leaveGame",
            tag=TAG,
            summary="Get up, or resign",
            answer=ActionAnswer,
            answers="The seat is free again, or a server bot plays it on.",
            params=(KEY,),
            problems=("not-your-seat", *CHANGES),
            signed="must",
        )
    ),
)
async def leave_game(
    request: Request[Any, Any, Any], game: FromPath[str], seat: FromPath[int]
) -> Response[bytes]:
    """Leave the lobby; or resign a running game, in which a server bot then plays on for you."""
    if not request.scope["path"].endswith(f"/{seat}"):  # 1_0 and +1 are numbers to Python alone
        raise NotFoundException
    player = await player_of(request)

    def command(box: Box, position: Position) -> tuple[AnyCommand, str]:
        in_lobby = position.table.status == "lobby"
        give_up = for_seat(
            game, player, seat, lambda s: LeaveSeat(seat=s) if in_lobby else Resign(seat=s)
        )
        return give_up(box, position)

    return replied(request, await _change(request, game, Ask(command, answered(player, seat, 200))))


@post(
    "/v1/games/{game:str}/start",
    status_code=200,
    opt=described(
        Operation(
            id="startGame",
            tag=TAG,
            summary="Begin",
            answer=ActionAnswer,
            answers="The game has begun.",
            params=(KEY,),
            problems=("not-your-seat", "cannot-start", *CHANGES),
            signed="must",
        )
    ),
)
async def start_game(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """Begin a game that was created with `autostart: false`; only its creator can."""
    player = await player_of(request)
    ask = Ask(for_creator(game, player, StartGame()), answered(player, None, 200))
    return replied(request, await _change(request, game, ask))


async def _change(request: Request[Any, Any, Any], game: str, ask: Ask) -> Done:
    services, player = services_of(request), await player_of(request)
    kept = await once_of(request, player.player_id, tag_of(game))
    whole = Ask(ask.command, ask.answer, kept, ask.expected_versions)
    return await services.games.change(game, whole)


def _caching(request: Request[Any, Any, Any], position: Position, at: int | None) -> str:
    """What can never change again may be kept for ever: the past, through eyes that were named."""
    chosen = "as" in request.query_params
    if position.table.seed_revealed or (at is not None and chosen):
        return "private, max-age=31536000, immutable"
    return "private, no-cache"


ROUTES = [create_game, list_games, get_game, join_game, leave_game, start_game]
