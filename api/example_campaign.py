"""Examples of campaigns for the document: one that was just founded, and joined by Ada."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec

from api.answers import EventPage
from api.routes.campaigns import campaign_answer
from domain.catalog import RULESETS
from domain.kernel.secrecy import SPECTATOR
from domain.table.box import Box, default_box
from domain.table.campaigns import (
    NO_SEED,
    CampaignPosition,
    Founding,
    commit_to_campaign,
)
from domain.table.journal import Recorded, shown
from services.campaign_lists import CampaignPage, summary_of
from services.campaigns import Guest, command_for

CAMPAIGN = "07m4q2tz9wbhx3ka"
ADA = "21c5rn8ydkv3m7pe"
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


class Sample:
    """A campaign of the first ruleset that has them, founded and joined by one player."""

    def __init__(self) -> None:
        rules = next(one for one in RULESETS.values() if one.campaign is not None)
        self.box: Box = default_box(rules)
        self.entries: list[Recorded] = []
        self.position: CampaignPosition | None = None
        founding = Founding(ruleset=rules.id, edition=self.box.edition_id, creator=ADA)
        self._do(command_for(self.box, "create_campaign", name="Friday nights"), founding)
        ada = Guest(player_id=ADA, name="Ada")
        self._do(command_for(self.box, "register_player", player=ada))

    @property
    def now(self) -> CampaignPosition:
        """Where the campaign stands."""
        assert self.position is not None
        return self.position

    def _do(self, command: Any, cause: Founding | None = None) -> None:
        made = commit_to_campaign(
            self.box, CAMPAIGN, self.position, command, actor=f"player:{ADA}", at=NOON, cause=cause
        )
        assert made is not None
        self.entries += made.events
        self.position = made.after


@cache
def sample() -> Sample:
    """Give the sample campaign; made once."""
    return Sample()


def _campaign() -> Any:
    one = sample()
    return campaign_answer(CAMPAIGN, one.box, one.now)


def _campaigns() -> CampaignPage:
    one = sample()
    return CampaignPage(items=(summary_of(CAMPAIGN, one.now, one.box),), next=None)


def _events() -> EventPage:
    one = sample()
    forms = tuple(shown(entry, SPECTATOR, NO_SEED) for entry in one.entries)
    return EventPage(items=forms, next=None, version=one.now.version)


def event_line() -> str:
    """Give an event of a campaign as a line."""
    return msgspec.json.encode(_events().items[-1]).decode() + "\n"


def live_message() -> str:
    """Give an event of a campaign as a server-sent event."""
    event = _events().items[-1]
    return f"id: {event.version}\nevent: {event.type}\ndata: {event_line()}\n"


ANSWERS: dict[str, Any] = {
    "createCampaign": _campaign,
    "listCampaigns": _campaigns,
    "getCampaign": _campaign,
    "registerInCampaign": _campaign,
    "listCampaignEvents": _events,
}
REQUESTS: dict[str, Any] = {
    "createCampaign": lambda: {"ruleset": sample().box.ruleset.id, "name": "Friday nights"},
    "registerInCampaign": dict,
}
