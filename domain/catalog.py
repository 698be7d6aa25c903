"""The rulesets that there are: one line each."""

from __future__ import annotations

from typing import Any

from domain.games.aristo_maze.ruleset import RULESET as ARISTO_MAZE
from domain.games.aristoocrazy.ruleset import RULESET as ARISTOOCRAZY
from domain.games.burnmelt.ruleset import RULESET as BURNMELT
from domain.games.noughts_and_crosses.ruleset import RULESET as NOUGHTS_AND_CROSSES
from domain.games.tavern_heroes.ruleset import RULESET as TAVERN_HEROES
from domain.games.zone_quest.ruleset import RULESET as ZONE_QUEST
from domain.kernel.errors import UnknownRuleset
from domain.kernel.ruleset import Ruleset

RULESETS: dict[str, Ruleset[Any, Any, Any, Any]] = {
    one.id: one
    for one in (
        BURNMELT,
        ARISTO_MAZE,
        TAVERN_HEROES,
        ARISTOOCRAZY,
        ZONE_QUEST,
        NOUGHTS_AND_CROSSES,
    )
}


def ruleset(name: str) -> Ruleset[Any, Any, Any, Any]:
    """Find a ruleset by its id. Raises `UnknownRuleset`."""
    found = RULESETS.get(name)
    if found is None:
        raise UnknownRuleset(f"There is no ruleset {name}; there are {', '.join(RULESETS)}.")
    return found
