"""Market: Purchase, and Provide Information / Donate / Sell."""

from __future__ import annotations

from domain.games.tavern_heroes.actions import (
    BuyResource,
    BuyUniversal,
    Donate,
    MarketInformation,
    ProvideInformation,
    SellResources,
)
from domain.games.tavern_heroes.events import Counts, ResourceDiscardStarted, ResourceTaken
from domain.games.tavern_heroes.rules.requests import Request
from domain.games.tavern_heroes.rules.turns import Turn


def check_market_information(request: Request, effect: MarketInformation) -> None:
    """TH-039: it costs nothing."""
    del request, effect


def market_information(turn: Turn, effect: MarketInformation) -> None:
    """TH-039: gain Information and Renown."""
    del effect
    row = turn.state.edition.effects.market_information
    gains: Counts = {"information": row.gain_information, "renown": row.gain_renown}
    turn.perform("market_information", gains=gains)


def check_buy_universal(request: Request, effect: BuyUniversal) -> None:
    """TH-040: 1 or 2, at their price."""
    prices = request.state.edition.effects.buy_universal.prices
    if not 1 <= effect.amount <= len(prices):
        detail = f"Buy from 1 to {len(prices)} universal resource, not {effect.amount}."
        request.refuse("TH-040", "bad_selection", detail, "/amount")
    request.pays("TH-040", {"funds": prices[effect.amount - 1]}, "/amount")


def buy_universal(turn: Turn, effect: BuyUniversal) -> None:
    """TH-040: pay Funds for universal resource."""
    price = turn.state.edition.effects.buy_universal.prices[effect.amount - 1]
    gains: Counts = {"universal_resource": effect.amount}
    turn.perform("buy_universal", pays={"funds": price}, gains=gains)


def check_buy_resource(request: Request, effect: BuyResource) -> None:
    """TH-041, TH-042: there is a card, and it can be paid whatever it is."""
    state = request.state
    if effect.source == "deck":
        if not state.can_take_resource:
            detail = "The Resource deck is empty, and the discard pile does not make a new one."
            request.refuse("TH-102", "deck_empty", detail, "/from")
        dearest = state.edition.dearest_price
        request.pays("TH-042", {"funds": dearest}, "/from", "may cost up to")
        return
    if not state.resource_discard:
        request.refuse("TH-R19", "deck_empty", "The Resource discard pile is empty.", "/from")
    price = state.edition.price(state.resource_discard[-1])
    request.pays("TH-041", {"funds": price}, "/from")


def buy_resource(turn: Turn, effect: BuyResource) -> None:
    """TH-041 to TH-044: buy a card; an empty discard pile is started anew where nothing will be discarded."""
    turn.perform("buy_resource")
    if effect.source == "deck":
        turn.take_resource(is_bought=True)
    else:
        card = turn.state.resource_discard[-1]
        price = turn.state.edition.price(card)
        taken = ResourceTaken(seat=turn.seat, card=card, source="discard", price=price)
        turn.play.record(taken)
    state = turn.state
    if (
        state.resource_deck
        and not state.resource_discard
        and not state.resource_excess(turn.player)
    ):
        turn.play.record(ResourceDiscardStarted(card=state.resource_deck[0]))


def check_provide_information(request: Request, effect: ProvideInformation) -> None:
    """TH-045: the Information is there."""
    del effect
    row = request.state.edition.effects.provide_information
    request.pays("TH-045", {"information": row.pay_information})


def provide_information(turn: Turn, effect: ProvideInformation) -> None:
    """TH-045: pay Information for universal resource and Renown."""
    del effect
    row = turn.state.edition.effects.provide_information
    gains: Counts = {"universal_resource": row.gain_universal_resource, "renown": row.gain_renown}
    turn.perform("provide_information", pays={"information": row.pay_information}, gains=gains)


def check_donate(request: Request, effect: Donate) -> None:
    """TH-046: at least 1, and not more than one has."""
    if effect.amount < 1:
        detail = "Donate at least 1 universal resource."
        request.refuse("TH-046", "bad_selection", detail, "/amount")
    request.pays("TH-046", {"universal_resource": effect.amount}, "/amount")


def donate(turn: Turn, effect: Donate) -> None:
    """TH-046, TH-R26: pay universal resource, gain Renown for each."""
    each = turn.state.edition.effects.donate.renown_per_universal_resource
    turn.perform(
        "donate",
        pays={"universal_resource": effect.amount},
        gains={"renown": each * effect.amount},
    )


def check_sell_resources(request: Request, effect: SellResources) -> None:
    """TH-047: 1 or 2 cards of one's own."""
    most = request.state.edition.effects.sell_resources.max_cards
    if not 1 <= len(effect.cards) <= most:
        detail = f"Sell from 1 to {most} Resource cards, not {len(effect.cards)}."
        request.refuse("TH-047", "bad_selection", detail, "/cards")
    request.holds_resources("TH-047", effect.cards, "/cards")


def sell_resources(turn: Turn, effect: SellResources) -> None:
    """TH-047: discard Resource cards, gain their values in Funds."""
    turn.discard_resources(effect.cards, "sell")
    value = sum(turn.state.edition.resource[card].value for card in effect.cards)
    turn.perform("sell_resources", gains={"funds": value})
