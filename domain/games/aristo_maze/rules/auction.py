"""The way of resolving auctions: one character after the other, until somebody has to choose."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.aristo_maze.events import (
    AuctionResolved,
    OrganizingEnded,
    Outcome,
    PartiesFormed,
    Refund,
    SeatParty,
    SpentMarkers,
)
from domain.games.aristo_maze.rules.employing import employ
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.scoring import party_of
from domain.games.aristo_maze.state.table import Markers, State
from domain.kernel.values import Seat


def hold_auctions(play: AristoMazePlay) -> None:
    """AM-048, AM-063: auction what is open, the lowest order number first."""
    for place in range(len(play.state.line_up)):
        if _may_go_on(play.state) and play.state.line_up[place].is_open:
            auction(play, place)
    if _may_go_on(play.state):
        play.record(OrganizingEnded(by=None, skipped=(), lost=()))
    if play.state.phase == "planning":
        form_parties(play)


def _may_go_on(state: State) -> bool:
    return state.phase == "choosing" and state.pending is None


def auction(play: AristoMazePlay, place: int) -> None:
    """AM-049 to AM-062, AM-R21: compare, move the markers, carry out what the winner gets."""
    state = play.state
    offer = state.line_up[place]
    outcome, winner = compare(offer.bids)
    price, crest = (0, 0) if winner is None else (offer.bids[winner].gold, offer.bids[winner].crest)
    play.record(
        AuctionResolved(
            character=state.character(offer).id,
            outcome=outcome,
            winner=winner,
            price=price,
            crest_on_character=crest,
            refunds=refunds(offer.bids, winner),
            lost=spent(offer.bids, winner),
        )
    )
    if winner is not None:
        employ(play, place)


def compare(bids: Sequence[Markers]) -> tuple[Outcome, Seat | None]:
    """AM-049 to AM-055: most gold wins; of those who tie, the one with a crest there."""
    gold = [bid.gold for bid in bids]
    most = max(gold)
    if not most:
        return "no_gold", None
    if gold.count(most) == 1:
        return "won", gold.index(most)
    best = [seat for seat, bid in enumerate(bids) if bid.gold == most and bid.crest]
    return ("won", best[0]) if len(best) == 1 else ("tied", None)


def refunds(bids: Sequence[Markers], winner: Seat | None) -> tuple[Refund, ...]:
    """AM-057, AM-059: everybody but the winner takes their gold back."""
    return tuple(
        [
            Refund(seat=seat, gold=bid.gold)
            for seat, bid in enumerate(bids)
            if bid.gold and seat != winner
        ]
    )


def spent(bids: Sequence[Markers], winner: Seat | None) -> tuple[SpentMarkers, ...]:
    """AM-056, AM-058: all intrigue markers go to common, and all crests but the winner's."""
    return tuple(
        [
            SpentMarkers(seat=seat, crest=crest, intrigue=bid.intrigue)
            for seat, bid in enumerate(bids)
            if (crest := 0 if seat == winner else bid.crest) or bid.intrigue
        ]
    )


def form_parties(play: AristoMazePlay) -> None:
    """4-4-1 Determining the parties' parameters: AM-079 to AM-082."""
    parties = []
    for seat in range(len(play.state.seats)):
        hp, mp, sp = party_of(play.state, seat).parameters
        parties.append(SeatParty(seat=seat, hp=hp, mp=mp, sp=sp))
    play.record(PartiesFormed(parties=tuple(parties)))
