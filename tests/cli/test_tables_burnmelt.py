"""Burnmelt Cave on a terminal."""

from __future__ import annotations

import re

from cli.records import frames_of, names_in
from cli.tables import picture_of
from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from domain.table.verify import Record
from tests.cli.drawing import text_of


def test_hidden_hands_are_counts_and_the_own_one_is_shown_card_by_card(record: Record) -> None:
    frames = list(frames_of(record, 0))
    first_turn = next(f for f in frames if f.data["type"] == "burnmelt.turn_started")
    picture, names = picture_of("burnmelt"), names_in(record)

    text = text_of(picture.draw(first_turn.view, names))

    assert text.startswith("Round 1 of 2 · the players take their turns · ranks are worth ")
    assert re.search(r"knight +●·+ +0 +4th", text)
    assert re.search(r"Ada +\d+ knight", text)
    assert re.search(r"random \(1\) +1[56] cards", text)
    assert text_of(picture.tell(first_turn.data, names) or "") == "\n"


def told(record: Record, kind: str, viewer: int = SPECTATOR) -> str:
    """The first event of a kind in words."""
    frame = next(f for f in frames_of(record, viewer) if f.data["type"] == kind)
    line = picture_of(record.ruleset).tell(frame.data, names_in(record))
    assert line is not None
    return line.plain


def test_events_in_words(record: Record) -> None:
    assert told(record, "seat_taken") == "Ada sits down at seat 0."
    assert re.fullmatch(
        r"\w+( \(\d\))? lays a card into the Centre\.", told(record, "burnmelt.centre_card_chosen")
    )
    assert re.fullmatch(
        r"\w+( \(\d\))? lays 1 \w+ into the Centre\.",
        told(record, "burnmelt.centre_card_chosen", EVERYTHING),
    )
    assert re.fullmatch(
        r"\w+( \(\d\))? plays \d+ \w+; it runs from 0 to \d+\.",
        told(record, "burnmelt.cards_played"),
    )
    assert re.fullmatch(
        r"\w+( \(\d\))? takes (\d+ \w+ ?)+\.", told(record, "burnmelt.rewards_taken")
    )
    assert re.fullmatch(
        r"\w+( \(\d\))? is out 1st and takes the Bonus of \d+\.",
        told(record, "burnmelt.player_out"),
    )
    assert told(record, "burnmelt.round_scored").startswith("Round 1 scores: Ada ")
