"""Noughts and Crosses as a record of functions."""

from __future__ import annotations

from domain.games.noughts_and_crosses.actions import NoughtsAndCrossesAction
from domain.games.noughts_and_crosses.bots import greedy
from domain.games.noughts_and_crosses.choices import draw, legal, question, to_act
from domain.games.noughts_and_crosses.edition import Edition, check_edition
from domain.games.noughts_and_crosses.events import NoughtsAndCrossesEvent
from domain.games.noughts_and_crosses.guess import guess
from domain.games.noughts_and_crosses.rules import bound, check_options, decide, pile, setup
from domain.games.noughts_and_crosses.state import Options, State, evolve, initial
from domain.games.noughts_and_crosses.view import NoughtsAndCrossesView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.edition import default_edition
from domain.kernel.result import Result
from domain.kernel.ruleset import Ruleset, random_policy

RULESET: Ruleset[State, Options, Edition, NoughtsAndCrossesView] = Ruleset(
    id="noughts_and_crosses",
    prefix="NC",
    title="Noughts and Crosses",
    summary="Three in a row wins: the smallest game, to learn how one is written.",
    version=1,
    players=(2, 2),
    options=Options,
    edition_type=Edition,
    edition=default_edition(__package__, Edition),
    state=State,
    view_type=NoughtsAndCrossesView,
    result_type=Result,
    action=NoughtsAndCrossesAction,
    event=NoughtsAndCrossesEvent,
    chance_points=(
        ChancePoint(
            name="starting_player",
            kind="roll",
            when="NC-003: at set-up, if no seat is named; all see it.",
        ),
    ),
    check_edition=check_edition,
    check_options=check_options,
    pile=pile,
    initial=initial,
    setup=setup,
    decide=decide,
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
    is_example=True,
)
