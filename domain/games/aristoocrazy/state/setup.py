"""What a game takes from its edition for its number of players, and the bare table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

from domain.games.aristoocrazy.actions import CharacterId, TerritoryId, Tokens
from domain.games.aristoocrazy.edition.tables import (
    TOKENS,
    Auction,
    Barbarians,
    Bonus,
    Card,
    CardId,
    CardMarket,
    Combat,
    Edition,
    Exchange,
    ExperiencedStart,
    Face,
    FoodCost,
    Hunger,
    Limits,
    Lives,
    Sex,
    TerritoryCount,
    TokenId,
    Trait,
    TraitId,
    UseCost,
)
from domain.kernel.values import Seat, Value

Place: TypeAlias = int
"""A territory, by its number in board order."""
Counts: TypeAlias = tuple[int, ...]
"""A number for each kind of token, in edition order."""


class Ground(Value):
    """A territory as it is printed."""

    id: TerritoryId
    spaces: int
    edge: bool
    adjacent: tuple[Place, ...]


class Setup(Value, dict=True, gc=True):
    """All that does not change in a game. Its indices are made once, when they are asked for."""

    edition_id: str
    houses: tuple[str, ...]
    """By seat."""
    starts: tuple[Place, ...]
    """AC-007: the corner of each house."""
    closed: tuple[Place, ...]
    """AC-016: what is closed from the beginning."""
    rounds: int
    counting_rounds: tuple[int, ...]
    grounds: tuple[Ground, ...]
    casts: tuple[tuple[CharacterId, ...], ...]
    """By seat, the character cards of the house."""
    sexes: tuple[tuple[Sex, ...], ...]
    traits: tuple[Trait, ...]
    tokens: tuple[TokenId, ...]
    symbols: tuple[tuple[Face, ...], ...]
    """The faces of the three symbol dice."""
    combat_faces: tuple[int, ...]
    event_order: tuple[Face, ...]
    cards: tuple[Card, ...]
    limits: Limits
    lives: Lives
    luck: UseCost
    extra_use: UseCost
    combat: Combat
    exchange: tuple[Exchange, ...]
    food_cost: tuple[FoodCost, ...]
    hunger: Hunger
    barbarians: Barbarians
    auction: Auction
    card_market: CardMarket
    territory_count: TerritoryCount
    experienced_start: ExperiencedStart
    bonus: tuple[Bonus, ...]

    @cached_property
    def combat_tokens(self) -> tuple[TokenId, ...]:
        """The kinds of tokens that fight."""
        return tuple(kind for kind in self.tokens if kind in COMBAT)

    @cached_property
    def places(self) -> Mapping[TerritoryId, Place]:
        """The territories by their ids."""
        return {ground.id: place for place, ground in enumerate(self.grounds)}

    @cached_property
    def token_places(self) -> Mapping[TokenId, int]:
        """Where each kind of token is counted."""
        return {kind: place for place, kind in enumerate(self.tokens)}

    @property
    def deck(self) -> tuple[CardId, ...]:
        """AC-019: all action cards before the shuffle."""
        return tuple(card.id for card in self.cards for _ in range(card.count))

    @cached_property
    def seats(self) -> Mapping[CharacterId, Seat]:
        """The seats by the character cards of their houses."""
        return {card: seat for seat, cast in enumerate(self.casts) for card in cast}

    def place_of(self, territory: TerritoryId) -> Place | None:
        """Find a territory of the board."""
        return self.places.get(territory)

    def at(self, territory: TerritoryId) -> Place:
        """Give the number of a territory that is known to be there."""
        return self.places[territory]

    def name(self, place: Place) -> TerritoryId:
        """Give the id of a territory."""
        return self.grounds[place].id

    def seat_of(self, character: CharacterId) -> Seat | None:
        """Find the seat to whose house a character card belongs."""
        return self.seats.get(character)

    def sex_of(self, seat: Seat, character: CharacterId) -> Sex:
        """Tell a woman from a man."""
        return self.sexes[seat][self.casts[seat].index(character)]

    def counts(self, tokens: Tokens) -> Counts:
        """Count tokens by kind."""
        return tuple([tokens.get(kind, 0) for kind in self.tokens])

    def tally(self, kinds: Iterable[TraitId]) -> Counts:
        """Count tokens that are listed one by one."""
        listed: list[TraitId] = list(kinds)
        return tuple([listed.count(kind) for kind in self.tokens])

    def named(self, counts: Counts) -> Tokens:
        """Name the kinds of which there are tokens."""
        return {kind: n for kind, n in zip(self.tokens, counts, strict=True) if n}

    def in_order(self, cards: Iterable[CardId]) -> tuple[CardId, ...]:
        """Sort action cards by the order of the edition."""
        listed: list[CardId] = list(cards)
        return tuple([card.id for card in self.cards for _ in range(listed.count(card.id))])

    def card(self, name: CardId) -> Card:
        """Give the row of a card."""
        return next(card for card in self.cards if card.id == name)


COMBAT: frozenset[TraitId] = frozenset({"sword", "bow", "magic"})
"""The traits that fight; their kinds are the same in every edition (AC-024)."""
TOKENLESS: frozenset[TraitId] = frozenset({"dementia", "luck"})
"""AC-R08: the traits of which there are no tokens."""


def setup_of(edition: Edition, players: int) -> Setup:
    """Take from the edition what this number of players needs."""
    row, seated = edition.rounds_for(players), edition.seated(players)
    board = [one.id for one in edition.territories]
    casts = [[card for card in edition.characters if card.house == one.id] for one in seated]
    return Setup(
        edition_id=edition.edition.id,
        houses=tuple(house.id for house in seated),
        starts=tuple(board.index(house.start) for house in seated),
        closed=_closed(edition, board) if players == 2 else (),
        rounds=row.rounds,
        counting_rounds=row.counting_rounds,
        grounds=_grounds(edition, board),
        casts=tuple(tuple(card.id for card in cast) for cast in casts),
        sexes=tuple(tuple(card.sex for card in cast) for cast in casts),
        traits=edition.traits,
        tokens=tuple(sorted(TOKENS, key=[trait.id for trait in edition.traits].index)),
        symbols=tuple(die.faces for die in edition.symbol_dice),
        combat_faces=edition.number_dice[edition.combat.die].faces,
        event_order=edition.events.order,
        cards=edition.cards,
        limits=edition.limits,
        lives=edition.lives,
        luck=edition.luck,
        extra_use=edition.extra_use,
        combat=edition.combat,
        exchange=edition.exchange,
        food_cost=edition.food_cost,
        hunger=edition.hunger,
        barbarians=edition.barbarians,
        auction=edition.auction,
        card_market=edition.card_market,
        territory_count=edition.territory_count,
        experienced_start=edition.experienced_start,
        bonus=edition.bonus,
    )


def _closed(edition: Edition, board: list[TerritoryId]) -> tuple[Place, ...]:
    return tuple(sorted(board.index(one) for one in edition.closed_for_two))


def _grounds(edition: Edition, board: list[TerritoryId]) -> tuple[Ground, ...]:
    return tuple(
        Ground(
            id=one.id,
            spaces=one.spaces,
            edge=one.edge,
            adjacent=tuple(sorted(board.index(other) for other in one.adjacent)),
        )
        for one in edition.territories
    )
