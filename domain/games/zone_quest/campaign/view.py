"""What the players of a campaign see of it: everything, as of the last applied entry."""

from __future__ import annotations

from typing import Literal

from domain.games.zone_quest.actions import Items, PlayerId, Stats
from domain.games.zone_quest.campaign.commands import SessionId
from domain.games.zone_quest.campaign.state import CampaignState, Defeat, Member, SessionLog
from domain.kernel.campaign import About, Occupant
from domain.kernel.values import Value


class MemberView(Value):
    """ZQ-008: a player of the campaign and their record."""

    player_id: PlayerId
    name: str
    damage: int
    gold: int
    items: Items
    stats: Stats
    session_id: SessionId | None


class SessionLogView(Value):
    """ZQ-R37: a session of the campaign."""

    session_id: SessionId
    status: Literal["running", "finished"]
    player_ids: tuple[PlayerId, ...]
    """Now reserved for it."""
    turns: int


class CampaignStateView(Value):
    """ZQ-R37, ZQ-R47: the database."""

    campaign_id: str
    name: str
    status: Literal["open", "won"]
    turns: int
    bosses_defeated: tuple[Defeat, ...]
    players: tuple[MemberView, ...]
    sessions: tuple[SessionLogView, ...]


def about(state: CampaignState) -> About:
    """ZQ-R37: what lists tell of the campaign."""
    return About(
        name=state.name,
        status=state.status,
        players=tuple(
            Occupant(player=one.record.player_id, name=one.record.name) for one in state.members
        ),
    )


def view(state: CampaignState) -> CampaignStateView:
    """Show the campaign."""
    return CampaignStateView(
        campaign_id=state.campaign_id,
        name=state.name,
        status=state.status,
        turns=state.turns,
        bosses_defeated=state.defeats,
        players=tuple(_member(member) for member in state.members),
        sessions=tuple(_session(state, log) for log in state.sessions),
    )


def _member(member: Member) -> MemberView:
    record = member.record
    return MemberView(
        player_id=record.player_id,
        name=record.name,
        damage=record.damage,
        gold=record.gold,
        items=record.items,
        stats=record.stats,
        session_id=member.session_id,
    )


def _session(state: CampaignState, log: SessionLog) -> SessionLogView:
    reserved = [one for one in state.members if one.session_id == log.session_id]
    return SessionLogView(
        session_id=log.session_id,
        status="finished" if log.final else "running",
        player_ids=tuple(one.record.player_id for one in reserved),
        turns=log.turns,
    )
