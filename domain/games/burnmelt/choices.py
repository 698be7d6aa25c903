"""What a seat may do now in Burnmelt Cave."""

from __future__ import annotations

from domain.games.burnmelt.rules import rewards_due
from domain.games.burnmelt.state import State
from domain.kernel.choices import Allocation, AnyDomain, Choice, Choices, OneOf
from domain.kernel.values import Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return state.awaiting


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked: the phase of a round."""
    del seat
    return f"{state.round}:{state.phase}"


def legal(state: State, seat: Seat) -> Choices:
    """List what the seat may do: nothing while it is asked nothing."""
    if seat not in state.awaiting:
        return Choices(seat=seat)
    types = state.setup.types
    if state.phase == "choose_centre":
        held = tuple(types[place] for place, n in enumerate(state.seats[seat].hand) if n)
        return Choices(seat=seat, items=(_pick("choose_centre_card", held),))
    if state.phase == "choose_negative":
        tied = tuple(types[place] for place in state.negative_options[seat])
        return Choices(seat=seat, items=(_pick("choose_negative_type", tied),))
    takes: dict[int, dict[str, AnyDomain]] = {}
    items = []
    for place, held_cards in enumerate(state.seats[seat].hand):
        for count in range(1, held_cards + 1):
            need = rewards_due(state, seat, count)
            if need not in takes:
                takes[need] = {"take": _take(state, need)}
            fixed = {"adventurer": types[place], "count": count}
            items.append(Choice(type="play_cards", fixed=fixed, open=takes[need]))
    return Choices(seat=seat, items=tuple(items))


def _pick(action: str, adventurers: tuple[str, ...]) -> Choice:
    return Choice(type=action, fixed={}, open={"adventurer": OneOf(of=adventurers)})


def _take(state: State, need: int) -> AnyDomain:
    """BM-025, BM-027: which Centre cards may be taken when so many Rewards are due."""
    centre = state.setup.cards(state.centre)
    if need >= sum(state.centre):
        return OneOf(of=(None, centre))
    return Allocation(limits=centre, min=need, max=need)
