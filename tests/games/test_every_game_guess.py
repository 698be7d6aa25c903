"""A guess fits all that its viewer was ever shown, for every ruleset along random play.

That it shows the present view is proved beside the other tests of secrecy; here it is held against the
whole stream of events as the viewer was sent it. What follows from that stream each game's `Memory` knows.
And a guess hides the truth: else the tests of secrecy, whose instrument it is, would find nothing.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from domain.catalog import RULESETS
from domain.kernel.chance import FastChance
from domain.kernel.secrecy import SPECTATOR, audiences, redact
from tests.games.memory import memory_of
from tests.games.play import CASES, conformance, played
from tests.games.twins import differing, in_general, moments, of_place, written

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("slug", RULESETS)

GUESSES = 3
"""How often a secret is guessed at one moment."""
FEW = 5
"""At so many moments something else has to be possible at least once."""
ENOUGH = 300
"""After so many moments nothing else will be guessed any more."""


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


@each_game
def test_a_guess_leaves_no_secret_as_it_truly_is(slug):
    """Whatever a viewer cannot know is otherwise in some guess, but for what `deducible` gives a reason."""
    met, changed = Counter(), set()
    for case in (case for case in CASES if case.slug == slug):
        for seed in (1, 2, 3):
            for number, moment in enumerate(moments(played(case, seed))):
                secrets = named(case, moment.viewer, moment.secrets)
                met.update(secrets)
                luck = random.Random(number)
                for _ in range(GUESSES):
                    if all(met[one] > ENOUGH for one in secrets - changed):
                        break
                    guess = case.rules.guess(moment.state, moment.viewer, FastChance(luck))
                    changed |= named(case, moment.viewer, differing(moment.state, guess))
    assert bool(met) == any(audiences(one) for one in RULESETS[slug].event_types())
    left = {one for one, times in met.items() if times >= FEW} - changed
    deducible = conformance(slug).deducible
    leaks = sorted(f"{who}: {path}" for who, path in left if in_general(path) not in deducible)
    assert not leaks, "no guess ever differs from the truth for\n" + "\n".join(leaks)
    assert set(deducible) <= {in_general(path) for _, path in left}, "guesses do differ there"


def named(case, viewer, paths):
    """Give secrets twice: of this viewer at this table by place, and in full of any table and place."""
    paths, who = list(paths), "a spectator" if viewer == SPECTATOR else "a seat"
    one = who if viewer == SPECTATOR else f"seat {viewer}"
    here = {(f"{one} of {case}", of_place(path)) for path in paths}
    return here | {(f"{who} of any table", in_general(written(path))) for path in paths}
