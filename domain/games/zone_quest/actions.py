"""What a seat can ask for in Zone Quest, and what a session can be told from outside."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Action, Seat, Value

PlayerId: TypeAlias = str
SlotId: TypeAlias = str
ItemId: TypeAlias = str
EnemyId: TypeAlias = str

Items: TypeAlias = dict[SlotId, ItemId | None]
"""What a player wears, by slot; null where nothing is worn."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Stats(Value, forbid_unknown_fields=True):
    """What a player has done; it accumulates over the sessions of a campaign."""

    turns: Number = 0
    """Own turns counted, passed ones included."""
    encounters_won: Number = 0
    """By taking part in the last attack; bosses included."""
    bosses_won: Number = 0
    defeats: Number = 0
    gold_earned: Number = 0


class Record(Value, forbid_unknown_fields=True):
    """ZQ-008: what a campaign keeps of a player."""

    player_id: PlayerId
    damage: Number
    gold: Number
    items: Items
    stats: Stats


class NamedRecord(Record, kw_only=True):
    """ZQ-011: a record with the player's name, as a session gets it."""

    name: str


class Teleport(Action):
    """ZQ-018, ZQ-019: return to town, rest, and give the held cards back."""


class SearchMarket(Action):
    """ZQ-021, ZQ-022: draw cards from the market deck."""


class BuyItems(Action):
    """ZQ-023 to ZQ-027: buy any of the drawn cards.

    `keep` names, for exactly the slots with more than one item, the item that stays.
    """

    buy: tuple[ItemId, ...]
    keep: dict[SlotId, ItemId]


class Explore(Action):
    """ZQ-028 to ZQ-032: explore a zone, and ask these seats to assist."""

    zone: int
    invite: tuple[Seat, ...]


class AnswerInvitation(Action):
    """ZQ-033: accept or decline to assist."""

    accept: bool


class BossChoice(Action):
    """ZQ-048: attack the boss, or teleport to town instead."""

    choice: Literal["attack", "teleport"]


class VoteTarget(Action):
    """ZQ-038, ZQ-R22: vote for the participant who is to take the enemy's attack."""

    seat: Seat


class LeaveSession(Action):
    """ZQ-020, ZQ-R09: leave the session from town, in or out of turn."""


ZoneQuestAction: TypeAlias = (
    Teleport
    | SearchMarket
    | BuyItems
    | Explore
    | AnswerInvitation
    | BossChoice
    | VoteTarget
    | LeaveSession
)


class SeatPlayer(Action):
    """ZQ-R41, ZQ-R52: a reserved player takes the lowest free seat, or is refused."""

    reservation: int
    player_id: PlayerId
    record: NamedRecord


class SyncCampaign(Action):
    """ZQ-R45: other sessions have defeated these bosses."""

    bosses: tuple[EnemyId, ...]
    campaign_turns: int


class RemovePlayer(Action):
    """ZQ-R42: an absent player is taken out wherever they are."""

    seat: Seat


ZoneQuestMessage: TypeAlias = SeatPlayer | SyncCampaign | RemovePlayer
