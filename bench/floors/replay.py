"""The floor of replay: events of one kind from msgpack bytes into a frozen state of plain values."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec.structs import replace


class Placed(msgspec.Struct, tag="placed", frozen=True):
    seat: int
    card: int
    cell: tuple[int, int]
    gain: int
    drew: int


class State(msgspec.Struct, frozen=True):
    game: str
    ruleset: str
    version: int
    phase: str
    active: int
    round: int
    seats: int
    scores: tuple[int, ...]
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    board: dict[tuple[int, int], int | None]
    supply: dict[str, int]
    flags: frozenset[str]
    log_size: int


START = State(
    game="g-1",
    ruleset="demo",
    version=0,
    phase="play",
    active=0,
    round=1,
    seats=4,
    scores=(0, 0, 0, 0),
    deck=tuple(range(60)),
    discard=(),
    hands=((1, 2, 3, 4, 5),) * 4,
    board={(x, y): None for x in range(5) for y in range(5)},
    supply={"wood": 20, "clay": 20, "ore": 20},
    flags=frozenset(),
    log_size=0,
)


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def evolve(state: State, event: Placed) -> State:
    seat, hand = event.seat, state.hands[event.seat]
    place = hand.index(event.card)
    return replace(
        state,
        version=state.version + 1,
        active=(seat + 1) % state.seats,
        scores=put(state.scores, seat, state.scores[seat] + event.gain),
        deck=state.deck[:-1] if state.deck else tuple(range(60)),
        discard=(*state.discard, event.card)[-20:],
        hands=put(state.hands, seat, put(hand, place, event.drew)),
        board={**state.board, event.cell: event.card},
        log_size=state.log_size + 1,
    )


def stored(number: int) -> list[bytes]:
    """Make so many events as bytes."""
    state, encode, made = START, msgspec.msgpack.Encoder().encode, []
    for n in range(number):
        seat = state.active
        card = state.hands[seat][n % 5]
        drew = state.deck[-1] if state.deck else 0
        event = Placed(seat, card, (n % 5, n // 5 % 5), card % 3, drew)
        made.append(encode(event))
        state = evolve(state, event)
    return made


def replayed_per_second(events: list[bytes]) -> float:
    """Replay them; give events a second of CPU time."""
    decode = msgspec.msgpack.Decoder(Placed).decode
    state = START
    began = time.process_time()
    for event in events:
        state = evolve(state, decode(event))
    return len(events) / (time.process_time() - began)
