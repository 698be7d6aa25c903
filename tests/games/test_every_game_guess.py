"""A guess fits all that its viewer was ever shown, for every ruleset along random play.

That it shows the present view is proved beside the other tests of secrecy; here it is held against the
whole stream of events as the viewer was sent it. What follows from that stream each game's `Memory` knows.
"""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import FastChance
from domain.kernel.secrecy import redact
from tests.games.memory import memory_of
from tests.games.play import CASES, played

each_case = pytest.mark.parametrize("case", CASES, ids=str)


def remembered(case, seed):
    """Give each state of a game with each viewer and its memory of all that was sent so far."""
    memories = {
        viewer: memory_of(case.rules, case.rules.edition, case.players, case.options, viewer)
        for viewer in case.viewers
    }
    for number, step in enumerate(played(case, seed).steps):
        for viewer, memory in memories.items():
            if memory is not None:
                for event in step.events:
                    memory.hears(redact(event, viewer))
                yield number, step.after, viewer, memory


@each_case
def test_a_memory_has_no_doubts_about_what_is_so(case):
    for number, state, viewer, memory in remembered(case, 6):
        assert list(memory.doubts(state)) == [], (number, viewer)


@each_case
def test_a_guess_fits_all_that_the_viewer_was_ever_shown(case):
    for number, state, viewer, memory in remembered(case, 6):
        other = case.rules.guess(state, viewer, FastChance(random.Random(number)))
        assert list(memory.doubts(other)) == [], (number, viewer)
