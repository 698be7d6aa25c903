"""Campaigns: what outlives single games of a ruleset that has them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Stream

from api.answers import CampaignAnswer, EventPage
from api.exchange import (
    answer,
    body_of,
    encode,
    is_known,
    keep,
    number,
    once_of,
    only,
    player_of,
    replied,
    scope_of_request,
    services_of,
    token_of,
    unchanged,
)
from api.formats import NDJSON, SSE, preferred
from api.lean import header_of
from api.operations import KEY, PAGING, POSTED, Operation, Param, described
from api.requests import NewCampaign, Nothing
from api.routes.events import AFTER, FOR_EVER, FORMATS, LAST, LIMIT, MOST, PAGE, VERSIONS, resume
from api.streams import lines, live
from domain.kernel.secrecy import SPECTATOR
from domain.table.box import Box
from domain.table.campaigns import NO_SEED, CampaignPosition, campaign_of
from domain.table.journal import shown
from services import keys
from services.campaign_lists import CampaignPage, CampaignQuery, campaigns_of
from services.campaign_positions import HeldCampaign
from services.campaign_stream import event_lines, stream
from services.campaigns import Guest
from services.errors import CampaignUnknown
from services.once import once
from services.watchers import Opener

TAG = "Campaigns"


@post(
    "/v1/campaigns",
    opt=described(
        Operation(
            id="createCampaign",
            tag=TAG,
            summary="Found a campaign",
            body=NewCampaign,
            answer=CampaignAnswer,
            status=201,
            answers="The campaign, in which nobody is registered yet.",
            params=(KEY,),
            problems=("ruleset-unknown", "edition-invalid", *POSTED),
            signed="must",
            headers=("Location",),
        )
    ),
)
async def create_campaign(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Found a campaign of a ruleset that has them; its games are opened by `POST /v1/games`."""
    player, services = await player_of(request), services_of(request)
    new = await body_of(request, NewCampaign)
    box = await services.boxes.supplied(new.ruleset, new.edition)
    campaign_of(box.ruleset)
    scope, raw = await scope_of_request(request, player.player_id), await request.body()
    campaign, done = await services.campaigns.found(
        box,
        player.player_id,
        new.name,
        _told,
        (lambda tag: once(tag, scope, raw)) if scope is not None else None,
        scope,
    )
    request.scope["campaign"] = campaign  # type: ignore[typeddict-unknown-key]  # for the log line
    return replied(request, done)


@get(
    "/v1/campaigns",
    opt=described(
        Operation(
            id="listCampaigns",
            tag=TAG,
            summary="Find campaigns",
            answer=CampaignPage,
            answers="Campaigns that I belong to, newest first.",
            params=(
                Param(
                    name="player",
                    text="Only those of this player as well; `me` for all of mine.",
                    schema={"type": "string", "default": "me"},
                ),
                Param(
                    name="status",
                    text="Only those in this state: `open`, or as the ruleset names the end.",
                    schema={"type": "string"},
                ),
                *PAGING,
            ),
            signed="must",
        )
    ),
)
async def list_campaigns(request: Request[Any, Any, Any]) -> Response[bytes]:
    """List the campaigns that I have founded or am registered in."""
    only(request, "player", "status", "cursor", "limit")
    caller, asked = await player_of(request), request.query_params
    of = asked.get("player", "me")
    query = CampaignQuery(
        player=caller.player_id if of == "me" else of,
        status=asked.get("status"),
        cursor=asked.get("cursor"),
        limit=number(request, "limit", 50, 1, 200) or 50,
    )
    return answer(request, await campaigns_of(services_of(request).link, query, caller.player_id))


@get(
    "/v1/campaigns/{campaign:str}",
    opt=described(
        Operation(
            id="getCampaign",
            tag=TAG,
            summary="Look at a campaign",
            answer=CampaignAnswer,
            answers="The campaign as those who belong to it see it.",
            params=(
                Param(
                    name="at",
                    text="As it was at this version.",
                    schema={"type": "integer", "minimum": 1, "maximum": VERSIONS},
                ),
            ),
            problems=("campaign-unknown",),
            signed="must",
            headers=("ETag", "Cache-Control"),
            other={304: "It is as you have it."},
        )
    ),
)
async def get_campaign(request: Request[Any, Any, Any], campaign: FromPath[str]) -> Response[bytes]:
    """Show a campaign at its present or any earlier version: roster, records, turns, sessions."""
    only(request, "at")
    held = await _mine(request, campaign)
    at = number(request, "at", None, 1, VERSIONS)
    positions = services_of(request).campaign_positions
    position = held.position if at is None else await positions.at(held, at)
    etag = f'"{position.version}"'
    caching = "private, no-cache" if at is None else FOR_EVER
    headers = {"etag": etag, "vary": "Authorization, Accept", "cache-control": caching}
    if is_known(request, etag):
        return unchanged(headers)
    return answer(request, campaign_answer(campaign, held.box, position), headers=headers)


@post(
    "/v1/campaigns/{campaign:str}/players",
    opt=described(
        Operation(
            id="registerInCampaign",
            tag=TAG,
            summary="Join a campaign",
            body=Nothing,
            answer=CampaignAnswer,
            status=201,
            answers="The campaign, in which you are registered now.",
            params=(KEY,),
            problems=("campaign-unknown", "rule-violation", *POSTED),
            signed="must",
            headers=("Location",),
        )
    ),
)
async def register(request: Request[Any, Any, Any], campaign: FromPath[str]) -> Response[bytes]:
    """Register in a campaign whose id you have been told; whoever is may be named for its sessions."""
    player, services = await player_of(request), services_of(request)
    await body_of(request, Nothing)
    held = await services.campaign_positions.latest(campaign)
    kept = await once_of(request, player.player_id, keys.tag_of(held.campaign))
    guest = Guest(player_id=player.player_id, name=player.name)
    return replied(request, await services.campaigns.register(campaign, guest, _told, kept))


@get(
    "/v1/campaigns/{campaign:str}/events",
    opt=described(
        Operation(
            id="listCampaignEvents",
            tag=TAG,
            summary="What has happened in a campaign, and what is happening",
            answer="CampaignEventPage",
            answers="Events: a page, all as lines, or live.",
            params=(
                AFTER,
                LIMIT,
                LAST,
            ),
            problems=("campaign-unknown",),
            media={
                NDJSON: "One event a line, all there are.",
                SSE: "Live: `id` is the version, `event` the type, `data` the event.",
            },
            signed="must",
            headers=("ETag", "Cache-Control"),
            other={304: "The page is as you have it."},
        )
    ),
)
async def list_campaign_events(
    request: Request[Any, Any, Any], campaign: FromPath[str]
) -> Response[bytes] | Stream:
    """Give events: a page as JSON, all as `application/x-ndjson`, live as `text/event-stream`."""
    only(request, "after", "limit")
    held, services = await _mine(request, campaign), services_of(request)
    after = number(request, "after", 0, 0, VERSIONS) or 0
    limit = number(request, "limit", PAGE, 1, MOST) or PAGE
    wanted = preferred(header_of(request, b"accept") or "", FORMATS)
    if wanted == SSE:
        opener = Opener((await player_of(request)).player_id, token_of(request))
        return live(request, stream(services, held, resume(request, after), opener))
    if wanted == NDJSON:
        return lines(request, event_lines(services, held, after))
    return await _page(request, held, after, limit)


async def _page(
    request: Request[Any, Any, Any], held: HeldCampaign, after: int, limit: int
) -> Response[bytes]:
    name = keys.campaign_name(held.campaign)
    entries = held.read(await services_of(request).store.read(name, after, limit))
    last, version = after + len(entries), held.position.version
    is_full = len(entries) == limit
    etag = f'"{after}+{len(entries)}-{0 if is_full else version}"'
    headers = {
        "vary": "Authorization, Accept",
        "cache-control": FOR_EVER if is_full else "private, no-cache",
        "etag": etag,
    }
    if is_known(request, etag):
        return unchanged(headers)
    page = EventPage(
        items=tuple(shown(entry, SPECTATOR, NO_SEED) for entry in entries),
        next=last if last < version else None,
        version=max(version, last),
    )
    return answer(request, page, headers=headers)


async def _mine(request: Request[Any, Any, Any], campaign: str) -> HeldCampaign:
    """Find a campaign that the caller belongs to. Raises `CampaignUnknown` for any other."""
    player = await player_of(request)
    held = await services_of(request).campaign_positions.latest(campaign)
    if not held.knows(player.player_id):
        raise CampaignUnknown(f"There is no campaign {held.campaign}.")
    return held


def campaign_answer(campaign: str, box: Box, position: CampaignPosition) -> CampaignAnswer:
    """Show a campaign."""
    rules = campaign_of(box.ruleset)
    about = rules.about(position.state)
    return CampaignAnswer(
        id=campaign,
        ruleset=box.ruleset.id,
        edition=box.edition_id,
        name=about.name,
        status=about.status,
        version=position.version,
        created_by=position.founding.creator,
        created_at=position.created_at,
        updated_at=position.updated_at,
        view=msgspec.to_builtins(rules.view(position.state)),
    )


def _told(campaign: str, box: Box, after: CampaignPosition) -> bytes:
    body = encode(campaign_answer(campaign, box, after))
    return keep(201, body, {"location": f"/v1/campaigns/{campaign}"})


ROUTES = [create_campaign, list_campaigns, get_campaign, register, list_campaign_events]
