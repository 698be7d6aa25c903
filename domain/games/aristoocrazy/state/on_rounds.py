"""How the events of a round, the counting and the end change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.aristoocrazy.events import rounds as happened
from domain.games.aristoocrazy.state.on_cards import drawn
from domain.games.aristoocrazy.state.on_setting_up import answered, unchanged
from domain.games.aristoocrazy.state.on_turns import paid, without_food
from domain.games.aristoocrazy.state.table import Happening, State


def _round_started(state: State, event: happened.RoundStarted) -> State:
    houses = tuple([replace(house, last_potential=None) for house in state.houses])
    return replace(state, round=event.round, starting_seat=event.starting_seat, houses=houses)


def _events_rolled(state: State, event: happened.EventsRolled) -> State:
    return replace(state, happening=Happening(faces=event.faces))


def _response_committed(state: State, event: happened.ResponseCommitted) -> State:
    return answered(state, event.seat, event.content)


def _happening(state: State) -> Happening:
    assert state.happening is not None, "no events were rolled"
    return state.happening


def _marked(marks: tuple[bool, bool, bool], die: int | None) -> tuple[bool, bool, bool]:
    """Mark one of the dice."""
    first, second, third = marks
    return first or die == 0, second or die == 1, third or die == 2


def _event_dropped(state: State, event: happened.EventDropped) -> State:
    now = _happening(state)
    after = replace(now, dropped=_marked(now.dropped, event.die))
    if event.reason == "dementia":
        after = replace(after, done=_marked(now.done, now.current), current=None)
    return replace(state, happening=after)


def _event_opened(state: State, event: happened.EventOpened) -> State:
    now = _happening(state)
    after = replace(now, done=_marked(now.done, now.current), current=event.die, missing=())
    return replace(state, happening=after)


def _food_paid(state: State, event: happened.FoodPaid) -> State:
    after, now = paid(state, event.seat, {"food": event.paid}), _happening(state)
    missing = list(now.missing or (0,) * len(state.houses))
    missing[event.seat] = event.missing
    if event.missing:
        after = without_food(after, event.seat)
    return replace(after, happening=replace(now, missing=tuple(missing)))


def _auction_resolved(state: State, event: happened.AuctionResolved) -> State:
    for seat, bid in enumerate(event.bids):
        state = paid(state, seat, {event.kind: bid})
    return state


def _barbarians_resolved(state: State, event: happened.BarbariansResolved) -> State:
    return paid(state, event.seat, event.paid)


def _cards_bought(state: State, event: happened.CardsBought) -> State:
    return drawn(paid(state, event.seat, {"money": event.money}), event.seat, event.cards)


def _discard_reshuffled(state: State, event: happened.DiscardReshuffled) -> State:
    return replace(state, deck=event.order, discard=(), reshuffles=state.reshuffles + 1)


def _points_gained(state: State, event: happened.PointsGained) -> State:
    house = state.houses[event.seat]
    points = getattr(house, event.reason) + event.points
    return state.with_house(event.seat, replace(house, **{event.reason: points}))


def _bonuses_awarded(state: State, event: happened.BonusesAwarded) -> State:
    for seat in event.seats:
        house = state.houses[seat]
        state = state.with_house(seat, replace(house, bonuses=(*house.bonuses, event.bonus)))
    return state


def _game_finished(state: State, event: happened.GameFinished) -> State:
    return replace(state, phase="finished", awaiting=(), result=event.result)


ON_ROUNDS: dict[type[Any], Callable[[State, Any], State]] = {
    happened.RoundStarted: _round_started,
    happened.EventsRolled: _events_rolled,
    happened.ResponseCommitted: _response_committed,
    happened.EventDropped: _event_dropped,
    happened.EventOpened: _event_opened,
    happened.FoodPaid: _food_paid,
    happened.AuctionResolved: _auction_resolved,
    happened.BarbariansResolved: _barbarians_resolved,
    happened.CardsBought: _cards_bought,
    happened.DiscardReshuffled: _discard_reshuffled,
    happened.TerritoriesCounted: unchanged,
    happened.PointsGained: _points_gained,
    happened.RoundEnded: unchanged,
    happened.BonusesAwarded: _bonuses_awarded,
    happened.GameFinished: _game_finished,
}
