"""The forms in which a board effect can be performed and paid."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain.games.tavern_heroes.actions import (
    AnyEffect,
    Build,
    BuyResource,
    BuyUniversal,
    Conscript,
    Donate,
    Expand,
    Feast,
    MarketInformation,
    PlaceCube,
    Produce,
    ProvideInformation,
    Recruit,
    Scheme,
    SellResources,
    TavernInformation,
    UniversalUnits,
)
from domain.games.tavern_heroes.edition.cards import Cost
from domain.games.tavern_heroes.edition.words import CardId, EffectKind
from domain.games.tavern_heroes.rules.board import check_effect
from domain.games.tavern_heroes.rules.land import shortage, universal_cost, with_cards
from domain.games.tavern_heroes.rules.requests import Request
from domain.games.tavern_heroes.state import SeatState, State
from domain.kernel.chance import Rng
from domain.kernel.choices import Choice, OneOf
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Json, Seat


def as_json(part: Any) -> Json:
    """Give a part of an action as JSON builtins, with all its fields."""
    return msgspec.to_builtins(part)


class Forms(NamedTuple):
    """The forms of an effect that the rules let pass."""

    effects: tuple[AnyEffect, ...] = ()
    plain: tuple[Json, ...] = ()
    """The same as JSON builtins."""
    placement: Choice | None = None
    """The choice of a cube on the area of the effect, if there is any form."""

    def sample(self, rng: Rng) -> PlaceCube:
        """Draw one of that choice, as the rules take it."""
        return PlaceCube(effect=self.effects[rng.randrange(len(self.effects))])


def privileged_forms(state: State, seat: Seat, player: SeatState) -> Iterator[Forms]:
    """TH-070: the forms of each effect that a Privilege can perform."""
    return (forms_of(state, seat, player, kind) for kind in state.edition.privileged)


def forms_of(state: State, seat: Seat, player: SeatState, kind: EffectKind) -> Forms:
    """List the forms of an effect that the rules let pass once the seat has no more than `player`.

    No effect looks at the cube that is placed for it, nor at anything of other seats.
    """
    depends_on = (kind, LOOKS_AT[kind](state, player))
    return state.edition.memo.answer(depends_on, _look_for_forms, state, seat, player, kind)


def _look_for_forms(state: State, seat: Seat, player: SeatState, kind: EffectKind) -> Forms:
    request = Request(replace(state, seats=state.with_seat(seat, player)), seat, "")
    effects = tuple(_allowed(request, FORMS[kind](state, player)))
    plain = tuple(map(as_json, effects))
    return Forms(effects, plain, placement(plain))


def placement(effects: tuple[Json, ...]) -> Choice | None:
    """Give the choice of a cube on an area for one of these effects, if there is any."""
    if not effects:
        return None
    return Choice(type="place_cube", fixed={}, open={"effect": OneOf(of=effects)})


def _allowed(request: Request, effects: Iterable[AnyEffect]) -> Iterator[AnyEffect]:
    for effect in effects:
        try:
            check_effect(request, effect)
        except RuleViolation:
            continue
        yield effect


def _only(effect: AnyEffect) -> Callable[[State, SeatState], Sequence[AnyEffect]]:
    """Make the list of forms of an effect that has but one."""
    forms = (effect,)

    def listed(state: State, player: SeatState) -> Sequence[AnyEffect]:
        del state, player
        return forms

    return listed


def _amounts_to_buy(state: State, player: SeatState) -> Iterator[AnyEffect]:
    prices = state.edition.effects.buy_universal.prices
    return (
        BuyUniversal(amount=amount)
        for amount, price in enumerate(prices, start=1)
        if price <= player.funds
    )


def _sources(state: State, player: SeatState) -> Sequence[AnyEffect]:
    del state, player
    return BuyResource(source="discard"), BuyResource(source="deck")


def _donations(state: State, player: SeatState) -> Iterator[AnyEffect]:
    del state
    return (Donate(amount=amount) for amount in range(1, player.universal_resource + 1))


def _sales(state: State, player: SeatState) -> Iterator[AnyEffect]:
    """TH-047: every order, since the last card can be bought next."""
    most = state.edition.effects.sell_resources.max_cards
    for number in range(1, min(most, len(player.resource_cards)) + 1):
        for cards in permutations(player.resource_cards, number):
            yield SellResources(cards=cards)


def _productions(state: State, player: SeatState) -> Iterator[AnyEffect]:
    armament = state.edition.armament
    cards = [card for card in player.armament_cards if armament[card].support.production]
    for chosen in selections(cards, lambda card: armament[card].id):
        yield Produce(armaments=chosen)


def selections(
    cards: Sequence[CardId], kind_of: Callable[[CardId], str]
) -> Iterator[tuple[CardId, ...]]:
    """List what can be chosen of cards, counting those of a kind as the same."""
    seen = set()
    for number in range(len(cards) + 1):
        for chosen in combinations(cards, number):
            kinds = tuple(sorted(map(kind_of, chosen)))
            if kinds not in seen:
                seen.add(kinds)
                yield chosen


def _expansions(state: State, player: SeatState) -> Iterator[AnyEffect]:
    return (Expand(deck=deck) for deck in _decks_in_reach(state, player))


def _decks_in_reach(state: State, player: SeatState) -> tuple[str, ...]:
    if len(player.territories) >= state.edition.limits.territories:
        return ()
    decks = zip(state.edition.expansion_types, state.expansion_decks, strict=True)
    return tuple([row.id for row, deck in decks if deck and _is_payable(row.cost, player)])


def _is_payable(cost: Cost, player: SeatState) -> bool:
    return (
        cost.funds <= player.funds
        and cost.information <= player.information
        and cost.universal_resource <= player.universal_resource
    )


def _buildings(state: State, player: SeatState) -> Iterator[AnyEffect]:
    """TH-054, TH-055: each city on each uncovered territory, by each payment in which nothing is idle."""
    open_land = [n for n, one in enumerate(player.territories) if one.city is None]
    if not open_land:
        return
    produced = state.production(player)
    at_most = with_cards(state, produced, player.resource_cards)
    for city in dict.fromkeys(state.city_row):
        if universal_cost(state, shortage(state, city, at_most)) > player.universal_resource:
            continue
        for cards, universal in _payments(state, player, city, produced):
            for territory in open_land:
                yield Build(
                    city=city, territory=territory, resource_cards=cards, universal=universal
                )


def _payments(
    state: State, player: SeatState, city: CardId, produced: tuple[int, int, int]
) -> Iterator[tuple[tuple[CardId, ...], UniversalUnits]]:
    """Fill up with universal resource what each choice of cards leaves short, if it can be paid."""
    for number in range(len(player.resource_cards) + 1):
        for cards in combinations(player.resource_cards, number):
            short = shortage(state, city, with_cards(state, produced, cards))
            if universal_cost(state, short) > player.universal_resource:
                continue
            fewer = [[one for one in cards if one != idle] for idle in cards]
            if all(shortage(state, city, with_cards(state, produced, f)) != short for f in fewer):
                wood, stone, ore = short
                universal = UniversalUnits(wood=wood, stone=stone, ore=ore)
                for order in _orders(cards):
                    yield order, universal


def _orders(cards: tuple[CardId, ...]) -> Iterator[tuple[CardId, ...]]:
    """List them once with each on top: that one can be bought next."""
    if not cards:
        yield ()
    for top in cards:
        yield (*[card for card in cards if card != top], top)


def _recruits(state: State, player: SeatState) -> Iterator[AnyEffect]:
    return (Recruit(talent=name) for name in _talents_in_reach(state, player))


def _talents_in_reach(state: State, player: SeatState) -> tuple[CardId, ...]:
    if len(player.talents) >= state.edition.limits.talents:
        return ()
    asked = [(name, state.edition.talent[name].cost) for name in state.talent_row]
    return tuple(
        [
            name
            for name, cost in asked
            if (cost.renown_over is None or player.renown > cost.renown_over)
            and _is_payable(cost, player)
        ]
    )


FORMS: Mapping[str, Callable[[State, SeatState], Sequence[AnyEffect] | Iterator[AnyEffect]]] = {
    "market_information": _only(MarketInformation()),
    "buy_universal": _amounts_to_buy,
    "buy_resource": _sources,
    "provide_information": _only(ProvideInformation()),
    "donate": _donations,
    "sell_resources": _sales,
    "produce": _productions,
    "expand": _expansions,
    "build": _buildings,
    "tavern_information": _only(TavernInformation()),
    "feast": _only(Feast()),
    "recruit": _recruits,
    "scheme": _only(Scheme()),
    "conscript": _only(Conscript()),
}
"""The forms worth trying; which of them are legal the rules say."""


def _own(*fields: str) -> Callable[[State, SeatState], Hashable]:
    """Look at fields of the seat alone."""
    own = attrgetter(*fields)

    def look(state: State, player: SeatState) -> Hashable:
        del state
        return own(player)

    return look


def _nothing(state: State, player: SeatState) -> Hashable:
    del state, player
    return None


def _resource_piles(state: State, player: SeatState) -> Hashable:
    """Whether the card on top can be bought, and whether any of the deck can."""
    top, edition = state.resource_discard[-1:], state.edition
    return (
        bool(top) and edition.price(top[0]) <= player.funds,
        state.can_take_resource and edition.dearest_price <= player.funds,
    )


def _support(state: State, player: SeatState) -> Hashable:
    return player.armament_cards, state.can_take_resource


def _sites(state: State, player: SeatState) -> Hashable:
    if all(one.city is not None for one in player.territories):
        return None
    return player.universal_resource, player.resource_cards, player.territories, state.city_row


LOOKS_AT: Mapping[EffectKind, Callable[[State, SeatState], Hashable]] = {
    "market_information": _nothing,
    "buy_universal": _own("funds"),
    "buy_resource": _resource_piles,
    "provide_information": _own("information"),
    "donate": _own("universal_resource"),
    "sell_resources": _own("resource_cards"),
    "produce": _support,
    "expand": _decks_in_reach,
    "build": _sites,
    "tavern_information": _own("funds"),
    "feast": _own("funds"),
    "recruit": _talents_in_reach,
    "scheme": _own("information", "universal_resource", "armament_level"),
    "conscript": _own("universal_resource", "armament_level"),
}
"""All that the forms of an effect, and the rules that let them pass, depend on beside the edition."""
