"""A secret is declared once, beside the field, and nobody but its audience is shown it."""

from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from domain.kernel.secrecy import (
    EVERYTHING,
    MARK,
    SPECTATOR,
    audiences,
    hidden_fields,
    redact,
    sees,
    visible_to,
)
from domain.kernel.values import Event, Seat, Value


class Card(Value):
    """A card with a secret of two parts."""

    name: str
    number: int


class Dealt(Event):
    """Cards for one seat."""

    seat: Seat
    count: int
    cards: Annotated[tuple[Card, ...], visible_to("seat")]


class Passed(Event):
    """Cards from one seat to another; what is left is seen by nobody."""

    giver: Seat
    taker: Seat | None
    cards: Annotated[dict[str, int], visible_to("giver", "taker")]
    left: Annotated[int, Meta(ge=0), visible_to()]
    note: Annotated[str | None, visible_to("giver")] = None


class Open(Event):
    """Nothing secret."""

    cards: tuple[Card, ...]


class Renamed(Event):
    """A secret that travels under another name."""

    seat: Seat
    card: Annotated[str, visible_to("seat")] = msgspec.field(name="theCard")


CARDS = (Card(name="mage", number=3),)
DEALT = Dealt(seat=1, count=1, cards=CARDS)
PASSED = Passed(giver=0, taker=2, cards={"mage": 1}, left=7, note="psst")


def test_audiences_are_read_from_the_marks():
    assert audiences(Dealt) == {"cards": ("seat",)}
    assert audiences(Passed) == {"cards": ("giver", "taker"), "left": (), "note": ("giver",)}
    assert audiences(Open) == {}
    assert audiences(Renamed) == {"theCard": ("seat",)}


@pytest.mark.parametrize(
    ("viewer", "hidden"),
    [
        (0, ("left",)),
        (1, ("cards", "left", "note")),
        (2, ("left", "note")),
        (SPECTATOR, ("cards", "left", "note")),
        (EVERYTHING, ()),
    ],
)
def test_only_its_audience_sees_a_secret(viewer, hidden):
    assert hidden_fields(PASSED, viewer) == hidden
    shown = redact(PASSED, viewer)
    whole = msgspec.to_builtins(PASSED)
    assert shown == {name: None if name in hidden else value for name, value in whole.items()}


def test_what_is_hidden_is_null_and_never_left_out():
    assert redact(DEALT, SPECTATOR) == {"type": "dealt", "seat": 1, "count": 1, "cards": None}
    assert list(redact(DEALT, SPECTATOR)) == list(msgspec.to_builtins(DEALT))


def test_a_secret_without_value_looks_like_any_other():
    assert redact(msgspec.structs.replace(PASSED, note=None), 1) == redact(PASSED, 1)


def test_a_spectator_is_not_taken_for_the_audience_when_nobody_is_named():
    alone = msgspec.structs.replace(PASSED, taker=None)
    assert "cards" in hidden_fields(alone, SPECTATOR)
    assert "cards" in hidden_fields(alone, 2)
    odd = msgspec.structs.replace(PASSED, taker=SPECTATOR)
    assert "cards" in hidden_fields(odd, SPECTATOR)


def test_a_secret_under_another_name_is_hidden_under_that_name():
    event = Renamed(seat=0, card="mage")
    assert redact(event, 1) == {"type": "renamed", "seat": 0, "theCard": None}
    assert redact(event, 0)["theCard"] == "mage"


def test_an_event_without_secrets_is_shown_to_all():
    event = Open(cards=CARDS)
    for viewer in (0, SPECTATOR, EVERYTHING):
        assert redact(event, viewer) == msgspec.to_builtins(event)


def test_the_event_itself_is_not_changed():
    redact(PASSED, SPECTATOR)
    assert PASSED.cards == {"mage": 1}
    shown = redact(PASSED, EVERYTHING)
    shown["cards"]["mage"] = 99
    assert PASSED.cards == {"mage": 1}


def test_the_mark_does_not_change_how_the_field_is_read():
    raw = msgspec.json.encode(PASSED)
    assert msgspec.json.decode(raw, type=Passed) == PASSED
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw.replace(b'"left":7', b'"left":-7'), type=Passed)


def test_the_mark_is_in_the_schema_for_all_to_see():
    schema = msgspec.json.schema(Passed)["$defs"]["Passed"]["properties"]
    assert schema["cards"][MARK] == ["giver", "taker"]
    assert schema["left"][MARK] == []
    assert MARK not in schema["giver"]


@given(st.integers(-2, 4), st.integers(0, 4))
def test_sees(viewer, seat):
    assert sees(viewer, seat) == (viewer in {seat, -2})


@given(st.integers(-1, 4), st.text(min_size=5), st.integers(10**9, 10**12))
def test_two_events_that_differ_in_the_secret_alone_are_shown_alike(viewer, name, number):
    other = msgspec.structs.replace(DEALT, cards=(Card(name=name, number=number),) * 3)
    alike = msgspec.json.encode(redact(DEALT, viewer)) == msgspec.json.encode(redact(other, viewer))
    assert alike == (viewer != DEALT.seat)
