"""Placing a cube on the board: the space, its choice cost, the effect; and what a Privilege spares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.tavern_heroes.actions import (
    AnyEffect,
    Build,
    BuyResource,
    BuyUniversal,
    Conscript,
    Donate,
    Effect,
    Expand,
    Feast,
    MarketInformation,
    PlaceCube,
    Privilege,
    Produce,
    ProvideInformation,
    Recruit,
    Scheme,
    SellResources,
    TavernInformation,
)
from domain.games.tavern_heroes.edition.board import Area
from domain.games.tavern_heroes.events import ChoiceCost, CubePlaced
from domain.games.tavern_heroes.rules import land, market, tavern
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.rules.requests import Request, require
from domain.games.tavern_heroes.rules.turns import Turn
from domain.kernel.values import Seat, tag_of

EFFECTS: Mapping[
    type[Effect], tuple[Callable[[Request, Any], None], Callable[[Turn, Any], None]]
] = {
    MarketInformation: (market.check_market_information, market.market_information),
    BuyUniversal: (market.check_buy_universal, market.buy_universal),
    BuyResource: (market.check_buy_resource, market.buy_resource),
    ProvideInformation: (market.check_provide_information, market.provide_information),
    Donate: (market.check_donate, market.donate),
    SellResources: (market.check_sell_resources, market.sell_resources),
    Produce: (land.check_produce, land.produce),
    Expand: (land.check_expand, land.expand),
    Build: (land.check_build, land.build),
    TavernInformation: (tavern.check_tavern_information, tavern.tavern_information),
    Feast: (tavern.check_feast, tavern.feast),
    Recruit: (tavern.check_recruit, tavern.recruit),
    Scheme: (tavern.check_scheme, tavern.scheme),
    Conscript: (tavern.check_conscript, tavern.conscript),
}
"""TH-038: how each effect is checked and performed. A Privilege is its target's."""


def place_cube(play: TavernHeroesPlay, seat: Seat, action: PlaceCube) -> None:
    """TH-032 to TH-038: place the cube, pay the choice cost, perform the effect."""
    request = require(play.state, seat, "turn")
    placed = cube_on_area(request, play.state.edition.area_of[tag_of(action.effect)])
    play.record(placed)
    after = Request(play.state, seat, "/action/effect", placed.choice_cost)
    turn = Turn(play, seat)
    if isinstance(action.effect, Privilege):
        check_privileged(after, action.effect.effect)
        perform_privileged(turn, action.effect.effect)
    else:
        check_effect(after, action.effect)
        perform_effect(turn, action.effect)


def cube_on_area(request: Request, area: Area) -> CubePlaced:
    """TH-031, TH-034, TH-035: the cube in the leftmost empty space of an area, with its choice cost."""
    state, player = request.state, request.player
    if not player.cubes:
        request.refuse("TH-032", "no_cube", "You have no cube left to place.")
    cost = state.choice_cost(player, area)
    if cost is None:
        detail = f"All {len(area.costs)} spaces of {area.name} are taken."
        request.refuse("TH-034", "no_space", detail, "/effect/kind")
    if area.cost_kind != "none":
        request.pays("TH-035", {area.cost_kind: cost}, "/effect/kind")
    paid = ChoiceCost(kind=area.cost_kind, amount=cost)
    return CubePlaced(seat=request.seat, target=area.id, choice_cost=paid)


def check_effect(request: Request, effect: AnyEffect) -> None:
    """Make sure that an effect can be performed and paid."""
    EFFECTS[type(effect)][0](request, effect)


def perform_effect(turn: Turn, effect: AnyEffect) -> None:
    """Record an effect that was checked."""
    EFFECTS[type(effect)][1](turn, effect)


def check_privileged(request: Request, effect: AnyEffect) -> None:
    """TH-070, TH-071: make sure that a Privilege may perform the effect, and that it can be paid."""
    area = request.state.edition.area_of[tag_of(effect)]
    target = Request(request.state, request.seat, f"{request.at}/effect", request.paid)
    if not area.privileged:
        detail = f"A Privilege cannot perform what belongs to {area.name}."
        target.refuse("TH-071", "bad_selection", detail, "/kind")
    check_effect(target, effect)


def perform_privileged(turn: Turn, effect: AnyEffect) -> None:
    """TH-070: record an effect that is performed by a Privilege."""
    turn.is_privileged = True
    perform_effect(turn, effect)
    turn.is_privileged = False
