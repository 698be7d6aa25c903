"""Recent positions of campaigns, kept in memory, and how they are loaded and brought up to date."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from domain.table.box import Box
from domain.table.campaigns import (
    CampaignPosition,
    campaign_event_decoder,
    campaign_of,
    follow_campaign,
    founding_of,
)
from domain.table.codec import decode_header
from domain.table.journal import Recorded
from services import keys
from services.boxes import Boxes
from services.errors import CampaignUnknown
from services.store import EventStore, Stored, recorded

KEEP = 500
"""How many campaigns a process keeps in memory."""


class HeldCampaign:
    """A campaign in memory: its box, its latest known position, and how far its sessions were read."""

    __slots__ = ("box", "campaign", "epoch", "lock", "position", "read_to")

    def __init__(self, campaign: str, box: Box, position: CampaignPosition, epoch: int = 0) -> None:
        self.epoch = epoch
        """Of the connection by which it is known."""
        self.campaign = campaign
        self.box = box
        self.position = position
        self.lock = asyncio.Lock()
        self.read_to: dict[str, int] = {}
        """By session: the version up to which it has nothing that was not applied."""

    @property
    def rules(self) -> Any:
        """What the ruleset says of its campaigns."""
        return campaign_of(self.box.ruleset)

    def read(self, entries: list[Stored]) -> tuple[Recorded, ...]:
        """Decode stored events of this campaign."""
        founded = self.position.founding.ruleset_version
        return recorded(campaign_event_decoder(self.box.ruleset, founded), entries)

    def knows(self, player: str) -> bool:
        """Tell whether the player belongs to the campaign: as its founder, or registered in it."""
        return player == self.position.founding.creator or self.has(player)

    def has(self, player: str) -> bool:
        """Tell whether the player is registered in the campaign."""
        return any(one.player == player for one in self.rules.about(self.position.state).players)


class CampaignPositions:
    """The campaigns that this process knows, least recently used dropped first."""

    def __init__(self, store: EventStore, boxes: Boxes) -> None:
        self._store = store
        self._boxes = boxes
        self._held: OrderedDict[str, HeldCampaign] = OrderedDict()

    async def latest(self, campaign: str) -> HeldCampaign:
        """Give the campaign as it is in the store now. Raises `CampaignUnknown`."""
        held = self._held.get(campaign)
        if held is None:
            held = await self._load(campaign)
            self.keep(held)
        else:
            self._held.move_to_end(campaign)
            await self.refresh(held)
        return held

    async def at(self, held: HeldCampaign, version: int) -> CampaignPosition:
        """Give the position at an earlier version of the campaign. Raises `CampaignUnknown`."""
        if version == held.position.version:
            return held.position
        position: CampaignPosition | None = None
        async for page in self._store.pages(keys.campaign_name(held.campaign), 0, version):
            position = follow_campaign(held.box, held.campaign, position, held.read(page))
        if position is None or position.version != version:
            raise CampaignUnknown(f"The campaign has no version {version}.")
        return position

    def keep(self, held: HeldCampaign) -> None:
        """Keep a campaign in memory."""
        self._held[held.campaign] = held
        while len(self._held) > KEEP:
            self._held.popitem(last=False)

    async def _load(self, campaign: str) -> HeldCampaign:
        if not keys.is_id(campaign):
            raise CampaignUnknown(f"There is no campaign {campaign}.")
        entries = await self._store.read(keys.campaign_name(campaign))
        if not entries:
            raise CampaignUnknown(f"There is no campaign {campaign}.")
        founding = founding_of(decode_header(entries[0].header))
        box = await self._boxes.find(founding.ruleset, founding.edition)
        decode = campaign_event_decoder(box.ruleset, founding.ruleset_version)
        position = follow_campaign(box, campaign, None, recorded(decode, entries))
        assert position is not None
        return HeldCampaign(campaign, box, position, self._store.link.epoch)

    async def reload(self, held: HeldCampaign) -> None:
        """Read the campaign anew: behind a lost connection may be a store that has lost its end."""
        fresh = await self._load(held.campaign)
        held.position, held.epoch = fresh.position, fresh.epoch
        held.read_to.clear()

    async def refresh(self, held: HeldCampaign) -> None:
        """Read what has come since."""
        entries = await self._store.read(keys.campaign_name(held.campaign), held.position.version)
        if held.epoch != self._store.link.epoch:
            await self.reload(held)
            return
        fresh = [entry for entry in held.read(entries) if entry.version > held.position.version]
        position = follow_campaign(held.box, held.campaign, held.position, tuple(fresh))
        assert position is not None
        held.position = position
