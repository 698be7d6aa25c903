"""What can have happened in a session of Zone Quest."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from domain.games.zone_quest.actions import (
    EnemyId,
    ItemId,
    Items,
    NamedRecord,
    PlayerId,
    Record,
    Stats,
)
from domain.kernel.result import Result, Standing
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Event, Seat, Value, tags_of

CardId: TypeAlias = str
"""An enemy or an item; copies of a card have the same id."""

DeckName: TypeAlias = str
"""`market` or `zone_<n>`."""

Reason: TypeAlias = Literal["town", "lost", "fled", "exhausted", "market", "left"]
"""Why cards go back to a deck."""


class SeatRecord(NamedRecord, kw_only=True):
    """ZQ-011: who sits where, and with what."""

    seat: Seat


class Attack(Value):
    """ZQ-036: what a participant dealt to the enemy."""

    seat: Seat
    damage: int


class Share(Value):
    """ZQ-044: what a participant got of the gold."""

    seat: Seat
    gold: int


class ZoneQuestStanding(Standing, kw_only=True):
    """ZQ-001: a player at the end of the session; there is no ranking between them."""

    player_id: PlayerId
    gold: int
    items: Items
    stats: Stats


class ZoneQuestResult(Result, kw_only=True):
    """ZQ-004, ZQ-005, ZQ-R05, ZQ-R43, ZQ-R45, ZQ-R50: how the session ended."""

    ranking: tuple[ZoneQuestStanding, ...]
    reason: Literal["final_boss", "campaign_won", "turn_limit", "turn_cap", "all_left"]
    turns: int
    campaign_turns: int
    bosses_defeated: tuple[EnemyId, ...]


class _Event(Event, tag=tags_of("zone_quest")):
    """An event of Zone Quest."""


class SessionStarted(_Event):
    """ZQ-009 to ZQ-011, ZQ-R38: the session is opened from the records of its campaign."""

    reservation: int
    campaign_id: str | None
    edition_id: str
    turn_limit: int | None
    campaign_turns: int
    bosses_defeated: tuple[EnemyId, ...]
    seats: tuple[SeatRecord, ...]


class DeckShuffled(_Event):
    """ZQ-013, ZQ-014, ZQ-R13: a deck was shuffled and lies face-down."""

    deck: DeckName
    size: int
    order: Annotated[tuple[CardId, ...], visible_to()]
    """Top first."""


class TurnStarted(_Event):
    """ZQ-016, ZQ-017: it is this player's turn."""

    seat: Seat


class TurnPassed(_Event):
    """ZQ-035, ZQ-R20: a player passes their turn for having assisted."""

    seat: Seat


class PlayerTeleported(_Event):
    """ZQ-018, ZQ-048: a player returned to town and is healed."""

    seat: Seat
    reason: Literal["turn", "boss"]
    healed: int


class CardsReturned(_Event):
    """ZQ-019, ZQ-024, ZQ-027, ZQ-046, ZQ-047, ZQ-049: cards went back to a deck."""

    deck: DeckName
    seat: Seat | None
    """Whose cards they were; null for the enemy of the encounter."""
    cards: tuple[CardId, ...]
    reason: Reason


class MarketSearched(_Event):
    """ZQ-022: a player drew cards from the market deck."""

    seat: Seat
    drawn: tuple[ItemId, ...]


class ItemsBought(_Event):
    """ZQ-023 to ZQ-027: a player bought items, or none; `gold` and `items` are those afterwards."""

    seat: Seat
    bought: tuple[ItemId, ...]
    paid: int
    gold: int
    items: Items
    returned: tuple[ItemId, ...]
    """Items given up, bought ones included."""


class ExplorationDeclared(_Event):
    """ZQ-028, ZQ-032: a player is going to explore, and asks others to assist."""

    seat: Seat
    zone: int
    invited: tuple[Seat, ...]


class InvitationAnswered(_Event):
    """ZQ-033: a player accepted or declined to assist."""

    seat: Seat
    accept: bool


class ExplorationCancelled(_Event):
    """ZQ-R42: the explorer was removed before the card was revealed."""

    seat: Seat


class EncounterStarted(_Event):
    """ZQ-028, ZQ-034, ZQ-R17: the card is revealed and the participants are in the zone."""

    zone: int
    enemy: EnemyId
    boss: bool
    explorer: Seat
    participants: tuple[Seat, ...]
    exhausted: bool
    """ZQ-047: it was the last card of the deck."""


class BossChoiceMade(_Event):
    """ZQ-048: a participant chose to attack the boss or to teleport."""

    seat: Seat
    choice: Literal["attack", "teleport"]


class PlayersAttacked(_Event):
    """ZQ-036: the participants dealt damage."""

    cycle: int
    attacks: tuple[Attack, ...]
    enemy_damage: int
    """In total."""


class TargetVoteCast(_Event):
    """ZQ-038, ZQ-R22: a participant voted on who takes the enemy's attack."""

    seat: Seat
    target: Seat


class EnemyAttacked(_Event):
    """ZQ-037, ZQ-039: the enemy dealt damage."""

    cycle: int
    seat: Seat
    damage: int
    player_damage: int
    """In total."""


class PlayerDefeated(_Event):
    """ZQ-040, ZQ-041: a player was defeated and wakes up healed in town."""

    seat: Seat
    gold_lost: int


class EncounterEnded(_Event):
    """ZQ-042, ZQ-044, ZQ-045, ZQ-049: the encounter is over."""

    enemy: EnemyId
    outcome: Literal["won", "lost", "fled"]
    shares: tuple[Share, ...]
    card_to: Seat | Literal["deck", "removed"]


class BossDefeated(_Event):
    """ZQ-050 to ZQ-052: a boss is gone for good and the next zone is open."""

    boss: EnemyId
    zone: int
    opens_zone: int | None
    final: bool


class TurnEnded(_Event):
    """ZQ-R04: a turn was counted; `turns` are those of the session so far."""

    seat: Seat
    turns: int


class PlayerJoined(_Event):
    """ZQ-R41, ZQ-R49: a player joined the running session."""

    reservation: int
    seat: Seat
    player_id: PlayerId
    name: str
    damage: int
    gold: int
    items: Items
    stats: Stats
    owes_pass: bool
    """ZQ-R44: from an earlier stay in this session."""
    market_removed: tuple[ItemId, ...]


class JoinRefused(_Event):
    """ZQ-R52: no seat was free any more."""

    reservation: int
    player_id: PlayerId


class PlayerLeft(_Event):
    """ZQ-020, ZQ-R42: a player left the session or was removed."""

    seat: Seat
    player_id: PlayerId
    reason: Literal["left", "removed"]
    owes_pass: bool
    """ZQ-R44: to be remembered."""
    votes_cleared: bool


class CampaignSynced(_Event):
    """ZQ-R45: news of bosses that other sessions have defeated."""

    bosses: tuple[EnemyId, ...]
    campaign_turns: int
    """Without those of this session; after the victory those at which the campaign was won."""


class ProgressSaved(_Event):
    """ZQ-R40: a numbered entry for the campaign."""

    entry_no: int
    turns: int
    """Ended since the last entry."""
    records: tuple[Record, ...]
    bosses: tuple[EnemyId, ...]
    released: tuple[PlayerId, ...]
    final: bool


class SessionEnded(_Event):
    """ZQ-052, ZQ-R05, ZQ-R43, ZQ-R45, ZQ-R50: the session is over."""

    result: ZoneQuestResult


ZoneQuestEvent: TypeAlias = (
    SessionStarted
    | DeckShuffled
    | TurnStarted
    | TurnPassed
    | PlayerTeleported
    | CardsReturned
    | MarketSearched
    | ItemsBought
    | ExplorationDeclared
    | InvitationAnswered
    | ExplorationCancelled
    | EncounterStarted
    | BossChoiceMade
    | PlayersAttacked
    | TargetVoteCast
    | EnemyAttacked
    | PlayerDefeated
    | EncounterEnded
    | BossDefeated
    | TurnEnded
    | PlayerJoined
    | JoinRefused
    | PlayerLeft
    | CampaignSynced
    | ProgressSaved
    | SessionEnded
)
