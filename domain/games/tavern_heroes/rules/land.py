"""Production / Expansion, and Build."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.tavern_heroes.actions import Build, Expand, Produce, UniversalUnits
from domain.games.tavern_heroes.edition.cards import Units
from domain.games.tavern_heroes.edition.words import UNITS, CardId
from domain.games.tavern_heroes.events import CityBuilt
from domain.games.tavern_heroes.rules.requests import Request
from domain.games.tavern_heroes.rules.turns import Turn
from domain.games.tavern_heroes.state import SeatState, State


def check_produce(request: Request, effect: Produce) -> None:
    """TH-049, TH-102: the cards named support Production, and a card can be taken."""
    request.holds_armaments("TH-049", effect.armaments, "/armaments")
    for number, card in enumerate(effect.armaments):
        if not request.state.edition.armament[card].support.production:
            detail = f"{card} does not support Production."
            request.refuse("TH-049", "wrong_ability", detail, f"/armaments/{number}")
    if not request.state.can_take_resource:
        detail = "The Resource deck is empty, and the discard pile does not make a new one."
        request.refuse("TH-102", "deck_empty", detail)


def produce(turn: Turn, effect: Produce) -> None:
    """TH-048, TH-049: take Resource cards, more with the support of Armament cards."""
    edition = turn.state.edition
    more = sum(edition.armament[card].support.production for card in effect.armaments)
    turn.discard_armaments(effect.armaments, "support")
    turn.perform("produce")
    turn.take_resources(edition.effects.produce.cards + more)


def check_expand(request: Request, effect: Expand) -> None:
    """TH-050, TH-052, TH-053: there is a card, room for it, and what it costs."""
    state = request.state
    types = state.edition.expansion_types
    place = next((n for n, one in enumerate(types) if one.id == effect.deck), None)
    if place is None:
        decks = ", ".join(one.id for one in types)
        detail = f"There is no such Expansion deck; the decks are {decks}."
        request.refuse("TH-050", "unknown_card", detail, "/deck")
    if not state.expansion_decks[place]:
        detail = f"The Expansion deck {effect.deck} is empty and stays empty."
        request.refuse("TH-053", "deck_empty", detail, "/deck")
    require_land(request, "TH-052")
    request.pays("TH-050", types[place].cost.counters, "/deck")


def require_land(request: Request, rule: str) -> None:
    """TH-052, TH-092, TH-108: make sure that the seat may have one more territory."""
    limit = request.state.edition.limits.territories
    if len(request.player.territories) >= limit:
        detail = f"You have {limit} territories, and no seat may have more."
        request.refuse(rule, "limit_reached", detail)


def expand(turn: Turn, effect: Expand) -> None:
    """TH-050, TH-051: pay, take the top card of the deck as the next territory."""
    state = turn.state
    row = state.edition.expansion_type[effect.deck]
    card = state.expansion_decks[state.edition.expansion_types.index(row)][0]
    turn.perform("expand", pays=row.cost.counters)
    turn.gain_territory("expansion", card, row.renown)
    turn.gain_policy_bonus("expand")


def check_build(request: Request, effect: Build) -> None:
    """TH-054 to TH-056: a city of the row, an own uncovered territory, and a payment that covers the cost."""
    state, player = request.state, request.player
    request.in_row("TH-054", effect.city, state.city_row, "/city")
    if effect.territory >= len(player.territories):
        number = len(player.territories)
        noun = "territory" if number == 1 else "territories"
        held = f"{number} {noun}, counted from 0" if number else "no territory"
        request.refuse("TH-054", "bad_selection", f"You have {held}.", "/territory")
    if player.territories[effect.territory].city is not None:
        detail = "A city stands on that territory; choose one that is uncovered."
        request.refuse("TH-054", "territory_covered", detail, "/territory")
    request.holds_resources("TH-055", effect.resource_cards, "/resource_cards")
    bought = units_of(effect.universal)
    request.pays("TH-055", {"universal_resource": universal_cost(state, bought)}, "/universal")
    short = shortage(state, effect.city, units_given(state, player, effect.resource_cards))
    missing = [
        f"{need - more} {unit}"
        for unit, need, more in zip(UNITS, short, bought, strict=True)
        if need > more
    ]
    if missing:
        detail = f"The payment for {effect.city} is short of {', '.join(missing)}."
        request.refuse("TH-055", "cost_not_covered", detail, "")


def units_of(units: Units | UniversalUnits) -> tuple[int, int, int]:
    """Give wood, stone and ore."""
    return units.wood, units.stone, units.ore


def universal_cost(state: State, bought: Sequence[int]) -> int:
    """TH-055: universal resource for the units bought with it."""
    rates = state.edition.exchange.universal_resource
    wood, stone, ore = bought
    return wood * rates.wood + stone * rates.stone + ore * rates.ore


def units_given(state: State, player: SeatState, cards: Sequence[CardId]) -> tuple[int, int, int]:
    """TH-055, TH-056: what production and these Resource cards give together."""
    return with_cards(state, state.production(player), cards)


def with_cards(
    state: State, given: tuple[int, int, int], cards: Sequence[CardId]
) -> tuple[int, int, int]:
    """TH-055: add what Resource cards give to what is given without them."""
    wood, stone, ore = given
    for card in cards:
        units = state.edition.resource[card].units
        wood, stone, ore = wood + units.wood, stone + units.stone, ore + units.ore
    return wood, stone, ore


def shortage(state: State, city: CardId, given: tuple[int, int, int]) -> tuple[int, int, int]:
    """TH-055: the units that a city still needs beside those given."""
    need, (wood, stone, ore) = state.edition.city[city].cost, given
    return max(0, need.wood - wood), max(0, need.stone - stone), max(0, need.ore - ore)


def build(turn: Turn, effect: Build) -> None:
    """TH-054 to TH-060: spend the payment, put the city on the territory, refill the row."""
    city = turn.state.edition.city[effect.city]
    turn.discard_resources(effect.resource_cards, "build")
    cost = universal_cost(turn.state, units_of(effect.universal))
    turn.perform("build", pays={"universal_resource": cost})
    turn.play.record(
        CityBuilt(seat=turn.seat, city=effect.city, territory=effect.territory, renown=city.renown)
    )
    if city.armament is not None:
        turn.strengthen(city.armament.raise_level)
    turn.refill("city")
    turn.gain_policy_bonus("build")
