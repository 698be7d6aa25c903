"""How phases, turns and rounds follow each other."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.aristoocrazy.events.rounds import RoundStarted
from domain.games.aristoocrazy.events.setting_up import Phase, PhaseEntered
from domain.games.aristoocrazy.events.turns import TurnEnded, TurnStarted
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.kernel.values import Seat


def enter(play: AristoocrazyPlay, phase: Phase, pending: Iterable[Seat] = ()) -> None:
    """Open a phase and ask these seats."""
    play.record(PhaseEntered(phase=phase, pending=tuple(pending)))


def start_round(play: AristoocrazyPlay, number: int, starter: Seat) -> None:
    """AC-029, AC-030: begin a round with the potential of all who have characters."""
    counting = number in play.state.setup.counting_rounds
    play.record(RoundStarted(round=number, starting_seat=starter, counting=counting))
    state = play.state
    asked = [seat for seat in state.turn_order if state.houses[seat].characters]
    if asked:
        enter(play, "potential", asked)
    else:
        start_laps(play)


def start_laps(play: AristoocrazyPlay) -> None:
    """AC-035: the starting player has the first turn."""
    _start_turn(play, play.state.starting_seat, 1)


def _start_turn(play: AristoocrazyPlay, seat: Seat, lap: int) -> None:
    play.record(TurnStarted(seat=seat, lap=lap))
    enter(play, "action", (seat,))


def end_turn(play: AristoocrazyPlay) -> None:
    """AC-035, AC-036: the next turn of the lap, of the next lap, or the roll for the events."""
    state = play.state
    seat, lap, order = state.active_seat, state.lap, state.turn_order
    assert seat is not None, "it is nobody's turn"
    assert lap is not None, "there is no lap"
    play.record(TurnEnded(seat=seat))
    if seat != order[-1]:
        _start_turn(play, order[order.index(seat) + 1], lap)
    elif lap < state.setup.limits.turns_per_round:
        _start_turn(play, order[0], lap + 1)
    else:
        enter(play, "event_roll")
