"""Aristoocrazy as a record of functions."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import AristoocrazyAction
from domain.games.aristoocrazy.bots import greedy
from domain.games.aristoocrazy.choices import draw, legal, question, to_act
from domain.games.aristoocrazy.edition import Edition, check_edition
from domain.games.aristoocrazy.events import AristoocrazyEvent, AristoocrazyResult
from domain.games.aristoocrazy.guess import guess
from domain.games.aristoocrazy.rules import bound, check_options, decide, keep, pile, setup, upkeep
from domain.games.aristoocrazy.state import Options, State, evolve, initial
from domain.games.aristoocrazy.view import AristoocrazyView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.edition import default_edition
from domain.kernel.ruleset import Ruleset, random_policy

CHANCE_POINTS = (
    ChancePoint(
        name="starting_player", kind="roll", when="AC-023, AC-R02: at creation; all see it."
    ),
    ChancePoint(
        name="action_deck", kind="shuffle", when="AC-019: at creation; nobody sees the order."
    ),
    ChancePoint(
        name="action_reshuffle",
        kind="shuffle",
        when="AC-R56: when a card is drawn from an empty deck; nobody sees the order.",
    ),
    ChancePoint(
        name="neutral_traits",
        kind="roll",
        when="AC-043, AC-044: a face number of each symbol die for a neutral character; all see it.",
    ),
    ChancePoint(
        name="child_dice",
        kind="roll",
        when="AC-051, AC-052, AC-064: three d6 for each set of a birth; all see them.",
    ),
    ChancePoint(
        name="genetics_dice",
        kind="roll",
        when="AC-114: the named dice in ascending order; all see them.",
    ),
    ChancePoint(name="combat_dice", kind="roll", when="AC-076: attacker, defender; all see them."),
    ChancePoint(
        name="restored_traits",
        kind="roll",
        when="AC-R62: a face number of each symbol die for the character; all see it.",
    ),
    ChancePoint(
        name="event_dice",
        kind="roll",
        when="AC-087: a face number of each symbol die for the events; all see it.",
    ),
)


RULESET: Ruleset[State, Options, Edition, AristoocrazyView] = Ruleset(
    id="aristoocrazy",
    prefix="AC",
    title="Aristoocrazy",
    summary="Breed, marry, fight and bribe: noble houses scheme for land, offspring and honour.",
    version=1,
    players=(2, 4),
    options=Options,
    edition_type=Edition,
    edition=default_edition(__package__, Edition),
    state=State,
    view_type=AristoocrazyView,
    result_type=AristoocrazyResult,
    action=AristoocrazyAction,
    event=AristoocrazyEvent,
    chance_points=CHANCE_POINTS,
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
