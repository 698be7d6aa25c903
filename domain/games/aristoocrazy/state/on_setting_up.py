"""How the set-up and the phases change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.aristoocrazy.actions import ChooseTraits, KeepCards
from domain.games.aristoocrazy.events import setting_up as happened
from domain.games.aristoocrazy.state.on_cards import drawn, laid_open
from domain.games.aristoocrazy.state.table import SIMULTANEOUS, Character, State

_AFTER_THE_LAPS = frozenset({"event_roll"})
_AFTER_THE_EVENTS = frozenset({"counting", "round_end", "final_scoring"})


def _game_created(state: State, event: happened.GameCreated) -> State:
    return replace(state, options=event.options)


def _action_deck_shuffled(state: State, event: happened.ActionDeckShuffled) -> State:
    return replace(state, deck=event.order)


def _starting_player_set(state: State, event: happened.StartingPlayerSet) -> State:
    return replace(state, starting_seat=event.seat)


def _phase_entered(state: State, event: happened.PhaseEntered) -> State:
    houses = state.houses
    if state.phase in SIMULTANEOUS:
        houses = tuple([replace(house, sealed=None) for house in houses])
    after = replace(
        state, phase=event.phase, awaiting=event.pending, asked=state.asked + 1, houses=houses
    )
    if event.phase in _AFTER_THE_LAPS:
        return replace(after, lap=None, active_seat=None)
    return replace(after, happening=None) if event.phase in _AFTER_THE_EVENTS else after


def _start_chosen(state: State, event: happened.StartChosen) -> State:
    house = replace(state.houses[event.seat], start=state.setup.at(event.territory))
    return state.with_house(event.seat, house)


def unchanged(state: State, event: Any) -> State:
    """Change nothing: the event is told for its own sake, and others say what comes of it."""
    del event
    return state


def answered(state: State, seat: int, sealed: Any) -> State:
    """Seal a seat's answer; the seat is asked no longer."""
    house = replace(state.houses[seat], sealed=sealed)
    awaiting = tuple([one for one in state.awaiting if one != seat])
    return replace(state, houses=state.houses_with(seat, house), awaiting=awaiting)


def _traits_committed(state: State, event: happened.TraitsCommitted) -> State:
    return answered(state, event.seat, ChooseTraits(woman=event.woman, man=event.man))


def _starting_pair_placed(state: State, event: happened.StartingPairPlaced) -> State:
    place = state.setup.at(event.territory)
    pair = [Character(id=one.id, traits=one.traits, place=place) for one in event.characters]
    cast = state.setup.casts[event.seat]
    ordered = tuple(sorted(pair, key=lambda one: cast.index(one.id)))
    return state.with_house(event.seat, replace(state.houses[event.seat], characters=ordered))


def _territory_closed(state: State, event: happened.TerritoryClosed) -> State:
    place = state.setup.at(event.territory)
    return state.with_land(place, replace(state.lands[place], closed=True))


def _cards_dealt(state: State, event: happened.CardsDealt) -> State:
    return drawn(state, event.seat, event.cards)


def _cards_kept(state: State, event: happened.CardsKept) -> State:
    return answered(state, event.seat, KeepCards(discard=event.discarded))


def _cards_discarded(state: State, event: happened.CardsDiscarded) -> State:
    after = laid_open(state, event.seat, event.cards)
    return replace(after, discard=state.discard + event.cards)


ON_SETTING_UP: dict[type[Any], Callable[[State, Any], State]] = {
    happened.GameCreated: _game_created,
    happened.ActionDeckShuffled: _action_deck_shuffled,
    happened.StartingPlayerSet: _starting_player_set,
    happened.PhaseEntered: _phase_entered,
    happened.StartChosen: _start_chosen,
    happened.TraitsCommitted: _traits_committed,
    happened.StartingPairPlaced: _starting_pair_placed,
    happened.TerritoryClosed: _territory_closed,
    happened.CardsDealt: _cards_dealt,
    happened.CardsKept: _cards_kept,
    happened.CardsDiscarded: _cards_discarded,
}
