"""Positions of Aristoocrazy, reached by events: given these, when a seat acts, then those follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.catalog import RULESETS
from domain.games.aristoocrazy.events.board import (
    CastleBuilt,
    CharacterAged,
    HouseRestored,
    MarkerChanged,
    NeutralRolled,
    OwnerChanged,
)
from domain.games.aristoocrazy.events.rounds import AristoocrazyEvent, PointsGained, RoundStarted
from domain.games.aristoocrazy.events.setting_up import (
    ActionDeckShuffled,
    CardsDealt,
    CardsDiscarded,
    PhaseEntered,
    StartChosen,
    StartingPlayerSet,
    TerritoryClosed,
)
from domain.games.aristoocrazy.events.turns import ExtraUsed, TurnStarted
from domain.games.aristoocrazy.state.table import State
from domain.kernel.errors import RuleViolation
from tests.games.editions import Change, default_of, edited
from tests.games.table import AnyTable, scripted, set_up

ARISTOOCRAZY = RULESETS["aristoocrazy"]
DEFAULT = default_of(ARISTOOCRAZY)
SWORD, BOW, MAGIC = "sword", "bow", "magic"
BRAVE, RULE, EDU = "bravery", "rulership", "education"
FOOD, MONEY, MAD, LUCK = "food", "money", "dementia", "luck"
FIRST_PAIR = {"woman": [SWORD, FOOD, MONEY], "man": [BOW, MAGIC, EDU]}

WAR = (SWORD, SWORD, BOW, BOW, MAGIC, MAGIC)
FAME = (BRAVE, BRAVE, EDU, EDU, RULE, RULE)
HOME = (FOOD, FOOD, MONEY, MONEY, MAD, MAD)


def faces(war: str, fame: str, home: str) -> list[int]:
    """The face numbers of the three symbol dice that show these."""
    return [WAR.index(war) + 1, FAME.index(fame) + 1, HOME.index(home) + 1]


class Person(NamedTuple):
    """A character as a test puts it on the board."""

    id: str
    at: str
    traits: Sequence[str] = (SWORD, FOOD, MONEY)
    age: int = 0


class Table(AnyTable[State]):
    """A game at some position, and what has happened since it was laid out."""

    rules = ARISTOOCRAZY

    def refuses_at(
        self, rule: str, seat: int, kind: str, pointer: str | None = None, **fields: Any
    ) -> RuleViolation:
        """Make sure that an action is refused by a rule, at a place, and changes nothing."""
        refusal = self.refused(rule, lambda: self.acts(seat, kind, **fields))
        assert pointer is None or refusal.pointer == f"/action/{pointer}"
        return refusal

    def all_act(self, kind: str, **fields: Any) -> list[AristoocrazyEvent]:
        """Let all seats that are asked give the same answer."""
        return [e for seat in self.state.awaiting for e in self.acts(seat, kind, **fields)]

    def passes(self) -> list[AristoocrazyEvent]:
        """Let the active seat pass."""
        return self.acts(self.state.awaiting[0], "pass_turn")

    def offered(self, seat: int, kind: str) -> list[dict[str, Any]]:
        """List the actions of a type that a seat is offered, a few of each choice."""
        items = ARISTOOCRAZY.legal(self.state, seat).items
        return [one for item in items if item.type == kind for one in item.actions(limit=60)]

    def supply(self, seat: int) -> dict[str, int]:
        """What is behind a screen."""
        return self.state.setup.named(self.state.houses[seat].supply)

    def hand(self, seat: int) -> list[str]:
        """The action cards of a seat."""
        return list(self.state.houses[seat].hand)

    def owner(self, territory: str) -> int | None:
        """Who owns a territory."""
        return self.state.lands[self.state.setup.at(territory)].owner

    def marker(self, territory: str) -> int | None:
        """Whose marker lies on a territory."""
        return self.state.lands[self.state.setup.at(territory)].marker

    def person(self, name: str) -> Any:
        """A character, as all see it; None when it is not on the board."""
        people = [one for seat in self.view().seats for one in seat.characters]
        return next((one for one in people if one.id == name), None)

    @property
    def phase(self) -> str:
        """The phase and who is asked in it."""
        return f"{self.state.phase} {','.join(map(str, self.state.awaiting))}".strip()

    @property
    def vp(self) -> list[int]:
        """The points of all seats."""
        return [house.vp for house in self.state.houses]


def edition_with(*changes: Change) -> Any:
    """The default edition with some values changed."""
    return msgspec.convert(edited(DEFAULT, *changes), ARISTOOCRAZY.edition_type)


def fresh(
    players: int = 4,
    script: Mapping[str, Sequence[Any]] | None = None,
    edition: Any = None,
    **options: Any,
) -> Table:
    """A game that has just been created; `script` fixes outcomes of chance."""
    chance = scripted({"starting_player": [[0]], **(script or {})})
    return Table(set_up(ARISTOOCRAZY, players, chance, edition, options), chance)


def begun(players: int = 4, **more: Any) -> Table:
    """A game after its set-up, in the first potential phase."""
    table = fresh(players, **more)
    for seat, start in enumerate(("a1", "a5", "e3")) if players == 3 else ():
        table.acts(seat, "choose_start", territory=start)
    table.all_act("choose_traits", **FIRST_PAIR)
    while table.state.phase == "close_territory":
        (seat,) = table.state.awaiting
        choice = table.offered(seat, "close_territory")[0]
        table.acts(seat, choice.pop("type"), **choice)
    while table.state.phase == "keep_cards":
        seat = table.state.awaiting[0]
        hand = table.hand(seat)
        table.acts(seat, "keep_cards", discard=hand[:1])
    return table


def first_turn(players: int = 4, **more: Any) -> Table:
    """A game in which all have taken no potential, before the first turn."""
    table = begun(players, **more)
    table.all_act("use_potential", uses=[])
    return table


def midway(  # one argument for each thing that may matter
    *people: Person,
    players: int = 4,
    owns: Mapping[int, Iterable[str]] | None = None,
    tokens: Mapping[int, Mapping[str, int]] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    neutral: Mapping[str, Sequence[str]] | None = None,
    castles: Iterable[str] = (),
    closed: Iterable[str] = (),
    vp: Mapping[int, int] | None = None,
    deck: Sequence[str] = (),
    discard: Sequence[str] = (),
    phase: str = "action",
    asked: Sequence[int] | None = None,
    turn: int = 0,
    lap: int = 1,
    round: int = 1,
    starter: int = 0,
    script: Mapping[str, Sequence[Any]] | None = None,
    edition: Any = None,
    **options: Any,
) -> Table:
    """A game in the middle of a lap: characters, territories with markers, what is held."""
    edition = edition or ARISTOOCRAZY.edition
    state = ARISTOOCRAZY.initial(edition, players, msgspec.convert(options, ARISTOOCRAZY.options))
    setup = state.setup
    hands = hands or {}
    dealt = [card for hand in hands.values() for card in hand]
    events: list[Any] = [
        ActionDeckShuffled(order=(*dealt, *discard, *deck), size=0),
        StartingPlayerSet(seat=starter),
        RoundStarted(round=round, starting_seat=starter, counting=False),
    ]
    if players != 3:
        starts = map(setup.name, setup.starts)
        events += [StartChosen(seat=seat, territory=start) for seat, start in enumerate(starts)]
    events += [
        CardsDealt(seat=seat, count=len(hand), cards=tuple(hand)) for seat, hand in hands.items()
    ]
    if discard:
        events.append(CardsDealt(seat=0, count=len(discard), cards=tuple(discard)))
        events.append(CardsDiscarded(seat=0, cards=tuple(discard)))
    held: dict[str, int] = {}
    for one in people:
        seat = setup.seat_of(one.id)
        assert seat is not None
        sex, traits = setup.sex_of(seat, one.id), tuple(one.traits)
        events.append(
            HouseRestored(seat=seat, character=one.id, sex=sex, traits=traits, territory=one.at)
        )
        if one.age:
            events.append(
                CharacterAged(character=one.id, amount=one.age, age=one.age, reason="card")
            )
        held[one.at] = seat
    marked = {one: seat for seat, places in (owns or {}).items() for one in places}
    for territory, seat in {**held, **marked}.items():
        events.append(OwnerChanged(territory=territory, owner=seat, previous=None))
        if territory not in held:
            events.append(MarkerChanged(territory=territory, seat=seat, present=True))
    for seat, supply in (tokens or {}).items():
        events.append(ExtraUsed(seat=seat, character="", tokens=dict(supply)))
    for territory, traits in (neutral or {}).items():
        events.append(NeutralRolled(territory=territory, traits=tuple(traits), reroll=False))
    events += [CastleBuilt(seat=0, territory=territory) for territory in castles]
    events += [TerritoryClosed(seat=None, territory=territory) for territory in closed]
    for seat, points in (vp or {}).items():
        events.append(PointsGained(seat=seat, points=points, reason="card"))
    in_lap = phase == "action"
    events += [TurnStarted(seat=turn, lap=lap)] if in_lap else []
    events.append(
        PhaseEntered(phase=phase, pending=tuple(asked or ()) or ((turn,) if in_lap else ()))
    )
    return Table(state, scripted(script)).evolved(events)


def rolled(*people: Person, dice: tuple[str, str, str], **more: Any) -> tuple[Table, list[Any]]:
    """A game whose events have just been rolled, and what came of the roll."""
    script = {"event_dice": [faces(*dice)], **more.pop("script", {})}
    table = midway(*people, phase="event_roll", script=script, **more)
    return table, table.keeps()


def told(event: Any) -> dict[str, Any]:
    """Give the fields of an event, without its type."""
    raw = msgspec.to_builtins(event)
    del raw["type"]
    return raw
