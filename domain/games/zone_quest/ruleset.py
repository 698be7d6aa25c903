"""Zone Quest as a record of functions."""

from __future__ import annotations

from domain.games.zone_quest.actions import ZoneQuestAction
from domain.games.zone_quest.bots import greedy
from domain.games.zone_quest.campaign import CAMPAIGN
from domain.games.zone_quest.choices import draw, legal, question, to_act
from domain.games.zone_quest.edition import MOST_ZONES, Edition, check_edition
from domain.games.zone_quest.events import ZoneQuestEvent, ZoneQuestResult
from domain.games.zone_quest.guess import guess
from domain.games.zone_quest.rules import bound, check_options, decide, keep, pile, setup, upkeep
from domain.games.zone_quest.state import Options, State, evolve, initial
from domain.games.zone_quest.view import ZoneQuestView, view
from domain.kernel.chance import ChancePoint
from domain.kernel.edition import default_edition
from domain.kernel.ruleset import Ruleset, random_policy

RULESET: Ruleset[State, Options, Edition, ZoneQuestView] = Ruleset(
    id="zone_quest",
    prefix="ZQ",
    title="Zone Quest",
    summary="Explore zone after zone together, in a campaign that goes on from session to session.",
    version=1,
    players=(1, 4),
    options=Options,
    edition_type=Edition,
    edition=default_edition(__package__, Edition),
    state=State,
    view_type=ZoneQuestView,
    result_type=ZoneQuestResult,
    action=ZoneQuestAction,
    event=ZoneQuestEvent,
    chance_points=(
        *(
            ChancePoint(
                name=f"zone_deck_{zone}",
                kind="shuffle",
                when=f"ZQ-014, ZQ-R13: the deck of zone {zone}, at the start and after cards went "
                "back to it; nobody sees the order, all see the cards that are drawn.",
            )
            for zone in range(1, MOST_ZONES + 1)
        ),
        ChancePoint(
            name="market_deck",
            kind="shuffle",
            when="ZQ-013, ZQ-R13: the market deck, at the start and after cards went back to it; "
            "nobody sees the order, all see the cards that are drawn.",
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
    result=lambda state: state.result if state.is_closed else None,
    guess=guess,
    bots={"random": random_policy, "greedy": greedy},
    draw=draw,
    bound=bound,
    brief={"turn_limit": 24},
    campaign=CAMPAIGN,
)
