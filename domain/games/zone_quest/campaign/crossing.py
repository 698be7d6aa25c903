"""What crosses between a campaign and its sessions, as the state of either side asks for it (ZQ-R52)."""

from __future__ import annotations

from domain.games.zone_quest.actions import (
    LeaveSession,
    RemovePlayer,
    SeatPlayer,
    SyncCampaign,
    ZoneQuestMessage,
)
from domain.games.zone_quest.campaign.commands import RecordProgress, SessionId
from domain.games.zone_quest.campaign.events import PlayersReserved
from domain.games.zone_quest.campaign.state import CampaignState
from domain.games.zone_quest.events import ProgressSaved
from domain.games.zone_quest.rules import can_leave, decide, tell
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.state import Options, Session, State
from domain.kernel.campaign import Occupant
from domain.kernel.values import Event, Seat


def opening(campaign_id: str, event: Event) -> tuple[int, Options] | None:
    """ZQ-R38: what the session starts with for which these players were reserved."""
    if not isinstance(event, PlayersReserved):
        return None
    session = Session(
        campaign_id=campaign_id,
        reservation=event.reservation,
        turns=event.turns,
        bosses=event.bosses,
        players=event.records,
    )
    return len(event.records), Options(turn_limit=event.turn_limit, session=session)


def report(session_id: SessionId, event: Event) -> RecordProgress | None:
    """ZQ-R40: bring an entry to the campaign."""
    if isinstance(event, ProgressSaved):
        return RecordProgress(session_id=session_id, entry=event)
    return None


def running(campaign: CampaignState) -> tuple[SessionId, ...]:
    """ZQ-R37, ZQ-R40: the sessions whose final entry was not applied yet."""
    return tuple(one.session_id for one in campaign.sessions if not one.final)


def applied(campaign: CampaignState, session_id: SessionId) -> int:
    """ZQ-R40: the number of the session's last entry that was applied."""
    log = campaign.session(session_id)
    return log.entry_no if log is not None else 0


def news(campaign: CampaignState, session_id: SessionId, session: State) -> ZoneQuestMessage | None:
    """ZQ-R45, ZQ-R52: a reservation that is unanswered, or bosses that others have defeated."""
    if session.phase in ("setup", "finished"):
        return None
    return _reserved(campaign, session_id, session) or _defeated(campaign, session_id, session)


def _reserved(campaign: CampaignState, session_id: SessionId, session: State) -> SeatPlayer | None:
    waiting = [
        member
        for member in campaign.members
        if member.session_id == session_id and member.reservation > session.reservation
    ]
    if not waiting:
        return None
    first = min(waiting, key=lambda member: member.reservation)
    return SeatPlayer(
        reservation=first.reservation, player_id=first.record.player_id, record=first.record
    )


def _defeated(
    campaign: CampaignState, session_id: SessionId, session: State
) -> SyncCampaign | None:
    """ZQ-R45: heard before a turn is begun; after the victory the turns are those it took."""
    new = tuple(boss for boss in campaign.bosses if boss not in session.bosses)
    if session.phase != "turn" or not new:
        return None
    log = campaign.session(session_id)
    own = log.turns if log is not None and campaign.status == "open" else 0
    return SyncCampaign(bosses=new, campaign_turns=campaign.turns - own)


def seated(session: State) -> tuple[Occupant | None, ...]:
    """Who sits where now."""
    return tuple(
        Occupant(player=player.player_id, name=player.name) if player is not None else None
        for player in session.seats
    )


def depart(play: ZoneQuestPlay, seat: Seat) -> None:
    """ZQ-020, ZQ-R42: leave from town where that is allowed, else be removed."""
    if can_leave(play.state, seat):
        decide(play, seat, LeaveSession())
    else:
        tell(play, RemovePlayer(seat=seat))
