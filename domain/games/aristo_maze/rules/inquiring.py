"""2: Inquiring - one hidden placement on the floors; the best bidders see the cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from domain.games.aristo_maze.actions import FloorEntry, PlaceInquiry
from domain.games.aristo_maze.events import (
    CardSeen,
    FloorWinners,
    InquiryPlaced,
    InquiryRevealed,
    SeatFloors,
    SeatMarkers,
    Sight,
)
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.rules.refusals import (
    require_floor,
    require_form,
    require_not_placed,
    require_phase,
    require_supply,
)
from domain.games.aristo_maze.state.table import State, added_up
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat

AT = "/action/floors"


def place_inquiry(play: AristoMazePlay, seat: Seat, action: PlaceInquiry) -> None:
    """4-2-1 Hidden bid: AM-032 to AM-035."""
    _check(play.state, seat, action.floors)
    floors = tuple(sorted(action.floors, key=lambda entry: entry.floor))
    play.record(InquiryPlaced(seat=seat, floors=floors))
    if not play.state.awaiting:
        reveal_inquiries(play)
        report(play)


def _check(state: State, seat: Seat, entries: Sequence[FloorEntry]) -> None:
    what = "Markers are placed on floors after the round has been prepared."
    require_phase(state, ("inquiring",), "AM-032", what)
    require_not_placed(state, seat)
    for number, entry in enumerate(entries):
        require_floor(state, entry.floor, f"{AT}/{number}/floor", "AM-035")
    require_form(entries, [entry.floor for entry in entries], AT, "floor")
    require_supply(state, seat, entries, AT, "AM-033")
    most = state.setup.limits.max_gold_per_floor
    for number, entry in enumerate(entries):
        if entry.gold > most:
            detail = f"At most {most} gold may lie on a floor, not {entry.gold}."
            pointer = f"{AT}/{number}/gold"
            raise RuleViolation("AM-034", detail, reason="too_much_gold", pointer=pointer)


def reveal_inquiries(play: AristoMazePlay) -> None:
    """4-2-2 Thief guild reaction: AM-036 to AM-042."""
    state = play.state
    placed = [player.inquiry or () for player in state.seats]
    by_floor: dict[int, list[tuple[Seat, FloorEntry]]] = {}
    for seat, entries in enumerate(placed):
        for entry in entries:
            by_floor.setdefault(entry.floor, []).append((seat, entry))
    value = state.setup.limits.intrigue_gold_value
    winners = [
        FloorWinners(floor=floor, seats=winners_of(by_floor[floor], value))
        for floor in sorted(by_floor)
    ]
    won = {(seat, one.floor) for one in winners for seat in one.seats}
    play.record(
        InquiryRevealed(
            placements=tuple([SeatFloors(seat=s, floors=laid) for s, laid in enumerate(placed)]),
            winners=tuple(winners),
            lost=tuple(
                [lost for seat in range(len(placed)) if (lost := in_vain(seat, placed[seat], won))]
            ),
        )
    )


def winners_of(placed: Sequence[tuple[Seat, FloorEntry]], intrigue_value: int) -> tuple[Seat, ...]:
    """AM-037 to AM-040, AM-R12: the strongest, ties all; who has placed a crest before all others."""
    with_crest = [seat for seat, markers in placed if markers.crest]
    if with_crest:
        return tuple(with_crest)
    strengths = [
        (seat, markers.gold + intrigue_value * markers.intrigue) for seat, markers in placed
    ]
    most = max([strength for _, strength in strengths])
    return tuple([seat for seat, strength in strengths if strength == most])


def in_vain(
    seat: Seat, entries: Sequence[FloorEntry], won: Collection[tuple[Seat, int]]
) -> SeatMarkers | None:
    """AM-041: what a seat has placed on floors that it has not won."""
    lost = added_up([entry for entry in entries if (seat, entry.floor) not in won])
    if not lost.total:
        return None
    return SeatMarkers(seat=seat, gold=lost.gold, crest=lost.crest, intrigue=lost.intrigue)


def report(play: AristoMazePlay) -> None:
    """4-2-3 Thief guild reports: AM-043, AM-R11, AM-R14."""
    for number, floor in enumerate(play.state.dungeon, start=1):
        if not floor.face_up:
            for seat in floor.winners:
                look(play, seat, number, "inquiry")


def look(play: AristoMazePlay, seat: Seat, floor: int, reason: Sight) -> None:
    """AM-043, AM-R24: let a seat see a face-down card."""
    card = play.state.card(play.state.dungeon[floor - 1]).id
    play.record(CardSeen(seat=seat, floor=floor, card=card, reason=reason))
