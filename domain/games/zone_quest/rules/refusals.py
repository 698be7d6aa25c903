"""Refusals that several phases share."""

from __future__ import annotations

from domain.games.zone_quest.state import Phase, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat


def require_phase(state: State, phase: Phase, rule: str, detail: str) -> None:
    """Refuse what is not done in this phase."""
    if state.phase != phase:
        now = f"{detail} The phase is {state.phase}."
        raise RuleViolation(rule, now, reason="wrong_phase", pointer="/action/type")


def require_turn(state: State, seat: Seat) -> None:
    """ZQ-017: refuse what only the player whose turn it is may do."""
    if seat != state.active_seat:
        detail = f"It is the turn of seat {state.active_seat}."
        raise RuleViolation("ZQ-017", detail, reason="not_your_turn")
