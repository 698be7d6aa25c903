"""Aristo-Maze as a record of functions."""

from __future__ import annotations

from domain.games.aristo_maze.actions import AristoMazeAction
from domain.games.aristo_maze.bots import greedy
from domain.games.aristo_maze.choices import draw, legal, question, to_act
from domain.games.aristo_maze.edition import Edition, check_edition
from domain.games.aristo_maze.events import AristoMazeEvent, AristoMazeResult
from domain.games.aristo_maze.guess import guess
from domain.games.aristo_maze.rules import bound, check_options, decide, keep, pile, setup, upkeep
from domain.games.aristo_maze.state import Options, State, evolve, initial
from domain.games.aristo_maze.view import AristoMazeView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.edition import default_edition
from domain.kernel.ruleset import Ruleset, random_policy

RULESET: Ruleset[State, Options, Edition, AristoMazeView] = Ruleset(
    id="aristo_maze",
    prefix="AM",
    title="Aristo-Maze",
    summary="Buy reports about a dungeon, outbid rivals for adventurers, and send them down.",
    version=1,
    players=(3, 4),
    options=Options,
    edition_type=Edition,
    edition=default_edition(__package__, Edition),
    state=State,
    view_type=AristoMazeView,
    result_type=AristoMazeResult,
    action=AristoMazeAction,
    event=AristoMazeEvent,
    chance_points=(
        ChancePoint(
            name="crest_deal",
            kind="shuffle",
            when="AM-R01: at set-up, if crests are dealt at random; all see it.",
        ),
        ChancePoint(
            name="character_draw",
            kind="shuffle",
            when="AM-012, AM-013: at set-up, unless the line-up is given; all see who is in.",
        ),
        ChancePoint(
            name="dungeon_deck",
            kind="shuffle",
            when="AM-026 to AM-030: at the start of each round; nobody sees the order.",
        ),
        ChancePoint(
            name="dungeon_floors",
            kind="shuffle",
            when="AM-026: at the start of each round; all see types, and cards that lie face up.",
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
