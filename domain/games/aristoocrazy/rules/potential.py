"""Using character potential: AC-030 to AC-034."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import Use, UsePotential
from domain.games.aristoocrazy.events.turns import (
    PotentialCommitted,
    PotentialShown,
    PotentialTaken,
)
from domain.games.aristoocrazy.rules.board import age, settle
from domain.games.aristoocrazy.rules.flow import start_laps
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import refuse, require_own
from domain.games.aristoocrazy.state.setup import TOKENLESS
from domain.games.aristoocrazy.state.table import State
from domain.kernel.values import Seat


def use_potential(play: AristoocrazyPlay, seat: Seat, action: UsePotential) -> None:
    """AC-030, AC-031: secretly choose what each character gives."""
    state, seen = play.state, set()
    for index, use in enumerate(action.uses):
        if use.character in seen:
            detail = f"{use.character} gives tokens only once in this phase."
            raise refuse("AC-031", "used_twice", detail, f"uses/{index}/character")
        _check_use(state, seat, use, f"uses/{index}")
        seen.add(use.character)
    cast = state.setup.casts[seat]
    uses = sorted(action.uses, key=lambda use: cast.index(use.character))
    play.record(PotentialCommitted(seat=seat, uses=tuple(uses)))
    if not play.state.awaiting:
        _take_all(play)


def _check_use(state: State, seat: Seat, use: Use, at: str) -> None:
    character = require_own(state, seat, use.character, "AC-030", f"{at}/character")
    for index, trait in enumerate(use.traits):
        if trait not in character.traits:
            detail = f"{use.character} has no {trait}."
            raise refuse("AC-030", "not_its_trait", detail, f"{at}/traits/{index}")
        if trait in TOKENLESS:
            detail = f"There are no tokens of {trait}."
            raise refuse("AC-R08", "no_token", detail, f"{at}/traits/{index}")
    if len(use.traits) == 1:
        return
    many = state.setup.luck.tokens
    if "luck" not in character.traits:
        detail = f"{use.character} has no luck: it gives one token."
        raise refuse("AC-034", "no_luck", detail, f"{at}/traits")
    if len(use.traits) != many:
        detail = f"A lucky character gives 1 or {many} tokens, not {len(use.traits)}."
        raise refuse("AC-034", "wrong_number", detail, f"{at}/traits")


def _take_all(play: AristoocrazyPlay) -> None:
    """AC-032 to AC-034, AC-R67: all take their tokens, then the double uses take their toll."""
    for seat in play.state.turn_order:
        sealed = play.state.houses[seat].sealed
        if isinstance(sealed, UsePotential):
            _take(play, seat, sealed)
    settle(play)
    start_laps(play)


def _take(play: AristoocrazyPlay, seat: Seat, sealed: UsePotential) -> None:
    state = play.state
    kinds = [trait for use in sealed.uses for trait in use.traits]
    doubled = tuple(use.character for use in sealed.uses if len(use.traits) > 1)
    tokens = state.setup.named(state.setup.tally(kinds))
    play.record(PotentialTaken(seat=seat, count=len(kinds), doubled=doubled, tokens=tokens))
    if state.options.public_potential:
        play.record(PotentialShown(seat=seat, tokens=tokens))
    for one in state.houses[seat].characters:
        if one.id in doubled:
            age(play, one, state.setup.luck.age_cost, "luck")
