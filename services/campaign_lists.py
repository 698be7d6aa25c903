"""The lists of campaigns: each stands in those of its players."""

from __future__ import annotations

import msgspec

from domain.kernel.values import Value
from domain.table.box import Box
from domain.table.campaigns import CampaignPosition, campaign_of
from domain.table.journal import UtcTime
from services import keys
from services.indexes import page_of
from services.redis_link import Link
from services.store import Listing, in_ms


class CampaignPlayer(Value):
    """A player of a campaign."""

    player_id: str
    name: str


class CampaignSummary(Value):
    """A campaign as lists show it."""

    id: str
    ruleset: str
    name: str
    status: str
    """`open`, or as the ruleset says that it has ended."""
    players: tuple[CampaignPlayer, ...]
    created_by: str
    created_at: UtcTime
    updated_at: UtcTime
    """When the players or the status last changed."""


class CampaignQuery(Value):
    """Which campaigns are asked for: those of a player."""

    player: str
    status: str | None = None
    cursor: str | None = None
    limit: int = 50


class CampaignPage(Value):
    """Campaigns, newest first, and where to go on."""

    items: tuple[CampaignSummary, ...]
    next: str | None


def summary_of(campaign: str, position: CampaignPosition, box: Box) -> CampaignSummary:
    """Put a campaign into the form that lists show."""
    about = campaign_of(box.ruleset).about(position.state)
    return CampaignSummary(
        id=campaign,
        ruleset=box.ruleset.id,
        name=about.name,
        status=about.status,
        players=tuple(CampaignPlayer(player_id=one.player, name=one.name) for one in about.players),
        created_by=position.founding.creator,
        created_at=position.created_at,
        updated_at=position.updated_at,
    )


def listing_of(
    campaign: str, before: CampaignPosition | None, after: CampaignPosition, box: Box
) -> Listing | None:
    """Say how the lists change, if they do."""
    about = campaign_of(box.ruleset).about
    if before is not None and about(before.state) == about(after.state):
        return None
    now = summary_of(campaign, after, box)
    then = _indexes(summary_of(campaign, before, box)) if before is not None else ()
    return Listing(
        meta=msgspec.json.encode(now),
        score=in_ms(after.created_at),
        into=tuple(name for name in _indexes(now) if name not in then),
    )


def _indexes(summary: CampaignSummary) -> tuple[str, ...]:
    players = {summary.created_by, *(one.player_id for one in summary.players)}
    return tuple(f"campaign:{player}" for player in sorted(players))


async def campaigns_of(link: Link, query: CampaignQuery, caller: str) -> CampaignPage:
    """Give a page of a player's campaigns that the caller belongs to as well. Raises `BadShape`."""
    items, following = await page_of(
        link,
        (f"campaign:{query.player}",),
        lambda name: _summary(link, name),
        lambda summary: _fits(summary, query, caller),
        (query.cursor, query.limit),
    )
    return CampaignPage(items=items, next=following)


async def _summary(link: Link, name: str) -> CampaignSummary | None:
    campaign = keys.campaign_named(name)
    meta = await link.execute("GET", keys.campaign_meta(campaign or name))
    return msgspec.json.decode(meta, type=CampaignSummary) if meta is not None else None


def _fits(summary: CampaignSummary, query: CampaignQuery, caller: str) -> bool:
    belongs = caller == summary.created_by or any(
        one.player_id == caller for one in summary.players
    )
    return belongs and query.status in (None, summary.status)
