"""What a character, a card or a house can reach now: told once, for the rules and for the choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.aristoocrazy.edition.tables import Sex
from domain.games.aristoocrazy.state.setup import TOKENLESS, Place
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.values import Seat, Value


class Around(Value):
    """The open territories next to a character, told apart by what it can do there."""

    rooms: Sequence[Place]
    """AC-038: where it may move."""
    neutral: Sequence[Place]
    """AC-042: where it may seek a partner."""
    weak: Sequence[Place]
    """AC-070: what falls to an attack without a combat."""
    walled: Sequence[Place]
    """AC-109: opponents' castles without anybody."""
    manned: Sequence[Place]
    """AC-059, AC-067: where opponents' characters are."""


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


def around(
    state: State, seat: Seat, places: Iterable[Place], crowds: Mapping[Place, int]
) -> Around:
    """AC-038, AC-042, AC-057, AC-069: tell apart the territories next to a character of the seat."""
    rooms: list[Place] = []
    neutral: list[Place] = []
    weak: list[Place] = []
    walled: list[Place] = []
    manned: list[Place] = []
    for place in places:
        land = state.lands[place]
        if land.owner == seat:
            if state.free_beside(place, crowds.get(place, 0)) > 0:
                rooms.append(place)
        elif land.owner is None:
            neutral.append(place)
            weak.append(place)
        elif place in crowds:
            manned.append(place)
        else:
            (walled if land.castle else weak).append(place)
    return Around(rooms=rooms, neutral=neutral, weak=weak, walled=walled, manned=manned)


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
