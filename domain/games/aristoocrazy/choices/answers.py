"""Choices while the events of a round are played."""

from __future__ import annotations

from typing import Any

from domain.games.aristoocrazy.rules.happenings import happening_of
from domain.games.aristoocrazy.rules.responses import (
    affordable,
    current_token,
    harmed_number,
    hungry_number,
)
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.choices import AnyDomain, Choice, IntRange, OneOf, Selection, Subset
from domain.kernel.values import Seat


def _ask(action: str, name: str, domain: AnyDomain) -> list[Choice]:
    return [Choice(type=action, fixed={}, open={name: domain})]


def dice_to_cancel(state: State, seat: Seat) -> list[Choice]:
    """AC-118, AC-R47: one die for each card."""
    held = state.houses[seat].hand.count("cancel_event")
    return _ask("respond_events", "dice", Subset(of=(0, 1, 2), min=0, max=min(3, held)))


def dice_to_veto(state: State, seat: Seat) -> list[Choice]:
    """AC-R49: any die that does not show dementia."""
    del seat
    faces = happening_of(state).faces
    dice = tuple(die for die, face in enumerate(faces) if face != "dementia")
    return _ask("veto_event", "die", OneOf(of=dice))


def hungry(state: State, seat: Seat) -> list[Choice]:
    """AC-089: so many characters."""
    number = hungry_number(state, seat)
    names = tuple(one.id for one in state.houses[seat].characters)
    return _ask("choose_hungry", "characters", Subset(of=names, min=number, max=number))


def bids(state: State, seat: Seat) -> list[Choice]:
    """AC-090: any number of the tokens held."""
    held = state.held(seat, current_token(state))
    return _ask("bid", "amount", IntRange(min=0, max=held))


def answers_to_barbarians(state: State, seat: Seat) -> list[Choice]:
    """AC-092 to AC-094: pay, or one penalty for each of so many characters."""
    number = harmed_number(state, seat)
    groups = tuple(_penalties(one) for one in state.houses[seat].characters)
    suffer = Choice(
        type="answer_barbarians",
        fixed={"pay": False},
        open={"penalties": Selection(groups=groups, min=number, max=number)},
    )
    if not state.held(seat, current_token(state)):
        return [suffer]
    return [Choice(type="answer_barbarians", fixed={"pay": True, "penalties": []}), suffer]


def _penalties(one: Character) -> tuple[dict[str, Any], ...]:
    """AC-R53: an age token, or any trait that is not dementia yet."""
    turned = [index for index, trait in enumerate(one.traits) if trait != "dementia"]
    return (
        {"character": one.id, "kind": "age", "trait_index": None},
        *({"character": one.id, "kind": "dementia", "trait_index": index} for index in turned),
    )


def cards_to_buy(state: State, seat: Seat) -> list[Choice]:
    """AC-095: as many as the seat can pay."""
    return _ask("buy_cards", "count", IntRange(min=0, max=affordable(state, seat)))
