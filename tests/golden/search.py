"""Find the luck for golden games: `python -m tests.golden.search <slug> [tries]`.

For each game of the plan that is not recorded yet it plays with many lucks and names those that meet the most
kinds of events in the fewest events: what is rare is met, and the record stays small.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from domain.catalog import RULESETS
from domain.table.box import default_box
from tests.games.script import parser_of
from tests.golden.files import BadFile
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


def main(arguments: Sequence[str]) -> None:
    """Print the best lucks for every game that is missing."""
    parser = parser_of("tests.golden.search", __doc__)
    parser.add_argument("tries", nargs="?", type=int, default=TRIES, help="lucks to try, a game")
    asked = parser.parse_args(arguments)
    try:
        listed = plans(asked.slug)
    except BadFile as error:
        parser.error(str(error))
    if not listed:
        parser.error(f"tests/golden/{asked.slug}/plan.json lists no game.")
    missing = [plan for plan in listed if not path_of(asked.slug, plan.name).exists()]
    if not missing:
        sys.stdout.write("All games of the plan are recorded.\n")
    for plan in missing:
        best = sorted(
            tried(asked.slug, plan, asked.tries), key=lambda one: (-one.kinds, one.events)
        )
        for one in best[:SHOWN]:
            told = f"{one.kinds} kinds of events, {one.events} events"
            sys.stdout.write(f'{plan.name}: {told}, with "luck": "{one.luck}"\n')


if __name__ == "__main__":
    main(sys.argv[1:])
