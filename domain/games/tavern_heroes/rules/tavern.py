"""Tavern, and the Military areas."""

from __future__ import annotations

from domain.games.tavern_heroes.actions import (
    Conscript,
    Feast,
    Recruit,
    Scheme,
    TavernInformation,
)
from domain.games.tavern_heroes.events import Counts, TalentRecruited
from domain.games.tavern_heroes.rules.requests import Request
from domain.games.tavern_heroes.rules.turns import Turn


def check_tavern_information(request: Request, effect: TavernInformation) -> None:
    """TH-063: the Funds are there."""
    del effect
    request.pays("TH-063", {"funds": request.state.edition.effects.tavern_information.pay_funds})


def tavern_information(turn: Turn, effect: TavernInformation) -> None:
    """TH-063: pay Funds for Information."""
    del effect
    row = turn.state.edition.effects.tavern_information
    turn.perform(
        "tavern_information",
        pays={"funds": row.pay_funds},
        gains={"information": row.gain_information},
    )


def check_feast(request: Request, effect: Feast) -> None:
    """TH-064: the Funds are there."""
    del effect
    request.pays("TH-064", {"funds": request.state.edition.effects.feast.pay_funds})


def feast(turn: Turn, effect: Feast) -> None:
    """TH-064: pay Funds for cubes."""
    del effect
    row = turn.state.edition.effects.feast
    turn.perform("feast", pays={"funds": row.pay_funds}, gains={"cubes": row.gain_cubes})


def check_recruit(request: Request, effect: Recruit) -> None:
    """TH-065 to TH-067: a talent of the row, room for it, enough Renown, and what it costs."""
    state, player = request.state, request.player
    request.in_row("TH-065", effect.talent, state.talent_row, "/talent")
    limit = state.edition.limits.talents
    if len(player.talents) >= limit:
        detail = f"You have {limit} talents, and no seat may have more."
        request.refuse("TH-067", "limit_reached", detail)
    cost = state.edition.talent[effect.talent].cost
    if cost.renown_over is not None and player.renown <= cost.renown_over:
        has = request.left("renown")
        detail = f"It asks for more than {cost.renown_over} Renown; you have {has}."
        request.refuse("TH-066", "renown_too_low", detail, "/talent")
    request.pays("TH-065", cost.counters, "/talent")


def recruit(turn: Turn, effect: Recruit) -> None:
    """TH-065, TH-068: pay, add the talent, refill the row."""
    edition = turn.state.edition
    turn.perform("recruit", pays=edition.talent[effect.talent].cost.counters)
    bonus = edition.bonuses.talent[len(turn.player.talents)]
    turn.play.record(TalentRecruited(seat=turn.seat, talent=effect.talent, bonus=bonus))
    turn.refill("talent")
    turn.gain_policy_bonus("recruit")


def check_scheme(request: Request, effect: Scheme) -> None:
    """TH-072: not at level 0, and what it costs is there."""
    del effect
    require_level(request, "TH-072")
    row = request.state.edition.effects.scheme
    cost: Counts = {
        "information": row.pay_information,
        "universal_resource": row.pay_universal_resource,
    }
    request.pays("TH-072", cost)


def require_level(request: Request, rule: str) -> None:
    """TH-R11: make sure that cards drawn can be kept."""
    if request.player.armament_level < 1:
        detail = "At Armament Level 0 you could keep no card; raise it first."
        request.refuse(rule, "no_effect", detail)


def scheme(turn: Turn, effect: Scheme) -> None:
    """TH-072: draw as many Armament cards as the Armament Level."""
    del effect
    row = turn.state.edition.effects.scheme
    pays: Counts = {
        "information": row.pay_information,
        "universal_resource": row.pay_universal_resource,
    }
    turn.perform("scheme", pays=pays)
    turn.draw_armaments(turn.player.armament_level)


def check_conscript(request: Request, effect: Conscript) -> None:
    """TH-073: not at the highest level, and what it costs is there."""
    del effect
    limit = request.state.edition.limits.armament_level
    if request.player.armament_level >= limit:
        detail = f"Your Armament Level is {limit}, and does not rise any more."
        request.refuse("TH-073", "limit_reached", detail)
    pays = request.state.edition.effects.conscript.pay_universal_resource
    request.pays("TH-073", {"universal_resource": pays})


def conscript(turn: Turn, effect: Conscript) -> None:
    """TH-073: raise the Armament Level, draw as many cards."""
    del effect
    row = turn.state.edition.effects.conscript
    turn.perform("conscript", pays={"universal_resource": row.pay_universal_resource})
    turn.strengthen(row.raise_level)
