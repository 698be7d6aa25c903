"""What has happened: pages, live streams, replays, records."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Stream

from api.answers import EventPage
from api.exchange import answer, caller_of, number, only, services_of
from api.operations import AS, Operation, Param, described
from api.problems import Trouble
from api.streams import NDJSON, SSE, frames_of, lines_of, live
from domain.kernel.secrecy import Viewer
from domain.table.verify import Record, make_record
from services.positions import Held
from services.projections import require_known, show, viewer_name, viewer_of

TAG = "Events"
PAGE = 200
MOST = 1000

_AFTER = Param(
    name="after",
    text="Only events after this version.",
    schema={"type": "integer", "minimum": 0, "default": 0},
)


@get(
    "/v1/games/{game:str}/events",
    opt=described(
        Operation(
            id="listEvents",
            tag=TAG,
            summary="What has happened, and what is happening",
            answer=EventPage,
            answers="Events as the viewer may see them: a page, all as lines, or live.",
            params=(
                _AFTER,
                Param(
                    name="limit",
                    text="How many on a page.",
                    schema={"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
                ),
                AS,
                Param(
                    name="Last-Event-ID",
                    place="header",
                    text="Of a live stream: the last version that arrived; goes before `after`.",
                    schema={"type": "string"},
                ),
            ),
            problems=("game-unknown", "not-your-seat"),
            media={
                NDJSON: "One event a line, all there are.",
                SSE: "Live: `id` is the version, `event` the type, `data` the event; "
                "`event: end` after the last of a finished game.",
            },
            headers=("ETag", "Cache-Control"),
            other={204: "A live stream of a game that is over, with nothing more to come."},
        )
    ),
)
async def list_events(
    request: Request[Any, Any, Any], game: FromPath[str]
) -> Response[bytes] | Stream:
    """Give events: a page as JSON, all as `application/x-ndjson`, live as `text/event-stream`.

    A live stream begins after `after` (or Last-Event-ID), misses nothing and gives nothing twice.
    """
    only(request, "after", "limit", "as")
    held, viewer = await _looked_at(request, game)
    after = number(request, "after", 0, 0, 10**9) or 0
    accept = request.headers.get("accept", "")
    if SSE in accept:
        return _live(request, held, viewer, _resume(request, after))
    services = services_of(request)
    if NDJSON in accept:
        lines = lines_of(services.store, held, viewer, after)
        return Stream(lines, media_type=NDJSON, headers={"vary": "Authorization, Accept"})
    limit = number(request, "limit", PAGE, 1, MOST) or PAGE
    entries = held.read(await services.store.read(game, after, limit))
    seed = bytes.fromhex(held.position.table.seed)
    last = entries[-1].version if entries else after
    page = EventPage(
        items=tuple(show(entries, viewer, seed)),
        next=last if len(entries) == limit and last < held.position.version else None,
        version=held.position.version,
    )
    closed = len(entries) == limit
    caching = "private, max-age=31536000, immutable" if closed else "private, no-cache"
    headers = {
        "vary": "Authorization, Accept",
        "cache-control": caching,
        "etag": f'"{after}+{len(entries)}-{viewer_name(viewer)}"',
    }
    return answer(request, page, headers=headers)


def _resume(request: Request[Any, Any, Any], after: int) -> int:
    """Read the version after which a live stream goes on."""
    last = request.headers.get("last-event-id", "").strip()
    return int(last) if last.isascii() and last.isdecimal() and len(last) < 12 else after


def _live(
    request: Request[Any, Any, Any], held: Held, viewer: Viewer, after: int
) -> Response[bytes] | Stream:
    if held.position.table.seed_revealed and after >= held.position.version:
        return Response(b"", status_code=204, headers={"cache-control": "no-store"})
    return live(request, services_of(request).hub.stream(held, viewer, after))


@get(
    "/v1/games/{game:str}/replay",
    opt=described(
        Operation(
            id="replayGame",
            tag=TAG,
            summary="Step by step",
            answer=None,
            answers="A frame a line: the event, and the table after it.",
            params=(
                Param(
                    name="from",
                    text="First version.",
                    schema={"type": "integer", "minimum": 1, "default": 1},
                ),
                Param(
                    name="to",
                    text="Last version; the present one if left out.",
                    schema={"type": "integer", "minimum": 1},
                ),
                AS,
            ),
            problems=("game-unknown", "not-your-seat"),
            media={NDJSON: "One frame a line."},
        )
    ),
)
async def replay_game(request: Request[Any, Any, Any], game: FromPath[str]) -> Stream:
    """Give what to show step by step, from any event to any other, as lines of JSON."""
    only(request, "from", "to", "as")
    held, viewer = await _looked_at(request, game)
    first = number(request, "from", 1, 1, 10**9) or 1
    last = number(request, "to", held.position.version, 1, 10**9) or 1
    frames = frames_of(
        services_of(request).store, held, viewer, (first, min(last, held.position.version))
    )
    return Stream(frames, media_type=NDJSON, headers={"vary": "Authorization"})


@get(
    "/v1/games/{game:str}/record",
    opt=described(
        Operation(
            id="getRecord",
            tag=TAG,
            summary="The whole record of a finished game",
            answer=Record,
            answers="Every event unredacted, with edition and seed: what `roundtable verify` checks.",
            problems=("game-unknown", "game-not-over"),
            headers=("Cache-Control",),
        )
    ),
)
async def get_record(request: Request[Any, Any, Any], game: FromPath[str]) -> Response[bytes]:
    """Give the complete record, when nothing is secret any more."""
    held, _ = await _looked_at(request, game)
    table = held.position.table
    if not table.seed_revealed:
        raise Trouble("game-not-over", f"The game's status is {table.status}.")
    entries = held.read(await services_of(request).store.read(game))
    record = make_record(game, held.box, entries, bytes.fromhex(table.seed))
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    return answer(request, record, headers=headers)


async def _looked_at(request: Request[Any, Any, Any], game: str) -> tuple[Held, Viewer]:
    """Settle which game is looked at and through whose eyes."""
    caller = await caller_of(request)
    held = await services_of(request).positions.latest(game)
    require_known(game, held.position.table, caller)
    return held, viewer_of(held.position.table, caller, request.query_params.get("as"))


ROUTES = [list_events, replay_game, get_record]
