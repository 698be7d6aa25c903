"""Friendly Monsters and Tavern Heroes as a record of functions."""

from __future__ import annotations

from domain.games.tavern_heroes.actions import TavernHeroesAction
from domain.games.tavern_heroes.bots import greedy
from domain.games.tavern_heroes.choices import draw, legal, question, to_act
from domain.games.tavern_heroes.edition import DEFAULT, Edition, check_edition
from domain.games.tavern_heroes.events import TavernHeroesEvent, TavernHeroesResult
from domain.games.tavern_heroes.guess import guess
from domain.games.tavern_heroes.rules import (
    bound,
    check_options,
    decide,
    keep,
    pile,
    setup,
    upkeep,
)
from domain.games.tavern_heroes.state import Options, State, evolve, initial
from domain.games.tavern_heroes.view import TavernHeroesView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.ruleset import Ruleset, random_policy


def _shuffle(name: str, when: str) -> ChancePoint:
    return ChancePoint(name=name, kind="shuffle", when=when)


RULESET: Ruleset[State, Options, Edition, TavernHeroesView] = Ruleset(
    id="tavern_heroes",
    prefix="TH",
    title="Friendly Monsters and Tavern Heroes",
    summary="Rule a town among friendly monsters: hire heroes, build cities, and choose your policy well.",
    version=1,
    players=(2, 4),
    options=Options,
    edition_type=Edition,
    edition=DEFAULT,
    state=State,
    view_type=TavernHeroesView,
    result_type=TavernHeroesResult,
    action=TavernHeroesAction,
    event=TavernHeroesEvent,
    chance_points=(
        _shuffle("armament_deck", "TH-003: at set-up; nobody sees the order."),
        _shuffle("monster_deck", "TH-003: at set-up; all see those that come into the row."),
        _shuffle("resource_deck", "TH-003: at set-up; all see the first, which is discarded."),
        _shuffle("expansion_guided", "TH-003: at set-up; nobody sees the order."),
        _shuffle("expansion_mixed", "TH-003: at set-up; nobody sees the order."),
        _shuffle("expansion_informed", "TH-003: at set-up; nobody sees the order."),
        _shuffle("city_deck", "TH-003: at set-up; all see those that come into the row."),
        _shuffle("talent_deck", "TH-003: at set-up; all see those that come into the row."),
        _shuffle("policy_deal", "TH-007: at set-up; each seat sees its own."),
        _shuffle("policy_deck", "TH-009: when all have chosen; nobody sees the order."),
        _shuffle("armament_reshuffle", "TH-105: when the deck runs out; nobody sees the order."),
        _shuffle("resource_reshuffle", "TH-101: when the deck runs out; nobody sees the order."),
    ),
    check_edition=check_edition,
    check_options=check_options,
    pile=pile,
    initial=initial,
    setup=setup,
    decide=decide,
    upkeep=upkeep,
    keep=keep,
    evolve=evolve,
    to_act=to_act,
    question=question,
    legal=legal,
    draw=draw,
    view=view,
    result=lambda state: state.result,
    guess=guess,
    bots={"random": random_policy, "greedy": greedy},
    bound=bound,
)
