"""What a seat may do now in Burnmelt Cave."""

from __future__ import annotations

from domain.games.burnmelt.actions import Cards, PlayCards, TypeId
from domain.games.burnmelt.rules import rewards_due
from domain.games.burnmelt.state import State
from domain.kernel.chance import Rng
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


def draw(state: State, seat: Seat, rng: Rng) -> dict[str, Json] | PlayCards:
    """Draw any of what is listed; of all plays only the one that is drawn is looked into."""
    if state.phase != "turns":
        return legal(state, seat).sample(rng)
    in_hand, there = sum(state.seats[seat].hand), sum(state.centre)
    adventurer, count = _nth_play(state, seat, rng.randrange(in_hand))
    due, take = rewards_due(in_hand, count), None
    if due < there:
        take = _take(state.setup.cards(state.centre), due).sample(rng)
    return PlayCards(adventurer=adventurer, count=count, take=take)


def _nth_play(state: State, seat: Seat, nth: int) -> tuple[TypeId, int]:
    """BM-019: there are as many plays as cards in hand, for with each card one more can be played."""
    for adventurer, held in zip(state.setup.types, state.seats[seat].hand, strict=True):
        if nth < held:
            return adventurer, nth + 1
        nth -= held
    raise AssertionError(f"There are {nth} plays too few.")


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
    return {number: _take(centre, number) for number in range(1, there)}


def _take(centre: Cards, number: int) -> Allocation:
    return Allocation(limits=centre, min=number, max=number)
