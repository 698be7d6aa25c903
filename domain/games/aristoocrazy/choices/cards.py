"""Choices of action cards that are played as an action: AC-106, AC-R61."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.games.aristoocrazy.choices.setting_up import places
from domain.games.aristoocrazy.edition.tables import CardId
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.cards import PARAMETERS
from domain.games.aristoocrazy.state.table import State
from domain.kernel.choices import AnyDomain, Choice, OneOf
from domain.kernel.values import Json, Seat

Told = tuple[dict[str, Json], Mapping[str, AnyDomain]]
"""What a card is told: settled fields, and open ones."""


def cards(state: State, seat: Seat) -> list[Choice]:
    """List each card in hand with all that it may be told."""
    return [
        _card(name, fixed, open_fields)
        for name in dict.fromkeys(state.houses[seat].hand)
        if name in TOLD
        for fixed, open_fields in TOLD[name](state, seat)
    ]


def _card(name: CardId, fixed: dict[str, Json], open_fields: Mapping[str, AnyDomain]) -> Choice:
    unused = dict.fromkeys(one for one in PARAMETERS if one not in fixed and one not in open_fields)
    return Choice(type="play_card", fixed={"card": name, **unused, **fixed}, open=open_fields)


def _nothing(state: State, seat: Seat) -> list[Told]:
    del state, seat
    return [({}, {})]


def _castle(state: State, seat: Seat) -> list[Told]:
    """AC-107, AC-R21: where a castle may be built."""
    sites = reach.castle_sites(state, seat)
    return [({}, {"territory": places(state, sites)})] if sites else []


def _herbalist(state: State, seat: Seat) -> list[Told]:
    """AC-111, AC-R58: a dementia, and what it may become."""
    found: list[Told] = []
    for one in state.houses[seat].characters:
        mad = tuple(index for index, trait in enumerate(one.traits) if trait == "dementia")
        new = tuple(reach.new_traits(state, one))
        if mad and new:
            told = {"trait_index": OneOf(of=mad), "new_trait": OneOf(of=new)}
            found.append(({"character": one.id}, told))
    return found


def _fate(state: State, seat: Seat) -> list[Told]:
    """AC-112, AC-R59: any trait of a character without luck."""
    names = tuple(one.id for one in state.houses[seat].characters if "luck" not in one.traits)
    if not names:
        return []
    return [({}, {"character": OneOf(of=names), "trait_index": OneOf(of=(0, 1, 2))})]


def _strength(state: State, seat: Seat) -> list[Told]:
    """AC-120: somebody has aged."""
    return [({}, {})] if any(one.age for one in state.houses[seat].characters) else []


def _life(state: State, seat: Seat) -> list[Told]:
    """AC-121: one who has aged."""
    names = tuple(one.id for one in state.houses[seat].characters if one.age)
    return [({}, {"character": OneOf(of=names)})] if names else []


TOLD: dict[CardId, Callable[[State, Seat], list[Told]]] = {
    "castle": _castle,
    "victory_point": _nothing,
    "herbalist": _herbalist,
    "fate": _fate,
    "epidemic": _nothing,
    "potion_of_strength": _strength,
    "potion_of_life": _life,
}
