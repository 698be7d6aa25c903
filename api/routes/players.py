"""Players and their tokens."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath

from api.answers import PlayerAnswer, TokenAnswer
from api.exchange import answer, body_of, key_of, player_of, services_of, token_of
from api.operations import KEY, POSTED, Operation, described
from api.requests import NewPlayer
from services.errors import TokenMissing
from services.players import Player

TAG = "Players"


@post(
    "/v1/players",
    opt=described(
        Operation(
            id="createPlayer",
            tag=TAG,
            summary="Register, and get a token",
            body=NewPlayer,
            answer=TokenAnswer,
            status=201,
            answers="The player with a token, which is shown this once.",
            params=(KEY,),
            problems=POSTED,
            signed="no",
            headers=("Location",),
        )
    ),
)
async def create_player(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Register a person or a program.

    Here an Idempotency-Key must be unguessable (16 characters or more): whoever knows it can ask for
    the same token again.
    """
    new = await body_of(request, NewPlayer)
    players = services_of(request).players
    player, token, again = await players.create(
        new.name, new.kind, key_of(request), await request.body()
    )
    headers = {"location": f"/v1/players/{player.player_id}"} | _repeated(again)
    return answer(request, _with_token(player, token), 201, headers)


@get(
    "/v1/players/{player_id:str}",
    opt=described(
        Operation(
            id="getPlayer",
            tag=TAG,
            summary="Look up a player",
            answer=PlayerAnswer,
            answers="The player.",
            problems=("player-unknown",),
            signed="no",
        )
    ),
)
async def get_player(request: Request[Any, Any, Any], player_id: FromPath[str]) -> Response[bytes]:
    """Show what everybody may know of a player."""
    return answer(request, _player(await services_of(request).players.get(player_id)))


@get(
    "/v1/me",
    opt=described(
        Operation(
            id="getMe",
            tag=TAG,
            summary="Who am I?",
            answer=PlayerAnswer,
            answers="The player whose token was sent.",
            signed="must",
        )
    ),
)
async def get_me(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Show the player whose token this is."""
    return answer(request, _player(await player_of(request)))


@post(
    "/v1/me/tokens",
    opt=described(
        Operation(
            id="rotateToken",
            tag=TAG,
            summary="Replace my token",
            answer=TokenAnswer,
            status=201,
            answers="The player with the new token; the old one is worth nothing from now on.",
            params=(KEY,),
            signed="must",
        )
    ),
)
async def rotate_token(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Replace the token that is sent with this request.

    With an unguessable Idempotency-Key a repeat, though its token is the old one, gets the new one again.
    """
    token = token_of(request)
    if token is None:
        raise TokenMissing("This needs the token that is to be replaced.")
    player, fresh, again = await services_of(request).players.rotate(token, key_of(request))
    return answer(request, _with_token(player, fresh), 201, _repeated(again))


def _player(player: Player) -> PlayerAnswer:
    return PlayerAnswer(**msgspec.structs.asdict(player))


def _with_token(player: Player, token: str) -> TokenAnswer:
    return TokenAnswer(**msgspec.structs.asdict(player), token=token)


def _repeated(again: bool) -> dict[str, str]:
    return {"idempotent-replayed": "true"} if again else {}


ROUTES = [create_player, get_player, get_me, rotate_token]
