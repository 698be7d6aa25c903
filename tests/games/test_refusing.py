"""The rules by which an action can be refused are found in the code, and no others."""

from __future__ import annotations

from tests.games.refusing import ids_below_decide


def test_what_decide_leads_to_is_found_and_what_only_options_are_refused_by_is_not(tmp_path):
    (tmp_path / "rules.py").write_text(
        "def check_options(players): raise RuleViolation('LH-001')\n"
        "def decide(play, seat, action): steps[action].do(play)\n"
        "steps = {'lead': lead}\n"
        "def lead(play):\n"
        "    'LH-002: play a card.'\n"
        "    raise RuleViolation('LH-003', 'LH-004 forbids it')\n"
    )
    assert ids_below_decide(tmp_path, "LH") == {"LH-003"}
