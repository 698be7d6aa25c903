"""Positions of Friendly Monsters and Tavern Heroes: given these, when a seat acts, then those events follow.

A position is a real game, set up, with its first round prepared and its income collected, in which cards
are moved and counters set; no card is ever in two places.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.catalog import RULESETS
from domain.games.tavern_heroes.events import TavernHeroesEvent
from domain.games.tavern_heroes.state import SeatState, State, Talent, Territory
from domain.kernel.chance import Chance, FastChance, ScriptedChance
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from tests.games.information import played_on
from tests.games.table import AnyTable, of_type, scripted, set_up

TAVERN = RULESETS["tavern_heroes"]
EDITION = TAVERN.edition
POLICY = {policy.number: policy.id for policy in EDITION.policies}
"""Ids of the Policies by their printed numbers."""

PILES = (
    "armament_deck",
    "armament_discard",
    "resource_deck",
    "resource_discard",
    "monster_deck",
    "monster_row",
    "city_deck",
    "city_row",
    "talent_deck",
    "talent_row",
)
COUNTERS = ("renown", "funds", "information", "universal_resource", "armament_level", "cubes")
UR = "universal_resource"


class Table(AnyTable[State]):
    """A game at some position."""

    rules = TAVERN

    def __init__(self, state: State, chance: Chance | None = None) -> None:
        super().__init__(state, chance or FastChance(random.Random(3)))

    def does(self, effect: str, seat: int = 0, /, **fields: Any) -> list[TavernHeroesEvent]:
        """Let a seat place a cube for an effect."""
        return self.acts(seat, "place_cube", effect={"kind": effect, **fields})

    def subjugates(self, monster: str, seat: int = 0, **payment: Any) -> list[TavernHeroesEvent]:
        """Let a seat subjugate a monster; what is not named is not spent."""
        return self.acts(seat, "subjugate", **subjugation(monster, **payment))

    def visits(
        self, monster: str, talent: str, support: Sequence[str] = (), **fields: Any
    ) -> list[TavernHeroesEvent]:
        """Let seat 0 visit a monster."""
        return self.acts(
            0, "visit", monster=monster, talent=talent, support=list(support), **fields
        )

    def denies(self, rule: str, reason: str, effect: str, /, **fields: Any) -> RuleViolation:
        """Make sure that seat 0 cannot place a cube for an effect."""
        return self.refuses(rule, reason, 0, "place_cube", effect={"kind": effect, **fields})

    def refuses_subjugation(
        self, rule: str, reason: str, monster: str, **payment: Any
    ) -> RuleViolation:
        """Make sure that seat 0 cannot subjugate a monster by this payment."""
        return self.refuses(rule, reason, 0, "subjugate", **subjugation(monster, **payment))

    def begins_round(self) -> list[TavernHeroesEvent]:
        """Prepare the next round and collect its income."""
        assert TAVERN.upkeep(self.state) == "prepare_round"
        return [*self.keeps(), *self.keeps()]

    def passes(self, *seats: int) -> list[TavernHeroesEvent]:
        """Let seats pass one after the other, each taking the first Policy that it may."""
        events = []
        for seat in seats:
            policy = None if self.state.is_last_round else self.state.policy_field[0]
            events += self.acts(seat, "pass", policy=policy)
            if self.state.decision(seat) == "final_policy":
                events += self.acts(seat, "choose_final_policy", policy=self.state.final_pile[0])
        return events

    def seat(self, number: int = 0) -> SeatState:
        """What a seat has."""
        return self.state.seats[number]

    def counters(self, number: int = 0) -> dict[str, int]:
        """The counters of a seat."""
        return {name: getattr(self.seat(number), name) for name in COUNTERS}

    def talent(self, name: str, number: int = 0) -> Talent:
        """A talent of a seat."""
        return next(one for one in self.seat(number).talents if one.talent == name)

    def area(self, name: str) -> int:
        """How many cubes lie in an area."""
        return self.state.areas[EDITION.area_number[name]]


def subjugation(monster: str, **payment: Any) -> dict[str, Any]:
    """An action that subjugates; what is not named is not spent."""
    cubes = {
        name: payment.pop(name) for name in ("combat", "attack_magic", "holy") if name in payment
    }
    talents = payment.pop("talents", {})
    return {
        "monster": monster,
        "cubes": cubes,
        "armaments": list(payment.pop("armaments", ())),
        "talents": [{"talent": name, "ability": ability} for name, ability in talents.items()],
        **payment,
    }


def fresh(
    players: int = 2, script: Mapping[str, Sequence[Any]] | None = None, edition: Any = None
) -> Table:
    """A game that has just been set up; `script` fixes outcomes of chance."""
    chance = scripted(script)
    return Table(set_up(TAVERN, players, chance, edition, {}), chance)


def chosen(
    numbers: Sequence[int], script: Mapping[str, Sequence[Any]] | None = None, edition: Any = None
) -> Table:
    """A game in which the seats have chosen the Policies of these numbers for round I."""
    edition = edition or EDITION
    players = len(numbers)
    each = edition.setup.policies_dealt.of(players)
    others = [number for number in POLICY if number not in numbers]
    deal: list[str] = []
    for number in numbers:
        deal += [POLICY[number], *(POLICY[others.pop(0)] for _ in range(each - 1))]
    table = fresh(players, {"policy_deal": [deal], **(script or {})}, edition)
    for seat, number in enumerate(numbers):
        table.acts(seat, "choose_policy", policy=POLICY[number])
    return table


def begun(numbers: Sequence[int] = (8, 9), **settings: Any) -> Table:
    """Round I after its income; seats hold the Policies of these numbers."""
    table = chosen(numbers, **settings)
    table.begins_round()
    return table


def begun_events(numbers: Sequence[int], **settings: Any) -> list[TavernHeroesEvent]:
    """What happened in the first Preparation and Income of seats that hold these Policies."""
    return chosen(numbers, **settings).begins_round()


def midway(  # one argument for each thing that may matter
    *seats: Mapping[str, Any],
    policies: Sequence[int] = (8, 9),
    areas: Mapping[str, int] | None = None,
    last: int | None = None,
    edition: Any = None,
    script: Mapping[str, Sequence[Any]] | None = None,
    **piles: Sequence[str],
) -> Table:
    """An Action Phase: seat 0 has the first turn (unless `last` acted last) with 1 cube and what is said.

    `seats` set counters and cards seat by seat; `piles` name cards that lie on top of a deck, or all that
    lie in a row or discard pile; `areas` are cubes on the board. The Policies of these numbers are in force.
    """
    table = begun(policies, edition=edition, script=script)
    state = table.state
    held = [_cards_of(dict(seat)) for seat in seats]
    state = _without(state, [card for cards in held for card in cards])
    for name, cards in piles.items():
        state = _laid(state, name, cards)
    state = replace(
        state,
        seats=tuple(
            _seat(seat, {"cubes": 1, **(seats[number] if number < len(seats) else {})})
            for number, seat in enumerate(state.seats)
        ),
        areas=tuple((areas or {}).get(area.id, 0) for area in state.edition.areas),
        last_actor=last,
    )
    table.state = state
    if isinstance(table.chance, ScriptedChance):
        table.chance = scripted(script, seed=5)
    return table


def _cards_of(seat: dict[str, Any]) -> Iterable[str]:
    yield from seat.get("resource_cards", ())
    yield from seat.get("armament_cards", ())
    for one in seat.get("talents", ()):
        yield one.split(":")[0]
    for one in seat.get("territories", ()):
        yield from one.split("+")


def _seat(seat: SeatState, told: Mapping[str, Any]) -> SeatState:
    """Set what is told: talents `name`, `name:down`, `name:cube`; territories `card` or `card+city`."""
    fields = dict(told)
    for name in ("resource_cards", "armament_cards"):
        fields[name] = tuple(fields.get(name, ()))
    fields["talents"] = tuple(
        Talent(
            talent=name,
            face_up=how != "down",
            cube=how in ("cube", "blue"),
            blue_magic=how == "blue",
        )
        for name, _, how in (one.partition(":") for one in fields.get("talents", ()))
    )
    fields["territories"] = tuple(
        Territory(
            card=card, kind="monster" if card in EDITION.monster else "expansion", city=city or None
        )
        for card, _, city in (one.partition("+") for one in fields.get("territories", ()))
    )
    for name in ("funds", "information", UR, "armament_level"):
        fields.setdefault(name, 0)
    fields.setdefault("renown", 0)
    return replace(seat, **fields)


def _without(state: State, cards: Sequence[str]) -> State:
    """Take cards away from wherever they lie."""
    piles = {
        name: tuple(card for card in getattr(state, name) if card not in cards) for name in PILES
    }
    decks = tuple(
        tuple(card for card in deck if card not in cards) for deck in state.expansion_decks
    )
    return replace(state, expansion_decks=decks, **piles)


def _laid(state: State, name: str, cards: Sequence[str]) -> State:
    """Lay cards on top of a deck; into a row or discard pile these and no others."""
    if name.startswith("expansion_"):
        kind = name.removeprefix("expansion_")
        decks = list(_without(state, cards).expansion_decks)
        place = [row.id for row in EDITION.expansion_types].index(kind)
        decks[place] = (*cards, *decks[place])
        return replace(state, expansion_decks=tuple(decks))
    if name.endswith("_deck"):
        state = _without(state, cards)
        return replace(state, **{name: (*cards, *getattr(state, name))})
    deck = f"{name.rsplit('_', 1)[0]}_deck"
    before = getattr(state, name)
    state = replace(_without(state, (*cards, *before)), **{name: tuple(cards)})
    rest = tuple(card for card in before if card not in cards)
    return replace(state, **{deck: (*getattr(state, deck), *rest)})


def emptied(table: Table, *names: str) -> Table:
    """Take all cards of these piles out of the game."""
    table.state = replace(table.state, **dict.fromkeys(names, ()))
    return table


def in_round(table: Table, number: int) -> Table:
    """Move a position to another round; in the last one the field has become the final pile."""
    state = replace(table.state, round=number)
    if state.is_last_round:
        known = {seat.policy for seat in state.seats}
        pile = [policy for policy in state.edition.policy if policy not in known][:6]
        state = replace(state, policy_field=(), policy_deck=(), final_pile_start=tuple(pile))
    table.state = state
    return table


def with_policies(table: Table, **fields: Any) -> Table:
    """Set the Policy field, deck or pile by numbers."""
    told = {name: tuple(POLICY[number] for number in numbers) for name, numbers in fields.items()}
    table.state = replace(table.state, **told)
    return table


def only(events: Sequence[TavernHeroesEvent], kind: type) -> Any:
    """Pick the one event of a type."""
    (event,) = of_type(events, kind)
    return event


def setting_up(players: int = 2, seed: int = 1) -> Any:
    """The events of a set-up."""
    bare = TAVERN.initial(EDITION, players, TAVERN.options())
    play = Play(bare, TAVERN.evolve, FastChance(random.Random(seed)))
    TAVERN.setup(play)
    return play


def states(players: int, seed: int) -> Iterator[State]:
    """The states of a random game after each command."""
    played = played_on(TAVERN, setting_up(players, seed), random.Random(seed))
    return (state for state, _ in played)
