"""The jobs that RQ runs: ids and numbers in, nothing out. `services.queue` names them."""

from __future__ import annotations

from time import perf_counter

import structlog

from services import chores
from services.errors import CampaignUnknown, GameUnknown, StoreUnavailable
from services.service import Services
from workers.process import process

log = structlog.get_logger()


def carry_on(game: str, version: int) -> None:
    """Do all that is due in a game, if it is still at this version."""
    began = perf_counter()
    try:
        made = process().run(lambda services: _play_on(services, game, version))
    except GameUnknown:
        log.warning("job_without_game", game=game, version=version)
        return
    except StoreUnavailable as error:
        # Nothing is lost: the sweeper calls again for what is still due.
        log.warning("job_put_off", game=game, version=version, why=str(error))
        return
    ms = round((perf_counter() - began) * 1000, 2)
    log.info("job_done", game=game, version=version, commits=made, ms=ms)


def carry_over(campaign: str, version: int) -> None:
    """Carry over all that is outstanding between a campaign and its sessions."""
    began = perf_counter()
    try:
        made = process().run(lambda services: services.campaigns.carry(campaign))
    except CampaignUnknown:
        log.warning("job_without_campaign", campaign=campaign)
        return
    except StoreUnavailable as error:
        log.warning("job_put_off", campaign=campaign, why=str(error))
        return
    ms = round((perf_counter() - began) * 1000, 2)
    log.info("job_done", campaign=campaign, version=version, commits=made, ms=ms)


async def _play_on(services: Services, game: str, version: int) -> int:
    """Try twice: a connection that was lost between two jobs shows when it is next used."""
    try:
        return await chores.carry_on(services, game, version)
    except StoreUnavailable:
        return await chores.carry_on(services, game)
