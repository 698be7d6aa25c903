"""Subjugating monsters, trading with them, exploring their lairs."""

from __future__ import annotations

from domain.games.tavern_heroes.actions import Subjugate, Visit
from domain.games.tavern_heroes.edition import Edition
from domain.games.tavern_heroes.edition.words import MARKS, CardId, Mark, VisitKind
from domain.games.tavern_heroes.events import (
    MonsterSubjugated,
    MonsterVisited,
    TalentsTurnedDown,
)
from domain.games.tavern_heroes.rules.land import require_land
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.rules.requests import Request, require
from domain.games.tavern_heroes.rules.tavern import require_level
from domain.games.tavern_heroes.rules.turns import Turn
from domain.games.tavern_heroes.state import State
from domain.kernel.values import Seat


def subjugate(play: TavernHeroesPlay, seat: Seat, action: Subjugate) -> None:
    """TH-108 to TH-114: cover a monster's cost and take it as a territory."""
    request = require(play.state, seat, "turn")
    check_subjugation(request, action)
    monster = play.state.edition.monster[action.monster]
    turn = Turn(play, seat)
    turn.discard_armaments(action.armaments, "combat")
    turn_down(turn, tuple(one.talent for one in action.talents))
    spent = cubes_for(play.state, action)
    play.record(MonsterSubjugated(seat=seat, monster=action.monster, cubes_spent=spent))
    turn.gain_territory("monster", action.monster, monster.renown)
    turn.refill("monster")
    turn.gain_policy_bonus("subjugate")


def check_subjugation(request: Request, action: Subjugate) -> None:
    """TH-108 to TH-113: a monster of the row, room for it, and a payment that covers its cost."""
    state = request.state
    request.in_row("TH-108", action.monster, state.monster_row, "/monster")
    require_land(request, "TH-108")
    check_cubes(request, action)
    request.holds_armaments("TH-111", action.armaments, "/armaments")
    check_fighters(request, action)
    paid = marks_of(state, action)
    missing = {
        mark: need - paid[mark]
        for mark, need in state.edition.needs[action.monster].items()
        if need > paid[mark]
    }
    if missing:
        short = ", ".join(f"{number} {mark}" for mark, number in missing.items())
        detail = f"The payment for {action.monster} is short of {short}."
        request.refuse("TH-109", "cost_not_covered", detail)


def check_cubes(request: Request, action: Subjugate) -> None:
    """TH-110: magic and Holy are covered once; the cubes are there."""
    for mark in ("attack_magic", "holy"):
        if getattr(action.cubes, mark) > 1:
            detail = f"Cubes cover {mark} once or not at all."
            request.refuse("TH-110", "bad_selection", detail, f"/cubes/{mark}")
    request.pays("TH-110", {"cubes": cubes_for(request.state, action)}, "/cubes")


def check_fighters(request: Request, action: Subjugate) -> None:
    """TH-112: different ready talents, each with the ability named."""
    names = [one.talent for one in action.talents]
    for number, one in enumerate(action.talents):
        at = f"/talents/{number}"
        request.ready_talent("TH-112", one.talent, f"{at}/talent")
        if one.talent in names[:number]:
            detail = f"{one.talent} is named twice; it gives one ability."
            request.refuse("TH-112", "bad_selection", detail, f"{at}/talent")
        if not request.state.edition.gives[one.talent][one.ability]:
            detail = f"{one.talent} does not have the ability {one.ability}."
            request.refuse("TH-112", "wrong_ability", detail, f"{at}/ability")


def cubes_for(state: State, action: Subjugate) -> int:
    """TH-110: what the marks covered by cubes cost."""
    rates = state.edition.exchange.cubes
    return sum(getattr(rates, mark) * getattr(action.cubes, mark) for mark in MARKS)


def marks_of(state: State, action: Subjugate) -> dict[Mark, int]:
    """TH-110 to TH-113: all that a payment gives."""
    gives = state.edition.gives
    paid: dict[Mark, int] = {mark: getattr(action.cubes, mark) for mark in MARKS}
    for card in action.armaments:
        for mark in MARKS:
            paid[mark] += gives[card][mark]
    for one in action.talents:
        paid[one.ability] += gives[one.talent][one.ability]
    return paid


def turn_down(turn: Turn, talents: tuple[CardId, ...]) -> None:
    """TH-112, TH-116: turn talents face down for their abilities."""
    if talents:
        turn.play.record(TalentsTurnedDown(seat=turn.seat, talents=talents))


def visit(play: TavernHeroesPlay, seat: Seat, action: Visit) -> None:
    """TH-115 to TH-120: turn the talent down, pay the cost, gain the reward."""
    request = require(play.state, seat, "turn")
    check_visit(request, action)
    row, edition = play.state.edition.monster[action.monster].visit, play.state.edition
    turn = Turn(play, seat)
    turn_down(turn, (action.talent,))
    if action.stone_card is not None:
        turn.spend_stone(action.stone_card)
    turn.discard_armaments(action.support, "support")
    reward, more = row.reward, sum(support_of(edition, card, row.kind) for card in action.support)
    paid = row.cost.counters
    play.record(
        MonsterVisited(
            seat=seat,
            monster=action.monster,
            talent=action.talent,
            paid=paid,
            gained=turn.gains({one: n + more for one, n in reward.counters.items()}, paid),
            support=action.support,
        )
    )
    if reward.resource_cards:
        turn.take_resources(reward.resource_cards + more)
    if reward.armament_cards:
        turn.draw_armaments(reward.armament_cards + more)


def support_of(edition: Edition, card: CardId, kind: VisitKind) -> int:
    """TH-117: what an Armament card adds to a reward."""
    support = edition.armament[card].support
    return support.trade if kind == "trade" else support.explore


def check_visit(request: Request, action: Visit) -> None:
    """TH-115 to TH-118: a monster of the row, a talent that can visit it, cost and support."""
    state = request.state
    request.in_row("TH-115", action.monster, state.monster_row, "/monster")
    row = state.edition.monster[action.monster].visit
    request.ready_talent("TH-115", action.talent, "/talent")
    if not getattr(state.edition.talent[action.talent].abilities, row.kind):
        detail = f"{action.monster} asks for {row.kind}, which {action.talent} cannot do."
        request.refuse("TH-115", "wrong_ability", detail, "/talent")
    request.pays("TH-116", row.cost.counters)
    if row.cost.stone is None:
        request.refuse_strangers("TH-116", stone_card=action.stone_card)
    else:
        request.holds_stone("TH-116", row.cost.stone, action.stone_card, "/stone_card")
    check_support(request, action)
    check_reward(request, action)


def check_support(request: Request, action: Visit) -> None:
    """TH-107, TH-117: different Armament cards with support of the kind, none of them the stone."""
    kind = request.state.edition.monster[action.monster].visit.kind
    request.holds_armaments("TH-117", action.support, "/support")
    for number, card in enumerate(action.support):
        at = f"/support/{number}"
        if not support_of(request.state.edition, card, kind):
            detail = f"{card} does not support {kind}."
            request.refuse("TH-117", "wrong_ability", detail, at)
        if card == action.stone_card:
            detail = f"{card} pays the stone already; one card serves one purpose."
            request.refuse("TH-107", "not_held", detail, at)


def check_reward(request: Request, action: Visit) -> None:
    """TH-118: cards of the reward can be kept, or taken."""
    reward = request.state.edition.monster[action.monster].visit.reward
    if reward.armament_cards:
        require_level(request, "TH-118")
    if reward.resource_cards and not can_take_after(request.state, action.stone_card):
        detail = "The Resource deck is empty, and the discard pile does not make a new one."
        request.refuse("TH-118", "deck_empty", detail)


def can_take_after(state: State, stone_card: CardId | None) -> bool:
    """TH-102, TH-R19: tell whether a Resource card can be taken when the stone has been discarded."""
    spent = stone_card is not None and stone_card in state.edition.resource
    return state.can_take_resource or (spent and bool(state.resource_discard))
