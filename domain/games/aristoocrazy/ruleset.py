"""Aristoocrazy as a record of functions."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import AristoocrazyAction
from domain.games.aristoocrazy.bots.greedy import greedy
from domain.games.aristoocrazy.choices.legal import legal, question, to_act
from domain.games.aristoocrazy.edition.checks import check_edition
from domain.games.aristoocrazy.edition.tables import Edition
from domain.games.aristoocrazy.events.rounds import AristoocrazyEvent, AristoocrazyResult
from domain.games.aristoocrazy.events.setting_up import Options
from domain.games.aristoocrazy.guess import guess
from domain.games.aristoocrazy.rules.births import D6
from domain.games.aristoocrazy.rules.decide import check_options, decide, keep, upkeep
from domain.games.aristoocrazy.rules.setting_up import setup
from domain.games.aristoocrazy.state.evolving import evolve
from domain.games.aristoocrazy.state.setup import setup_of
from domain.games.aristoocrazy.state.table import State, initial
from domain.games.aristoocrazy.view import AristoocrazyView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.edition import default_edition
from domain.kernel.ruleset import Ruleset, random_policy
from domain.kernel.values import Json

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


def _pile(edition: Edition, players: int, options: Options, point: str) -> tuple[Json, ...]:
    del options
    setup = setup_of(edition, players)
    outcomes: dict[str, tuple[Json, ...]] = {
        "starting_player": tuple(range(players)),
        "action_deck": setup.deck,
        "action_reshuffle": setup.deck,
        "child_dice": D6,
        "genetics_dice": D6,
        "combat_dice": setup.combat_faces,
    }
    return outcomes.get(point) or tuple(range(1, len(setup.symbols[0]) + 1))


def _bound(edition: Edition, players: int, options: Options) -> int:
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
    pile=_pile,
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
    bound=_bound,
)
