"""Placing a cube on an own card: the Lord's Taxation, a Policy's Privilege, the skills of talents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from domain.games.tavern_heroes.actions import Build, Produce, SellResources, Use, UseCard
from domain.games.tavern_heroes.edition.words import CardId
from domain.games.tavern_heroes.events import CubePlaced
from domain.games.tavern_heroes.rules.board import check_privileged, perform_privileged
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.rules.requests import Request, require
from domain.games.tavern_heroes.rules.skills import use_skill
from domain.games.tavern_heroes.rules.turns import Turn
from domain.games.tavern_heroes.state import State, evolve
from domain.kernel.chance import Chance
from domain.kernel.play import Play
from domain.kernel.values import Seat

T = TypeVar("T")


def use_card(play: TavernHeroesPlay, seat: Seat, action: UseCard) -> None:
    """TH-032, TH-074, TH-075: place a cube on an own card and do what it says."""
    request = require(play.state, seat, "turn")
    if not request.player.cubes:
        request.refuse("TH-032", "no_cube", "You have no cube left to place.")
    if action.card == "lord":
        tax(play, request, action)
    elif action.card == "policy":
        use_policy(play, request, action)
    else:
        use_talent(play, request, action)


def tax(play: TavernHeroesPlay, request: Request, action: UseCard) -> None:
    """TH-076: Taxation; lose Renown, gain Funds."""
    request.refuse_strangers("TH-076", effect=action.effect, uses=action.uses)
    if request.player.lord_cube:
        detail = "A cube lies on your Lord already, until the next preparation."
        request.refuse("TH-074", "no_space", detail, "/card")
    row = play.state.edition.lord.taxation
    request.pays("TH-076", {"renown": row.lose_renown})
    play.record(CubePlaced(seat=request.seat, target="lord", choice_cost=None))
    turn = Turn(play, request.seat)
    turn.perform("taxation", pays={"renown": row.lose_renown}, gains={"funds": row.gain_funds})


def use_policy(play: TavernHeroesPlay, request: Request, action: UseCard) -> None:
    """TH-077: the Privilege of a Policy, without choice cost."""
    request.refuse_strangers("TH-077", uses=action.uses)
    if not has_policy_space(play.state, request.player.policy):
        detail = "Your current Policy has no space for a cube."
        request.refuse("TH-077", "no_space", detail, "/card")
    if request.player.policy_cube:
        detail = "A cube lies on your Policy already, until you pass."
        request.refuse("TH-074", "no_space", detail, "/card")
    if action.effect is None:
        detail = "Name the effect that the Privilege performs."
        request.refuse("TH-077", "bad_selection", detail, "/effect")
    play.record(CubePlaced(seat=request.seat, target="policy", choice_cost=None))
    check_privileged(Request(play.state, request.seat, "/action"), action.effect)
    perform_privileged(Turn(play, request.seat), action.effect)


def has_policy_space(state: State, policy: CardId | None) -> bool:
    """TH-074: tell whether a Policy has a space for a cube."""
    return policy is not None and state.edition.policy[policy].action is not None


def use_talent(play: TavernHeroesPlay, request: Request, action: UseCard) -> None:
    """TH-078, TH-R21: perform skills of a talent, all of them or none.

    A skill may be paid with what the one before it brings, so they are rehearsed first, with cards
    as they happen to lie; what can be refused never depends on that.
    """
    uses = check_uses(request, action)
    rehearsal: TavernHeroesPlay = Play(play.state, evolve, AsTheyLie())
    for performed in (rehearsal, play):
        performed.record(CubePlaced(seat=request.seat, target=action.card, choice_cost=None))
        turn = Turn(performed, request.seat)
        for number, use in enumerate(uses):
            use_skill(turn, action.card, use, f"/action/uses/{number}")


class AsTheyLie(Chance):
    """Shuffles nothing: for rehearsals, which must not use luck."""

    __slots__ = ()

    def shuffle(self, point: str, items: Sequence[T]) -> tuple[T, ...]:
        """Leave the items as they are."""
        del point
        return tuple(items)


def check_uses(request: Request, action: UseCard) -> tuple[Use, ...]:
    """TH-074, TH-078, TH-079, TH-R21: cube skills of a ready talent, paid with cards held now."""
    request.refuse_strangers("TH-078", effect=action.effect)
    request.ready_talent("TH-079", action.card, "/card")
    skills, uses = request.state.edition.cube_skills[action.card], action.uses or ()
    if not skills:
        detail = f"{action.card} has only constant skills, and no space for a cube."
        request.refuse("TH-074", "no_space", detail, "/card")
    if not uses or len({use.skill for use in uses}) != len(uses):
        detail = "Name one or two different skills."
        request.refuse("TH-078", "bad_selection", detail, "/uses")
    for number, use in enumerate(uses):
        at = f"/uses/{number}"
        if use.skill not in skills:
            detail = f"{action.card} can do {' and '.join(skills)}, not {use.skill}."
            request.refuse("TH-078", "wrong_ability", detail, f"{at}/skill")
        held = {*request.player.resource_cards, *request.player.armament_cards}
        for field, card in cards_named(use):
            if card not in held:
                request.refuse_unheld("TH-R21", card, at + field)
    return uses


def cards_named(use: Use) -> Iterator[tuple[str, CardId]]:
    """TH-R21: where a skill names Resource and Armament cards with which it is paid, and which."""
    if use.stone_card is not None:
        yield "/stone_card", use.stone_card
    effect = use.effect
    if isinstance(effect, SellResources):
        field, cards = "cards", effect.cards
    elif isinstance(effect, Produce):
        field, cards = "armaments", effect.armaments
    elif isinstance(effect, Build):
        field, cards = "resource_cards", effect.resource_cards
    else:
        return
    for number, card in enumerate(cards):
        yield f"/effect/{field}/{number}", card
