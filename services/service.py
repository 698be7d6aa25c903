"""All use cases of a process, wired together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from services.boxes import Boxes
from services.campaign_positions import CampaignPositions
from services.campaigns import Campaigns
from services.errors import StoreUnavailable
from services.games import Games, utc_now
from services.hub import Hub
from services.listing import Lists
from services.matchmaking import Matchmaking
from services.news import News
from services.players import Players
from services.positions import Positions
from services.redis_link import Link, connect
from services.settings import Settings
from services.store import EventStore, knows_waitaof


@dataclass(frozen=True, slots=True)
class Services:
    """What the API and the workers stand on."""

    settings: Settings
    link: Link
    store: EventStore
    boxes: Boxes
    positions: Positions
    games: Games
    lists: Lists
    players: Players
    hub: Hub
    news: News
    matchmaking: Matchmaking
    campaign_positions: CampaignPositions
    campaigns: Campaigns
    now: Callable[[], datetime]

    @classmethod
    def wire(cls, settings: Settings, now: Callable[[], datetime] = utc_now) -> Services:
        """Wire everything up; nothing connects yet."""
        assert settings.redis_url is not None, "the command line starts a Redis where none is set"
        link = connect(settings.redis_url)
        store = EventStore(link, settings.durability, settings.replicas)
        boxes = Boxes(link)
        positions = Positions(store, boxes, settings.cache_games)
        lists = Lists(link)
        players = Players(link, now)
        hub = Hub(link, store, positions, players)
        games = Games(store, positions, now, hub.committed)
        campaign_positions = CampaignPositions(store, boxes)
        return cls(
            settings=settings,
            link=link,
            store=store,
            boxes=boxes,
            positions=positions,
            games=games,
            lists=lists,
            players=players,
            hub=hub,
            news=News(hub, positions, lists),
            matchmaking=Matchmaking(link, games, players, now),
            campaign_positions=campaign_positions,
            campaigns=Campaigns(store, campaign_positions, positions, games, now),
            now=now,
        )

    async def check_redis(self) -> None:
        """Make sure that Redis can keep what the settings promise. Raises `Unsuitable`."""
        if self.settings.durability == "memory":
            return
        info = await self.link.execute("INFO", "server")
        version = next(
            line.split(":", 1)[1]
            for line in info.decode().splitlines()
            if line.startswith("redis_version:")
        )
        if self.settings.durability == "fsync" and not knows_waitaof(version):
            raise Unsuitable(
                f"ROUNDTABLE_DURABILITY=fsync needs Redis 7.2 or later (WAITAOF); this is {version}. "
                "Use a newer Redis, or set ROUNDTABLE_DURABILITY=memory and appendfsync always there."
            )

    async def close(self) -> None:
        """Hang up."""
        await self.hub.stop()
        await self.store.close()
        await self.link.close()

    async def ping(self) -> bool:
        """Tell whether Redis answers."""
        try:
            return bool(await self.link.execute("PING") == b"PONG")
        except StoreUnavailable:
            return False


class Unsuitable(Exception):
    """This Redis cannot do what the settings promise."""
