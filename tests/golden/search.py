"""Find the luck for golden games: `python -m tests.golden.search <slug> [tries]`.

For each game of the plan that is not recorded yet it plays with many lucks and names those that meet the most
kinds of events in the fewest events: what is rare is met, and the record stays small.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from domain.catalog import RULESETS
from domain.table.box import default_box
from tests.golden.record import Plan, Table, path_of, plans

TRIES = 50
SHOWN = 5


class Found(NamedTuple):
    """A luck, and what a game with it meets."""

    kinds: int
    events: int
    luck: str


def tried(slug: str, plan: Plan, tries: int) -> Iterator[Found]:
    """Play the plan's game with one luck after the other."""
    for number in range(tries):
        luck = f"{plan.name} {number}"
        table = Table(default_box(RULESETS[slug]), luck)
        table.play(msgspec.structs.replace(plan, luck=luck))
        kinds = {type(entry.event) for entry in table.entries}
        yield Found(len(kinds), len(table.entries), luck)


def main(slug: str, tries: int) -> int:
    """Print the best lucks for every game that is missing."""
    for plan in plans(slug):
        if path_of(slug, plan.name).exists():
            continue
        best = sorted(tried(slug, plan, tries), key=lambda one: (-one.kinds, one.events))
        for one in best[:SHOWN]:
            sys.stdout.write(f"{plan.name}: {one.kinds} kinds, {one.events} events: {one.luck}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else TRIES))
