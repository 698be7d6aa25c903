"""A campaign - the rulebook's database - and how its events change it (ZQ-R37)."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec.structs import replace

from domain.games.zone_quest.actions import EnemyId, NamedRecord, PlayerId, Record
from domain.games.zone_quest.campaign.commands import SessionId
from domain.games.zone_quest.campaign.events import (
    CampaignCreated,
    CampaignEvent,
    CampaignWon,
    PlayerRegistered,
    PlayersReserved,
    ProgressRecorded,
)
from domain.games.zone_quest.edition import Edition
from domain.games.zone_quest.state import new_record
from domain.kernel.values import Value


class Terms(Value):
    """What a campaign takes from its edition."""

    edition_id: str
    session_min: int
    session_max: int
    cap: int
    newcomer: NamedRecord
    """ZQ-009: what a new player has."""
    bosses: tuple[EnemyId, ...]
    """By zone; the last one is the final boss."""


class Member(Value):
    """A player of the campaign."""

    record: NamedRecord
    session_id: SessionId | None = None
    """ZQ-R39: the session that has the player reserved."""
    reservation: int = 0
    """ZQ-R52: the last one of the player."""


class SessionLog(Value):
    """ZQ-R37: what is known of a session."""

    session_id: SessionId
    turns: int = 0
    entry_no: int = 0
    """ZQ-R40: of the last entry that was applied."""
    final: bool = False


class Defeat(Value):
    """ZQ-010: a boss that was defeated, and the session that told of it first."""

    boss: EnemyId
    session_id: SessionId


class CampaignState(Value):
    """All that a campaign keeps."""

    campaign_id: str
    terms: Terms
    name: str = ""
    status: Literal["open", "won"] = "open"
    turns: int = 0
    defeats: tuple[Defeat, ...] = ()
    """By zone."""
    members: tuple[Member, ...] = ()
    sessions: tuple[SessionLog, ...] = ()
    reservations: int = 0

    @property
    def bosses(self) -> tuple[EnemyId, ...]:
        """ZQ-010: the bosses defeated, by zone."""
        return tuple(defeat.boss for defeat in self.defeats)

    def member(self, player_id: PlayerId) -> Member | None:
        """Find a player."""
        return next((one for one in self.members if one.record.player_id == player_id), None)

    def session(self, session_id: SessionId) -> SessionLog | None:
        """Find a session."""
        return next((one for one in self.sessions if one.session_id == session_id), None)


def initial(edition: Edition, campaign_id: str) -> CampaignState:
    """Open the bare database of an edition."""
    bosses = {enemy.zone: enemy.id for enemy in edition.enemies if enemy.boss}
    terms = Terms(
        edition_id=edition.edition.id,
        session_min=edition.players.session_min,
        session_max=edition.players.session_max,
        cap=edition.turn_limit.cap,
        newcomer=new_record(edition, "", ""),
        bosses=tuple(bosses[zone.number] for zone in edition.zones),
    )
    return CampaignState(campaign_id=campaign_id, terms=terms)


def evolve(state: CampaignState, event: CampaignEvent) -> CampaignState:
    """Write down what an event says."""
    match event:
        case ProgressRecorded():
            return _progress_recorded(state, event)
        case PlayersReserved():
            return _players_reserved(state, event)
        case PlayerRegistered(player_id=player_id, name=name):
            record = replace(state.terms.newcomer, player_id=player_id, name=name)
            return replace(state, members=(*state.members, Member(record=record)))
        case CampaignCreated(name=name):
            return replace(state, name=name)
        case CampaignWon():
            return replace(state, status="won")
        case _:
            assert_never(event)


def _players_reserved(state: CampaignState, event: PlayersReserved) -> CampaignState:
    members = tuple(
        replace(member, session_id=event.session_id, reservation=event.reservation)
        if member.record.player_id in event.player_ids
        else member
        for member in state.members
    )
    sessions = state.sessions
    if state.session(event.session_id) is None:
        sessions = (*sessions, SessionLog(session_id=event.session_id))
    return replace(state, members=members, sessions=sessions, reservations=event.reservation)


def _progress_recorded(state: CampaignState, event: ProgressRecorded) -> CampaignState:
    """ZQ-R40, ZQ-R48: turns are added until the victory, bosses united, records replaced."""
    turns = event.turns if state.status == "open" else 0
    records = {record.player_id: record for record in event.records}
    return replace(
        state,
        turns=state.turns + turns,
        defeats=_united(state, event),
        members=tuple(
            _brought_up_to_date(member, event, records.get(member.record.player_id))
            if member.session_id == event.session_id
            else member
            for member in state.members
        ),
        sessions=tuple(
            replace(one, turns=one.turns + turns, entry_no=event.entry_no, final=event.final)
            if one.session_id == event.session_id
            else one
            for one in state.sessions
        ),
    )


def _brought_up_to_date(member: Member, event: ProgressRecorded, record: Record | None) -> Member:
    """ZQ-R40: only the session that has a player reserved replaces the record or frees the player."""
    kept = member.record
    if record is not None:
        kept = replace(
            kept, damage=record.damage, gold=record.gold, items=record.items, stats=record.stats
        )
    is_free = event.final or kept.player_id in event.released
    return replace(member, record=kept, session_id=None if is_free else member.session_id)


def _united(state: CampaignState, event: ProgressRecorded) -> tuple[Defeat, ...]:
    """ZQ-R46: a boss is recorded once, for the session that told of it first."""
    known = {defeat.boss: defeat for defeat in state.defeats}
    for boss in event.bosses:
        known.setdefault(boss, Defeat(boss=boss, session_id=event.session_id))
    return tuple(known[boss] for boss in state.terms.bosses if boss in known)
