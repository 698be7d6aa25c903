"""The rules of Aristoocrazy: which action answers which question, and the bookkeeping that needs no player.

Each part of the rulebook has a module of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games.aristoocrazy import actions
from domain.games.aristoocrazy.actions import AristoocrazyAction
from domain.games.aristoocrazy.edition.tables import Edition
from domain.games.aristoocrazy.events.setting_up import Options, Phase
from domain.games.aristoocrazy.rules.births import (
    D6,
    decline_child,
    place_child,
    play_genetics,
    reroll,
    roll_child,
    seek_partner,
)
from domain.games.aristoocrazy.rules.cards import play_card
from domain.games.aristoocrazy.rules.combat import attack, contested_marriage, defend, retreat
from domain.games.aristoocrazy.rules.happenings import (
    next_event,
    respond_events,
    roll_events,
    veto_event,
)
from domain.games.aristoocrazy.rules.marriages import (
    answer_marriage,
    improve_dowry,
    offer_marriage,
    withdraw_offer,
)
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.potential import use_potential
from domain.games.aristoocrazy.rules.refusals import refuse
from domain.games.aristoocrazy.rules.responses import (
    answer_barbarians,
    bid,
    buy_cards,
    choose_hungry,
)
from domain.games.aristoocrazy.rules.rounds import count_territories, end_round, final_scoring
from domain.games.aristoocrazy.rules.setting_up import (
    choose_start,
    choose_traits,
    close_territory,
    keep_cards,
    setup,
)
from domain.games.aristoocrazy.rules.turns import (
    buy_tokens,
    extra_use,
    move,
    pass_turn,
    restore_house,
    swap,
)
from domain.games.aristoocrazy.state.setup import setup_of
from domain.games.aristoocrazy.state.table import State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Json, Seat

__all__ = ["ANSWERS", "bound", "check_options", "decide", "keep", "pile", "setup", "upkeep"]


class Answer(NamedTuple):
    """In which phases an action may come, by which rule, and what comes of it."""

    phases: tuple[Phase, ...]
    rule: str
    decide: Callable[[AristoocrazyPlay, Seat, Any], object]


def _then_next_event(
    respond: Callable[[AristoocrazyPlay, Seat, Any], bool],
) -> Callable[[AristoocrazyPlay, Seat, Any], None]:
    """AC-R46: the answer that settles an event opens the next one."""

    def decided(play: AristoocrazyPlay, seat: Seat, action: Any) -> None:
        if respond(play, seat, action):
            next_event(play)

    return decided


ANSWERS: dict[type[AristoocrazyAction], Answer] = {
    actions.ChooseStart: Answer(("choose_start",), "AC-008", choose_start),
    actions.ChooseTraits: Answer(("choose_traits",), "AC-012", choose_traits),
    actions.CloseTerritory: Answer(("close_territory",), "AC-017", close_territory),
    actions.KeepCards: Answer(("keep_cards",), "AC-022", keep_cards),
    actions.UsePotential: Answer(("potential",), "AC-030", use_potential),
    actions.BuyTokens: Answer(("action",), "AC-R11", buy_tokens),
    actions.Move: Answer(("action",), "AC-036", move),
    actions.Swap: Answer(("action",), "AC-036", swap),
    actions.SeekPartner: Answer(("action",), "AC-036", seek_partner),
    actions.Reroll: Answer(("birth_roll", "birth_choice"), "AC-052", reroll),
    actions.RollChild: Answer(("birth_roll",), "AC-050", roll_child),
    actions.DeclineChild: Answer(("birth_roll",), "AC-R38", decline_child),
    actions.PlayGenetics: Answer(("birth_choice",), "AC-114", play_genetics),
    actions.PlaceChild: Answer(("birth_choice", "partner_place"), "AC-056", place_child),
    actions.Attack: Answer(("action",), "AC-036", attack),
    actions.ContestedMarriage: Answer(("action",), "AC-036", contested_marriage),
    actions.Defend: Answer(("defence",), "AC-074", defend),
    actions.RetreatTo: Answer(("retreat",), "AC-078", retreat),
    actions.OfferMarriage: Answer(("action",), "AC-036", offer_marriage),
    actions.AnswerMarriage: Answer(("marriage_answer",), "AC-061", answer_marriage),
    actions.ImproveDowry: Answer(("marriage_dowry",), "AC-062", improve_dowry),
    actions.WithdrawOffer: Answer(("marriage_dowry",), "AC-061", withdraw_offer),
    actions.ExtraUse: Answer(("action",), "AC-036", extra_use),
    actions.PlayCard: Answer(("action",), "AC-106", play_card),
    actions.RestoreHouse: Answer(("action",), "AC-036", restore_house),
    actions.PassTurn: Answer(("action",), "AC-036", pass_turn),
    actions.RespondEvents: Answer(("event_response",), "AC-118", respond_events),
    actions.VetoEvent: Answer(("dementia_choice",), "AC-096", veto_event),
    actions.ChooseHungry: Answer(("hunger",), "AC-089", _then_next_event(choose_hungry)),
    actions.Bid: Answer(("auction",), "AC-090", _then_next_event(bid)),
    actions.AnswerBarbarians: Answer(
        ("barbarians",), "AC-092", _then_next_event(answer_barbarians)
    ),
    actions.BuyCards: Answer(("card_market",), "AC-095", _then_next_event(buy_cards)),
}

UPKEEP: dict[Phase, tuple[str, Callable[[AristoocrazyPlay], None]]] = {
    "event_roll": ("roll_events", roll_events),
    "counting": ("count_territories", count_territories),
    "round_end": ("end_round", end_round),
    "final_scoring": ("final_scoring", final_scoring),
}
"""The bookkeeping of phases that ask nobody."""


def check_options(edition: Edition, players: int, options: Options) -> None:
    """AC-003: refuse a game for which there are no houses."""
    del edition, options
    if not 2 <= players <= 4:
        detail = f"Aristoocrazy is for 2 to 4 players, not {players}."
        raise RuleViolation("AC-003", detail, reason="players", pointer="/seats")


def decide(play: AristoocrazyPlay, seat: Seat, action: AristoocrazyAction) -> None:
    """Record what comes of a seat's action."""
    answer, state = ANSWERS[type(action)], play.state
    if state.phase not in answer.phases:
        detail = f"This belongs to the phase {' or '.join(answer.phases)}; now it is {state.phase}."
        raise refuse(answer.rule, "wrong_phase", detail, "type")
    if seat not in state.awaiting:
        asked = ", ".join(map(str, state.awaiting))
        seats = "seat" if len(state.awaiting) == 1 else "seats"
        detail = f"You are asked nothing now; the game waits for {seats} {asked}."
        raise refuse(answer.rule, "not_asked", detail)
    answer.decide(play, seat, action)


def upkeep(state: State) -> str | None:
    """Name the bookkeeping that is due."""
    due = UPKEEP.get(state.phase)
    return due[0] if due is not None else None


def keep(play: AristoocrazyPlay, name: str) -> None:
    """Do the bookkeeping that is due."""
    del name
    UPKEEP[play.state.phase][1](play)


def pile(edition: Edition, players: int, options: Options, point: str) -> tuple[Json, ...]:
    """Give the action cards, the faces of a die, or the seats that may start."""
    del options
    given = setup_of(edition, players)
    outcomes: dict[str, tuple[Json, ...]] = {
        "starting_player": tuple(range(players)),
        "action_deck": given.deck,
        "action_reshuffle": given.deck,
        "child_dice": D6,
        "genetics_dice": D6,
        "combat_dice": given.combat_faces,
    }
    return outcomes.get(point) or tuple(range(1, len(given.symbols[0]) + 1))


def bound(edition: Edition, players: int, options: Options) -> int:
    """AC-R68: the longest turns everywhere; money for exchanges and Genetics comes from characters."""
    del options
    limits, rounds = edition.limits, edition.rounds_for(players).rounds
    rerolls = limits.neutral_rerolls + limits.child_rerolls
    turn = 6 + rerolls + 2 * limits.dowry_improvements
    turns = players * limits.turns_per_round
    house = limits.women_per_house + limits.men_per_house
    income = players * house * edition.luck.tokens + turns * edition.extra_use.tokens
    drawn = players * edition.experienced_start.draw
    set_up = players * (3 + limits.three_player_closings_each)
    return set_up + drawn + rounds * (5 * players + 3 + turns * turn + 2 * income)
