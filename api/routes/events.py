"""What has happened: pages, live streams, replays, records."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import Stream

from api.answers import EventPage
from api.exchange import answer, caller_of, is_known, number, only, services_of, token_of, unchanged
from api.formats import JSON, MSGPACK, NDJSON, SSE, preferred
from api.lean import header_of
from api.operations import AS, Operation, Param, described
from api.problems import Trouble
from api.streams import frames_of, lines, lines_of, live
from api.tables import looked_at
from domain.kernel.secrecy import Viewer
from domain.table.verify import Record, make_record
from services.positions import Held
from services.projections import show, viewer_name
from services.watchers import Opener

TAG = "Events"
PAGE = 200
MOST = 1000
VERSIONS = 10**9
"""More events than any game has."""
FORMATS = (JSON, MSGPACK, NDJSON, SSE)
FOR_EVER = "private, max-age=31536000, immutable"

AFTER = Param(
    name="after",
    text="Only events after this version.",
    schema={"type": "integer", "minimum": 0, "maximum": VERSIONS, "default": 0},
)
LIMIT = Param(
    name="limit",
    text="How many on a page.",
    schema={"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
)
LAST = Param(
    name="Last-Event-ID",
    place="header",
    text="Of a live stream: the last version that arrived; goes before `after`.",
    schema={"type": "string"},
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
                AFTER,
                LIMIT,
                AS,
                LAST,
            ),
            problems=("game-unknown", "not-your-seat"),
            media={
                NDJSON: "One event a line, all there are.",
                SSE: "Live: `id` is the version, `event` the type, `data` the event; "
                "`event: end` after the last of a finished game.",
            },
            headers=("ETag", "Cache-Control"),
            other={
                204: "A live stream of a game that is over, with nothing more to come.",
                304: "The page is as you have it.",
            },
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
    held, viewer = await looked_at(request, game)
    caller = await caller_of(request)
    opener = Opener(caller.player_id if caller else None, token_of(request))
    after = number(request, "after", 0, 0, VERSIONS) or 0
    limit = number(request, "limit", PAGE, 1, MOST) or PAGE
    wanted = preferred(header_of(request, b"accept") or "", FORMATS)
    if wanted == SSE:
        return _live(request, (held, viewer, opener), resume(request, after))
    if wanted == NDJSON:
        return lines(request, lines_of(services_of(request).store, held, viewer, after))
    return await _page(request, (held, viewer), after, limit)


async def _page(
    request: Request[Any, Any, Any], seen: tuple[Held, Viewer], after: int, limit: int
) -> Response[bytes]:
    held, viewer = seen
    version, table = held.position.version, held.position.table
    entries = held.read(await services_of(request).store.read(held.game, after, limit))
    last = entries[-1].version if entries else after
    goes_on = last < version
    never_changes = goes_on or table.seed_revealed
    # A page with more after it stays as it is, but for the version that is told with it.
    etag = f'W/"{after}+{len(entries)}-{viewer_name(viewer)}"'
    if not goes_on:
        etag = f'"{after}+{len(entries)}-{version}-{viewer_name(viewer)}"'
    headers = {
        "vary": "Authorization, Accept",
        "cache-control": FOR_EVER if never_changes else "private, no-cache",
        "etag": etag,
    }
    if is_known(request, etag):
        return unchanged(headers)
    page = EventPage(
        items=tuple(show(entries, viewer, bytes.fromhex(table.seed))),
        next=last if goes_on else None,
        version=version,
    )
    return answer(request, page, headers=headers)


def resume(request: Request[Any, Any, Any], after: int) -> int:
    """Read the version after which a live stream goes on."""
    last = (header_of(request, b"last-event-id") or "").strip()
    return int(last) if last.isascii() and last.isdecimal() and len(last) < 12 else after


def _live(
    request: Request[Any, Any, Any], seen: tuple[Held, Viewer, Opener], after: int
) -> Response[bytes] | Stream:
    held, viewer, opener = seen
    if held.position.table.seed_revealed and after >= held.position.version:
        return Response(b"", status_code=204, headers={"cache-control": "no-store"})
    return live(request, services_of(request).hub.stream(held, viewer, after, opener))


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
                    schema={"type": "integer", "minimum": 1, "maximum": VERSIONS},
                ),
                AS,
            ),
            problems=("game-unknown", "not-your-seat"),
            media={NDJSON: "One frame a line."},
        )
    ),
)
async def replay_game(
    request: Request[Any, Any, Any], game: FromPath[str]
) -> Stream | Response[bytes]:
    """Give what to show step by step, from any event to any other, as lines of JSON."""
    only(request, "from", "to", "as")
    held, viewer = await looked_at(request, game)
    now = held.position.version
    first = number(request, "from", 1, 1, now) or 1
    last = number(request, "to", max(first, now), first, VERSIONS) or 1
    frames = frames_of(services_of(request).store, held, viewer, (first, min(last, now)))
    return lines(request, frames)


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
    held, _ = await looked_at(request, game)
    table = held.position.table
    if not table.seed_revealed:
        raise Trouble("game-not-over", f"The game's status is {table.status}.")
    entries = held.read(await services_of(request).store.read(game))
    record = make_record(game, held.box, entries, bytes.fromhex(table.seed))
    return answer(request, record, headers={"cache-control": FOR_EVER})


ROUTES = [list_events, replay_game, get_record]
