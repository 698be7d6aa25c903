"""What a viewer sees in each phase: the fields of the specification's section 6, and their nulls."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from tests.games.aristo_maze.table import ARISTO_MAZE, EVERYBODY, A, B, C, D, fresh, hired, laid

DUNGEON = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]
VIEWERS = (SPECTATOR, A, B, C, D)
NO_PARTS = {
    "start": 3,
    "cards": 0,
    "floors": 0,
    "emperors_will": 0,
    "encounter_loss": 0,
    "retreat": 0,
    "characters": 0,
    "ninja": 0,
}


def seen(table, viewer=SPECTATOR):
    """The view as it leaves the house."""
    return msgspec.json.decode(msgspec.json.encode(table.view(viewer)))


def markers(seat, gold=0, crest=0, intrigue=0, **more):
    return {"seat": seat, "gold": gold, "crest": crest, "intrigue": intrigue, **more}


def test_before_the_first_round():
    for viewer in VIEWERS:
        view = seen(fresh(characters=EVERYBODY[:12]), viewer)
        seats, components = view.pop("seats"), view.pop("components")
        line_up = view.pop("line_up")
        assert view == {
            "ruleset": "aristo_maze",
            "mode": "full",
            "round": 0,
            "rounds": 3,
            "phase": "providing",
            "bonus_round": False,
            "floors": [],
            "deck_count": 20,
            "used_cards": [],
            "skip_in_common": 5,
            "pending": None,
            "waiting_for": [],
            "result": None,
        }
        assert [one["character"] for one in line_up] == EVERYBODY[:12]
        assert line_up[0] == {
            "character": "hermit",
            "status": "open",
            "owner": None,
            "crest_markers": 0,
            "bids": [],
        }
        assert seats[B] == {
            "seat": 1,
            "player": None,
            "crest": "eagle",
            "squire": "squire_eagle",
            "vp": 3,
            "gold": 0,
            "crest_markers": 3,
            "intrigue": 0,
            "skip": 0,
            "ready": False,
            "party": [],
            "parameters": {"hp": 1, "mp": 1, "sp": 1},
            "submission": None,
            "plan": None,
            "last_exploration": None,
            "breakdown": NO_PARTS,
        }
        assert set(components) == {"characters", "cards", "squires", "emperors_will", "retreat_vp"}


def test_before_the_crests_are_dealt():
    told = msgspec.convert({"crests": "random"}, ARISTO_MAZE.options)
    bare = ARISTO_MAZE.view(ARISTO_MAZE.initial(ARISTO_MAZE.edition, 3, told), SPECTATOR)
    assert [(seat.crest, seat.squire) for seat in bare.seats] == [(None, None)] * 3
    assert bare.line_up == ()
    assert bare.seats[0].parameters.hp == 0


def test_components_say_what_is_printed_on_the_cards_in_use():
    full, practice = (
        seen(laid())["components"],
        seen(laid(mode="practice", players=3))["components"],
    )
    assert [one["id"] for one in full["characters"]] == EVERYBODY
    assert (len(full["cards"]), len(practice["cards"])) == (20, 17)
    assert full["cards"][0] == {
        "id": "slime",
        "name": "Slime",
        "type": "creature",
        "count": 1,
        "hp": 1,
        "mp": 0,
        "sp": 0,
        "vp": 1,
        "bonus_hp": 0,
        "bonus_mp": 0,
        "bonus_vp": 1,
        "traits": ["creepy"],
    }
    assert full["characters"][0]["normal"] == [
        {"kind": "pass_gate", "timing": 4, "cards": ["the_gate"]}
    ]
    assert (full["emperors_will"], practice["emperors_will"]) == ([6, 4, 2, 1], [4, 2, 1])
    assert full["retreat_vp"] == -3


@pytest.mark.rule("AM-031", "AM-032")
def test_inquiring():
    table = laid(*DUNGEON)
    table.acts(A, "place_inquiry", floors=[{"floor": 5, "gold": 2, "intrigue": 1}])
    for viewer in VIEWERS:
        view = seen(table, viewer)
        assert (view["round"], view["phase"], view["waiting_for"]) == (1, "inquiring", [1, 2, 3])
        assert (view["deck_count"], view["skip_in_common"]) == (12, 1)
        assert view["floors"][0] == {
            "floor": 1,
            "vp": 0,
            "bonus_vp": 0,
            "type": "creature",
            "face_up": True,
            "card": "slime",
            "known_by": [],
            "inquiry": [],
        }
        assert view["floors"][4] == {
            "floor": 5,
            "vp": 1,
            "bonus_vp": 1,
            "type": "creature",
            "face_up": False,
            "card": None,
            "known_by": [],
            "inquiry": [],
        }
        seat = view["seats"][A]
        assert (seat["gold"], seat["intrigue"], seat["skip"], seat["ready"]) == (12, 1, 1, True)
        own = {"floors": [{"floor": 5, "gold": 2, "crest": 0, "intrigue": 1}]}
        assert seat["submission"] == (own if viewer == A else None)
    assert seen(table, EVERYTHING)["seats"][A]["submission"] is not None


@pytest.mark.rule("AM-036", "AM-043")
def test_floors_after_the_inquiry():
    table = laid(*DUNGEON)
    table.inquires({A: {5: 2}, B: {5: 1, 1: (0, 1)}})
    for viewer in VIEWERS:
        floors = seen(table, viewer)["floors"]
        assert floors[4]["known_by"] == [A]
        assert floors[4]["card"] == ("dragon" if viewer == A else None)
        assert floors[4]["inquiry"] == [markers(A, 2, won=True), markers(B, 1, won=False)]
        assert floors[0]["inquiry"] == [markers(B, crest=1, won=True)]
        assert floors[0]["known_by"] == []


@pytest.mark.rule("AM-045")
def test_bids_and_parties():
    table = laid(*DUNGEON, wanted=["minstrel", "knight", "princess"])
    table.inquires()
    table.bids({A: {"knight": (2, 1, 1)}, B: {"minstrel": 4}, C: {"hermit": 4}, D: {"hermit": 4}})
    table.acts(A, "place_bids", bids=[{"character": "knight", "gold": 3}])
    view = seen(table, B)
    knight = next(one for one in view["line_up"] if one["character"] == "knight")
    assert knight["bids"] == [markers(A, 2, 1, 1)]
    assert (view["phase"], view["waiting_for"]) == ("second_bid", [1, 2, 3])
    assert view["seats"][A]["gold"] == 10
    assert seen(table, A)["seats"][A]["submission"] == {
        "bids": [{"character": "knight", "gold": 3, "crest": 0, "intrigue": 0}]
    }
    for seat in (B, C, D):
        table.acts(seat, "place_bids", bids=[])
    view = seen(table, SPECTATOR)
    assert view["phase"] == "choosing"
    assert view["pending"] == {"seat": B, "kind": "peek", "options": [4, 5, 6, 7, 8]}
    assert view["waiting_for"] == [B]
    knight = next(one for one in view["line_up"] if one["character"] == "knight")
    assert knight == {
        "character": "knight",
        "status": "won",
        "owner": A,
        "crest_markers": 1,
        "bids": [],
    }
    assert view["seats"][A]["party"] == [{"character": "knight", "crest_markers": 1}]
    assert view["seats"][A]["parameters"] == {"hp": None, "mp": 2, "sp": 1}
    assert [seat["ready"] for seat in view["seats"]] == [False] * 4


@pytest.mark.rule("AM-083", "AM-087")
def test_plans_and_explorations():
    table = hired(DUNGEON, {"knight": 0})
    table.plans({A: (2, [2])})
    view = seen(table, A)
    assert (view["phase"], view["waiting_for"]) == ("exploring", [])
    assert view["seats"][A]["submission"] == {"return_floor": 2, "skip_floors": [2]}
    assert [seat["ready"] for seat in view["seats"]] == [False] * 4
    table.keeps()
    for viewer in VIEWERS:
        view = seen(table, viewer)
        seat = view["seats"][A]
        assert (view["phase"], seat["submission"]) == ("providing", None)
        assert seat["plan"] == {"return_floor": 2, "skip_floors": [2]}
        told = seat["last_exploration"]
        assert set(told) == {
            "seat",
            "steps",
            "outcome",
            "last_floor",
            "retreat_vp",
            "change",
            "total",
        }
        assert told["steps"][1] == {
            "floor": 2,
            "card": "ghoul",
            "skipped_by": "marker",
            "hp": 2,
            "mp": 2,
            "sp": 1,
            "encounter_vp": 0,
            "card_vp": 0,
            "floor_vp": 0,
        }
        assert seat["parameters"] == {"hp": 3, "mp": 2, "sp": 1}
        assert seat["breakdown"] == {**NO_PARTS, "cards": 1}


@pytest.mark.rule("AM-121", "AM-R46")
def test_the_end():
    table = laid(*DUNGEON[:5], mode="practice")
    table.auctions()
    table.plans()
    table.keeps()
    view = seen(table)
    assert (view["phase"], view["waiting_for"]) == ("finished", [])
    result = view["result"]
    assert [one["place"] for one in result["ranking"]] == [1, 1, 1, 1]
    assert set(result["ranking"][0]) == {"seat", "place", "vp", "resigned"}
    assert result["winners"] == [0, 1, 2, 3]
    assert result["breakdown"][A] == {**NO_PARTS, "retreat": -3, "seat": 0}


@pytest.mark.rule("AM-020")
def test_the_view_keeps_the_round_before_until_the_next_starts():
    table = hired(DUNGEON, {"knight": 1})
    table.plans()
    table.keeps()
    view = seen(table)
    assert (view["phase"], view["round"]) == ("providing", 1)
    assert view["floors"][0]["card"] == "slime"
    assert view["seats"][A]["party"]


@pytest.mark.rule("AM-087")
def test_who_knew_a_card_is_of_no_interest_once_it_is_turned_up():
    table = laid(*DUNGEON)
    table.inquires({A: {4: 2}, B: {6: 2}})
    table.auctions()
    table.plans({A: (5, [1])})
    table.keeps()
    floors = table.view(SPECTATOR).floors
    assert (floors[3].face_up, floors[3].known_by) == (True, ())
    assert (floors[5].face_up, floors[5].known_by) == (False, (B,))
