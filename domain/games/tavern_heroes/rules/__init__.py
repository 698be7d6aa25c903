"""The rules of Friendly Monsters and Tavern Heroes: what comes of an action and of the system actions.

Each area and phase has a module of its own. An action is checked whole before anything comes of it but the cube
that it places; what is refused leaves nothing, for its play is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.tavern_heroes.actions import (
    ChooseFinalPolicy,
    ChoosePolicy,
    DiscardExcess,
    Pass,
    PlaceCube,
    Subjugate,
    TavernHeroesAction,
    UseCard,
    Visit,
)
from domain.games.tavern_heroes.edition import Edition
from domain.games.tavern_heroes.rules.board import place_cube
from domain.games.tavern_heroes.rules.cards import use_card
from domain.games.tavern_heroes.rules.monsters import subjugate, visit
from domain.games.tavern_heroes.rules.passing import (
    choose_final_policy,
    choose_policy,
    discard_excess,
    pass_round,
)
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.rules.rounds import (
    collect_income,
    prepare_round,
    score_game,
    setup,
)
from domain.games.tavern_heroes.state import Options, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Json, Seat

__all__ = ["bound", "check_options", "decide", "keep", "pile", "setup", "upkeep"]

ACTIONS: Mapping[type, Callable[[TavernHeroesPlay, Seat, Any], None]] = {
    PlaceCube: place_cube,
    UseCard: use_card,
    Subjugate: subjugate,
    Visit: visit,
    Pass: pass_round,
    ChoosePolicy: choose_policy,
    ChooseFinalPolicy: choose_final_policy,
    DiscardExcess: discard_excess,
}

UPKEEP: Mapping[str, tuple[str, Callable[[TavernHeroesPlay], None]]] = {
    "preparation": ("prepare_round", prepare_round),
    "income": ("collect_income", collect_income),
    "scoring": ("score_game", score_game),
}
"""By phase, the system action that is due: TH-011, TH-012."""


def check_options(edition: Edition, players: int, options: Options) -> None:
    """TH-001: refuse a wrong number of players."""
    del options
    least, most = edition.game.players_min, edition.game.players_max
    if not least <= players <= most:
        detail = f"The game is for {least} to {most} players, not {players}."
        raise RuleViolation("TH-001", detail, reason="players", pointer="/seats")


def decide(play: TavernHeroesPlay, seat: Seat, action: TavernHeroesAction) -> None:
    """Record what comes of a seat's action."""
    ACTIONS[type(action)](play, seat, action)


def upkeep(state: State) -> str | None:
    """Name the system action that is due."""
    due = UPKEEP.get(state.phase)
    return due[0] if due is not None else None


def keep(play: TavernHeroesPlay, name: str) -> None:
    """Do the system action that is due."""
    next(kept for due, kept in UPKEEP.values() if due == name)(play)


def pile(edition: Edition, players: int, options: Options, point: str) -> tuple[Json, ...]:
    """All cards that a chance point may ever shuffle."""
    del players, options
    if point in ("policy_deal", "policy_deck"):
        return tuple(edition.policy)
    return edition.decks[point.replace("_reshuffle", "_deck")]


def bound(edition: Edition, players: int, options: Options) -> int:
    """TH-R28: a Policy each; a round's discards after income; its turns, each with at most one answer more.

    A seat's turns are a cube on each of its cards, visits (a talent comes up again by Recovery alone),
    subjugations, and the pass.
    """
    del options
    talents = edition.limits.talents
    visits = talents * (1 + edition.skills.recovery.flip_talents)
    own = 1 + talents + 1 + visits + edition.limits.territories + 1
    turns = sum(len(area.costs) for area in edition.areas) + players * own
    return players + edition.game.rounds * (players + 2 * turns)
