"""Who is asked, what the question is called, and the choices it leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.games.aristoocrazy.choices.answers import (
    answers_to_barbarians,
    bids,
    cards_to_buy,
    dice_to_cancel,
    dice_to_veto,
    hungry,
)
from domain.games.aristoocrazy.choices.setting_up import closings, discards, first_traits, starts
from domain.games.aristoocrazy.choices.turns import (
    answers_to_offer,
    births,
    child_choices,
    defences,
    dowries,
    partner_places,
    retreats,
    turn,
    uses,
)
from domain.games.aristoocrazy.events.setting_up import Phase
from domain.games.aristoocrazy.state.table import State
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices, Offer, drawn, listed
from domain.kernel.values import Json, Seat

BY_PHASE: dict[Phase, Callable[[State, Seat], Sequence[Offer]]] = {
    "choose_start": starts,
    "choose_traits": first_traits,
    "close_territory": closings,
    "keep_cards": discards,
    "potential": uses,
    "action": turn,
    "birth_roll": births,
    "birth_choice": child_choices,
    "partner_place": partner_places,
    "marriage_answer": answers_to_offer,
    "marriage_dowry": dowries,
    "defence": defences,
    "retreat": retreats,
    "event_response": dice_to_cancel,
    "dementia_choice": dice_to_veto,
    "hunger": hungry,
    "auction": bids,
    "barbarians": answers_to_barbarians,
    "card_market": cards_to_buy,
}


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return tuple(sorted(state.awaiting))


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked: the phase, told from the same phase at other times."""
    del seat
    return f"{state.asked}:{state.phase}"


def legal(state: State, seat: Seat) -> Choices:
    """List what the seat may do: nothing while it is asked nothing."""
    if seat not in state.awaiting:
        return Choices(seat=seat)
    return listed(seat, BY_PHASE[state.phase](state, seat))


def draw(state: State, seat: Seat, rng: Rng) -> dict[str, Json]:
    """Draw what `legal` would draw, and describe only that."""
    return drawn(BY_PHASE[state.phase](state, seat), rng)
