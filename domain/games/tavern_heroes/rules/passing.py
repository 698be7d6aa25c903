"""Choosing Policies, passing, and discarding what is beyond the limits."""

from __future__ import annotations

from domain.games.tavern_heroes.actions import (
    ChooseFinalPolicy,
    ChoosePolicy,
    DiscardExcess,
    Pass,
)
from domain.games.tavern_heroes.edition.words import CardId
from domain.games.tavern_heroes.events import (
    FinalPolicyChosen,
    PolicyChosen,
    PolicyDeckFormed,
    SeatPassed,
)
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.rules.requests import Request, require
from domain.games.tavern_heroes.rules.turns import Turn
from domain.kernel.values import Seat
from domain.kernel.words import some


def choose_policy(play: TavernHeroesPlay, seat: Seat, action: ChoosePolicy) -> None:
    """TH-008: choose the Policy of round I; when all have, TH-009."""
    request = require(play.state, seat, "policy")
    if action.policy not in request.player.policies_dealt:
        dealt = ", ".join(request.player.policies_dealt)
        detail = f"Choose one of the Policies dealt to you: {dealt}."
        reason = "not_held" if action.policy in play.state.edition.policy else "unknown_card"
        request.refuse("TH-008", reason, detail, "/policy")
    play.record(PolicyChosen(seat=seat, policy=action.policy))
    if all(one.chosen is not None for one in play.state.seats):
        form_policy_deck(play)


def form_policy_deck(play: TavernHeroesPlay) -> None:
    """TH-009: shuffle the Policies not chosen; with 4 seats remove the top 2 unseen."""
    state = play.state
    dealt = {card for seat in state.seats for card in seat.policies_dealt}
    left = dealt - {seat.chosen for seat in state.seats}
    cards = play.shuffle("policy_deck", [card for card in state.edition.policy if card in left])
    gone = state.edition.setup.policies_removed.of(len(state.seats))
    deck = cards[gone:]
    play.record(PolicyDeckFormed(count=len(deck), deck=deck, removed=cards[:gone]))


def pass_round(play: TavernHeroesPlay, seat: Seat, action: Pass) -> None:
    """TH-030, TH-123 to TH-127: end the round; but for the last one, exchange the Policy."""
    request = require(play.state, seat, "turn")
    if play.state.is_last_round:
        request.refuse_strangers("TH-125", policy=action.policy)
        policy = None
    else:
        policy = checked_policy(request, action.policy)
    play.record(
        SeatPassed(
            seat=seat,
            policy_taken=policy,
            policy_returned=None if policy is None else request.player.policy,
            policy_cube_removed=request.player.policy_cube,
        )
    )


def checked_policy(request: Request, policy: CardId | None) -> CardId:
    """TH-124: a Policy of the field."""
    field = request.state.policy_field
    choice = f"Take one of the field: {', '.join(field)}."
    if policy is None:
        detail = f"Passing needs a Policy for the next round. {choice}"
        request.refuse("TH-124", "bad_selection", detail, "/policy")
    if policy not in field:
        detail = f"That Policy does not lie in the field. {choice}"
        request.refuse("TH-124", "unknown_card", detail, "/policy")
    return policy


def choose_final_policy(play: TavernHeroesPlay, seat: Seat, action: ChooseFinalPolicy) -> None:
    """TH-125, TH-126: take a Policy of the final pile; of more than two seats each returns its own."""
    request = require(play.state, seat, "final_policy")
    pile = play.state.final_pile or ()
    if action.policy not in pile:
        detail = f"That Policy does not lie in the final pile. Take one of {', '.join(pile)}."
        request.refuse("TH-125", "unknown_card", detail, "/policy")
    returned = request.player.policy if len(play.state.seats) > 2 else None
    play.record(FinalPolicyChosen(seat=seat, policy_returned=returned, policy=action.policy))


def discard_excess(play: TavernHeroesPlay, seat: Seat, action: DiscardExcess) -> None:
    """TH-099, TH-104, TH-R17: discard just what is beyond the limits."""
    request = require(play.state, seat, "excess")
    state, player = play.state, request.player
    for name, rule, cards, excess in (
        ("resource_cards", "TH-099", action.resource_cards, state.resource_excess(player)),
        ("armaments", "TH-104", action.armaments, state.armament_excess(player)),
    ):
        if len(cards) != excess:
            kind = "Resource" if name == "resource_cards" else "Armament"
            detail = f"Discard exactly {some(excess, f'{kind} card')}, not {len(cards)}."
            request.refuse(rule, "bad_selection", detail, f"/{name}")
    request.holds_resources("TH-099", action.resource_cards, "/resource_cards")
    request.holds_armaments("TH-104", action.armaments, "/armaments")
    turn = Turn(play, seat)
    turn.discard_resources(action.resource_cards, "excess")
    turn.discard_armaments(action.armaments, "excess")
