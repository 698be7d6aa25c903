"""What outlives the sessions of Zone Quest: the rulebook's database.

`rules` decides commands to it, `state` writes their events down, `view` shows it; `crossing` is what
it and its sessions have to hear of each other.
"""

from __future__ import annotations

from domain.games.zone_quest.actions import ZoneQuestMessage
from domain.games.zone_quest.campaign.commands import CampaignCommand
from domain.games.zone_quest.campaign.crossing import (
    applied,
    depart,
    news,
    opening,
    report,
    running,
    seated,
)
from domain.games.zone_quest.campaign.events import CampaignEvent
from domain.games.zone_quest.campaign.rules import decide
from domain.games.zone_quest.campaign.state import CampaignState, evolve, initial
from domain.games.zone_quest.campaign.view import CampaignStateView, about, view
from domain.games.zone_quest.edition import Edition
from domain.games.zone_quest.rules import tell
from domain.games.zone_quest.state import Options, State
from domain.kernel.campaign import Campaign

CAMPAIGN: Campaign[CampaignState, State, Options, Edition, CampaignStateView] = Campaign(
    command=CampaignCommand,
    event=CampaignEvent,
    state=CampaignState,
    view_type=CampaignStateView,
    initial=initial,
    decide=decide,
    evolve=evolve,
    view=view,
    about=about,
    opening=opening,
    options_field="session",
    message=ZoneQuestMessage,
    tell=tell,
    news=news,
    report=report,
    running=running,
    applied=applied,
    seated=seated,
    depart=depart,
)
