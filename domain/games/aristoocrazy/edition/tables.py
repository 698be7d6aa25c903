"""The tables of an edition of Aristoocrazy, with the bounds of every number."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta

from domain.kernel.edition import Text
from domain.kernel.values import Value

TraitId: TypeAlias = Literal[
    "sword",
    "bow",
    "magic",
    "bravery",
    "rulership",
    "education",
    "food",
    "money",
    "dementia",
    "luck",
]
TokenId: TypeAlias = Literal[
    "sword", "bow", "magic", "bravery", "rulership", "education", "food", "money"
]
"""AC-025: the traits of which there are tokens."""
TOKENS: tuple[TokenId, ...] = get_args(TokenId)
ScoringId: TypeAlias = Literal["bravery", "rulership", "education"]
Face: TypeAlias = Literal[
    "sword", "bow", "magic", "bravery", "rulership", "education", "food", "money", "dementia"
]
"""What a symbol die can show."""
CardId: TypeAlias = Literal[
    "castle",
    "victory_point",
    "herbalist",
    "fate",
    "genetics",
    "commander",
    "love_potion",
    "love_potion_4",
    "cancel_event",
    "epidemic",
    "potion_of_strength",
    "potion_of_life",
]
Kind: TypeAlias = Literal["combat", "scoring", "food", "money", "dementia", "luck"]
Timing: TypeAlias = Literal["turn", "marriage", "birth", "battle", "events"]
Sex: TypeAlias = Literal["woman", "man"]
Players: TypeAlias = Literal["2", "3", "4"]
"""A number of players, as a key."""

Few = Annotated[int, Meta(ge=0, le=3)]
Number = Annotated[int, Meta(ge=0, le=100)]
Some = Annotated[int, Meta(ge=1, le=20)]


class _Table(Value, forbid_unknown_fields=True, kw_only=True):
    """A table of the edition; `source` says where its values come from and has no effect on play."""

    source: Text | None = None


class About(_Table, kw_only=True):
    """Which edition this is."""

    id: Text
    ruleset: Literal["aristoocrazy"]
    name: Text
    version: Number


class Rounds(_Table, kw_only=True):
    """AC-003, AC-004: how long a game is, and after which rounds territories are counted."""

    players: Annotated[int, Meta(ge=2, le=4)]
    rounds: Some
    counting_rounds: Annotated[tuple[Some, ...], Meta(max_length=20)]


class Limits(_Table, kw_only=True):
    """Plain numbers of the game."""

    turns_per_round: Annotated[int, Meta(ge=1, le=10)]
    traits_per_character: Literal[3]
    women_per_house: Annotated[int, Meta(ge=1, le=10)]
    men_per_house: Annotated[int, Meta(ge=1, le=10)]
    ownership_markers: Number
    child_rerolls: Few
    neutral_rerolls: Few
    dowry_improvements: Few
    three_player_closings_each: Annotated[int, Meta(ge=0, le=10)]
    castles_per_territory: Annotated[int, Meta(ge=0, le=1)]


class Lives(_Table, kw_only=True):
    """AC-084: the age at which a character dies."""

    normal: Some
    lucky: Some


class UseCost(_Table, kw_only=True):
    """AC-034, AC-041: tokens that a character gives at once, and the age it takes for them."""

    age_cost: Annotated[int, Meta(ge=0, le=20)]
    tokens: Annotated[int, Meta(ge=1, le=3)]


class Combat(_Table, kw_only=True):
    """AC-071 to AC-083, AC-108, AC-115: what counts in a combat, and what it costs."""

    die: Text
    bonus_per_trait: Number
    bonus_per_token: Number
    castle_bonus: Number
    loser_age: Number
    draw_age: Number
    commander_age: Number


class Exchange(_Table, kw_only=True):
    """AC-027: a purchase of tokens."""

    money: Some
    tokens: Annotated[int, Meta(ge=1, le=5)]


class FoodCost(_Table, kw_only=True):
    """AC-088: food due for up to so many characters."""

    max_characters: Number
    food: Number


class Hunger(_Table, kw_only=True):
    """AC-089: who suffers for a missing food token."""

    characters_per_missing_food: Some
    age: Some


class Barbarians(_Table, kw_only=True):
    """AC-093: who suffers from barbarians."""

    characters: Some
    age: Some


class Auction(_Table, kw_only=True):
    """AC-090: what the highest bid gains."""

    points: Number


class CardMarket(_Table, kw_only=True):
    """AC-095: what a card costs, and how many one may buy."""

    price: Some
    max_cards: Some


class TerritoryCount(_Table, kw_only=True):
    """AC-097: points for most and for second most territories."""

    first_points: Number
    second_points: Number


class ExperiencedStart(_Table, kw_only=True):
    """AC-022: cards dealt and kept."""

    draw: Annotated[int, Meta(ge=0, le=10)]
    keep: Annotated[int, Meta(ge=0, le=10)]


class Bonus(_Table, kw_only=True):
    """AC-101 to AC-105: a bonus at the end of the game."""

    id: Text
    metric: Literal["characters", "dementia_traits"] | TokenId
    best: Literal["most", "least"]
    points: Number


class Trait(_Table, kw_only=True):
    """AC-024, AC-025: a trait, and whether it may be started with, held as a token, bought."""

    id: TraitId
    name: Text
    kind: Kind
    start: bool
    token: bool
    buy: bool


class SymbolDie(_Table, kw_only=True, tag_field="use", tag="symbol"):
    """AC-043, AC-087: one of the dice for neutral characters and events."""

    id: Text
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=20)]


class NumberDie(_Table, kw_only=True, tag_field="use", tag="number"):
    """AC-051, AC-076: a die for children or for combat."""

    id: Text
    faces: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=20)]


class Events(_Table, kw_only=True):
    """AC-R46: in which order events are played."""

    order: Annotated[tuple[Face, ...], Meta(max_length=20)]


class House(_Table, kw_only=True):
    """AC-006, AC-007, AC-R03: a house, its corner, and the seat that plays it (-1: none)."""

    id: Text
    name: Text
    start: Text
    seats: Annotated[dict[Players, Annotated[int, Meta(ge=-1, le=3)]], Meta(max_length=3)]


class CharacterCard(_Table, kw_only=True):
    """AC-006: a character card of a house."""

    id: Text
    house: Text
    sex: Sex
    name: Text


class Territory(_Table, kw_only=True):
    """A territory of the board."""

    id: Text
    name: Text
    spaces: Annotated[int, Meta(ge=1, le=2)]
    edge: bool
    adjacent: Annotated[tuple[Text, ...], Meta(max_length=8)]


class Card(_Table, kw_only=True):
    """AC-107 to AC-121: a kind of special action card, how many there are, what it brings."""

    id: CardId
    name: Text
    count: Annotated[int, Meta(ge=0, le=50)]
    timing: Timing
    points: Some | None = None
    age: Some | None = None
    heal: Some | None = None
    dice: Annotated[int, Meta(ge=1, le=3)] | None = None


class Edition(Value, forbid_unknown_fields=True, kw_only=True):
    """All component data of a game."""

    edition: About
    rounds: Annotated[tuple[Rounds, ...], Meta(max_length=5)]
    limits: Limits
    lives: Lives
    luck: UseCost
    extra_use: UseCost
    combat: Combat
    exchange: Annotated[tuple[Exchange, ...], Meta(max_length=5)]
    food_cost: Annotated[tuple[FoodCost, ...], Meta(min_length=1, max_length=30)]
    hunger: Hunger
    barbarians: Barbarians
    auction: Auction
    card_market: CardMarket
    territory_count: TerritoryCount
    experienced_start: ExperiencedStart
    bonus: Annotated[tuple[Bonus, ...], Meta(max_length=20)]
    traits: Annotated[tuple[Trait, ...], Meta(max_length=20)]
    dice: Annotated[tuple[SymbolDie | NumberDie, ...], Meta(max_length=10)]
    events: Events
    houses: Annotated[tuple[House, ...], Meta(max_length=10)]
    characters: Annotated[tuple[CharacterCard, ...], Meta(max_length=80)]
    territories: Annotated[tuple[Territory, ...], Meta(max_length=60)]
    cards: Annotated[tuple[Card, ...], Meta(max_length=30)]

    def rounds_for(self, players: int) -> Rounds:
        """Give the length of a game for a number of players."""
        return next(row for row in self.rounds if row.players == players)

    def seated(self, players: int) -> tuple[House, ...]:
        """AC-R03: give the houses in play, by seat."""
        by_seat = {house.seats[_key(players)]: house for house in self.houses}
        return tuple(by_seat[seat] for seat in range(players))

    @property
    def symbol_dice(self) -> tuple[SymbolDie, ...]:
        """Give the symbol dice in their order."""
        return tuple(die for die in self.dice if isinstance(die, SymbolDie))

    @property
    def number_dice(self) -> dict[str, NumberDie]:
        """Give the number dice by their ids."""
        return {die.id: die for die in self.dice if isinstance(die, NumberDie)}

    @property
    def closed_for_two(self) -> frozenset[str]:
        """AC-016: the starts of the houses not in play with two players, and all next to them."""
        starts = {house.start for house in self.houses if house.seats["2"] < 0}
        around = (one.adjacent for one in self.territories if one.id in starts)
        return frozenset(starts.union(*around))


def _key(players: int) -> Players:
    return "2" if players == 2 else "3" if players == 3 else "4"
