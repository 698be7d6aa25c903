"""A campaign's events as they come. Few watch one, so each reads for itself when there is something new."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from domain.kernel.secrecy import SPECTATOR
from domain.table.campaigns import NO_SEED
from domain.table.journal import shown
from services import keys
from services.campaign_positions import HeldCampaign
from services.service import Services
from services.sse import OPENING, event_messages
from services.watchers import Opener, Sent, Watcher

_encode = msgspec.json.encode


async def stream(
    services: Services, held: HeldCampaign, after: int, opener: Opener
) -> AsyncIterator[bytes]:
    """Give all events after a version as server-sent events, then those to come."""
    hub, name = services.hub, keys.campaign_name(held.campaign)
    watcher = Watcher(opener)
    hub.attend(watcher)
    stop = hub.listen(name, lambda: watcher.offer(Sent(0, b"")))
    try:
        if not await hub.is_welcome(watcher):
            return
        yield OPENING
        while not watcher.is_finished:
            async for page in services.store.pages(name, after):
                yield event_messages(held.read(page), SPECTATOR, NO_SEED)
                after = page[-1].version
            sent = await watcher.take()
            if sent.is_last:
                return
            if sent.message:
                yield sent.message
    finally:
        stop()
        hub.release(watcher)


async def event_lines(services: Services, held: HeldCampaign, after: int) -> AsyncIterator[bytes]:
    """Give the events after a version, a line each, a page at a time."""
    name = keys.campaign_name(held.campaign)
    async for page in services.store.pages(name, after):
        yield b"".join(
            _encode(shown(entry, SPECTATOR, NO_SEED)) + b"\n" for entry in held.read(page)
        )
