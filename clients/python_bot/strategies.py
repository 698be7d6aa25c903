"""How the example bots decide. A strategy gets what its seat may see and do, and gives an action."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

Json = Any
Strategy = Callable[[dict[str, Any], list[dict[str, Any]]], dict[str, Json]]


def draw(domain: dict[str, Any]) -> Json:  # noqa: C901, PLR0911  # one case a kind of domain
    """Draw a value for an open field of a choice."""
    match domain["kind"]:
        case "one_of":
            return random.choice(domain["of"])
        case "int_range":
            return random.randint(domain["min"], domain["max"])
        case "subset":
            return random.sample(domain["of"], random.randint(domain["min"], domain["max"]))
        case "arrangement":
            return random.sample(domain["of"], domain["length"])
        case "allocation":
            pool = [key for key, limit in domain["limits"].items() for _ in range(limit)]
            taken = random.sample(pool, random.randint(domain["min"], domain["max"]))
            return {key: taken.count(key) for key in taken}
        case "placement":
            return lay(domain)
        case "selection":
            size = random.randint(domain["min"], domain["max"])
            return [random.choice(group) for group in random.sample(domain["groups"], size)]
        case "compound":
            return {name: draw(inner) for name, inner in domain["fields"].items()}
        case unknown:
            raise ValueError(f"This bot does not know the domain {unknown}.")


def lay(domain: dict[str, Any]) -> Json:
    """Lay pieces of several kinds on spots."""
    spots, pieces = domain["of"], domain["pieces"]
    most = {kind: domain["limits"].get(kind, n) for kind, n in pieces.items()}
    pool = [kind for kind, n in pieces.items() for _ in range(min(n, most[kind] * len(spots)))]
    entries = [{domain["spot"]: spot, **dict.fromkeys(pieces, 0)} for spot in spots]
    for kind in random.sample(pool, random.randint(domain["min"], domain["max"])):
        random.choice([entry for entry in entries if entry[kind] < most[kind]])[kind] += 1
    return [entry for entry in entries if any(entry[kind] for kind in pieces)]


def filled(choice: dict[str, Any]) -> dict[str, Json]:
    """Make an action of a choice: what is settled, and something for what is open."""
    drawn = {name: draw(domain) for name, domain in choice["open"].items()}
    return {"type": choice["type"], **choice["fixed"], **drawn}


def asked(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out what nothing asks for, as to leave the table, where there is anything else."""
    return [one for one in choices if not one["unasked"]] or choices


def at_random(view: dict[str, Any], choices: list[dict[str, Any]]) -> dict[str, Json]:
    """Do anything that is legal. Knows no game, and plays them all."""
    del view
    return filled(random.choice(asked(choices)))


def careful(view: dict[str, Any], choices: list[dict[str, Any]]) -> dict[str, Json]:
    """In Burnmelt Cave push what one collects and keep what is worth most; else anything legal."""
    if "pieces" not in view or choices[0]["type"] != "play_cards":
        return at_random(view, choices)
    mine = next(seat for seat in view["seats"] if seat["hand"] is not None)
    worth = {name: piece["value"] for name, piece in view["pieces"].items()}
    actions = [filled(choice) for choice in choices for _ in range(4)]
    return max(actions, key=lambda action: _promise(action, mine, worth))


def _promise(action: dict[str, Json], mine: dict[str, Any], worth: dict[str, int]) -> float:
    """Guess what an action brings: the cards that it takes, and a run for what is collected."""
    collected = (mine["rewards"] or {}).get(action["adventurer"], 0)
    taken = action.get("take") or {}
    gain = sum(worth.get(name, 0) * count for name, count in taken.items())
    return gain + collected * action["count"] - 0.5 * action["count"]


STRATEGIES: dict[str, Strategy] = {"random": at_random, "careful": careful}
