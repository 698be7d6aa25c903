"""All that there is on and under the table, and what follows from it."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

from domain.games.tavern_heroes.edition import Edition
from domain.games.tavern_heroes.edition.board import Area
from domain.games.tavern_heroes.edition.words import CardId
from domain.games.tavern_heroes.events import TavernHeroesResult, TerritoryKind
from domain.kernel.values import Seat, Value

Phase: TypeAlias = Literal[
    "policy_choice", "preparation", "income", "excess", "action", "scoring", "finished"
]
Decision: TypeAlias = Literal["policy", "turn", "excess", "final_policy"]

Cards: TypeAlias = tuple[CardId, ...]


class Options(Value, forbid_unknown_fields=True):
    """The game has no options."""


class Talent(Value):
    """TH-068: a talent before a seat."""

    talent: CardId
    face_up: bool = True
    cube: bool = False
    blue_magic: bool = False
    """TH-082: the cube lies there for Blue Magic."""

    @property
    def is_ready(self) -> bool:
        """TH-112, TH-115: the talent's abilities can be used."""
        return self.face_up and not self.cube


class Territory(Value):
    """TH-051, TH-093: a territory of a seat; monsters produce nothing."""

    card: CardId
    kind: TerritoryKind
    city: CardId | None = None


class SeatState(Value):
    """What a seat has before it."""

    funds: int = 0
    information: int = 0
    universal_resource: int = 0
    armament_level: int = 0
    renown: int = 0
    cubes: int = 0
    resource_cards: Cards = ()
    armament_cards: Cards = ()
    territories: tuple[Territory, ...] = ()
    talents: tuple[Talent, ...] = ()
    lord_cube: bool = False
    policy_cube: bool = False
    policies_dealt: Cards = ()
    chosen: CardId | None = None
    """TH-008: the Policy of round I."""
    policy: CardId | None = None
    """TH-122: the current Policy."""
    next_policy: CardId | None = None
    passed: bool = False

    @property
    def cubes_on_cards(self) -> int:
        """TH-097: cubes on the seat's own cards."""
        on_talents = sum([talent.cube for talent in self.talents])
        return on_talents + self.lord_cube + self.policy_cube

    @property
    def is_spared_funds(self) -> bool:
        """TH-082: Blue Magic is in force, so that no choice cost of kind funds is paid."""
        return any(talent.blue_magic for talent in self.talents)

    @property
    def cities(self) -> int:
        """How many cities the seat has built."""
        return sum(1 for territory in self.territories if territory.city is not None)


class FinalChoice(Value):
    """TH-125, TH-126: a seat took a Policy of the final pile and returned one, or none."""

    seat: Seat
    policy: CardId
    returned: CardId | None


class State(Value, dict=True, gc=True):
    """All that there is on and under the table. Decks lie with their top first, discard piles last.

    What is asked at every turn is found out once, when it is asked first.
    """

    edition: Edition
    seats: tuple[SeatState, ...]
    areas: tuple[int, ...]
    """Cubes, by area in the order of the edition."""
    round: int = 0
    turn_order: tuple[Seat, ...] = ()
    collected: int = 0
    """How many seats have collected their income of this round."""
    last_actor: Seat | None = None
    """Who acted last in this Action Phase; all further questions follow from it."""
    armament_deck: Cards = ()
    armament_discard: Cards = ()
    armament_reshuffles: tuple[Cards, ...] = ()
    """TH-105: which cards each reshuffle has made the deck of, in the order of the edition; all saw them."""
    resource_deck: Cards = ()
    resource_discard: Cards = ()
    expansion_decks: tuple[Cards, ...] = ()
    """By type in the order of the edition."""
    monster_deck: Cards = ()
    monster_row: Cards = ()
    city_deck: Cards = ()
    city_row: Cards = ()
    talent_deck: Cards = ()
    talent_row: Cards = ()
    policy_deck: Cards = ()
    policies_removed: Cards = ()
    policy_field: Cards = ()
    final_pile_start: Cards | None = None
    final_choices: tuple[FinalChoice, ...] = ()
    result: TavernHeroesResult | None = None

    @cached_property
    def phase(self) -> Phase:
        """Where in the game we are."""
        if self.result is not None:
            return "finished"
        if self.round == 0:
            is_open = any(seat.chosen is None for seat in self.seats)
            return "policy_choice" if is_open else "preparation"
        if self.collected < len(self.seats):
            return "income"
        if self.last_actor is None:
            is_over = any(self.is_over_limit(seat) for seat in self.seats)
            return "excess" if is_over else "action"
        if not all(seat.passed for seat in self.seats):
            return "action"
        if self.is_last_round:
            is_scored = len(self.final_choices) == len(self.seats)
            return "scoring" if is_scored else "action"
        return "preparation"

    @property
    def is_last_round(self) -> bool:
        """TH-015: the round after which the game is scored."""
        return self.round == self.edition.game.rounds

    @cached_property
    def pending(self) -> tuple[tuple[Seat, Decision], ...]:
        """The seats that owe a decision, and which."""
        phase = self.phase
        if phase == "action":
            return (self._pending_in_action(),)
        if phase == "policy_choice":
            return tuple((n, "policy") for n, seat in enumerate(self.seats) if seat.chosen is None)
        if phase == "excess":
            return tuple(
                (n, "excess") for n, seat in enumerate(self.seats) if self.is_over_limit(seat)
            )
        return ()

    def _pending_in_action(self) -> tuple[Seat, Decision]:
        """TH-028, TH-099, TH-104, TH-128: the seat that acted last settles its turn; then the next one."""
        last = self.last_actor
        if last is None:
            return self.turn_order[0], "turn"
        if self.is_over_limit(self.seats[last]):
            return last, "excess"
        if self.is_last_round and self.seats[last].passed and self.final_policy(last) is None:
            return last, "final_policy"
        after = self.turn_order.index(last) + 1
        following = self.turn_order[after:] + self.turn_order[:after]
        return next(seat for seat in following if not self.seats[seat].passed), "turn"

    def decision(self, seat: Seat) -> Decision | None:
        """What the seat is asked."""
        for one, asked in self.pending:
            if one == seat:
                return asked
        return None

    def resource_excess(self, seat: SeatState) -> int:
        """TH-099: Resource cards beyond the limit."""
        return max(0, len(seat.resource_cards) - self.edition.limits.resource_cards)

    @staticmethod
    def armament_excess(seat: SeatState) -> int:
        """TH-104: Armament cards beyond the Armament Level."""
        return max(0, len(seat.armament_cards) - seat.armament_level)

    def is_over_limit(self, seat: SeatState) -> bool:
        """TH-R17: the seat has to discard."""
        return (
            len(seat.armament_cards) > seat.armament_level
            or len(seat.resource_cards) > self.edition.limits.resource_cards
        )

    def lap_cubes(self, renown: int) -> int:
        """TH-096, TH-R15: cubes that mark the laps of the Renown track."""
        track = self.edition.renown_track
        return min(renown // track.lap, track.laps_marked)

    @property
    def supply(self) -> int:
        """TH-097: the colourless cubes that nobody has and that lie nowhere."""
        return self.supply_beside(self.seats)

    def supply_beside(self, seats: tuple[SeatState, ...]) -> int:
        """TH-097: what the supply would be with the seats like this."""
        cubes = self.edition.cubes
        used = sum(
            [seat.cubes + seat.cubes_on_cards + self.lap_cubes(seat.renown) for seat in seats]
        )
        counters = cubes.tracking_per_player * len(seats)
        return max(0, cubes.colorless - counters - used - sum(self.areas))

    @property
    def can_take_resource(self) -> bool:
        """TH-102: a Resource card can be taken from the deck, renewed if need be."""
        return bool(self.resource_deck) or len(self.resource_discard) > 1

    def choice_cost(self, seat: SeatState, area: Area) -> int | None:
        """TH-035, TH-082: what the next space of an area costs a seat; null where there is none."""
        cubes = self.areas[self.edition.area_number[area.id]]
        if cubes >= len(area.costs):
            return None
        cost = area.costs[cubes]
        return 0 if cost and area.cost_kind == "funds" and seat.is_spared_funds else cost

    def production(self, seat: SeatState) -> tuple[int, int, int]:
        """TH-056, TH-057, TH-093: wood, stone and ore of the uncovered territories; monsters produce nothing."""
        wood = stone = ore = 0
        for one in seat.territories:
            if one.city is None and one.kind == "expansion":
                units = self.edition.expansion[one.card].production
                wood, stone, ore = wood + units.wood, stone + units.stone, ore + units.ore
        return wood, stone, ore

    @property
    def final_pile(self) -> Cards | None:
        """TH-R05: what lies in the final pile; a returned Policy takes the place of the one taken."""
        if self.final_pile_start is None:
            return None
        pile = list(self.final_pile_start)
        for choice in self.final_choices:
            place = pile.index(choice.policy)
            pile[place : place + 1] = () if choice.returned is None else (choice.returned,)
        return tuple(pile)

    def final_policy(self, seat: Seat) -> CardId | None:
        """TH-125: the Policy that a seat took from the final pile."""
        return next((one.policy for one in self.final_choices if one.seat == seat), None)

    def with_seat(self, number: Seat, seat: SeatState) -> tuple[SeatState, ...]:
        """Give the seats with one of them changed."""
        seats = list(self.seats)
        seats[number] = seat
        return tuple(seats)


def initial(edition: Edition, players: int, options: Options) -> State:
    """Give the bare table."""
    del options
    return State(
        edition=edition,
        seats=(SeatState(),) * players,
        areas=(0,) * len(edition.areas),
        expansion_decks=((),) * len(edition.expansion_types),
    )
