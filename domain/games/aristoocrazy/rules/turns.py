"""The plain actions of a turn: AC-027, AC-028, AC-036 to AC-041, AC-R14, AC-R62."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import (
    BuyTokens,
    ExtraUse,
    Move,
    PassTurn,
    RestoreHouse,
    Swap,
)
from domain.games.aristoocrazy.events.board import (
    CharacterMoved,
    CharactersSwapped,
    HouseRestored,
)
from domain.games.aristoocrazy.events.turns import ExtraUsed, TokensBought, TurnPassed
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.board import age, clear, mark, own, roll_symbols, settle
from domain.games.aristoocrazy.rules.flow import end_turn
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import (
    refuse,
    require_next_to,
    require_own,
    require_place,
    require_reserve,
    token_of,
)
from domain.kernel.values import Seat
from domain.kernel.words import some


def buy_tokens(play: AristoocrazyPlay, seat: Seat, action: BuyTokens) -> None:
    """AC-027, AC-028, AC-R11: exchange money; the turn goes on."""
    setup = play.state.setup
    row = next((row for row in setup.exchange if row.money == action.money), None)
    if row is None:
        offered = ", ".join(str(row.money) for row in setup.exchange) or "no"
        detail = f"One exchange takes {offered} money, not {action.money}."
        raise refuse("AC-027", "no_such_exchange", detail, "money")
    if len(action.tokens) != row.tokens:
        detail = f"For {row.money} money name {some(row.tokens, 'token')}."
        raise refuse("AC-027", "wrong_number", detail, "tokens")
    buyable = {trait.id for trait in setup.traits if trait.buy}
    for index, kind in enumerate(action.tokens):
        if kind not in buyable:
            detail = f"A token of {kind} cannot be bought."
            raise refuse("AC-R11", "not_for_sale", detail, f"tokens/{index}")
    held = play.state.held(seat, "money")
    if held < row.money:
        raise refuse("AC-028", "not_held", f"You hold {held} money, not {row.money}.", "money")
    tokens = setup.named(setup.tally(action.tokens))
    play.record(TokensBought(seat=seat, money=row.money, tokens=tokens))


def move(play: AristoocrazyPlay, seat: Seat, action: Move) -> None:
    """AC-038, AC-039: move a character between own territories."""
    state = play.state
    character = require_own(state, seat, action.character, "AC-038")
    place = require_place(state, action.territory, "AC-038")
    require_next_to(state, character, place, "AC-038")
    if state.lands[place].owner != seat:
        detail = f"{action.territory} is not yours."
        raise refuse("AC-038", "not_yours", detail, "territory")
    if state.free(place) <= 0:
        detail = f"{action.territory} has no free space."
        raise refuse("AC-038", "no_room", detail, "territory")
    play.record(
        CharacterMoved(
            seat=seat,
            character=character.id,
            origin=state.setup.name(character.place),
            territory=action.territory,
            reason="move",
        )
    )
    mark(play)
    end_turn(play)


def swap(play: AristoocrazyPlay, seat: Seat, action: Swap) -> None:
    """AC-040, AC-R23: two own characters in adjacent territories change places."""
    state = play.state
    one, other = (
        require_own(state, seat, name, "AC-040", f"characters/{index}")
        for index, name in enumerate(action.characters)
    )
    if one.place == other.place or other.place not in state.around(one.place):
        detail = "The two characters must stand in two adjacent territories."
        raise refuse("AC-R23", "not_adjacent", detail, "characters")
    play.record(CharactersSwapped(seat=seat, characters=action.characters))
    end_turn(play)


def extra_use(play: AristoocrazyPlay, seat: Seat, action: ExtraUse) -> None:
    """AC-041, AC-R10, AC-R12: a character gives a token and ages by it."""
    state = play.state
    character = require_own(state, seat, action.character, "AC-041")
    if action.trait not in character.traits:
        raise refuse("AC-041", "not_its_trait", f"{character.id} has no {action.trait}.", "trait")
    kind = token_of(action.trait)
    if kind is None:
        raise refuse("AC-R08", "no_token", f"There are no tokens of {action.trait}.", "trait")
    use = state.setup.extra_use
    play.record(ExtraUsed(seat=seat, character=character.id, tokens={kind: use.tokens}))
    age(play, character, use.age_cost, "extra_use")
    settle(play)
    end_turn(play)


def pass_turn(play: AristoocrazyPlay, seat: Seat, action: PassTurn) -> None:
    """AC-R14: do nothing."""
    del action
    play.record(TurnPassed(seat=seat))
    end_turn(play)


def restore_house(play: AristoocrazyPlay, seat: Seat, action: RestoreHouse) -> None:
    """AC-R62: a house without characters brings one back, with traits that the dice give."""
    state = play.state
    if state.houses[seat].characters:
        raise refuse("AC-R62", "not_needed", "Your house has characters on the board.")
    require_reserve(state, seat, action.character, "AC-R62")
    place = require_place(state, action.territory, "AC-R62")
    if place not in reach.restorable(state, seat):
        detail = (
            "Come back in an own territory with a free space; if there is none, in a neutral one."
        )
        raise refuse("AC-R62", "no_place", detail, "territory")
    traits = roll_symbols(play, "restored_traits")
    restored = HouseRestored(
        seat=seat,
        character=action.character,
        sex=state.setup.sex_of(seat, action.character),
        traits=traits,
        territory=action.territory,
    )
    play.record(restored)
    clear(play, place)
    own(play, seat, place)
    mark(play)
    end_turn(play)
