"""What can have happened in Friendly Monsters and Tavern Heroes.

Amounts are the real changes after caps, and each change stands in one event.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import field

from domain.games.tavern_heroes.edition.words import AreaId, CardId, CostKind, Counter, SkillId
from domain.kernel.result import Result, Standing
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Event, Seat, Value, tags_of

Counts: TypeAlias = dict[Counter, int]
"""Changes of counters; zeros are left out."""

ResourceReason: TypeAlias = Literal["build", "sell", "stone", "excess"]
ArmamentReason: TypeAlias = Literal["combat", "support", "stone", "excess"]
TerritoryKind: TypeAlias = Literal["expansion", "monster"]
Row: TypeAlias = Literal["monster", "city", "talent"]


class TavernHeroesStanding(Standing, kw_only=True):
    """TH-135, TH-R23: where a seat came in and by what."""

    renown: int
    cities: int
    last_policy: CardId


class Breakdown(Value):
    """TH-130: what each Policy scored brought a seat."""

    seat: Seat
    before_scoring: int
    policies: dict[CardId, int]
    """Every Policy scored; 0 where the seat did not meet it."""
    total: int


class TavernHeroesResult(Result, kw_only=True):
    """TH-135: the end of the game. Places are never shared and there is one winner."""

    ranking: tuple[TavernHeroesStanding, ...]
    breakdown: tuple[Breakdown, ...]


class SeatSetUp(Value):
    """TH-001, TH-006: what a seat begins with."""

    seat: Seat
    color: str
    renown: int
    funds: int


class ChoiceCost(Value):
    """TH-035: the cost of a space as it was paid."""

    kind: CostKind
    amount: int


class _Event(Event, tag=tags_of("tavern_heroes")):
    """An event of Friendly Monsters and Tavern Heroes."""


class GameSetUp(_Event):
    """TH-001 to TH-006: the table is laid out."""

    seats: tuple[SeatSetUp, ...]
    edition: str
    monster_row: tuple[CardId, ...]
    city_row: tuple[CardId, ...]
    talent_row: tuple[CardId, ...]
    resource_discard: tuple[CardId, ...]
    armament_deck: Annotated[tuple[CardId, ...], visible_to()]
    monster_deck: Annotated[tuple[CardId, ...], visible_to()]
    resource_deck: Annotated[tuple[CardId, ...], visible_to()]
    expansion_decks: Annotated[dict[str, tuple[CardId, ...]], visible_to()]
    city_deck: Annotated[tuple[CardId, ...], visible_to()]
    talent_deck: Annotated[tuple[CardId, ...], visible_to()]


class PoliciesDealt(_Event):
    """TH-007: a seat was dealt Policies."""

    seat: Seat
    policies: Annotated[tuple[CardId, ...], visible_to("seat")]


class PolicyChosen(_Event):
    """TH-008: a seat has chosen its Policy of round I."""

    seat: Seat
    policy: Annotated[CardId, visible_to("seat")]


class PolicyDeckFormed(_Event):
    """TH-009: the Policies not chosen are the Policy deck."""

    count: int
    deck: Annotated[tuple[CardId, ...], visible_to()]
    removed: Annotated[tuple[CardId, ...], visible_to()]


class RoundPrepared(_Event):
    """TH-013 to TH-018, TH-027: the table is made ready for a round.

    It also stands for this: cubes leave the seats' own cards, talents are turned up, nobody has passed.
    """

    round: int
    cubes_removed: dict[AreaId, int]
    policies_turned: tuple[CardId, ...]
    policies: dict[str, CardId]
    """By seat, its number as a text."""
    turn_order: tuple[Seat, ...]
    final_pile: tuple[CardId, ...] | None
    """In round IV, else null."""


class IncomeCollected(_Event):
    """TH-019 to TH-024: what a seat's cards bring."""

    seat: Seat
    cubes: int
    funds: int
    information: int
    universal_resource: int
    renown: int
    armament_level: int


class CubePlaced(_Event):
    """TH-032 to TH-036, TH-074: a seat places a cube on the board or on its own card."""

    seat: Seat
    target: str
    """An area, `lord`, `policy`, or a talent."""
    choice_cost: ChoiceCost | None
    """Null on own cards."""


class EffectPerformed(_Event):
    """TH-038, TH-076: an effect of the board, or Taxation, was performed."""

    seat: Seat
    kind: str
    """Of the effect, or `taxation`."""
    paid: Counts
    gained: Counts
    privileged: bool


class SkillPerformed(_Event):
    """TH-078 to TH-087: a skill of a talent was performed."""

    seat: Seat
    talent: CardId
    skill: SkillId
    paid: Counts
    gained: Counts
    talents_turned_up: tuple[CardId, ...]


class ResourceTaken(_Event):
    """TH-022, TH-043, TH-048, TH-118: a seat takes a Resource card; `price` is 0 unless it is bought."""

    seat: Seat
    card: CardId
    source: Literal["deck", "discard"] = field(name="from")
    price: int


class ResourceCardsDiscarded(_Event):
    """TH-047, TH-058, TH-099, TH-100: a seat discards Resource cards, the last one on top."""

    seat: Seat
    cards: tuple[CardId, ...]
    reason: ResourceReason


class ResourceDiscardStarted(_Event):
    """TH-044: the top card of the Resource deck forms a new discard pile."""

    card: CardId


class ResourceDeckReshuffled(_Event):
    """TH-101: the Resource discard pile but its top card is the new deck."""

    count: int
    deck: Annotated[tuple[CardId, ...], visible_to()]


class ArmamentsDrawn(_Event):
    """TH-103, TH-104: a seat draws Armament cards."""

    seat: Seat
    count: int
    cards: Annotated[tuple[CardId, ...], visible_to("seat")]


class ArmamentsDiscarded(_Event):
    """TH-103, TH-104, TH-106, TH-111: a seat discards Armament cards openly, the last one on top."""

    seat: Seat
    cards: tuple[CardId, ...]
    reason: ArmamentReason


class ArmamentDeckReshuffled(_Event):
    """TH-105: the Armament discard pile is the new deck."""

    count: int
    deck: Annotated[tuple[CardId, ...], visible_to()]


class ArmamentLevelRaised(_Event):
    """TH-060, TH-073, TH-084: a seat's Armament Level has risen."""

    seat: Seat
    level: int


class TerritoryGained(_Event):
    """TH-051, TH-090, TH-114: a seat has a new territory."""

    seat: Seat
    index: int
    kind: TerritoryKind
    card: CardId
    renown: int
    bonus: int


class CityBuilt(_Event):
    """TH-059: a city covers a territory."""

    seat: Seat
    city: CardId
    territory: int
    renown: int


class TalentRecruited(_Event):
    """TH-068, TH-091: a seat has a new talent."""

    seat: Seat
    talent: CardId
    bonus: int


class TalentsTurnedDown(_Event):
    """TH-112, TH-116: talents are turned face down for their abilities."""

    seat: Seat
    talents: tuple[CardId, ...]


class RowRefilled(_Event):
    """TH-004, TH-059, TH-068, TH-114: the top card of a deck comes into its row, last."""

    row: Row
    card: CardId


class MonsterSubjugated(_Event):
    """TH-108 to TH-114: a monster leaves the row."""

    seat: Seat
    monster: CardId
    cubes_spent: int


class MonsterVisited(_Event):
    """TH-115 to TH-118: a seat traded with a monster, or explored its lair."""

    seat: Seat
    monster: CardId
    talent: CardId
    paid: Counts
    gained: Counts
    support: tuple[CardId, ...]


class PolicyBonusGained(_Event):
    """TH-121: the [Constant] of the seat's Policy."""

    seat: Seat
    policy: CardId
    renown: int


class SeatPassed(_Event):
    """TH-123 to TH-127: a seat has passed; in rounds I to III it has exchanged its Policy."""

    seat: Seat
    policy_taken: CardId | None
    policy_returned: CardId | None
    policy_cube_removed: bool


class FinalPolicyChosen(_Event):
    """TH-125, TH-126: a seat has taken the Policy that it scores; it returns its own, but not of two players."""

    seat: Seat
    policy_returned: CardId | None
    policy: Annotated[CardId, visible_to("seat")]


class PoliciesRevealed(_Event):
    """TH-129: the Policies to be scored, by seat in ascending number."""

    policies: dict[str, tuple[CardId, ...]]


class PolicyScored(_Event):
    """TH-130 to TH-134: a Policy gives Renown to each of these seats."""

    policy: CardId
    seats: tuple[Seat, ...]
    renown: int


class GameFinished(_Event):
    """TH-135: the game is over."""

    result: TavernHeroesResult


TavernHeroesEvent: TypeAlias = (
    GameSetUp
    | PoliciesDealt
    | PolicyChosen
    | PolicyDeckFormed
    | RoundPrepared
    | IncomeCollected
    | CubePlaced
    | EffectPerformed
    | SkillPerformed
    | ResourceTaken
    | ResourceCardsDiscarded
    | ResourceDiscardStarted
    | ResourceDeckReshuffled
    | ArmamentsDrawn
    | ArmamentsDiscarded
    | ArmamentDeckReshuffled
    | ArmamentLevelRaised
    | TerritoryGained
    | CityBuilt
    | TalentRecruited
    | TalentsTurnedDown
    | RowRefilled
    | MonsterSubjugated
    | MonsterVisited
    | PolicyBonusGained
    | SeatPassed
    | FinalPolicyChosen
    | PoliciesRevealed
    | PolicyScored
    | GameFinished
)
