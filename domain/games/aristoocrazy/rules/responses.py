"""Food, auctions, barbarians and the card market: AC-088 to AC-095.

Each event is opened, asks some seats at once, and is carried out after the last sealed answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.games.aristoocrazy.actions import (
    AnswerBarbarians,
    Bid,
    BuyCards,
    CharacterId,
    ChooseHungry,
    Penalty,
    Tokens,
)
from domain.games.aristoocrazy.edition.tables import TokenId
from domain.games.aristoocrazy.events.board import TraitChanged
from domain.games.aristoocrazy.events.rounds import (
    AuctionResolved,
    BarbariansResolved,
    CardsBought,
    DiscardReshuffled,
    FoodPaid,
    PointsGained,
    ResponseCommitted,
    ResponsePhase,
)
from domain.games.aristoocrazy.rules.board import age, settle
from domain.games.aristoocrazy.rules.flow import enter
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import refuse, require_own, token_of
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.values import Seat
from domain.kernel.words import some


def current_token(state: State) -> TokenId:
    """Give the kind of token that the event in progress is about."""
    now = state.happening
    assert now is not None, "the events have been rolled"
    assert now.current is not None, "one of them is played"
    kind = token_of(now.faces[now.current])
    assert kind is not None, "dementia asks for no tokens"
    return kind


def _ask(play: AristoocrazyPlay, phase: ResponsePhase, seats: Iterable[Seat]) -> bool:
    asked = tuple(seats)
    if asked:
        enter(play, phase, asked)
    return bool(asked)


def _commit(play: AristoocrazyPlay, seat: Seat, phase: ResponsePhase, content: Any) -> bool:
    """Seal an answer; tell whether it was the last."""
    play.record(ResponseCommitted(seat=seat, phase=phase, content=content))
    return not play.state.awaiting


def open_hunger(play: AristoocrazyPlay) -> bool:
    """AC-088, AC-R50, AC-R51: everybody pays food; who lacks some may have to choose who suffers."""
    for seat in play.state.turn_order:
        due, held = food_due(play.state, seat), play.state.held(seat, "food")
        paid = min(due, held)
        play.record(FoodPaid(seat=seat, due=due, paid=paid, missing=due - paid))
    state = play.state
    asked = [
        seat
        for seat in state.turn_order
        if 0 < hungry_number(state, seat) < len(state.houses[seat].characters)
    ]
    if not _ask(play, "hunger", asked):
        _starve(play)
    return bool(asked)


def food_due(state: State, seat: Seat) -> int:
    """AC-088, AC-R50: the first row of the table that reaches the number of characters."""
    number = len(state.houses[seat].characters)
    return next(row.food for row in state.setup.food_cost if number <= row.max_characters)


def hungry_number(state: State, seat: Seat) -> int:
    """AC-089: how many of a seat's characters go hungry."""
    now = state.happening
    assert now is not None, "the events have been rolled"
    suffering = now.missing[seat] * state.setup.hunger.characters_per_missing_food
    return min(suffering, len(state.houses[seat].characters))


def choose_hungry(play: AristoocrazyPlay, seat: Seat, action: ChooseHungry) -> bool:
    """AC-089: choose who goes hungry. Told back is whether the event is over."""
    state = play.state
    for index, name in enumerate(action.characters):
        require_own(state, seat, name, "AC-089", f"characters/{index}")
    number = hungry_number(state, seat)
    if len(action.characters) != number or len(set(action.characters)) != number:
        detail = f"Name {some(number, 'character')} of yours, each once."
        raise refuse("AC-089", "wrong_number", detail, "characters")
    cast = state.setup.casts[seat]
    content = ChooseHungry(characters=tuple(sorted(action.characters, key=cast.index)))
    if _commit(play, seat, "hunger", content):
        _starve(play)
        return True
    return False


def _starve(play: AristoocrazyPlay) -> None:
    """AC-089, AC-R51, AC-R67: all who go hungry age together."""
    state = play.state
    for seat in state.turn_order:
        for one in _hungry(state, seat):
            age(play, one, state.setup.hunger.age, "hunger")
    settle(play)


def _hungry(state: State, seat: Seat) -> Iterable[Character]:
    house, number = state.houses[seat], hungry_number(state, seat)
    if 0 < number < len(house.characters):
        assert isinstance(house.sealed, ChooseHungry)
        return [one for one in house.characters if one.id in house.sealed.characters]
    return house.characters if number else ()


def open_auction(play: AristoocrazyPlay) -> bool:
    """AC-090: everybody bids, also with nothing, so that nothing is betrayed."""
    return _ask(play, "auction", play.state.turn_order)


def bid(play: AristoocrazyPlay, seat: Seat, action: Bid) -> bool:
    """AC-090: bid tokens of the kind that came up."""
    kind = current_token(play.state)
    held = play.state.held(seat, kind)
    if action.amount > held:
        detail = f"You hold {held} of {kind}, not {action.amount}."
        raise refuse("AC-090", "not_held", detail, "amount")
    if _commit(play, seat, "auction", action):
        _award(play)
        return True
    return False


def _award(play: AristoocrazyPlay) -> None:
    """AC-090, AC-091, AC-R52: all pay, and the highest bids win."""
    state = play.state
    bids = tuple(h.sealed.amount if isinstance(h.sealed, Bid) else 0 for h in state.houses)
    best, kind = max(bids), current_token(state)
    winners = [seat for seat in state.turn_order if best and bids[seat] == best]
    assert kind in ("bravery", "rulership", "education")
    play.record(AuctionResolved(kind=kind, bids=bids, winners=tuple(sorted(winners))))
    points = state.setup.auction.points
    for seat in winners if points else ():
        play.record(PointsGained(seat=seat, points=points, reason="auction"))


def open_barbarians(play: AristoocrazyPlay) -> bool:
    """AC-092, AC-R54: everybody who has characters answers."""
    state = play.state
    return _ask(play, "barbarians", [s for s in state.turn_order if state.houses[s].characters])


def harmed_number(state: State, seat: Seat) -> int:
    """AC-093: how many characters the barbarians harm."""
    return min(state.setup.barbarians.characters, len(state.houses[seat].characters))


def answer_barbarians(play: AristoocrazyPlay, seat: Seat, action: AnswerBarbarians) -> bool:
    """AC-092 to AC-094: pay, or choose who is harmed and how."""
    state, kind = play.state, current_token(play.state)
    if action.pay:
        if not state.held(seat, kind):
            raise refuse("AC-092", "not_held", f"You hold no token of {kind}.", "pay")
        if action.penalties:
            detail = "Who pays suffers nothing: leave the penalties empty."
            raise refuse("AC-092", "needless_penalties", detail, "penalties")
    else:
        _check_penalties(state, seat, action.penalties)
    cast = state.setup.casts[seat]
    penalties = sorted(action.penalties, key=lambda one: cast.index(one.character))
    content = AnswerBarbarians(pay=action.pay, penalties=tuple(penalties))
    if _commit(play, seat, "barbarians", content):
        _plunder(play)
        return True
    return False


def _check_penalties(state: State, seat: Seat, penalties: tuple[Penalty, ...]) -> None:
    seen: set[CharacterId] = set()
    for index, one in enumerate(penalties):
        at = f"penalties/{index}"
        character = require_own(state, seat, one.character, "AC-093", f"{at}/character")
        if one.character in seen:
            detail = f"{one.character} suffers only once."
            raise refuse("AC-094", "harmed_twice", detail, f"{at}/character")
        seen.add(one.character)
        _check_penalty(character, one, f"{at}/trait_index")
    number = harmed_number(state, seat)
    if len(penalties) != number:
        detail = f"Name {some(number, 'character')} to be harmed, not {len(penalties)}."
        raise refuse("AC-093", "wrong_number", detail, "penalties")


def _check_penalty(character: Character, penalty: Penalty, at: str) -> None:
    """AC-R53: only a trait that is not dementia can be turned."""
    if (penalty.kind == "dementia") != (penalty.trait_index is not None):
        detail = "A trait is named where one turns into dementia, and only there."
        raise refuse("AC-093", "trait_index", detail, at)
    if penalty.trait_index is not None and character.traits[penalty.trait_index] == "dementia":
        detail = f"Trait {penalty.trait_index} of {character.id} is dementia already."
        raise refuse("AC-R53", "is_dementia", detail, at)


def _plunder(play: AristoocrazyPlay) -> None:
    """AC-092, AC-093, AC-R54, AC-R67: all pay or suffer together."""
    kind = current_token(play.state)
    for seat in play.state.turn_order:
        sealed = play.state.houses[seat].sealed
        if isinstance(sealed, AnswerBarbarians):
            paid: Tokens = {kind: 1} if sealed.pay else {}
            told = BarbariansResolved(seat=seat, paid=paid, penalties=sealed.penalties)
            play.record(told)
            for penalty in sealed.penalties:
                _harm(play, seat, penalty)
    settle(play)


def _harm(play: AristoocrazyPlay, seat: Seat, penalty: Penalty) -> None:
    character = play.state.houses[seat].find(penalty.character)
    assert character is not None, "who is harmed is on the board"
    if penalty.trait_index is None:
        age(play, character, play.state.setup.barbarians.age, "barbarians")
        return
    play.record(
        TraitChanged(
            character=character.id,
            trait_index=penalty.trait_index,
            old=character.traits[penalty.trait_index],
            new="dementia",
            reason="barbarians",
        )
    )


def open_market(play: AristoocrazyPlay) -> bool:
    """AC-095: everybody may buy."""
    return _ask(play, "card_market", play.state.turn_order)


def affordable(state: State, seat: Seat) -> int:
    """AC-095: how many cards a seat may buy."""
    market = state.setup.card_market
    return min(market.max_cards, state.held(seat, "money") // market.price)


def buy_cards(play: AristoocrazyPlay, seat: Seat, action: BuyCards) -> bool:
    """AC-095: name how many cards to buy."""
    most = affordable(play.state, seat)
    if action.count > most:
        detail = f"You may buy {some(most, 'card')} at most, not {action.count}."
        raise refuse("AC-095", "too_many", detail, "count")
    if _commit(play, seat, "card_market", action):
        for buyer in play.state.turn_order:
            sealed = play.state.houses[buyer].sealed
            _draw(play, buyer, sealed.count if isinstance(sealed, BuyCards) else 0)
        return True
    return False


def _draw(play: AristoocrazyPlay, seat: Seat, count: int) -> None:
    """AC-R55, AC-R56: draw what was bought; an empty deck is made of the discard pile anew."""
    at_once = min(count, len(play.state.deck))
    if at_once or not count or not play.state.discard:
        _sell(play, seat, at_once)
    rest = count - at_once
    if rest and play.state.discard:
        order = play.shuffle("action_reshuffle", play.state.discard)
        play.record(DiscardReshuffled(order=order, size=len(order)))
        _sell(play, seat, min(rest, len(order)))


def _sell(play: AristoocrazyPlay, seat: Seat, count: int) -> None:
    setup = play.state.setup
    cards = setup.in_order(play.state.deck[:count])
    price = count * setup.card_market.price
    play.record(CardsBought(seat=seat, count=count, money=price, cards=cards))
