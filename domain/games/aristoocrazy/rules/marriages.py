"""Offering marriage: AC-059 to AC-066, AC-116, AC-117."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import (
    AnswerMarriage,
    Dowry,
    ImproveDowry,
    OfferMarriage,
    WithdrawOffer,
)
from domain.games.aristoocrazy.events.turns import (
    BirthOpened,
    CardPlayed,
    DowryImproved,
    DowryPaid,
    MarriageAnswered,
    MarriageOffered,
    OfferWithdrawn,
)
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.flow import end_turn, enter
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import (
    refuse,
    require_card,
    require_nursery,
    require_opponent,
    require_own,
    require_tokens,
)
from domain.games.aristoocrazy.state.table import Character, Offer, State
from domain.kernel.values import Seat

POTION_RULES = {"love_potion": "AC-116", "love_potion_4": "AC-117"}


def offer_marriage(play: AristoocrazyPlay, seat: Seat, action: OfferMarriage) -> None:
    """AC-059 to AC-062, AC-R34: court an opponent's character, with a dowry or a love potion."""
    state = play.state
    character = require_own(state, seat, action.character, "AC-059")
    target_seat, target = require_opponent(state, seat, character, action.target, "AC-059")
    _check_sexes(state, (seat, character), (target_seat, target), action.potion)
    require_nursery(state, seat)
    _check_dowry(state, seat, action.dowry)
    if action.potion is not None:
        require_card(state, seat, action.potion, POTION_RULES[action.potion], "potion")
        if action.dowry != Dowry():
            detail = "With a love potion there is no dowry."
            raise refuse("AC-R34", "dowry_with_potion", detail, "dowry")
    cards = state.setup.in_order(action.dowry.cards)
    play.record(
        MarriageOffered(
            seat=seat,
            character=character.id,
            target=target.id,
            target_seat=target_seat,
            tokens=state.setup.named(state.setup.counts(action.dowry.tokens)),
            card_count=len(cards),
            cards=cards,
            potion=action.potion,
        )
    )
    if action.potion is None:
        enter(play, "marriage_answer", (target_seat,))
        return
    offer = offer_of(play.state)
    play.record(CardPlayed(seat=seat, card=action.potion, discarded=True))
    _marry(play, offer)


def _check_sexes(
    state: State, one: tuple[Seat, Character], other: tuple[Seat, Character], potion: str | None
) -> None:
    """AC-060, AC-117: opposite sex, but the same with the potion of 4%."""
    is_same = reach.sex(state, *one) == reach.sex(state, *other)
    if is_same != (potion == "love_potion_4"):
        wanted = "the same" if potion == "love_potion_4" else "opposite"
        rule = POTION_RULES[potion] if potion else "AC-060"
        raise refuse(rule, "sex", f"The two characters must be of {wanted} sex.", "target")


def _check_dowry(state: State, seat: Seat, dowry: Dowry) -> None:
    """AC-R33: what is promised must be held."""
    require_tokens(state, seat, dowry.tokens, "AC-R33", "dowry/tokens")
    hand = list(state.houses[seat].hand)
    for index, card in enumerate(dowry.cards):
        if card not in hand:
            detail = f"You do not hold that many cards {card}."
            raise refuse("AC-R33", "not_in_hand", detail, f"dowry/cards/{index}")
        hand.remove(card)


def offer_of(state: State) -> Offer:
    """Give the offer that is on the table."""
    assert state.offer is not None, "the phase is one of an offer"
    return state.offer


def answer_marriage(play: AristoocrazyPlay, seat: Seat, action: AnswerMarriage) -> None:
    """AC-061, AC-063, AC-R32: accept, or refuse: for good when no improvement is left."""
    offer = offer_of(play.state)
    is_final = not action.accept and offer.improvements_left < 1
    play.record(MarriageAnswered(seat=seat, accept=action.accept, final=is_final))
    if action.accept:
        _pay_dowry(play, offer)
        _marry(play, offer)
    elif is_final:
        end_turn(play)
    else:
        enter(play, "marriage_dowry", (offer.seat,))


def _pay_dowry(play: AristoocrazyPlay, offer: Offer) -> None:
    """AC-R33: the dowry changes hands before the dice."""
    if any(offer.tokens) or offer.cards:
        play.record(
            DowryPaid(
                from_seat=offer.seat,
                to_seat=offer.target_seat,
                tokens=play.state.setup.named(offer.tokens),
                card_count=len(offer.cards),
                cards=offer.cards,
            )
        )


def _marry(play: AristoocrazyPlay, offer: Offer) -> None:
    """AC-063: both players will have a child."""
    state = play.state
    parent, partner = state.find(offer.character), state.find(offer.target)
    assert parent is not None, "the offerer is on the board"
    assert partner is not None, "the one who was courted is on the board"
    play.record(
        BirthOpened(
            seat=offer.seat,
            kind="marriage",
            parent=parent.id,
            partner=partner.id,
            partner_seat=offer.target_seat,
            territory=state.setup.name(partner.place),
            own_traits=parent.traits,
            partner_traits=partner.traits,
        )
    )
    enter(play, "birth_roll", (offer.seat,))


def improve_dowry(play: AristoocrazyPlay, seat: Seat, action: ImproveDowry) -> None:
    """AC-062, AC-R32: another dowry in place of the one before."""
    state, offer = play.state, offer_of(play.state)
    _check_dowry(state, seat, action.dowry)
    tokens = state.setup.counts(action.dowry.tokens)
    cards = state.setup.in_order(action.dowry.cards)
    if (tokens, cards) == (offer.tokens, offer.cards):
        detail = "That is the dowry that was refused; offer another one or withdraw."
        raise refuse("AC-R32", "same_dowry", detail, "dowry")
    play.record(
        DowryImproved(
            seat=seat,
            target_seat=offer.target_seat,
            tokens=state.setup.named(tokens),
            card_count=len(cards),
            cards=cards,
        )
    )
    enter(play, "marriage_answer", (offer.target_seat,))


def withdraw_offer(play: AristoocrazyPlay, seat: Seat, action: WithdrawOffer) -> None:
    """AC-061: the offer is given up, and the action is used up."""
    del action
    play.record(OfferWithdrawn(seat=seat))
    end_turn(play)
