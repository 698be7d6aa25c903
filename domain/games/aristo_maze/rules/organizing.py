"""3: Organizing - the two hidden bids; what follows from them stands in `auction`."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.aristo_maze.actions import BidEntry, CharacterId, PlaceBids
from domain.games.aristo_maze.events import BidsPlaced, BidsRevealed, SeatBids
from domain.games.aristo_maze.rules.auction import hold_auctions
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.rules.refusals import (
    require_form,
    require_not_placed,
    require_phase,
    require_supply,
)
from domain.games.aristo_maze.state.table import State, added_up
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat
from domain.kernel.words import some

AT = "/action/bids"


def place_bids(play: AristoMazePlay, seat: Seat, action: PlaceBids) -> None:
    """4-3-1 and 4-3-3 Hidden bids: AM-044, AM-046."""
    state = play.state
    names, stage = state.names, 1 if state.phase == "first_bid" else 2
    _check(state, seat, action.bids, names)
    bids = tuple(sorted(action.bids, key=lambda entry: names.index(entry.character)))
    play.record(BidsPlaced(seat=seat, stage=stage, bids=bids))
    if not play.state.awaiting:
        reveal_bids(play, stage)
        if stage == 2:
            hold_auctions(play)


def _check(
    state: State, seat: Seat, entries: Sequence[BidEntry], names: Sequence[CharacterId]
) -> None:
    what = "Markers are placed on characters in the two bids."
    require_phase(state, ("first_bid", "second_bid"), "AM-044", what)
    require_not_placed(state, seat)
    rule = "AM-044" if state.phase == "first_bid" else "AM-046"
    for number, entry in enumerate(entries):
        if entry.character not in names:
            detail = f"There is no such character in the line-up; there are {', '.join(names)}."
            pointer = f"{AT}/{number}/character"
            raise RuleViolation(rule, detail, reason="unknown_character", pointer=pointer)
    require_form(entries, [entry.character for entry in entries], AT, "character")
    require_supply(state, seat, entries, AT, rule)
    if state.phase == "first_bid":
        _require_size(state, seat, entries)


def _require_size(state: State, seat: Seat, entries: Sequence[BidEntry]) -> None:
    """AM-044, AM-R15: the first bid has a fixed number of markers, or all that there are."""
    wanted = first_bid_size(state, seat)
    placed = added_up(entries).total
    if placed != wanted:
        is_short = state.seats[seat].supply.total < state.setup.limits.first_bid_markers
        detail = f"The first bid is of exactly {some(wanted, 'marker')}, not {placed}."
        rule = "AM-R15" if is_short else "AM-044"
        raise RuleViolation(rule, detail, reason="wrong_first_bid", pointer=AT)


def first_bid_size(state: State, seat: Seat) -> int:
    """AM-044, AM-R15: how many markers a seat's first bid has."""
    return min(state.setup.limits.first_bid_markers, state.seats[seat].supply.total)


def reveal_bids(play: AristoMazePlay, stage: int) -> None:
    """4-3-2, 4-3-4 Reveal: AM-045, AM-048."""
    bids = [player.bids or () for player in play.state.seats]
    told = tuple(SeatBids(seat=seat, bids=entries) for seat, entries in enumerate(bids))
    play.record(BidsRevealed(stage=stage, bids=told))
