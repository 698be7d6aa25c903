"""How events change the state: each is written down by the function that its type names here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.aristo_maze.actions import CharacterId
from domain.games.aristo_maze.events import (
    AristoMazeEvent,
    AuctionResolved,
    BidsPlaced,
    BidsRevealed,
    CardSeen,
    CharacterAssassinated,
    CharacterStolen,
    ChoiceRequested,
    CrestMoved,
    EmperorsWillPaid,
    GameEnded,
    GameSetUp,
    InquiryPlaced,
    InquiryRevealed,
    OrganizingEnded,
    PartiesFormed,
    Parts,
    PartyExplored,
    PlanPlaced,
    PlansRevealed,
    RoundEnded,
    RoundStarted,
    SkipMarkersChanged,
    VpChanged,
)
from domain.games.aristo_maze.state.table import (
    NONE,
    Floor,
    Markers,
    Offer,
    Pending,
    Plan,
    SeatState,
    State,
    added_up,
)
from domain.kernel.values import Seat


def _game_set_up(state: State, event: GameSetUp) -> State:
    places = {one.id: place for place, one in enumerate(state.setup.components.characters)}
    seats = tuple(
        replace(player, crest=told.crest, supply=Markers(crest=told.crest_markers))
        for player, told in zip(state.seats, event.seats, strict=True)
    )
    line_up = tuple(Offer(character=places[name]) for name in event.line_up)
    return replace(state, seats=seats, line_up=line_up, names=event.line_up)


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, phase="finished", result=event.result)


def _round_started(state: State, event: RoundStarted) -> State:
    """AM-019 to AM-031: the clean-up, the income, the dungeon."""
    places = state.setup.card_places
    hidden = {one.floor: one.card for one in event.face_down}
    seats = []
    for player, income in zip(state.seats, event.income, strict=True):
        supply = player.supply.plus(Markers(gold=income.gold, intrigue=income.intrigue))
        seats.append(
            SeatState(
                crest=player.crest,
                supply=supply,
                skip=income.skip,
                parts=player.parts,
                explored=player.explored,
            )
        )
    return replace(
        state,
        phase="inquiring",
        round=event.round,
        seats=tuple(seats),
        line_up=tuple([Offer(character=offer.character) for offer in state.line_up]),
        dungeon=tuple(
            Floor(card=places[laid.card or hidden[laid.floor]], face_up=laid.face_up)
            for laid in event.dungeon
        ),
        deck=tuple([places[card] for card in event.deck]),
        used=state.dungeon if event.round == 2 else (),
        plans_revealed=False,
    )


def _placed(state: State, seat: Seat, **placement: object) -> State:
    """AM-032, AM-044, AM-046, AM-083: a hidden placement lies behind its screen."""
    player = replace(state.seats[seat], ready=True, **placement)
    return replace(state, seats=state.with_seat(seat, player))


def _inquiry_placed(state: State, event: InquiryPlaced) -> State:
    return _placed(state, event.seat, inquiry=event.floors)


def _bids_placed(state: State, event: BidsPlaced) -> State:
    return _placed(state, event.seat, bids=event.bids)


def _inquiry_revealed(state: State, event: InquiryRevealed) -> State:
    """AM-036, AM-R13: all markers placed have left the supplies."""
    nothing = (NONE,) * len(event.placements)
    laid: dict[int, list[Markers]] = {}
    for seat, placement in enumerate(event.placements):
        for entry in placement.floors:
            laid.setdefault(entry.floor, list(nothing))[seat] = NONE.plus(entry)
    winners = {one.floor: one.seats for one in event.winners}
    dungeon = tuple(
        replace(
            floor,
            inquiry=tuple(laid.get(number, nothing)),
            winners=winners.get(number, ()),
        )
        for number, floor in enumerate(state.dungeon, start=1)
    )
    placed = [added_up(one.floors) for one in event.placements]
    return replace(state, phase="first_bid", dungeon=dungeon, seats=_revealed(state, placed))


def _bids_revealed(state: State, event: BidsRevealed) -> State:
    """AM-045, AM-047, AM-048: the markers lie on the characters, both bids added up."""
    nobody = (NONE,) * len(event.bids)
    laid = {
        name: list(o.bids or nobody) for name, o in zip(state.names, state.line_up, strict=True)
    }
    for seat, one in enumerate(event.bids):
        for entry in one.bids:
            laid[entry.character][seat] = laid[entry.character][seat].plus(entry)
    line_up = [
        replace(offer, bids=tuple(bids))
        for offer, bids in zip(state.line_up, laid.values(), strict=True)
    ]
    placed = [added_up(one.bids) for one in event.bids]
    return replace(
        state,
        phase="second_bid" if event.stage == 1 else "choosing",
        line_up=tuple(line_up),
        seats=_revealed(state, placed),
    )


def _revealed(state: State, placed: list[Markers]) -> tuple[SeatState, ...]:
    """Give the seats once the screens are away: what was placed is no longer in the supply."""
    return tuple(
        [
            replace(player, ready=False, inquiry=None, bids=None, supply=player.supply.minus(lost))
            for player, lost in zip(state.seats, placed, strict=True)
        ]
    )


def _card_seen(state: State, event: CardSeen) -> State:
    """AM-043, AM-R24: the seat knows the card from now on."""
    floor = state.dungeon[event.floor - 1]
    known_by = tuple(sorted({*floor.known_by, event.seat}))
    dungeon = state.with_floor(event.floor, replace(floor, known_by=known_by))
    return replace(state, dungeon=dungeon, pending=None)


def _auction_resolved(state: State, event: AuctionResolved) -> State:
    """AM-056 to AM-060: markers go their ways, the character joins the party or stays unsold."""
    place = state.place_of(event.character)
    seats = state.seats
    if event.refunds:
        refunds = {refund.seat: Markers(gold=refund.gold) for refund in event.refunds}
        seats = tuple(
            [
                replace(player, supply=player.supply.plus(refunds[seat]))
                if seat in refunds
                else player
                for seat, player in enumerate(state.seats)
            ]
        )
    sold = replace(
        state.line_up[place],
        status="unsold" if event.winner is None else "won",
        owner=event.winner,
        crest_markers=event.crest_on_character,
        bids=(),
    )
    return replace(state, seats=seats, line_up=state.with_offer(place, sold))


def _leaves(state: State, name: CharacterId, **how: object) -> State:
    """AM-066, AM-072: a character leaves the auctions, and all markers on it are lost."""
    place = state.place_of(name)
    gone = replace(state.line_up[place], bids=(), **how)
    return replace(state, line_up=state.with_offer(place, gone))


def _assassinated(state: State, event: CharacterAssassinated) -> State:
    return _leaves(state, event.target, status="assassinated")


def _stolen(state: State, event: CharacterStolen) -> State:
    return _leaves(state, event.target, status="stolen", owner=event.seat)


def _organizing_ended(state: State, event: OrganizingEnded) -> State:
    """AM-063, AM-075: what is still open stays unsold, and all markers on it are lost."""
    del event
    line_up = tuple(
        replace(offer, status="unsold", bids=()) if offer.is_open else offer
        for offer in state.line_up
    )
    return replace(state, phase="planning", line_up=line_up)


def _unchanged(state: State, event: PartiesFormed) -> State:
    """AM-079: what a party sets out with follows from who is in it."""
    del event
    return state


def _skip_markers_changed(state: State, event: SkipMarkersChanged) -> State:
    player = replace(state.seats[event.seat], skip=event.total)
    return replace(state, seats=state.with_seat(event.seat, player))


def _choice_requested(state: State, event: ChoiceRequested) -> State:
    pending = Pending(seat=event.seat, kind=event.kind, options=event.options)
    return replace(state, pending=pending)


def _vp_changed(state: State, event: VpChanged) -> State:
    parts = state.seats[event.seat].parts
    if event.reason == "ninja":
        changed = replace(parts, ninja=parts.ninja + event.change)
    else:
        changed = replace(parts, characters=parts.characters + event.change)
    return _with_parts(state, event.seat, changed)


def _crest_moved(state: State, event: CrestMoved) -> State:
    change = {event.giver: -1, event.taker: 1}
    line_up = tuple(
        replace(offer, crest_markers=offer.crest_markers + change[name])
        if name in change
        else offer
        for offer, name in zip(state.line_up, state.names, strict=True)
    )
    return replace(state, line_up=line_up, pending=None)


def _plan_placed(state: State, event: PlanPlaced) -> State:
    plan = Plan(return_floor=event.return_floor, skip_floors=event.skip_floors)
    after = _placed(state, event.seat, plan=plan)
    return after if after.awaiting else replace(after, phase="exploring")


def _plans_revealed(state: State, event: PlansRevealed) -> State:
    turned = {one.floor for one in event.turned_up}
    dungeon = tuple(
        replace(floor, face_up=True) if number in turned else floor
        for number, floor in enumerate(state.dungeon, start=1)
    )
    seats = tuple(replace(player, ready=False) for player in state.seats)
    return replace(state, dungeon=dungeon, seats=seats, plans_revealed=True)


def _party_explored(state: State, event: PartyExplored) -> State:
    player = state.seats[event.seat]
    cards, floors, lost = player.parts.cards, player.parts.floors, player.parts.encounter_loss
    for step in event.steps:
        cards += step.card_vp
        floors += step.floor_vp
        lost += step.encounter_vp
    retreat = player.parts.retreat + event.retreat_vp
    parts = replace(player.parts, cards=cards, floors=floors, encounter_loss=lost, retreat=retreat)
    explored = replace(player, parts=parts, explored=event)
    return replace(state, seats=state.with_seat(event.seat, explored))


def _emperors_will_paid(state: State, event: EmperorsWillPaid) -> State:
    for seat in event.seats:
        parts = state.seats[seat].parts
        paid = replace(parts, emperors_will=parts.emperors_will + event.vp)
        state = _with_parts(state, seat, paid)
    return state


def _round_ended(state: State, event: RoundEnded) -> State:
    del event
    return replace(state, phase="providing")


def _with_parts(state: State, seat: Seat, parts: Parts) -> State:
    player = replace(state.seats[seat], parts=parts)
    return replace(state, seats=state.with_seat(seat, player))


WRITTEN: dict[type[Any], Callable[[State, Any], State]] = {
    GameSetUp: _game_set_up,
    RoundStarted: _round_started,
    InquiryPlaced: _inquiry_placed,
    InquiryRevealed: _inquiry_revealed,
    CardSeen: _card_seen,
    BidsPlaced: _bids_placed,
    BidsRevealed: _bids_revealed,
    AuctionResolved: _auction_resolved,
    CharacterAssassinated: _assassinated,
    CharacterStolen: _stolen,
    SkipMarkersChanged: _skip_markers_changed,
    VpChanged: _vp_changed,
    ChoiceRequested: _choice_requested,
    CrestMoved: _crest_moved,
    OrganizingEnded: _organizing_ended,
    PartiesFormed: _unchanged,
    PlanPlaced: _plan_placed,
    PlansRevealed: _plans_revealed,
    PartyExplored: _party_explored,
    EmperorsWillPaid: _emperors_will_paid,
    RoundEnded: _round_ended,
    GameEnded: _game_ended,
}


def evolve(state: State, event: AristoMazeEvent) -> State:
    """Write down what an event says."""
    return WRITTEN[type(event)](state, event)
