"""What a seat may do, and doing it."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath

from api.exchange import (
    answer,
    body_of,
    if_match,
    number,
    once_of,
    only,
    player_of,
    replied,
    services_of,
    yes_or_no,
)
from api.operations import KEY, POSTED, Operation, Param, described
from api.problems import Trouble
from api.requests import ActionRequest
from api.tables import answered, for_seat
from domain.kernel.errors import BadShape, Fault
from domain.table.commands import Act
from services.errors import VersionConflict
from services.games import Ask
from services.keys import tag_of
from services.projections import (
    ActionAnswer,
    ChoicesAnswer,
    choices_of,
    require_known,
    seat_of,
)

TAG = "Play"


@get(
    "/v1/games/{game:str}/choices",
    opt=described(
        Operation(
            id="getChoices",
            tag=TAG,
            summary="What may I do?",
            answer=ChoicesAnswer,
            answers="What the seat may do now; no choices when it is asked nothing.",
            params=(
                Param(
                    name="seat",
                    text="Which of your seats, if you hold several.",
                    schema={"type": "integer", "minimum": 0},
                ),
            ),
            problems=("game-unknown", "not-your-seat"),
            signed="must",
        )
    ),
)
async def get_choices(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """List the actions that are open to my seat: a bot needs nothing else to play legally.

    The list is complete, but for forms of an action that are worse than a listed one in every way, such
    as paying more than is asked; those are accepted as well.

    An action is `type` and `fixed` together with a value for each field of `open`, chosen independently:
    `one_of` the values in `of`; an `int_range` from `min` to `max`; a `subset` of `of` with `min` to `max`
    elements; an `arrangement` of `length` elements of `of`; an `allocation`, a map with each key up to
    its number in `limits`, zeros left out, `min` to `max` in all; a `placement`, a list with an entry for
    each spot of `of` that gets something: the spot under the name that `spot` tells, and how many of every
    kind of `pieces`, of a kind no more in all than there are and on one spot no more than `limits` tells,
    `min` to `max` in all; a `selection`, a list of `min` to `max` values, at most one out of each of
    `groups`; or a `compound`, a map with a value for each of `fields`. `example` is such an action.
    """
    only(request, "seat")
    player, services = await player_of(request), services_of(request)
    held = await services.positions.latest(game)
    require_known(game, held.position.table, player)
    seat = seat_of(held.position.table, player, number(request, "seat", None, 0, 15))
    told = choices_of(game, held.box, held.position, seat)
    return answer(request, told, headers={"cache-control": "private, no-store"})


@post(
    "/v1/games/{game:str}/actions",
    opt=described(
        Operation(
            id="act",
            tag=TAG,
            summary="Act",
            body=ActionRequest,
            answer=ActionAnswer,
            status=201,
            answers="The action was carried out; these are its events as your seat sees them.",
            params=(
                KEY,
                Param(
                    name="If-Match",
                    place="header",
                    text="ETags of the game, by commas; refused with 412 if it is at no such version.",
                    schema={"type": "string"},
                ),
                Param(
                    name="dry_run",
                    text="Check only: 200 or the problem that there would be. Draws no luck.",
                    schema={"type": "boolean", "default": False},
                ),
            ),
            problems=(
                "game-unknown",
                "not-your-seat",
                "not-your-turn",
                "decision-closed",
                "version-conflict",
                "precondition-failed",
                "game-not-active",
                "upkeep-due",
                "rule-violation",
                *POSTED,
            ),
            signed="must",
            other={200: "A dry run: the action would be carried out."},
        )
    ),
)
async def act(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """Take an action for my seat.

    `decision` is the usual precondition: it stays good while other seats act. A repeat with the same
    Idempotency-Key gets the first answer again.
    """
    only(request, "dry_run")
    services, player = services_of(request), await player_of(request)
    body = await body_of(request, ActionRequest)
    matched = if_match(request)
    expected = _expected(body, matched)

    def command(seat: int) -> Act:
        request.scope["seat"] = seat  # type: ignore[typeddict-unknown-key]  # for the log line
        return Act(seat=seat, action=body.action, decision=body.decision)

    kept = await once_of(request, player.player_id, tag_of(game))
    tell = answered(player, body.seat, 201)
    ask = Ask(for_seat(game, player, body.seat, command), tell, kept, expected)
    try:
        if yes_or_no(request, "dry_run"):
            await services.games.check(game, ask)
            return answer(request, {"dry_run": True})
        done = await services.games.change(game, ask)
    except VersionConflict as conflict:
        if matched is None:
            raise
        named = " or ".join(map(str, sorted(matched)))
        detail = f"The game is at version {conflict.version}, not {named}."
        etag = {"etag": f'"{conflict.version}-{await _viewer(request, game, body.seat)}"'}
        raise Trouble(
            "precondition-failed", detail, headers=etag, version=conflict.version
        ) from None
    if done.made is not None:
        request.scope["version"] = done.made.after.version  # type: ignore[typeddict-unknown-key]  # likewise
    return replied(request, done)


async def _viewer(request: Request[Any, Any, Any], game: str, seat: int | None) -> str:
    held, _ = await services_of(request).positions.hold(game)
    return str(seat_of(held.position.table, await player_of(request), seat))


def _expected(body: ActionRequest, matched: frozenset[int] | None) -> frozenset[int] | None:
    """Settle at which versions the game may be. Raises `BadShape` if body and header contradict each other."""
    if body.expected_version is None:
        return matched
    if matched is not None and body.expected_version not in matched:
        named = " or ".join(map(str, sorted(matched)))
        detail = f"If-Match names version {named}"
        raise BadShape([Fault(pointer="/expected_version", detail=detail)])
    return frozenset((body.expected_version,))


ROUTES = [get_choices, act]
