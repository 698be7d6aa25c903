"""How what happens on the board changes the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.aristoocrazy.actions import CharacterId
from domain.games.aristoocrazy.events import board as happened
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.values import Seat


def housed(state: State, character: CharacterId) -> tuple[Seat, Character]:
    """Give a character on the board with its seat."""
    seat = state.setup.seats[character]
    one = state.houses[seat].find(character)
    assert one is not None, f"{character} is not on the board"
    return seat, one


def with_newcomer(state: State, seat: Seat, newcomer: Character) -> State:
    """Put a character onto the board, among those of its house."""
    house, cast = state.houses[seat], state.setup.casts[seat]
    ordered = sorted((*house.characters, newcomer), key=lambda one: cast.index(one.id))
    return state.with_house(seat, replace(house, characters=tuple(ordered)))


def _character_moved(state: State, event: happened.CharacterMoved) -> State:
    _, character = housed(state, event.character)
    moved = replace(character, place=state.setup.at(event.territory))
    return state.with_house(event.seat, state.houses[event.seat].with_character(moved))


def _characters_swapped(state: State, event: happened.CharactersSwapped) -> State:
    (_, one), (_, other) = (housed(state, character) for character in event.characters)
    house = state.houses[event.seat].with_character(replace(one, place=other.place))
    return state.with_house(event.seat, house.with_character(replace(other, place=one.place)))


def _owner_changed(state: State, event: happened.OwnerChanged) -> State:
    place = state.setup.at(event.territory)
    return state.with_land(place, replace(state.lands[place], owner=event.owner))


def _marker_changed(state: State, event: happened.MarkerChanged) -> State:
    place = state.setup.at(event.territory)
    marker = event.seat if event.present else None
    return state.with_land(place, replace(state.lands[place], marker=marker))


def _neutral_rolled(state: State, event: happened.NeutralRolled) -> State:
    place = state.setup.at(event.territory)
    left = state.neutral_rerolls_left - 1 if event.reroll else state.setup.limits.neutral_rerolls
    after = state.with_land(place, replace(state.lands[place], neutral=event.traits))
    return replace(after, neutral_rerolls_left=left)


def _neutral_removed(state: State, event: happened.NeutralRemoved) -> State:
    place = state.setup.at(event.territory)
    return state.with_land(place, replace(state.lands[place], neutral=None))


def _character_aged(state: State, event: happened.CharacterAged) -> State:
    seat, character = housed(state, event.character)
    aged = replace(character, age=event.age)
    return state.with_house(seat, state.houses[seat].with_character(aged))


def _trait_changed(state: State, event: happened.TraitChanged) -> State:
    seat, character = housed(state, event.character)
    first, second, third = character.traits
    traits = [first, second, third]
    traits[event.trait_index] = event.new
    changed = replace(character, traits=(traits[0], traits[1], traits[2]))
    return state.with_house(seat, state.houses[seat].with_character(changed))


def _character_died(state: State, event: happened.CharacterDied) -> State:
    seat, _ = housed(state, event.character)
    house = state.houses[seat]
    left = tuple([one for one in house.characters if one.id != event.character])
    return state.with_house(seat, replace(house, characters=left))


def _castle_built(state: State, event: happened.CastleBuilt) -> State:
    place = state.setup.at(event.territory)
    return state.with_land(place, replace(state.lands[place], castle=True))


def _house_restored(state: State, event: happened.HouseRestored) -> State:
    place = state.setup.at(event.territory)
    restored = Character(id=event.character, traits=event.traits, place=place)
    return with_newcomer(state, event.seat, restored)


ON_BOARD: dict[type[Any], Callable[[State, Any], State]] = {
    happened.CharacterMoved: _character_moved,
    happened.CharactersSwapped: _characters_swapped,
    happened.OwnerChanged: _owner_changed,
    happened.MarkerChanged: _marker_changed,
    happened.NeutralRolled: _neutral_rolled,
    happened.NeutralRemoved: _neutral_removed,
    happened.CharacterAged: _character_aged,
    happened.TraitChanged: _trait_changed,
    happened.CharacterDied: _character_died,
    happened.CastleBuilt: _castle_built,
    happened.HouseRestored: _house_restored,
}
