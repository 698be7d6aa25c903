"""What parties and players amount to: the strength a party sets out with, and the final ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import asdict

from domain.games.aristo_maze.actions import CharacterId
from domain.games.aristo_maze.edition.abilities import (
    AnyAbility,
    Concerning,
    MinReturnFloor,
    ParameterBonus,
    Unlimited,
)
from domain.games.aristo_maze.edition.cards import DungeonCard, ParameterName
from domain.games.aristo_maze.edition.tables import Character, Squire
from domain.games.aristo_maze.events import AristoMazeResult, AristoMazeStanding, SeatParts
from domain.games.aristo_maze.state.table import State
from domain.kernel.result import ranked
from domain.kernel.values import Seat, Value

A = TypeVar("A", bound=AnyAbility)

Parameters: TypeAlias = tuple[int | None, int | None, int | None]
"""HP, MP and SP; null is unlimited."""

Member: TypeAlias = tuple[Character, bool]
"""A character, and whether it has a crest marker."""

PARAMETERS: tuple[ParameterName, ...] = ("hp", "mp", "sp")


class Party(Value):
    """A squire and hired characters: what they set out with, and the abilities that work for them."""

    parameters: Parameters
    abilities: tuple[tuple[CharacterId, AnyAbility], ...]
    """With whose they are, by order number."""
    concerning: tuple[tuple[CharacterId, Concerning], ...]
    """Those of them that concern some cards."""

    def having(self, kind: type[A]) -> list[tuple[CharacterId, A]]:
        """Give the abilities of a kind."""
        return [(who, ability) for who, ability in self.abilities if isinstance(ability, kind)]

    def concerned_with(self, card: DungeonCard) -> list[tuple[CharacterId, Concerning]]:
        """Give the abilities that concern a card."""
        return [(who, ability) for who, ability in self.concerning if ability.concerns(card)]

    def at_least(self, parameter: ParameterName, least: int) -> bool:
        """AM-100, AM-101, AM-R32: tell whether the party set out with so much; unlimited is enough."""
        started = self.parameters[PARAMETERS.index(parameter)]
        return started is None or started >= least


def squire_of(state: State, seat: Seat) -> Squire | None:
    """AM-003, AM-064: the squire that bears the seat's crest; none before the crests are dealt."""
    crest = state.seats[seat].crest
    return next((one for one in state.setup.components.squires if one.crest == crest), None)


def party_of(state: State, seat: Seat) -> Party:
    """AM-060, AM-061, AM-064: the seat's party as it is now."""
    return form_party(squire_of(state, seat), members_of(state, seat))


def members_of(state: State, seat: Seat) -> list[Member]:
    """AM-060: the characters of a seat."""
    characters = state.setup.components.characters
    return [
        (characters[offer.character], offer.crest_markers > 0)
        for offer in state.line_up
        if offer.owner == seat
    ]


def form_party(squire: Squire | None, members: Sequence[Member]) -> Party:
    """AM-079: put a party together."""
    abilities = working(members)
    everybody = (*([squire] if squire else ()), *[member for member, _ in members])
    return Party(
        parameters=_starting(everybody, abilities),
        abilities=abilities,
        concerning=tuple([(who, one) for who, one in abilities if isinstance(one, Concerning)]),
    )


def working(members: Sequence[Member]) -> tuple[tuple[CharacterId, AnyAbility], ...]:
    """AM-061: abilities in force; crest abilities work for members with a crest marker."""
    return tuple(
        [
            (member.id, ability)
            for member, has_crest in members
            for ability in ((*member.normal, *member.crest) if has_crest else member.normal)
        ]
    )


def _starting(
    everybody: Iterable[Squire | Character], abilities: Iterable[tuple[CharacterId, AnyAbility]]
) -> Parameters:
    """AM-R32: all printed values, then bonuses, then what is unlimited."""
    hp = mp = sp = 0
    unlimited = set()
    for one in everybody:
        hp, mp, sp = hp + one.hp, mp + one.mp, sp + one.sp
    for _, ability in abilities:
        if isinstance(ability, ParameterBonus):
            hp, mp, sp = hp + ability.hp, mp + ability.mp, sp + ability.sp
        elif isinstance(ability, Unlimited):
            unlimited.add(ability.parameter)
    return (
        None if "hp" in unlimited else hp,
        None if "mp" in unlimited else mp,
        None if "sp" in unlimited else sp,
    )


def lowest_return(state: State, seat: Seat) -> int:
    """AM-086, AM-R41, AM-R42: the first floor on which the seat may place its return marker."""
    abilities, deepest = working(members_of(state, seat)), state.setup.floors
    demands = [ability.floor for _, ability in abilities if isinstance(ability, MinReturnFloor)]
    return max([1, *[min(floor, deepest) for floor in demands]])


def final_result(state: State) -> AristoMazeResult:
    """AM-121, AM-R46: rank the seats by VP; equal VP share a place."""
    vp = [player.parts.vp for player in state.seats]
    ranking = tuple(
        AristoMazeStanding(seat=seat, place=place, vp=vp[seat]) for place, seat in ranked(vp)
    )
    return AristoMazeResult(
        ranking=ranking,
        winners=tuple(one.seat for one in ranking if one.place == 1),
        breakdown=tuple(
            SeatParts(seat=seat, **asdict(player.parts)) for seat, player in enumerate(state.seats)
        ),
    )
