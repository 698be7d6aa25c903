"""Burnmelt Cave as a record of functions."""

from __future__ import annotations

from domain.games.burnmelt.actions import BurnmeltAction
from domain.games.burnmelt.bots import greedy
from domain.games.burnmelt.choices import draw, legal, question, to_act
from domain.games.burnmelt.edition import Edition, check_edition
from domain.games.burnmelt.events import BurnmeltEvent, BurnmeltResult
from domain.games.burnmelt.guess import guess
from domain.games.burnmelt.rules import bound, check_options, decide, keep, pile, setup, upkeep
from domain.games.burnmelt.state import Options, State, evolve, initial
from domain.games.burnmelt.view import BurnmeltView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.edition import default_edition
from domain.kernel.ruleset import Ruleset, random_policy

RULESET: Ruleset[State, Options, Edition, BurnmeltView] = Ruleset(
    id="burnmelt",
    prefix="BM",
    title="Burnmelt Cave",
    summary="Run four rookies out of the dragon's cave, and hold the cards of those who lead.",
    version=1,
    players=(3, 5),
    options=Options,
    edition_type=Edition,
    edition=default_edition(__package__, Edition),
    state=State,
    view_type=BurnmeltView,
    result_type=BurnmeltResult,
    action=BurnmeltAction,
    event=BurnmeltEvent,
    chance_points=(
        ChancePoint(
            name="starting_player",
            kind="roll",
            when="BM-R15: at set-up, if no seat is named; all see it.",
        ),
        ChancePoint(
            name="adventurer_cards",
            kind="shuffle",
            when="BM-013: at the start of each round; nobody sees the order, each their own hand.",
        ),
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
    view=view,
    result=lambda state: state.result,
    guess=guess,
    bots={"random": random_policy, "greedy": greedy},
    draw=draw,
    bound=bound,
)
