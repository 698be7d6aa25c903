"""What is asked of Redis and left in it, as Redis itself counts it: goals P4, P12 and P15 of docs/performance.md.

The whole service runs: an API process, a dispatcher, a worker; nothing of it is told that it is watched.
"""

from __future__ import annotations

import pytest

from bench import p04_round_trips, p12_bot_commands, p15_memory
from bench.prepared import rulesets

EACH = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.id)


@EACH
def test_p4_an_action_is_one_command_two_when_cold_three_after_a_conflict(ruleset):
    trips = p04_round_trips.count(ruleset)
    assert trips.warm == {"evalsha": trips.actions}
    assert trips.cold == {"evalsha": 2}
    # Others' actions can come in between only where several seats are asked at once.
    assert trips.overtaken in ({"evalsha": 2, "xrange": 1}, None)
    assert trips.overtaken is not None or ruleset.id != "burnmelt"


@EACH
def test_p12_a_bots_turn_asks_hardly_more_of_redis_than_a_job_that_does_nothing(ruleset):
    commands = p12_bot_commands.count(ruleset)
    assert commands.turn["evalsha"] == 1
    assert commands.turn.total() <= commands.job.total() + 4


@EACH
def test_p15_redis_keeps_the_events_and_little_else(ruleset):
    told = p15_memory.weigh(ruleset, 20)
    assert told.an_event <= told.most_an_event
    assert told.rest_of_a_game <= 8192
    assert told.lasting == ()
