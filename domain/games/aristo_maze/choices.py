"""What a seat may do now in Aristo-Maze."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.aristo_maze.rules.organizing import first_bid_size
from domain.games.aristo_maze.scoring import lowest_return
from domain.games.aristo_maze.state.table import Markers, Phase, State
from domain.kernel.chance import Rng
from domain.kernel.choices import Choice, Choices, IntRange, OneOf, Placement, Subset
from domain.kernel.values import Json, Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return state.awaiting


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked: the phase of a round, or the choice of a character's owner."""
    del seat
    pending = state.pending
    asked = state.phase if pending is None else f"{pending.kind}:{won(state)}"
    return f"{state.round}:{asked}"


def won(state: State) -> int:
    """Count the characters won so far: a later choice of the same kind is another question."""
    return sum(offer.status == "won" for offer in state.line_up)


def legal(state: State, seat: Seat) -> Choices:
    """List what the seat may do: nothing while it is asked nothing."""
    if not state.awaits(seat):
        return Choices(seat=seat)
    return Choices(seat=seat, items=(OFFERS[state.phase](state, seat),))


def draw(state: State, seat: Seat, rng: Rng) -> dict[str, Json]:
    """Draw of what is offered to a seat that is asked something: it is one choice."""
    return OFFERS[state.phase](state, seat).sample(rng)


def inquiry(state: State, seat: Seat) -> Choice:
    """AM-032 to AM-035: any markers on any floors, gold within its limit."""
    supply, floors = state.seats[seat].supply, state.setup.floors
    most = state.setup.limits.max_gold_per_floor
    placement = Placement(
        spot="floor",
        of=tuple(range(1, floors + 1)),
        pieces=pieces(supply),
        limits={"gold": most},
        min=0,
        max=min(supply.gold, most * floors) + supply.crest + supply.intrigue,
    )
    return Choice(type="place_inquiry", fixed={}, open={"floors": placement})


def first_bid(state: State, seat: Seat) -> Choice:
    """AM-044, AM-R15: exactly so many markers on any characters."""
    size = first_bid_size(state, seat)
    return _bid(state, seat, size, size)


def second_bid(state: State, seat: Seat) -> Choice:
    """AM-046: any markers on any characters."""
    return _bid(state, seat, 0, state.seats[seat].supply.total)


def _bid(state: State, seat: Seat, least: int, most: int) -> Choice:
    placement = Placement(
        spot="character",
        of=state.names,
        pieces=pieces(state.seats[seat].supply),
        limits={},
        min=least,
        max=most,
    )
    return Choice(type="place_bids", fixed={}, open={"bids": placement})


def pieces(supply: Markers) -> dict[str, int]:
    """How many markers of each kind there are to place."""
    return {"gold": supply.gold, "crest": supply.crest, "intrigue": supply.intrigue}


def pending_choice(state: State, seat: Seat) -> Choice:
    """AM-068, AM-069: one of the options."""
    del seat
    assert state.pending is not None
    options = OneOf(of=state.pending.options)
    if state.pending.kind == "peek":
        return Choice(type="peek_floor", fixed={}, open={"floor": options})
    return Choice(type="move_crest", fixed={}, open={"character": options})


def plan(state: State, seat: Seat) -> Choice:
    """AM-083 to AM-086: a return floor deep enough, and a floor for each skip marker."""
    floors, skips = state.setup.floors, state.seats[seat].skip
    return Choice(
        type="place_plan",
        fixed={},
        open={
            "return_floor": IntRange(min=lowest_return(state, seat), max=floors),
            "skip_floors": Subset(of=tuple(range(1, floors + 1)), min=skips, max=skips),
        },
    )


OFFERS: dict[Phase, Callable[[State, Seat], Choice]] = {
    "inquiring": inquiry,
    "first_bid": first_bid,
    "second_bid": second_bid,
    "choosing": pending_choice,
    "planning": plan,
}
"""What is offered in the phases in which seats are asked something."""
