"""The events of a round: the roll, cancelling, dementia, and what follows what: AC-087, AC-096, AC-118."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.aristoocrazy.actions import RespondEvents, VetoEvent
from domain.games.aristoocrazy.edition.tables import Face
from domain.games.aristoocrazy.events.rounds import (
    EventDropped,
    EventOpened,
    EventsRolled,
    ResponseCommitted,
)
from domain.games.aristoocrazy.events.turns import CardPlayed
from domain.games.aristoocrazy.rules.board import roll_symbols
from domain.games.aristoocrazy.rules.flow import enter
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import refuse
from domain.games.aristoocrazy.rules.responses import (
    open_auction,
    open_barbarians,
    open_hunger,
    open_market,
)
from domain.games.aristoocrazy.state.table import Happening, State
from domain.kernel.values import Seat
from domain.kernel.words import some

OPENINGS: dict[Face, Callable[[AristoocrazyPlay], bool]] = {
    "food": open_hunger,
    "bravery": open_auction,
    "education": open_auction,
    "rulership": open_auction,
    "sword": open_barbarians,
    "bow": open_barbarians,
    "magic": open_barbarians,
    "money": open_market,
}
"""How each event begins; told back is whether anybody is asked."""


def happening_of(state: State) -> Happening:
    """Give the events of the round."""
    assert state.happening is not None, "the events have been rolled"
    return state.happening


def roll_events(play: AristoocrazyPlay) -> None:
    """AC-087, AC-R47: roll the symbol dice; whoever holds cards may cancel events."""
    play.record(EventsRolled(faces=roll_symbols(play, "event_dice")))
    state = play.state
    asked = [seat for seat in state.turn_order if state.houses[seat].hand]
    if asked:
        enter(play, "event_response", asked)
    else:
        next_event(play)


def respond_events(play: AristoocrazyPlay, seat: Seat, action: RespondEvents) -> None:
    """AC-118, AC-R47: secretly name events to cancel, one a card."""
    held = play.state.houses[seat].hand.count("cancel_event")
    if len(set(action.dice)) < len(action.dice):
        raise refuse("AC-R47", "same_die", "Name each die at most once.", "dice")
    if len(action.dice) > held:
        detail = f"You can cancel {some(held, 'event')}, not {len(action.dice)}."
        raise refuse("AC-118", "not_in_hand", detail, "dice")
    content = RespondEvents(dice=tuple(sorted(action.dice)))
    play.record(ResponseCommitted(seat=seat, phase="event_response", content=content))
    if not play.state.awaiting:
        _cancel(play)


def _cancel(play: AristoocrazyPlay) -> None:
    """AC-118, AC-R47: in turn order; a die that is cancelled already costs no card."""
    for seat in play.state.turn_order:
        sealed = play.state.houses[seat].sealed
        for die in sealed.dice if isinstance(sealed, RespondEvents) else ():
            now = happening_of(play.state)
            if not now.dropped[die]:
                play.record(CardPlayed(seat=seat, card="cancel_event", discarded=True))
                play.record(EventDropped(die=die, face=now.faces[die], reason="card", seat=seat))
    next_event(play)


def next_event(play: AristoocrazyPlay) -> None:
    """AC-R46: dementia first, then the events in their order, then what comes after them."""
    while (die := _next_die(play.state)) is not None:
        face = happening_of(play.state).faces[die]
        if face == "dementia":
            if _ask_veto(play, die):
                return
            continue
        play.record(EventOpened(die=die, face=face))
        if OPENINGS[face](play):
            return
    close_events(play)


def _next_die(state: State) -> int | None:
    """AC-R46: equal symbols go by their dice."""
    now = happening_of(state)
    for face in state.setup.event_order:
        for die, shown in enumerate(now.faces):
            is_over = now.dropped[die] or now.done[die] or now.current == die
            if shown == face and not is_over:
                return die
    return None


def _ask_veto(play: AristoocrazyPlay, die: int) -> bool:
    """AC-096, AC-R48, AC-R49: the house with most dementia decides, if there is anything to decide."""
    state, faces = play.state, happening_of(play.state).faces
    most = max(house.dementia for house in state.houses)
    if not most or all(face == "dementia" for face in faces):
        dropped = EventDropped(die=die, face="dementia", reason="no_dementia", seat=None)
        play.record(dropped)
        return False
    decider = next(seat for seat in state.turn_order if state.houses[seat].dementia == most)
    play.record(EventOpened(die=die, face="dementia"))
    enter(play, "dementia_choice", (decider,))
    return True


def veto_event(play: AristoocrazyPlay, seat: Seat, action: VetoEvent) -> None:
    """AC-096, AC-R49: name a die that does not show dementia; it is not played."""
    face = happening_of(play.state).faces[action.die]
    if face == "dementia":
        raise refuse("AC-R49", "dementia", "Name a die that does not show dementia.", "die")
    play.record(EventDropped(die=action.die, face=face, reason="dementia", seat=seat))
    next_event(play)


def close_events(play: AristoocrazyPlay) -> None:
    """AC-029, AC-097, AC-100: count territories in a marked round; then the round, or the game, ends."""
    state = play.state
    if state.round in state.setup.counting_rounds:
        enter(play, "counting")
    else:
        end_events(play)


def end_events(play: AristoocrazyPlay) -> None:
    """AC-029, AC-100: after the last round the bonuses, after any other the next round."""
    state = play.state
    enter(play, "final_scoring" if state.round == state.setup.rounds else "round_end")
