"""What can have happened in Aristo-Maze."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import field

from domain.games.aristo_maze.actions import BidEntry, CardId, CharacterId, FloorEntry
from domain.games.aristo_maze.edition.cards import CardType, Mode
from domain.kernel.result import Result, Standing
from domain.kernel.secrecy import visible_to
from domain.kernel.values import Event, Seat, Value, tags_of

ChoiceKind: TypeAlias = Literal["peek", "move_crest"]
Sight: TypeAlias = Literal["inquiry", "minstrel"]
VpReason: TypeAlias = Literal["character", "ninja"]
Outcome: TypeAlias = Literal["won", "tied", "no_gold"]
Ending: TypeAlias = Literal["returned", "retreated", "turned_back"]
"""AM-093, AM-097, AM-116: how an exploration ended."""


class SeatSetUp(Value):
    """AM-003 to AM-006: what a seat starts with."""

    seat: Seat
    crest: str
    squire: str
    vp: int
    crest_markers: int


class Income(Value):
    """AM-022 to AM-024: what a seat takes at the start of a round."""

    seat: Seat
    gold: int
    intrigue: int
    skip: int


class FloorLaid(Value):
    """AM-026 to AM-031: a floor of the dungeon as everybody sees it."""

    floor: int
    type: CardType
    face_up: bool
    card: CardId | None


class FloorCard(Value):
    """The card on a floor."""

    floor: int
    card: CardId


class SeatFloors(Value):
    """AM-036: what a seat has placed on floors."""

    seat: Seat
    floors: tuple[FloorEntry, ...]


class FloorWinners(Value):
    """AM-038 to AM-040: the seats that see a floor's card."""

    floor: int
    seats: tuple[Seat, ...]


class SeatBids(Value):
    """AM-045, AM-048: what a seat has placed on characters."""

    seat: Seat
    bids: tuple[BidEntry, ...]


class SeatMarkers(Value):
    """Markers of a seat."""

    seat: Seat
    gold: int = 0
    crest: int = 0
    intrigue: int = 0


class Refund(Value):
    """AM-057: gold that a seat takes back."""

    seat: Seat
    gold: int


class SpentMarkers(Value):
    """AM-056, AM-058: crest and intrigue markers of a seat that go to common."""

    seat: Seat
    crest: int
    intrigue: int


class SeatParty(Value):
    """AM-079: what a party sets out with; null is unlimited."""

    seat: Seat
    hp: int | None
    mp: int | None
    sp: int | None


class SeatPlan(Value):
    """AM-083: how far a party goes and what it skips."""

    seat: Seat
    return_floor: int
    skip_floors: tuple[int, ...]


class Step(Value):
    """AM-089 to AM-097: what became of a party on a floor; parameters are those after it."""

    floor: int
    card: CardId
    skipped_by: str | None
    """`marker`, or the character whose ability skipped the floor."""
    hp: int | None
    mp: int | None
    sp: int | None
    encounter_vp: int
    card_vp: int
    floor_vp: int


class SeatVp(Value):
    """A seat's VP."""

    seat: Seat
    vp: int


class Parts(Value):
    """AM-121: where VP come from; the parts add up to them."""

    start: int = 0
    cards: int = 0
    floors: int = 0
    emperors_will: int = 0
    encounter_loss: int = 0
    retreat: int = 0
    characters: int = 0
    ninja: int = 0

    @property
    def vp(self) -> int:
        """All VP."""
        return sum([getattr(self, part) for part in Parts.__struct_fields__])


class SeatParts(Parts, kw_only=True):
    """AM-121: where the VP of a seat come from."""

    seat: Seat


class AristoMazeStanding(Standing, kw_only=True):
    """AM-121, AM-R46: where a seat came in; equal VP share a place."""

    vp: int


class AristoMazeResult(Result, kw_only=True):
    """AM-121, AM-R46: the end of the game."""

    ranking: tuple[AristoMazeStanding, ...]
    breakdown: tuple[SeatParts, ...]


class _Event(Event, tag=tags_of("aristo_maze")):
    """An event of Aristo-Maze."""


class GameSetUp(_Event):
    """AM-001 to AM-017: the game is set up."""

    mode: Mode
    seats: tuple[SeatSetUp, ...]
    line_up: tuple[CharacterId, ...]
    removed_characters: tuple[CharacterId, ...]
    floors: int
    rounds: int
    skip_in_common: int


class RoundStarted(_Event):
    """AM-018 to AM-031: everything is cleaned up, income is paid, the dungeon is laid out."""

    round: int
    income: tuple[Income, ...]
    dungeon: tuple[FloorLaid, ...]
    face_down: Annotated[tuple[FloorCard, ...], visible_to()]
    legacy_turned: tuple[int, ...]
    """AM-028: floors whose Legacy card was turned up."""
    deck: Annotated[tuple[CardId, ...], visible_to()]
    """Cards left, top first."""
    deck_count: int


class InquiryPlaced(_Event):
    """AM-032: a seat has placed its markers on floors."""

    seat: Seat
    floors: Annotated[tuple[FloorEntry, ...], visible_to("seat")]


class InquiryRevealed(_Event):
    """AM-036 to AM-042: all placements are turned up, and each floor goes to its best bidders."""

    placements: tuple[SeatFloors, ...]
    winners: tuple[FloorWinners, ...]
    lost: tuple[SeatMarkers, ...]
    """AM-041: markers that go to common at once; those of winners follow at the clean-up."""


class CardSeen(_Event):
    """AM-043, AM-068: a seat looks at a face-down card."""

    seat: Seat
    floor: int
    card: Annotated[CardId, visible_to("seat")]
    reason: Sight


class BidsPlaced(_Event):
    """AM-044, AM-046: a seat has placed its bid."""

    seat: Seat
    stage: int
    """1 or 2: the first or the second bid."""
    bids: Annotated[tuple[BidEntry, ...], visible_to("seat")]


class BidsRevealed(_Event):
    """AM-045, AM-048: all bids of a stage are turned up."""

    stage: int
    bids: tuple[SeatBids, ...]


class AuctionResolved(_Event):
    """AM-049 to AM-060: a character was auctioned."""

    character: CharacterId
    outcome: Outcome
    winner: Seat | None
    price: int
    crest_on_character: int
    refunds: tuple[Refund, ...]
    lost: tuple[SpentMarkers, ...]


class CharacterAssassinated(_Event):
    """AM-065, AM-066, AM-074: a character is out of this round, with all markers on it."""

    seat: Seat
    by: CharacterId
    target: CharacterId
    lost: tuple[SeatMarkers, ...]


class CharacterStolen(_Event):
    """AM-071, AM-072: a character joins a party without an auction; all markers on it are lost."""

    seat: Seat
    by: CharacterId
    target: CharacterId
    lost: tuple[SeatMarkers, ...]


class SkipMarkersChanged(_Event):
    """AM-067, AM-073: a seat returns or takes skip markers."""

    seat: Seat
    by: CharacterId
    change: int
    total: int


class VpChanged(_Event):
    """AM-074, AM-076, AM-077: an ability changes a seat's VP at once."""

    seat: Seat
    change: int
    reason: VpReason
    by: CharacterId
    total: int


class ChoiceRequested(_Event):
    """AM-068, AM-069: the auctions wait for a choice of the winner."""

    seat: Seat
    kind: ChoiceKind
    options: tuple[int | str, ...]
    """Floors to peek at, or characters for the crest marker."""


class CrestMoved(_Event):
    """AM-069, AM-070: a crest marker goes from one character of a party to another."""

    seat: Seat
    giver: CharacterId = field(name="from")
    taker: CharacterId = field(name="to")


class OrganizingEnded(_Event):
    """AM-063, AM-075: the auctions are over; by Witch's crest before their time."""

    by: CharacterId | None
    skipped: tuple[CharacterId, ...]
    lost: tuple[SeatMarkers, ...]


class PartiesFormed(_Event):
    """AM-079 to AM-082: what each party sets out with."""

    parties: tuple[SeatParty, ...]


class PlanPlaced(_Event):
    """AM-083: a seat has placed its plan."""

    seat: Seat
    return_floor: Annotated[int, visible_to("seat")]
    skip_floors: Annotated[tuple[int, ...], visible_to("seat")]


class PlansRevealed(_Event):
    """AM-087: all plans are turned up, and the dungeon down to the deepest return floor."""

    plans: tuple[SeatPlan, ...]
    turned_up: tuple[FloorCard, ...]


class PartyExplored(_Event):
    """AM-088 to AM-117: a party's walk, floor by floor."""

    seat: Seat
    steps: tuple[Step, ...]
    outcome: Ending
    last_floor: int
    retreat_vp: int
    change: int
    total: int


class EmperorsWillPaid(_Event):
    """AM-118, AM-119: what Emperor's Will brings to each party that encountered it."""

    seats: tuple[Seat, ...]
    vp: int


class RoundEnded(_Event):
    """AM-120: the round is over."""

    round: int
    vp: tuple[SeatVp, ...]


class GameEnded(_Event):
    """AM-121: the game is over."""

    result: AristoMazeResult


AristoMazeEvent: TypeAlias = (
    GameSetUp
    | RoundStarted
    | InquiryPlaced
    | InquiryRevealed
    | CardSeen
    | BidsPlaced
    | BidsRevealed
    | AuctionResolved
    | CharacterAssassinated
    | CharacterStolen
    | SkipMarkersChanged
    | VpChanged
    | ChoiceRequested
    | CrestMoved
    | OrganizingEnded
    | PartiesFormed
    | PlanPlaced
    | PlansRevealed
    | PartyExplored
    | EmperorsWillPaid
    | RoundEnded
    | GameEnded
)
