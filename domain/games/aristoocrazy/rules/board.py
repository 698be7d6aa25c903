"""What actions and events do on the board: age, death, ownership and its markers, symbol dice."""

from __future__ import annotations

from typing import Literal

from domain.games.aristoocrazy.edition.tables import Face
from domain.games.aristoocrazy.events.board import (
    CharacterAged,
    CharacterDied,
    CharacterMoved,
    MarkerChanged,
    NeutralRemoved,
    OwnerChanged,
)
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.state.setup import Place
from domain.games.aristoocrazy.state.table import Character
from domain.kernel.values import Seat

Cause = Literal["luck", "extra_use", "combat", "hunger", "barbarians", "card"]


def age(play: AristoocrazyPlay, character: Character, amount: int, cause: Cause) -> None:
    """AC-085: put age tokens on a character, or take some (a negative amount) away."""
    if amount:
        play.record(
            CharacterAged(
                character=character.id, amount=amount, age=character.age + amount, reason=cause
            )
        )


def bury(play: AristoocrazyPlay) -> None:
    """AC-085, AC-R67: whoever has lived all lives dies, once all age of the cause is told."""
    state = play.state
    for seat in state.turn_order:
        for one in state.houses[seat].characters:
            if one.age >= state.lives(one):
                where = state.setup.name(one.place)
                play.record(CharacterDied(character=one.id, territory=where, reason="age"))


def settle(play: AristoocrazyPlay) -> None:
    """AC-085, AC-R18, AC-R67: deaths, then markers."""
    bury(play)
    mark(play)


def mark(play: AristoocrazyPlay) -> None:
    """AC-039, AC-R18, AC-R19: markers come back; emptied territories get one, or become neutral."""
    state = play.state
    name, peopled = state.setup.name, state.crowds()
    bare: list[tuple[Seat, Place]] = []
    for place, land in enumerate(state.lands):
        owner, marker = land.owner, land.marker
        if marker is not None and (owner != marker or place in peopled):
            play.record(MarkerChanged(territory=name(place), seat=marker, present=False))
        if owner is not None and owner != marker and place not in peopled:
            bare.append((owner, place))
    order = state.turn_order
    for seat, place in sorted(bare, key=lambda one: order.index(one[0])):
        if play.state.markers_left(seat) > 0:
            play.record(MarkerChanged(territory=name(place), seat=seat, present=True))
        else:
            play.record(OwnerChanged(territory=name(place), owner=None, previous=seat))


def own(play: AristoocrazyPlay, seat: Seat, place: Place) -> None:
    """AC-R17: make a territory the seat's."""
    before = play.state.lands[place].owner
    if before != seat:
        name = play.state.setup.name(place)
        play.record(OwnerChanged(territory=name, owner=seat, previous=before))


def clear(play: AristoocrazyPlay, place: Place) -> None:
    """AC-058: the neutral character of a territory, if one lives there, is gone."""
    if play.state.lands[place].neutral is not None:
        play.record(NeutralRemoved(territory=play.state.setup.name(place)))


def conquer(play: AristoocrazyPlay, seat: Seat, character: Character, place: Place) -> None:
    """AC-057, AC-070, AC-079, AC-R22: the attacker moves in where there is room, and owns the place."""
    name = play.state.setup.name
    clear(play, place)
    if play.state.free(place) > 0:
        play.record(
            CharacterMoved(
                seat=seat,
                character=character.id,
                origin=name(character.place),
                territory=name(place),
                reason="conquest",
            )
        )
    own(play, seat, place)
    mark(play)


def roll_symbols(play: AristoocrazyPlay, point: str) -> tuple[Face, Face, Face]:
    """AC-043, AC-087: roll the three symbol dice; luck names the faces by their numbers."""
    one, two, three = play.state.setup.symbols
    a, b, c = play.roll(point, range(1, len(one) + 1), 3)
    return one[a - 1], two[b - 1], three[c - 1]
