"""What a viewer may see of a game of Friendly Monsters and Tavern Heroes."""

from __future__ import annotations

from typing import Literal

from domain.games.tavern_heroes.edition.cards import Units
from domain.games.tavern_heroes.edition.words import AreaId, CardId, CostKind
from domain.games.tavern_heroes.events import TavernHeroesResult, TerritoryKind
from domain.games.tavern_heroes.state import Decision, Phase, State, Talent, Territory
from domain.kernel.secrecy import EVERYTHING, Viewer, sees
from domain.kernel.values import Seat, Value


class PendingView(Value):
    """A seat that owes a decision."""

    seat: Seat
    decision: Decision


class AreaView(Value):
    """TH-034, TH-035: an area of the board."""

    id: AreaId
    cubes: int
    spaces: int
    next_cost: int | None
    """Null when the area is full."""
    cost_kind: CostKind
    """TH-035: in what it is paid."""


class TerritoryView(Value):
    """TH-051, TH-057, TH-093: a territory; covered it still shows what it would produce."""

    card: CardId
    kind: TerritoryKind
    production: Units
    city: CardId | None


class SeatView(Value):
    """What is to be seen of a seat."""

    seat: Seat
    player: str | None
    """The player's name, filled in by the table."""
    color: str
    renown: int
    funds: int
    information: int
    universal_resource: int
    armament_level: int
    cubes: int
    resource_cards: tuple[CardId, ...]
    armament_count: int
    armament_cards: tuple[CardId, ...] | None
    """TH-103: the owner's only."""
    territories: tuple[TerritoryView, ...]
    production: Units
    """TH-056: of the uncovered territories."""
    talents: tuple[Talent, ...]
    lord_cube: bool
    policy: CardId | None
    """TH-008, TH-017: hidden from others until the preparation of round I."""
    policy_chosen: bool
    policy_cube: bool
    next_policy: CardId | None
    """TH-R04: taken in rounds I to III, for all to see."""
    final_policy: CardId | None
    """TH-125: the owner's only until the scoring."""
    policies_dealt: tuple[CardId, ...] | None
    """TH-007: the owner's only."""
    passed: bool


class TavernHeroesView(Value):
    """The table as one viewer sees it."""

    ruleset: Literal["tavern_heroes"]
    edition: str
    phase: Phase
    round: int
    """0 before the first preparation."""
    seats_count: int
    turn_order: tuple[Seat, ...]
    pending: tuple[PendingView, ...]
    areas: tuple[AreaView, ...]
    cube_supply: int
    monster_row: tuple[CardId, ...]
    monster_deck_count: int
    city_row: tuple[CardId, ...]
    city_deck_count: int
    talent_row: tuple[CardId, ...]
    talent_deck_count: int
    expansion_deck_counts: dict[str, int]
    resource_deck_count: int
    resource_discard: tuple[CardId, ...]
    """Bottom to top."""
    armament_deck_count: int
    armament_discard: tuple[CardId, ...]
    policy_field: tuple[CardId, ...]
    policy_deck_count: int
    final_pile: tuple[CardId, ...] | None
    """TH-R05: shown to all until the first choice, then to the seat that has to choose."""
    final_pile_start: tuple[CardId, ...] | None
    seats: tuple[SeatView, ...]
    own_next_costs: dict[AreaId, int | None] | None
    """TH-082: `next_cost` as it is for the seat on turn."""
    result: TavernHeroesResult | None


def view(state: State, viewer: Viewer) -> TavernHeroesView:
    """Show the table to a seat or a spectator."""
    edition = state.edition
    types = zip(edition.expansion_types, state.expansion_decks, strict=True)
    return TavernHeroesView(
        ruleset="tavern_heroes",
        edition=edition.edition,
        phase=state.phase,
        round=state.round,
        seats_count=len(state.seats),
        turn_order=state.turn_order,
        pending=tuple(PendingView(seat=seat, decision=asked) for seat, asked in state.pending),
        areas=_areas(state),
        cube_supply=state.supply,
        monster_row=state.monster_row,
        monster_deck_count=len(state.monster_deck),
        city_row=state.city_row,
        city_deck_count=len(state.city_deck),
        talent_row=state.talent_row,
        talent_deck_count=len(state.talent_deck),
        expansion_deck_counts={row.id: len(deck) for row, deck in types},
        resource_deck_count=len(state.resource_deck),
        resource_discard=state.resource_discard,
        armament_deck_count=len(state.armament_deck),
        armament_discard=state.armament_discard,
        policy_field=state.policy_field,
        policy_deck_count=len(state.policy_deck),
        final_pile=_final_pile(state, viewer),
        final_pile_start=state.final_pile_start,
        seats=tuple(_seat(state, seat, viewer) for seat in range(len(state.seats))),
        own_next_costs=_own_next_costs(state, viewer),
        result=state.result,
    )


def _areas(state: State) -> tuple[AreaView, ...]:
    return tuple(
        AreaView(
            id=area.id,
            cubes=cubes,
            spaces=len(area.costs),
            next_cost=area.costs[cubes] if cubes < len(area.costs) else None,
            cost_kind=area.cost_kind,
        )
        for area, cubes in zip(state.edition.areas, state.areas, strict=True)
    )


def _own_next_costs(state: State, viewer: Viewer) -> dict[AreaId, int | None] | None:
    if viewer < 0 or state.decision(viewer) != "turn":
        return None
    player = state.seats[viewer]
    return {area.id: state.choice_cost(player, area) for area in state.edition.areas}


def _final_pile(state: State, viewer: Viewer) -> tuple[CardId, ...] | None:
    is_open = not state.final_choices or viewer == EVERYTHING
    if not is_open and (viewer < 0 or state.decision(viewer) != "final_policy"):
        return None
    return state.final_pile


def _seat(state: State, number: Seat, viewer: Viewer) -> SeatView:
    seat, own = state.seats[number], sees(viewer, number)
    is_over = state.result is not None
    wood, stone, ore = state.production(seat)
    return SeatView(
        seat=number,
        player=None,
        color=state.edition.game.colors[number],
        renown=seat.renown,
        funds=seat.funds,
        information=seat.information,
        universal_resource=seat.universal_resource,
        armament_level=seat.armament_level,
        cubes=seat.cubes,
        resource_cards=seat.resource_cards,
        armament_count=len(seat.armament_cards),
        armament_cards=seat.armament_cards if own else None,
        territories=tuple(_territory(state, one) for one in seat.territories),
        production=Units(wood=wood, stone=stone, ore=ore),
        talents=seat.talents,
        lord_cube=seat.lord_cube,
        policy=seat.policy if state.round else seat.chosen if own else None,
        policy_chosen=seat.chosen is not None,
        policy_cube=seat.policy_cube,
        next_policy=seat.next_policy,
        final_policy=state.final_policy(number) if own or is_over else None,
        policies_dealt=seat.policies_dealt if own else None,
        passed=seat.passed,
    )


def _territory(state: State, one: Territory) -> TerritoryView:
    is_expansion = one.kind == "expansion"
    produced = state.edition.expansion[one.card].production if is_expansion else Units()
    return TerritoryView(card=one.card, kind=one.kind, production=produced, city=one.city)
