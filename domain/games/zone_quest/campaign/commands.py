"""What can be asked of a campaign of Zone Quest."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.games.zone_quest.actions import PlayerId
from domain.games.zone_quest.events import ProgressSaved
from domain.kernel.values import Value, snake_case

SessionId: TypeAlias = str
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


class Newcomer(Value, forbid_unknown_fields=True):
    """A player by the name of their account."""

    player_id: PlayerId
    name: Name


class _Command(Value, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """Something asked of a campaign."""


class CreateCampaign(_Command):
    """ZQ-R37: open an empty database."""

    name: Name


class RegisterPlayer(_Command):
    """ZQ-009: add a player to the campaign."""

    player: Newcomer


class OpenSession(_Command):
    """ZQ-R38, ZQ-R39: reserve players, in turn order, for a new session; strangers are registered."""

    session_id: SessionId
    players: tuple[Newcomer, ...]
    turn_limit: int | None = None


class JoinSession(_Command):
    """ZQ-R41, ZQ-R52: reserve a player for a running session; a stranger is registered."""

    session_id: SessionId
    player: Newcomer


class RecordProgress(_Command):
    """ZQ-R40: apply an entry of a session, once and in its order."""

    session_id: SessionId
    entry: ProgressSaved


CampaignCommand: TypeAlias = (
    CreateCampaign | RegisterPlayer | OpenSession | JoinSession | RecordProgress
)
