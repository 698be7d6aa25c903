"""The rulesets that there are: one line each."""

from __future__ import annotations

from typing import Any

from domain.games.aristoocrazy.ruleset import RULESET as ARISTOOCRAZY
from domain.games.burnmelt.ruleset import RULESET as BURNMELT
from domain.kernel.errors import UnknownRuleset
from domain.kernel.ruleset import Ruleset

RULESETS: dict[str, Ruleset[Any, Any, Any, Any]] = {one.id: one for one in (BURNMELT, ARISTOOCRAZY)}


def ruleset(name: str) -> Ruleset[Any, Any, Any, Any]:
    """Find a ruleset by its id. Raises `UnknownRuleset`."""
    found = RULESETS.get(name)
    if found is None:
        raise UnknownRuleset(f"There is no ruleset {name}; there are {', '.join(RULESETS)}.")
    return found
