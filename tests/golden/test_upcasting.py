"""Events that an earlier version of a ruleset has stored are read in today's form, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.games.noughts_and_crosses.events import GameSetUp, MarkPlaced
from domain.kernel.errors import CorruptStream
from domain.kernel.ruleset import Upcaster
from domain.table.campaigns import Founding, campaign_event_decoder
from domain.table.codec import encode, event_decoder

NOUGHTS = RULESETS["noughts_and_crosses"]
TAG = "noughts_and_crosses.mark_placed"


def square_from_cell(raw):
    """Version 1 counted cells from 1."""
    if "square" in raw:
        return raw
    return {"type": raw["type"], "seat": raw["seat"], "square": raw["cell"] - 1}


TODAY = replace(NOUGHTS, version=2, upcasters=(Upcaster(tag=TAG, upto=1, upcast=square_from_cell),))
OLD = encode({"type": TAG, "seat": 1, "cell": 5})
NEW = encode(MarkPlaced(seat=1, square=4))


def test_an_old_event_is_read_in_todays_form():
    assert event_decoder(TODAY, stored_version=1)(OLD) == MarkPlaced(seat=1, square=4)


def test_an_old_game_that_was_played_on_has_events_of_both_forms():
    decode = event_decoder(TODAY, stored_version=1)
    assert decode(NEW) == decode(OLD)


def test_other_events_of_an_old_game_are_read_as_they_are():
    event = GameSetUp(starting_seat=1)
    assert event_decoder(TODAY, stored_version=1)(encode(event)) == event


def test_upcasters_leave_later_games_alone():
    decode = event_decoder(TODAY, stored_version=2)
    assert decode(NEW) == MarkPlaced(seat=1, square=4)
    with pytest.raises(CorruptStream):
        decode(OLD)


def test_upcasters_follow_each_other_from_version_to_version():
    def cell_from_place(raw):
        if "place" not in raw:
            return raw
        return {"type": raw["type"], "seat": raw["seat"], "cell": raw["place"] + 1}

    first = Upcaster(tag=TAG, upto=1, upcast=cell_from_place)
    second = Upcaster(tag=TAG, upto=2, upcast=square_from_cell)
    today = replace(NOUGHTS, version=3, upcasters=(first, second))
    oldest = encode({"type": TAG, "seat": 1, "place": 4})
    assert event_decoder(today, stored_version=1)(oldest) == MarkPlaced(seat=1, square=4)
    assert event_decoder(today, stored_version=2)(OLD) == MarkPlaced(seat=1, square=4)


def test_campaigns_have_theirs_by_the_version_they_were_founded_with():
    """One founded before versions were noted is of version 1."""

    def named(raw):
        return {**raw, "name": raw.pop("title")} if "title" in raw else raw

    rules = RULESETS["zone_quest"]
    tag = "zone_quest.campaign_created"
    today = replace(rules, version=2, upcasters=(Upcaster(tag=tag, upto=1, upcast=named),))
    told = {"type": tag, "edition_id": "e", "title": "Friday nights"}
    event = campaign_event_decoder(today, 1)(encode(told))
    assert event.name == "Friday nights"
    with pytest.raises(CorruptStream):
        campaign_event_decoder(today, 2)(encode(told))
    founding = {"ruleset": "zone_quest", "edition": "e", "creator": "p"}
    assert msgspec.to_builtins(msgspec.convert(founding, Founding)) == founding
    assert msgspec.convert(founding, Founding).ruleset_version == 1
