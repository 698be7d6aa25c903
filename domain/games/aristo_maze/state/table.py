"""All that there is on and under the table. Cards and characters go by their place in `Setup`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from domain.games.aristo_maze.actions import BidEntry, CardId, CharacterId, FloorEntry
from domain.games.aristo_maze.edition.cards import CardType, DungeonCard, Mode
from domain.games.aristo_maze.edition.tables import (
    Character,
    Edition,
    FloorMarker,
    Limits,
    Numbers,
    Squire,
)
from domain.games.aristo_maze.events import AristoMazeResult, ChoiceKind, Parts, PartyExplored
from domain.kernel.edition import Text
from domain.kernel.values import Seat, Value

R = TypeVar("R", Character, DungeonCard, Squire)

Phase: TypeAlias = Literal[
    "providing",
    "inquiring",
    "first_bid",
    "second_bid",
    "choosing",
    "planning",
    "exploring",
    "finished",
]
PLACING = ("inquiring", "first_bid", "second_bid", "planning")
"""Phases in which all seats place at once and in secret."""

Status: TypeAlias = Literal["open", "won", "unsold", "assassinated", "stolen"]


class Components(Value):
    """What is printed on the components in use."""

    characters: tuple[Character, ...]
    """AM-015: all of the edition, by order number."""
    cards: tuple[DungeonCard, ...]
    """AM-008, AM-009: the dungeon deck, in edition order."""
    squires: tuple[Squire, ...]
    emperors_will: tuple[int, ...]
    """AM-118, AM-119: VP for 1, 2, ... parties."""
    retreat_vp: int


class Setup(Value, dict=True, gc=True):
    """What this game takes from its edition and options. Its indices are made once, when they are asked for."""

    mode: Mode
    rounds: int
    bonus_round: int
    face_up: int
    crest_markers: int
    skip_markers: int
    numbers: Numbers
    limits: Limits
    track: tuple[FloorMarker, ...]
    components: Components
    crests: tuple[str, ...]
    seat_crests: tuple[str, ...] | None
    """AM-R01: by seat; null to deal them."""
    fixed: tuple[CharacterId, ...]
    """AM-013, AM-014, AM-016, AM-R02: characters that are in anyway."""
    line_up_count: int

    @cached_property
    def floors(self) -> int:
        """AM-010, AM-011: how deep the dungeon is."""
        return len(self.track)

    @cached_property
    def card_places(self) -> Mapping[CardId, int]:
        """Where each dungeon card stands in the edition."""
        return {card.id: place for place, card in enumerate(self.components.cards)}

    @cached_property
    def card_types(self) -> Mapping[CardId, CardType]:
        """AM-031: the type of each dungeon card, which its back shows."""
        return {card.id: card.type for card in self.components.cards}

    @cached_property
    def wills(self) -> frozenset[CardId]:
        """AM-118: the cards of the Emperor's Will."""
        return frozenset(
            card.id for card in self.components.cards if "emperors_will" in card.traits
        )


class Markers(Value):
    """Gold, crest and intrigue markers."""

    gold: int = 0
    crest: int = 0
    intrigue: int = 0

    @property
    def total(self) -> int:
        """How many markers there are."""
        return self.gold + self.crest + self.intrigue

    def plus(self, other: Markers | FloorEntry | BidEntry) -> Markers:
        """Add markers."""
        return Markers(
            gold=self.gold + other.gold,
            crest=self.crest + other.crest,
            intrigue=self.intrigue + other.intrigue,
        )

    def covers(self, other: Markers) -> bool:
        """Tell whether these are enough to place the others."""
        return (
            self.gold >= other.gold
            and self.crest >= other.crest
            and self.intrigue >= other.intrigue
        )

    def minus(self, other: Markers) -> Markers:
        """Take markers away."""
        return Markers(
            gold=self.gold - other.gold,
            crest=self.crest - other.crest,
            intrigue=self.intrigue - other.intrigue,
        )


NONE = Markers()


def added_up(entries: Iterable[Markers | FloorEntry | BidEntry]) -> Markers:
    """Add up the markers of a placement."""
    gold = crest = intrigue = 0
    for entry in entries:
        gold += entry.gold
        crest += entry.crest
        intrigue += entry.intrigue
    return Markers(gold=gold, crest=crest, intrigue=intrigue)


class Plan(Value):
    """AM-083: where a party returns, and what it skips."""

    return_floor: int
    skip_floors: tuple[int, ...]


class SeatState(Value):
    """What a player has before them."""

    supply: Markers = NONE
    """Unplaced markers; those in a hidden placement still count."""
    skip: int = 0
    """Skip markers, placed or not."""
    parts: Parts = Parts()
    """Where the VP come from."""
    crest: str | None = None
    """AM-003: null until dealt."""
    ready: bool = False
    """Has placed in this phase."""
    inquiry: tuple[FloorEntry, ...] | None = None
    bids: tuple[BidEntry, ...] | None = None
    """The hidden placement of this phase, until it is revealed."""
    plan: Plan | None = None
    """The plan of this round, hidden or revealed."""
    explored: PartyExplored | None = None
    """The last exploration, over the clean-up too."""


class Floor(Value):
    """A floor of the dungeon."""

    card: int
    face_up: bool
    known_by: tuple[Seat, ...] = ()
    """AM-043, AM-R24: who has seen the card while it was face down."""
    inquiry: tuple[Markers, ...] = ()
    """By seat, once revealed."""
    winners: tuple[Seat, ...] = ()


class Offer(Value):
    """A character of the line-up in this round."""

    character: int
    status: Status = "open"
    owner: Seat | None = None
    crest_markers: int = 0
    """AM-056: those left on it by its owner."""
    bids: tuple[Markers, ...] = ()
    """By seat, both bids added up; empty before the first reveal and once it is off the table."""

    @property
    def is_open(self) -> bool:
        """It is still to be auctioned."""
        return self.status == "open"


class Pending(Value):
    """AM-068, AM-069: a choice that the auctions wait for."""

    seat: Seat
    kind: ChoiceKind
    options: tuple[int | str, ...]


class State(Value):
    """All that there is on and under the table."""

    setup: Setup
    seats: tuple[SeatState, ...]
    phase: Phase = "providing"
    round: int = 0
    line_up: tuple[Offer, ...] = ()
    """AM-015: by order number."""
    names: tuple[CharacterId, ...] = ()
    """Of the line-up, the same for the whole game."""
    dungeon: tuple[Floor, ...] = ()
    deck: tuple[int, ...] = ()
    used: tuple[Floor, ...] = ()
    """AM-R06: the dungeon of round 1, while round 2 is played."""
    pending: Pending | None = None
    plans_revealed: bool = False
    result: AristoMazeResult | None = None

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that owe a decision now."""
        if self.pending is not None:
            return (self.pending.seat,)
        if self.phase not in PLACING:
            return ()
        return tuple([seat for seat, player in enumerate(self.seats) if not player.ready])

    def awaits(self, seat: Seat) -> bool:
        """Tell whether the seat is one of them."""
        if self.pending is not None:
            return self.pending.seat == seat
        return self.phase in PLACING and not self.seats[seat].ready

    @property
    def is_bonus_round(self) -> bool:
        """AM-098: the small icons count."""
        return self.round == self.setup.bonus_round

    @property
    def skip_in_common(self) -> int:
        """AM-017: skip markers that no seat has."""
        return self.setup.skip_markers - sum([player.skip for player in self.seats])

    def character(self, offer: Offer) -> Character:
        """Give the card of a character of the line-up."""
        return self.setup.components.characters[offer.character]

    def card(self, floor: Floor) -> DungeonCard:
        """Give the card on a floor."""
        return self.setup.components.cards[floor.card]

    def place_of(self, name: CharacterId) -> int:
        """Find a character in the line-up."""
        return self.names.index(name)

    def party(self, seat: Seat) -> Iterator[Offer]:
        """AM-060, AM-071: the characters of a seat's party, by order number."""
        return (offer for offer in self.line_up if offer.owner == seat)

    def with_seat(self, seat: Seat, changed: SeatState) -> tuple[SeatState, ...]:
        """Give the seats with one of them changed."""
        return (*self.seats[:seat], changed, *self.seats[seat + 1 :])

    def with_offer(self, place: int, changed: Offer) -> tuple[Offer, ...]:
        """Give the line-up with one character changed."""
        return (*self.line_up[:place], changed, *self.line_up[place + 1 :])

    def with_floor(self, number: int, changed: Floor) -> tuple[Floor, ...]:
        """Give the dungeon with one floor changed; floors count from 1."""
        return (*self.dungeon[: number - 1], changed, *self.dungeon[number:])


class Options(Value, forbid_unknown_fields=True):
    """How a game may be varied."""

    mode: Mode = "full"
    """AM-002: three rounds on eight floors, or one practice round on five."""
    crests: Literal["by_seat", "random"] | tuple[Text, ...] = "by_seat"
    """AM-R01: which crest each seat has."""
    characters: Literal["random"] | tuple[Text, ...] = "random"
    """AM-R02: the whole line-up of a full game."""
    recommended_characters: bool = False
    """AM-016: keep the recommended characters in a random line-up."""


def initial(edition: Edition, players: int, options: Options) -> State:
    """Lay out what the edition gives for this number of players and these options."""
    mode = edition.mode(options.mode)
    crests = tuple(crest.id for crest in edition.crests)
    seat_crests: tuple[str, ...] | None = None
    if options.crests != "random":
        seat_crests = crests[:players] if options.crests == "by_seat" else tuple(options.crests)
    fixed, count = line_up(edition, players, options)
    setup = Setup(
        mode=options.mode,
        rounds=mode.rounds,
        bonus_round=mode.bonus_round,
        face_up=mode.face_up,
        crest_markers=mode.crest_markers,
        skip_markers=edition.markers.skip,
        numbers=edition.setup,
        limits=edition.limits,
        track=edition.floor_tracks[mode.floor_track],
        components=Components(
            characters=_printed(edition.in_order()),
            cards=_printed(edition.deck(options.mode)),
            squires=_printed(edition.squires),
            emperors_will=edition.emperors_will_for(players),
            retreat_vp=edition.limits.retreat_vp,
        ),
        crests=crests,
        seat_crests=seat_crests,
        fixed=fixed,
        line_up_count=count,
    )
    start = SeatState(parts=Parts(start=edition.setup.starting_vp))
    return State(setup=setup, seats=(start,) * players)


def _printed(rows: Iterable[R]) -> tuple[R, ...]:
    """Leave out of rows where their values come from: that is not printed on a component."""
    return tuple(replace(row, source=None) for row in rows)


def line_up(
    edition: Edition, players: int, options: Options
) -> tuple[tuple[CharacterId, ...], int]:
    """AM-012 to AM-016, AM-R02: the characters that are in anyway, and how many there are in all."""
    if options.mode == "practice":
        whole = edition.modes.practice.characters
        return whole, len(whole)
    row = edition.line_up(players)
    if options.characters != "random":
        return tuple(options.characters), row.count
    fixed = row.required
    if options.recommended_characters:
        recommended = edition.lineup.recommended.characters
        fixed = (*fixed, *(name for name in recommended if name not in fixed))
    return fixed, row.count
