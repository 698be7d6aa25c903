"""The state: all that there is on the board, behind the screens and in the piles."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from domain.games.aristoocrazy.actions import CharacterId, Order, Sealed, Traits
from domain.games.aristoocrazy.edition.tables import CardId, Edition, TokenId
from domain.games.aristoocrazy.events.rounds import AristoocrazyResult, Faces
from domain.games.aristoocrazy.events.setting_up import Options, Phase
from domain.games.aristoocrazy.events.turns import BirthKind, CombatKind, Dice, Outcome
from domain.games.aristoocrazy.state.setup import COMBAT, Counts, Place, Setup, setup_of
from domain.kernel.values import Seat, Value


class Character(Value):
    """A character on the board."""

    id: CharacterId
    traits: Traits
    place: Place
    age: int = 0

    @property
    def strength(self) -> int:
        """AC-071: how many of the traits fight."""
        return sum([trait in COMBAT for trait in self.traits])


class Potential(Value):
    """AC-032: what a seat took in the potential phase of the round."""

    count: int
    tokens: Counts


class Source(Value):
    """AC-030, AC-034: which kinds of token a character could give in a potential phase, and which it gave."""

    kinds: tuple[int, ...]
    given: tuple[int, ...]
    """None, one, or as many as a lucky character gives."""


class Taking(Value):
    """AC-032: a potential phase of a seat, and what all have seen of its supply from then to the next.

    Others know how many tokens were taken, but of which kinds only as far as what was paid since tells.
    """

    sources: tuple[Source, ...]
    spare: Counts
    """Of each kind the least that was left, beyond what was promised."""
    lacked_food: bool = False
    """AC-R51: it has turned out that no food was left."""


Held: TypeAlias = tuple[CardId, int]
"""A card of a hand, and how many reshuffles of the deck there had been when it was drawn."""


class House(Value):
    """A seat: its characters on the board, what is behind its screen, its points."""

    supply: Counts
    characters: tuple[Character, ...] = ()
    """In the order of the edition."""
    hand: tuple[CardId, ...] = ()
    drawn: tuple[int, ...] = ()
    """Of each card of the hand how many reshuffles there had been when it was drawn."""
    shown: tuple[tuple[CardId, ...], ...] = ()
    """AC-R33: by seat, cards of the hand of which that seat knows; empty where none does."""
    takings: tuple[Taking, ...] = ()
    """By round."""
    start: Place | None = None
    last_potential: Potential | None = None
    sealed: Sealed | None = None
    """The answer given in this phase, until all seats that are asked have answered."""
    auction: int = 0
    territory_count: int = 0
    card: int = 0
    bonus: int = 0
    bonuses: tuple[str, ...] = ()

    @property
    def vp(self) -> int:
        """AC-002: all victory points."""
        return self.auction + self.territory_count + self.card + self.bonus

    @property
    def held(self) -> tuple[Held, ...]:
        """Give the cards of the hand, each with the reshuffles before it was drawn."""
        return tuple(zip(self.hand, self.drawn, strict=True))

    def known_to(self, seat: Seat) -> tuple[CardId, ...]:
        """AC-R33: the cards of the hand of which another seat knows."""
        return self.shown[seat] if self.shown else ()

    @property
    def dementia(self) -> int:
        """AC-096: the dementia traits on all characters."""
        return sum([one.traits.count("dementia") for one in self.characters])

    def find(self, character: CharacterId) -> Character | None:
        """Find a character of the house on the board."""
        for one in self.characters:
            if one.id == character:
                return one
        return None

    def with_character(self, changed: Character) -> House:
        """Give the house with one of its characters changed."""
        return replace(
            self,
            characters=tuple([changed if c.id == changed.id else c for c in self.characters]),
        )


class Land(Value):
    """What is on a territory, apart from characters."""

    owner: Seat | None = None
    marker: Seat | None = None
    """AC-R18: whose ownership marker lies here."""
    neutral: Traits | None = None
    castle: bool = False
    closed: bool = False


class ChildSet(Value):
    """AC-051: the traits that dice give to a child."""

    dice: Dice
    traits: Traits


class Birth(Value):
    """AC-050, AC-R37: a birth in progress."""

    seat: Seat
    kind: BirthKind
    parent: CharacterId
    partner: CharacterId | None
    partner_seat: Seat | None
    place: Place
    own_traits: Traits
    partner_traits: Traits
    rerolls_left: int
    orders: tuple[Order, Order] | None = None
    sets: tuple[ChildSet, ...] = ()
    chosen_set: int | None = None


class Battle(Value):
    """AC-074: a combat in progress."""

    kind: CombatKind
    attacker: Seat
    character: CharacterId
    place: Place
    target: CharacterId | None
    defender: Seat | None
    tokens: Counts
    commander_target: CharacterId | None
    bonuses: tuple[int, int] | None = None
    """Of attacker and defender, castle included, once the combat is resolved."""
    outcome: Outcome | None = None


class Offer(Value):
    """AC-062: an offer of marriage that is not answered for good."""

    seat: Seat
    character: CharacterId
    target: CharacterId
    target_seat: Seat
    tokens: Counts
    cards: tuple[CardId, ...]
    improvements_left: int


class Happening(Value):
    """AC-087: the events of the round."""

    faces: Faces
    dropped: tuple[bool, bool, bool] = (False, False, False)
    done: tuple[bool, bool, bool] = (False, False, False)
    current: int | None = None
    missing: tuple[int, ...] = ()
    """By seat, the food tokens that are missing."""


class State(Value):
    """A game of Aristoocrazy at a moment."""

    setup: Setup
    options: Options
    lands: tuple[Land, ...]
    houses: tuple[House, ...]
    phase: Phase = "set_up"
    awaiting: tuple[Seat, ...] = ()
    """The seats asked that have not answered yet."""
    asked: int = 0
    """How many phases were entered: a new one asks new questions."""
    round: int = 0
    lap: int | None = None
    active_seat: Seat | None = None
    starting_seat: Seat = 0
    deck: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    reshuffles: int = 0
    """AC-R56: how often the discard pile has become the deck."""
    neutral_rerolls_left: int = 0
    birth: Birth | None = None
    battle: Battle | None = None
    offer: Offer | None = None
    happening: Happening | None = None
    result: AristoocrazyResult | None = None

    @property
    def turn_order(self) -> tuple[Seat, ...]:
        """Give the seats clockwise from the starting seat."""
        seats = tuple(range(len(self.houses)))
        return seats[self.starting_seat :] + seats[: self.starting_seat]

    def find(self, character: CharacterId) -> Character | None:
        """Find a character on the board, whosever it is."""
        seat = self.setup.seat_of(character)
        return None if seat is None else self.houses[seat].find(character)

    def around(self, place: Place) -> list[Place]:
        """AC-015: the open territories next to one."""
        return [one for one in self.setup.grounds[place].adjacent if not self.lands[one].closed]

    def on(self, place: Place) -> list[Character]:
        """AC-R17: the characters on a territory; they are all its owner's."""
        owner = self.lands[place].owner
        return (
            [] if owner is None else [c for c in self.houses[owner].characters if c.place == place]
        )

    def free(self, place: Place) -> int:
        """Count the free spaces of a territory."""
        return self.free_beside(place, len(self.on(place)))

    def free_beside(self, place: Place, crowd: int) -> int:
        """Count the free spaces of a territory with so many characters."""
        return self.setup.grounds[place].spaces - self.lands[place].castle - crowd

    def crowds(self) -> dict[Place, int]:
        """AC-R17: count the characters on each territory where any are."""
        crowds: dict[Place, int] = {}
        for house in self.houses:
            for one in house.characters:
                crowds[one.place] = crowds.get(one.place, 0) + 1
        return crowds

    def owned(self, seat: Seat) -> list[Place]:
        """Give the territories of a seat."""
        return [place for place, land in enumerate(self.lands) if land.owner == seat]

    def rooms(self, seat: Seat) -> list[Place]:
        """AC-056: the territories of a seat with a free space."""
        return [place for place in self.owned(seat) if self.free(place) > 0]

    def is_room(self, seat: Seat, place: Place) -> bool:
        """AC-056: tell whether a territory is one of these."""
        return self.lands[place].owner == seat and self.free(place) > 0

    def has_room(self, seat: Seat) -> bool:
        """AC-049: tell whether there are any."""
        return any(
            self.free(place) > 0 for place, land in enumerate(self.lands) if land.owner == seat
        )

    def reserve(self, seat: Seat) -> list[CharacterId]:
        """AC-006: the character cards of a seat that are not on the board."""
        used = {one.id for one in self.houses[seat].characters}
        return [card for card in self.setup.casts[seat] if card not in used]

    def lives(self, character: Character) -> int:
        """AC-084: the age at which a character dies."""
        lives = self.setup.lives
        return lives.lucky if "luck" in character.traits else lives.normal

    def markers_left(self, seat: Seat) -> int:
        """AC-014: the ownership markers that are not on the board."""
        used = sum([land.marker == seat for land in self.lands])
        return self.setup.limits.ownership_markers - used

    def held(self, seat: Seat, kind: TokenId) -> int:
        """Count a seat's tokens of a kind."""
        return self.houses[seat].supply[self.setup.token_places[kind]]

    def attack_bonus(self, character: Character) -> int:
        """AC-071: what the attacker's traits count."""
        return self.setup.combat.bonus_per_trait * character.strength

    def defence_bonus(self, place: Place, target: CharacterId | None) -> tuple[int, int]:
        """AC-072, AC-073, AC-108, AC-R36: what the defender's traits and the castle count."""
        fighters = [one for one in self.on(place) if target is None or one.id == target]
        traits = sum([one.strength for one in fighters])
        has_castle = self.lands[place].castle and target is None
        combat = self.setup.combat
        return combat.bonus_per_trait * traits, combat.castle_bonus if has_castle else 0

    def with_house(self, seat: Seat, changed: House) -> State:
        """Give the state with a house changed."""
        return replace(self, houses=self.houses_with(seat, changed))

    def houses_with(self, seat: Seat, changed: House) -> tuple[House, ...]:
        """Give the houses with one of them changed."""
        return (*self.houses[:seat], changed, *self.houses[seat + 1 :])

    def with_land(self, place: Place, changed: Land) -> State:
        """Give the state with a territory changed."""
        lands = self.lands
        return replace(self, lands=(*lands[:place], changed, *lands[place + 1 :]))


SIMULTANEOUS: frozenset[Phase] = frozenset(
    {
        "choose_traits",
        "keep_cards",
        "potential",
        "event_response",
        "hunger",
        "auction",
        "barbarians",
        "card_market",
    }
)
"""AC-R68: phases in which all seats asked answer once, sealed, and nothing happens before the last."""


def initial(edition: Edition, players: int, options: Options) -> State:
    """Lay out what the edition gives for this number of players."""
    setup = setup_of(edition, players)
    return State(
        setup=setup,
        options=options,
        lands=(Land(),) * len(setup.grounds),
        houses=(House(supply=(0,) * len(setup.tokens)),) * players,
    )
