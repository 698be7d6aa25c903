"""What is remembered with an edition is what would be found anew."""

from __future__ import annotations

import random

from msgspec.structs import replace

from domain.catalog import RULESETS
from domain.kernel.chance import FastChance
from domain.simulate import act, begin, keep_up

RULESET = RULESETS["tavern_heroes"]


def test_choices_remembered_are_those_that_are_found_anew():
    rng = random.Random(4)
    luck = FastChance(rng)
    for players in (2, 3, 4) * 2:
        begun = begin(RULESET, RULESET.edition, players, RULESET.options(), luck)
        state = begun.state
        while RULESET.result(state) is None:
            play = keep_up(RULESET, state, luck)
            if play is None:
                seat = RULESET.to_act(state)[0]
                choices = RULESET.legal(state, seat)
                anew = replace(state, edition=replace(state.edition))
                assert choices == RULESET.legal(anew, seat)
                play = act(RULESET, state, seat, choices.sample(rng), luck)
            state = play.state
