"""Tables on a terminal: every position of every game can be drawn and every event told, for everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cli.records import frames_of, names_in
from cli.tables import generic, picture_of
from cli.tables.picture import clean, ordinal
from domain.catalog import RULESETS
from domain.kernel.result import Standing
from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from domain.kernel.words import some
from tests.cli.conftest import recorded
from tests.cli.drawing import text_of

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
EVERY = 7
"""Of so many positions of a long game one is drawn; drawing takes a while."""
LONG = 100
"""A game of so many events is a long one."""
HOSTILE = "\x1b[2JMal\u202elory\x07[bold red]"


@pytest.mark.parametrize("own", [True, False], ids=["own picture", "generic picture"])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, EVERYTHING])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_position_is_drawn_and_every_event_told(ruleset: str, viewer: int, own: bool) -> None:
    record = recorded(ruleset, RULESETS[ruleset].players[1], HOSTILE)
    picture, names = picture_of(ruleset) if own else generic.PICTURE, names_in(record)
    every = EVERY if len(record.events) >= LONG else 1
    drawn = told = 0
    for frame in frames_of(record, viewer):
        line = picture.tell(frame.data, names)
        told += line is not None
        if frame.view is not None and frame.version % every == 0:
            text = text_of(picture.draw(frame.view, names))
            assert "Mal" in text
            assert not STEERING.search(text)
            drawn += 1
        if line is not None:
            assert not STEERING.search(text_of(line))
    assert drawn > 5
    assert told > 10
    best = record.events[-2]["data"]["result"]["ranking"][0]
    assert bool(picture.figures(best)) == (best.keys() > set(Standing.__struct_fields__))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "seat_left", "seat": 1}, "Seat 1 is free again."),
        (
            {"type": "seat_resigned", "seat": 0, "reason": "resigned", "bot": "greedy"},
            "Ada resigns; the server bot greedy plays on.",
        ),
        (
            {"type": "seat_resigned", "seat": 1, "reason": "out_of_time", "bot": "greedy"},
            "Bo is out of time; the server bot greedy plays on.",
        ),
        ({"type": "decision_timed_out", "seat": 1}, "Bo did not answer in time."),
        (
            {"type": "bot_fell_back", "seat": 1, "reason": "It took too long."},
            "Bo plays at random: It took too long.",
        ),
        ({"type": "game_abandoned"}, "The game is abandoned: no player is left."),
        (
            {"type": "zone_quest.die_rolled", "seat": 0, "faces": [1, 6], "note": None},
            "Ada: die rolled (faces [1 6])",
        ),
        ({"type": "zone_quest.dawn"}, "dawn"),
    ],
)
def test_any_event_in_words(event: dict[str, Any], words: str) -> None:
    line = generic.PICTURE.tell(event, ["Ada", "Bo"])

    assert line is not None
    assert line.plain == words


def test_a_table_without_seats_and_a_long_value() -> None:
    text = text_of(generic.PICTURE.draw({"phase": "dawn", "board": ["x" * 90], "none": None}, []))

    assert "dawn" in text
    assert "x…" in text
    assert "none" not in text


def test_small_words() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 30)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "30th"),
    ]
    assert [some(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert (
        clean("Zoë [b] \x1b[1m\u202e")
        == "Zoë [b] \N{REPLACEMENT CHARACTER}[1m\N{REPLACEMENT CHARACTER}"
    )
