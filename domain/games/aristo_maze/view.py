"""What a viewer may see of a game of Aristo-Maze."""

from __future__ import annotations

from domain.games.aristo_maze.actions import BidEntry, CardId, CharacterId, FloorEntry
from domain.games.aristo_maze.edition.cards import CardType, Mode
from domain.games.aristo_maze.events import (
    AristoMazeResult,
    Ending,
    Parts,
    PartyExplored,
    SeatMarkers,
    Step,
)
from domain.games.aristo_maze.scoring import party_of, squire_of
from domain.games.aristo_maze.state.table import (
    PLACING,
    Components,
    Floor,
    Offer,
    Pending,
    Phase,
    Plan,
    SeatState,
    State,
    Status,
)
from domain.kernel.secrecy import EVERYTHING, Viewer, sees
from domain.kernel.values import Seat, Value


class FloorBid(SeatMarkers, kw_only=True):
    """AM-036: what a seat placed on a floor, and whether it won the floor."""

    won: bool


class FloorView(Value):
    """A floor of the dungeon."""

    floor: int
    vp: int
    bonus_vp: int
    type: CardType
    face_up: bool
    card: CardId | None
    """AM-043: null while face down and unknown to the viewer."""
    known_by: tuple[Seat, ...]
    """Seats that know a face-down card; empty when it is face up."""
    inquiry: tuple[FloorBid, ...]
    """All placements, from the reveal to the clean-up."""


class UsedCard(Value):
    """AM-R06: a card of round 1, set aside in round 2."""

    type: CardType
    card: CardId | None


class OfferView(Value):
    """A character of the line-up."""

    character: CharacterId
    status: Status
    owner: Seat | None
    crest_markers: int
    """0 unless won."""
    bids: tuple[SeatMarkers, ...]
    """Revealed markers, both bids added up; empty once auctioned or taken out."""


class Member(Value):
    """A character of a party."""

    character: CharacterId
    crest_markers: int


class ParametersView(Value):
    """AM-R32: what a party sets out with as it is now; null is unlimited."""

    hp: int | None
    mp: int | None
    sp: int | None


class Submission(Value, forbid_unknown_fields=True, omit_defaults=True):
    """A seat's own hidden placement: `floors`, or `bids`, or `return_floor` and `skip_floors`."""

    floors: tuple[FloorEntry, ...] | None = None
    bids: tuple[BidEntry, ...] | None = None
    return_floor: int | None = None
    skip_floors: tuple[int, ...] | None = None


class Exploration(Value):
    """AM-088 to AM-117: how a party's last exploration went."""

    seat: Seat
    steps: tuple[Step, ...]
    outcome: Ending
    last_floor: int
    retreat_vp: int
    change: int
    total: int


class SeatView(Value):
    """What is to be seen of a player."""

    seat: Seat
    player: str | None
    """The player's name, filled in by the table."""
    crest: str | None
    """AM-003: null before the crests are dealt."""
    squire: str | None
    vp: int
    gold: int
    crest_markers: int
    intrigue: int
    """While a placement is hidden the counts are those from before it."""
    skip: int
    """Skip markers, placed or not."""
    ready: bool
    """Has placed in this phase."""
    party: tuple[Member, ...]
    parameters: ParametersView
    submission: Submission | None
    """The owner's only, while it is hidden."""
    plan: Plan | None
    """AM-087: from the reveal to the clean-up."""
    last_exploration: Exploration | None
    breakdown: Parts


class AristoMazeView(Value):
    """The table as one viewer sees it."""

    ruleset: str
    mode: Mode
    round: int
    """0 before the first."""
    rounds: int
    phase: Phase
    bonus_round: bool
    """AM-098: the small icons count."""
    floors: tuple[FloorView, ...]
    deck_count: int
    used_cards: tuple[UsedCard, ...]
    """AM-R06: while round 2 is played the cards of round 1, by floor."""
    line_up: tuple[OfferView, ...]
    skip_in_common: int
    pending: Pending | None
    waiting_for: tuple[Seat, ...]
    """Seats that may act now."""
    components: Components
    """What is printed on the cards in use, so that nobody needs another book to play."""
    seats: tuple[SeatView, ...]
    result: AristoMazeResult | None


def view(state: State, viewer: Viewer) -> AristoMazeView:
    """Show the table to a seat or a spectator."""
    setup = state.setup
    return AristoMazeView(
        ruleset="aristo_maze",
        mode=setup.mode,
        round=state.round,
        rounds=setup.rounds,
        phase=state.phase,
        bonus_round=state.is_bonus_round,
        floors=tuple(_floor(state, number, viewer) for number in range(len(state.dungeon))),
        deck_count=len(state.deck) if state.round else len(setup.components.cards),
        used_cards=tuple(
            UsedCard(type=state.card(floor).type, card=_seen(state, floor, viewer))
            for floor in state.used
        ),
        line_up=tuple(_offer(state, offer) for offer in state.line_up),
        skip_in_common=state.skip_in_common,
        pending=state.pending,
        waiting_for=state.awaiting,
        components=setup.components,
        seats=tuple(_seat(state, seat, viewer) for seat in range(len(state.seats))),
        result=state.result,
    )


def _seen(state: State, floor: Floor, viewer: Viewer) -> CardId | None:
    """AM-043, AM-R06: the card for who may know it."""
    knows = floor.face_up or any(sees(viewer, seat) for seat in floor.known_by)
    return state.card(floor).id if knows or viewer == EVERYTHING else None


def _floor(state: State, number: int, viewer: Viewer) -> FloorView:
    floor, marker = state.dungeon[number], state.setup.track[number]
    return FloorView(
        floor=marker.floor,
        vp=marker.vp,
        bonus_vp=marker.bonus_vp,
        type=state.card(floor).type,
        face_up=floor.face_up,
        card=_seen(state, floor, viewer),
        known_by=() if floor.face_up else floor.known_by,
        inquiry=tuple(
            FloorBid(
                seat=seat,
                gold=placed.gold,
                crest=placed.crest,
                intrigue=placed.intrigue,
                won=seat in floor.winners,
            )
            for seat, placed in enumerate(floor.inquiry)
            if placed.total
        ),
    )


def _offer(state: State, offer: Offer) -> OfferView:
    return OfferView(
        character=state.character(offer).id,
        status=offer.status,
        owner=offer.owner,
        crest_markers=offer.crest_markers,
        bids=tuple(
            SeatMarkers(seat=seat, gold=bid.gold, crest=bid.crest, intrigue=bid.intrigue)
            for seat, bid in enumerate(offer.bids)
            if bid.total
        ),
    )


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    player, squire = state.seats[seat], squire_of(state, seat)
    hp, mp, sp = party_of(state, seat).parameters
    party = [
        Member(character=state.character(offer).id, crest_markers=offer.crest_markers)
        for offer in state.party(seat)
    ]
    return SeatView(
        seat=seat,
        player=None,
        crest=player.crest,
        squire=squire.id if squire else None,
        vp=player.parts.vp,
        gold=player.supply.gold,
        crest_markers=player.supply.crest,
        intrigue=player.supply.intrigue,
        skip=player.skip,
        ready=player.ready and state.phase in PLACING,
        party=tuple(party),
        parameters=ParametersView(hp=hp, mp=mp, sp=sp),
        submission=_submission(state, player) if sees(viewer, seat) else None,
        plan=player.plan if state.plans_revealed else None,
        last_exploration=_exploration(player.explored) if player.explored else None,
        breakdown=player.parts,
    )


def _submission(state: State, player: SeatState) -> Submission | None:
    """AM-032, AM-044, AM-083: what lies behind the screen."""
    if player.inquiry is not None:
        return Submission(floors=player.inquiry)
    if player.bids is not None:
        return Submission(bids=player.bids)
    if player.plan is None or state.plans_revealed:
        return None
    plan = player.plan
    return Submission(return_floor=plan.return_floor, skip_floors=plan.skip_floors)


def _exploration(explored: PartyExplored) -> Exploration:
    return Exploration(
        seat=explored.seat,
        steps=explored.steps,
        outcome=explored.outcome,
        last_floor=explored.last_floor,
        retreat_vp=explored.retreat_vp,
        change=explored.change,
        total=explored.total,
    )
