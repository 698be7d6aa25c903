"""What can have happened in a campaign of Zone Quest. All players of the campaign see all of it."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.zone_quest.actions import EnemyId, NamedRecord, PlayerId, Record
from domain.games.zone_quest.campaign.commands import SessionId
from domain.kernel.values import Event, tags_of


class _Event(Event, tag=tags_of("zone_quest")):
    """An event of a campaign."""


class CampaignCreated(_Event):
    """ZQ-R37: an empty database is opened."""

    name: str
    edition_id: str


class PlayerRegistered(_Event):
    """ZQ-009: a player is added, with no damage, gold or items."""

    player_id: PlayerId
    name: str


class PlayersReserved(_Event):
    """ZQ-R38, ZQ-R39, ZQ-R41, ZQ-R52: players are reserved for a session that opens, or is joined."""

    reservation: int
    session_id: SessionId
    player_ids: tuple[PlayerId, ...]
    records: tuple[NamedRecord, ...]
    """As they are now, in the order of `player_ids`."""
    turns: int
    bosses: tuple[EnemyId, ...]
    turn_limit: int | None
    """Null also when a running session is joined."""


class ProgressRecorded(_Event):
    """ZQ-R40: an entry of a session was applied."""

    session_id: SessionId
    entry_no: int
    turns: int
    records: tuple[Record, ...]
    bosses: tuple[EnemyId, ...]
    released: tuple[PlayerId, ...]
    final: bool


class CampaignWon(_Event):
    """ZQ-004, ZQ-052: the final boss is defeated; all players of the campaign have won."""

    session_id: SessionId
    turns: int


CampaignEvent: TypeAlias = (
    CampaignCreated | PlayerRegistered | PlayersReserved | ProgressRecorded | CampaignWon
)
