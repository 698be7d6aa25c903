"""What a character, a card or a house can reach now: told once, for the rules and for the choices."""

from __future__ import annotations

from domain.games.aristoocrazy.edition.tables import Sex
from domain.games.aristoocrazy.state.setup import TOKENLESS, Place
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.values import Seat


def starts(state: State) -> list[Place]:
    """AC-009: where a seat may start."""
    taken = {house.start for house in state.houses}
    return [
        place
        for place, ground in enumerate(state.setup.grounds)
        if ground.edge and ground.spaces == 2 and place not in taken
    ]


def closable(state: State) -> list[Place]:
    """AC-017: what a seat may close."""
    kept = {house.start for house in state.houses}
    return [
        place
        for place, ground in enumerate(state.setup.grounds)
        if not state.lands[place].closed
        and place not in kept
        and not kept.intersection(ground.adjacent)
    ]


def moves(state: State, seat: Seat, character: Character) -> list[Place]:
    """AC-038: where a character may move."""
    return [
        place
        for place in state.around(character.place)
        if state.lands[place].owner == seat and state.free(place) > 0
    ]


def neutral_places(state: State, character: Character) -> list[Place]:
    """AC-042: where a character may seek a partner."""
    return [place for place in state.around(character.place) if state.lands[place].owner is None]


def attackable(state: State, seat: Seat, character: Character) -> list[Place]:
    """AC-057, AC-069: what a character may attack."""
    return [place for place in state.around(character.place) if state.lands[place].owner != seat]


def neighbours(state: State, seat: Seat, character: Character) -> list[tuple[Seat, Character]]:
    """AC-059, AC-067: the opponents' characters next to one's own, with their seats."""
    found = []
    for place in state.around(character.place):
        owner = state.lands[place].owner
        if owner is not None and owner != seat:
            found += [(owner, one) for one in state.on(place)]
    return found


def sex(state: State, seat: Seat, character: Character) -> Sex:
    """Tell a woman from a man."""
    return state.setup.sex_of(seat, character.id)


def castle_sites(state: State, seat: Seat) -> list[Place]:
    """AC-107, AC-R21: where a castle may be built."""
    if not state.setup.limits.castles_per_territory:
        return []
    return [place for place in state.rooms(seat) if not state.lands[place].castle]


def restorable(state: State, seat: Seat) -> list[Place]:
    """AC-R62: where a house without characters may come back."""
    return state.rooms(seat) or [
        place
        for place, land in enumerate(state.lands)
        if land.owner is None and not land.closed and state.free(place) > 0
    ]


def is_defended(state: State, place: Place) -> bool:
    """AC-070, AC-109: whether an attack on an opponent's territory comes to a combat."""
    return state.lands[place].owner is not None and (
        state.lands[place].castle or bool(state.on(place))
    )


def havens(state: State, place: Place) -> dict[Place, int]:
    """AC-078: where the owner of a territory may retreat to, and how many have room there."""
    owner = state.lands[place].owner
    return {
        one: state.free(one)
        for one in state.around(place)
        if state.lands[one].owner == owner and state.free(one) > 0
    }


def new_traits(state: State, character: Character) -> list[str]:
    """AC-R58: what a dementia of this character may become."""
    return [
        trait.id
        for trait in state.setup.traits
        if trait.id not in TOKENLESS and trait.id not in character.traits
    ]
