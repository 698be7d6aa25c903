"""Positions of Aristo-Maze, reached by scripted luck and the actions of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.catalog import RULESETS
from domain.games.aristo_maze.events import AristoMazeEvent, PartyExplored
from domain.games.aristo_maze.state.table import State
from domain.table.box import supplied_box
from tests.games.editions import Change, default_of, edited
from tests.games.table import AnyTable, of_type, scripted, set_up

ARISTO_MAZE = RULESETS["aristo_maze"]
A, B, C, D = range(4)
DEFAULT = default_of(ARISTO_MAZE)
EVERYBODY = [row.id for row in ARISTO_MAZE.edition.in_order()]
CARDS = [row.id for row in ARISTO_MAZE.edition.dungeon_cards]
QUIET = ["hermit", "knight", "wizard", "fighter", "priestess", "thief", "berserker", "the_boy"]
"""Characters that do nothing when they are won."""
EASY = [
    "treasure_lair",
    "slime",
    "goblin_gang",
    "giant_spider",
    "treasure_vault",
    "nightmare",
    "ghoul",
    "lich",
]
"""A dungeon without the Gate and what is the Emperor's, floor by floor."""

Laid = int | tuple[int, ...]
"""Gold alone, or gold, crest and intrigue markers, the last ones 0 if left out."""


def counts(laid: Laid) -> dict[str, int]:
    """Name the markers of a short form."""
    numbers = (laid,) if isinstance(laid, int) else laid
    return dict(zip(("gold", "crest", "intrigue"), (*numbers, 0, 0), strict=False))


class Table(AnyTable[State]):
    """A game at some position."""

    rules = ARISTO_MAZE

    @property
    def seats(self) -> range:
        return range(len(self.state.seats))

    def seat(self, seat: int) -> Any:
        """What everybody sees of a seat."""
        return self.view().seats[seat]

    def offer(self, name: str) -> Any:
        """A character of the line-up."""
        return next(one for one in self.view().line_up if one.character == name)

    def inquires(self, placed: Mapping[int, Mapping[int, Laid]] = {}) -> list[AristoMazeEvent]:
        """Let all seats place markers on floors; give the events of the last."""
        events: list[AristoMazeEvent] = []
        for seat in self.seats:
            events = self.acts(seat, "place_inquiry", floors=on_floors(placed.get(seat, {})))
        return events

    def bids(self, placed: Mapping[int, Mapping[str, Laid]] = {}) -> list[AristoMazeEvent]:
        """Let all seats bid in one stage; give the events of the last."""
        events: list[AristoMazeEvent] = []
        for seat in self.seats:
            events = self.acts(seat, "place_bids", bids=on_characters(placed.get(seat, {})))
        return events

    def auctions(self, wanted: Mapping[int, Mapping[str, Laid]] = {}) -> list[AristoMazeEvent]:
        """Bid on characters: four markers of each seat in the first bid, the others in the second.

        What a seat lacks for its first bid it lays on a quiet character that nobody wants; there the
        seats that want nothing tie.
        """
        if self.state.phase == "inquiring":
            self.inquires()
        names = {name for bids in wanted.values() for name in bids}
        filler = next(name for name in QUIET if name in self.state.names and name not in names)
        first, second = {}, {}
        for seat in self.seats:
            first[seat], second[seat] = split(wanted.get(seat, {}), filler)
        self.bids(first)
        return self.bids(second)

    def plans(self, plans: Mapping[int, tuple[int, Sequence[int]]] = {}) -> list[AristoMazeEvent]:
        """Let all seats place plans; those not named return as soon as they may."""
        events: list[AristoMazeEvent] = []
        for seat in self.seats:
            (choice,) = ARISTO_MAZE.legal(self.state, seat).items
            lowest, floors = choice.open["return_floor"].min, choice.open["skip_floors"]
            back, skips = plans.get(seat, (lowest, floors.of[len(floors.of) - floors.min :]))
            events = self.acts(seat, "place_plan", return_floor=back, skip_floors=list(skips))
        return events

    def explores(
        self, plans: Mapping[int, tuple[int, Sequence[int]]] = {}
    ) -> dict[int, PartyExplored]:
        """Plan and explore; give how it went, by seat."""
        self.plans(plans)
        return {one.seat: one for one in of_type(self.keeps(), PartyExplored)}

    def idles(self) -> None:
        """Play a round in which nobody hires anybody."""
        self.keeps()
        self.auctions()
        self.plans()
        self.keeps()


def split(
    bids: Mapping[str, Laid], filler: str
) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """Take four markers for the first bid, with gold on the filler if there are fewer."""
    first: dict[str, tuple[int, ...]] = {}
    second: dict[str, tuple[int, ...]] = {}
    room = 4
    for name, laid in bids.items():
        now, later = [], []
        for n in counts(laid).values():
            now.append(min(n, room))
            later.append(n - now[-1])
            room -= now[-1]
        first |= {name: tuple(now)} if any(now) else {}
        second |= {name: tuple(later)} if any(later) else {}
    return first | ({filler: (room,)} if room else {}), second


def on_floors(placed: Mapping[int, Laid]) -> list[dict[str, Any]]:
    """Write a placement on floors."""
    return [{"floor": floor, **counts(laid)} for floor, laid in placed.items()]


def on_characters(placed: Mapping[str, Laid]) -> list[dict[str, Any]]:
    """Write a placement on characters."""
    return [{"character": name, **counts(laid)} for name, laid in placed.items()]


def fresh(
    players: int = 4, script: Mapping[str, Sequence[Any]] = {}, edition: Any = None, **options: Any
) -> Table:
    """A game that has just been set up; `script` fixes outcomes of chance."""
    chance = scripted(script)
    return Table(set_up(ARISTO_MAZE, players, chance, edition, options), chance)


def line_up(players: int, wanted: Sequence[str]) -> list[str]:
    """A line-up with the wanted characters in it."""
    size, required = (10, ["hermit"]) if players == 3 else (12, [])
    names = list(dict.fromkeys([*required, *wanted, *QUIET, *EVERYBODY]))
    return names[:size]


def laid(
    *dungeon: str,
    players: int = 4,
    wanted: Sequence[str] = (),
    round: int = 1,
    edition: Any = None,
    **options: Any,
) -> Table:
    """A game at the inquiring phase, in a round whose dungeon is this one."""
    if options.get("mode") != "practice":
        options = {"characters": line_up(players, wanted), **options}
    others = [card for card in CARDS if card not in dungeon]
    before = [others, []][: round - 1]
    script = {name: [*before, list(dungeon)] for name in ("dungeon_deck", "dungeon_floors")}
    table = fresh(players, script, edition, **options)
    for _ in before:
        table.idles()
    table.keeps()
    return table


def hired(
    dungeon: Sequence[str],
    party: Mapping[str, int],
    *others: Mapping[str, int],
    players: int = 4,
    round: int = 1,
    edition: Any = None,
) -> Table:
    """A game at the planning phase: parties by seat, each character with its crest markers."""
    parties = (party, *others)
    wanted = [name for one in parties for name in one]
    table = laid(*dungeon, players=players, wanted=wanted, round=round, edition=edition)
    table.auctions(
        {seat: {n: (2, crest) for n, crest in one.items()} for seat, one in enumerate(parties)}
    )
    while table.state.pending is not None:
        (choice,) = ARISTO_MAZE.legal(table.state, table.state.pending.seat).items
        action = choice.example()
        table.acts(table.state.pending.seat, action.pop("type"), **action)
    hired_by = [[one.character for one in table.seat(s).party] for s in range(len(parties))]
    assert [sorted(one) for one in hired_by] == [sorted(one) for one in parties]
    return table


def explored(
    dungeon: Sequence[str],
    party: Mapping[str, int],
    back: int,
    skips: Sequence[int] = (8,),
    **more: Any,
) -> PartyExplored:
    """How the party of seat A fares in a dungeon."""
    return hired(dungeon, party, **more).explores({A: (back, skips)})[A]


def vps(walked: PartyExplored) -> list[int]:
    """The VP of each floor."""
    return [step.encounter_vp + step.card_vp + step.floor_vp for step in walked.steps]


def strengths(walked: PartyExplored) -> list[tuple[int | None, ...]]:
    """HP, MP, SP after each floor."""
    return [(step.hp, step.mp, step.sp) for step in walked.steps]


def supplied(*changes: Change) -> Any:
    """The default edition with some values changed, checked as a supplied one is."""
    return supplied_box(ARISTO_MAZE, edited(DEFAULT, *changes)).edition


def row(table: str, name: str) -> int:
    """The place of a row in a table of the edition."""
    return next(place for place, one in enumerate(DEFAULT[table]) if one["id"] == name)
