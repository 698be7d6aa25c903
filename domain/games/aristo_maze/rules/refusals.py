"""What a placement is refused for, in the order of the specification's list of refusals."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from domain.games.aristo_maze.actions import BidEntry, FloorEntry
from domain.games.aristo_maze.events import ChoiceKind
from domain.games.aristo_maze.state.table import Pending, Phase, State, added_up
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat
from domain.kernel.words import some

WORDS: dict[Phase, str] = {
    "providing": "the round is being prepared",
    "inquiring": "the seats place markers on floors",
    "first_bid": "the seats place their first bids",
    "second_bid": "the seats place their second bids",
    "choosing": "the winner of a character chooses",
    "planning": "the seats place their plans",
    "exploring": "the parties are exploring",
    "finished": "the game is over",
}


def require_phase(state: State, phases: Sequence[Phase], rule: str, what: str) -> None:
    """Refuse what does not belong to this phase."""
    if state.phase not in phases:
        detail = f"{what} Now {WORDS[state.phase]}."
        raise RuleViolation(rule, detail, reason="wrong_phase", pointer="/action/type")


def require_not_placed(state: State, seat: Seat) -> None:
    """AM-R16: refuse a second placement in a phase."""
    if state.seats[seat].ready:
        detail = "You have placed in this phase; a placement cannot be changed or withdrawn."
        raise RuleViolation("AM-R16", detail, reason="already_submitted")


def require_pending(state: State, seat: Seat, kind: ChoiceKind, rule: str, what: str) -> Pending:
    """AM-068, AM-069: give the choice that is to be made, and refuse all but its seat and kind."""
    require_phase(state, ("choosing",), rule, what)
    pending = state.pending
    if pending is None or pending.kind != kind:
        detail = f"{what} Now another choice is to be made."
        raise RuleViolation(rule, detail, reason="wrong_phase", pointer="/action/type")
    if pending.seat != seat:
        detail = f"The choice is that of seat {pending.seat}, which won the character."
        raise RuleViolation(rule, detail, reason="not_your_choice")
    return pending


def require_floor(state: State, floor: int, pointer: str, practice_rule: str) -> None:
    """AM-010, AM-035, AM-085: refuse a floor that the dungeon does not have."""
    if not 1 <= floor <= state.setup.floors:
        rule = practice_rule if state.setup.mode == "practice" else "AM-010"
        raise no_such_floor(state, floor, pointer, rule)


def no_such_floor(state: State, floor: int, pointer: str, rule: str) -> RuleViolation:
    """Say which floors there are."""
    detail = f"There is no floor {floor}; the dungeon has floors 1 to {state.setup.floors}."
    return RuleViolation(rule, detail, reason="unknown_floor", pointer=pointer)


def require_different(spots: Sequence[Hashable], at: str, step: str, rule: str) -> None:
    """AM-084, AM-R50: refuse a floor or character that is named twice."""
    if len(set(spots)) == len(spots):
        return
    for number, spot in enumerate(spots):
        if spot in spots[:number]:
            detail = f"{step} {spot} is named twice; name each at most once.".capitalize()
            raise RuleViolation(rule, detail, reason="duplicate_entry", pointer=f"{at}/{number}")


def require_form(
    entries: Sequence[FloorEntry | BidEntry],
    spots: Sequence[Hashable],
    at: str,
    step: str,
) -> None:
    """AM-R50: each floor or character once at the most, each entry with a marker."""
    require_different(spots, at, step, "AM-R50")
    for number, entry in enumerate(entries):
        if not (entry.gold or entry.crest or entry.intrigue):
            detail = f"The entry of {step} {spots[number]} has no marker; leave it out."
            raise RuleViolation("AM-R50", detail, reason="empty_entry", pointer=f"{at}/{number}")


def require_supply(
    state: State, seat: Seat, entries: Sequence[FloorEntry | BidEntry], at: str, rule: str
) -> None:
    """AM-033, AM-044, AM-046: refuse more markers than the supply has."""
    placed, supply = added_up(entries), state.seats[seat].supply
    if supply.covers(placed):
        return
    for kind in ("gold", "crest", "intrigue"):
        wanted, there = getattr(placed, kind), getattr(supply, kind)
        if wanted > there:
            detail = f"You place {some(wanted, f'{kind} marker')}, and your supply has {there}."
            raise RuleViolation(rule, detail, reason="not_enough_markers", pointer=at)
