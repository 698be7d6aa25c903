"""What a seat may do now in Burnmelt Cave."""

from __future__ import annotations

from domain.games.burnmelt.rules import rewards_due
from domain.games.burnmelt.state import State
from domain.kernel.choices import Allocation, Choice, Choices, OneOf
from domain.kernel.values import Json, Seat


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
    return Choices(seat=seat, items=_plays(state, seat))


def _plays(state: State, seat: Seat) -> tuple[Choice, ...]:
    """BM-019, BM-020: every number of cards of each type, each with what may be taken for it."""
    hand, takes = state.seats[seat].hand, _takes(state)
    in_hand = sum(hand)
    plays = []
    for adventurer, held in zip(state.setup.types, hand, strict=True):
        for count in range(1, held + 1):
            fixed: dict[str, Json] = {"adventurer": adventurer, "count": count}
            take = takes.get(rewards_due(in_hand, count))
            if take is None:
                plays.append(Choice(type="play_cards", fixed={**fixed, "take": None}))
            else:
                plays.append(Choice(type="play_cards", fixed=fixed, open={"take": take}))
    return tuple(plays)


def _pick(action: str, adventurers: tuple[str, ...]) -> Choice:
    return Choice(type=action, fixed={}, open={"adventurer": OneOf(of=adventurers)})


def _takes(state: State) -> dict[int, Allocation]:
    """BM-025, BM-027: how 1, 2, ... Centre cards may be taken; to take all of them needs no words."""
    centre, there = state.setup.cards(state.centre), sum(state.centre)
    return {number: Allocation(limits=centre, min=number, max=number) for number in range(1, there)}
