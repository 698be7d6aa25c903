"""Friendly Monsters and Tavern Heroes on a terminal."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cli.records import Frame, frames_of, names_in
from cli.replay import Film, Projector
from cli.tables import picture_of
from cli.tables.tavern_heroes import title_of
from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from tests.cli.conftest import recorded
from tests.cli.drawing import text_of

PICTURE = picture_of("tavern_heroes")


@cache
def frames(viewer: int) -> tuple[Frame, ...]:
    return tuple(frames_of(recorded("tavern_heroes", 3), viewer))


def names() -> list[str]:
    return list(names_in(recorded("tavern_heroes", 3)))


def told(kind: str, viewer: int = SPECTATOR) -> list[str]:
    """All events of a kind in words."""
    found = [one for one in frames(viewer) if one.data["type"] == f"tavern_heroes.{kind}"]
    lines = [PICTURE.tell(one.data, names()) for one in found]
    assert lines
    return [line.plain for line in lines if line is not None]


def test_the_table_in_the_middle_of_a_round() -> None:
    frame = [one for one in frames(0) if one.view is not None and one.view["round"] == 3][-1]

    text = text_of(PICTURE.draw(frame.view, names()), width=120)

    assert text.startswith("Round III of IV · ")
    assert re.search(r"Purchase +■*□* +(free|costs \d Funds|full)", text)
    assert re.search(r"Privilege +■*□* +(free|costs \d Renown|full)", text)
    assert re.search(r"monster row +\w+", text)
    assert re.search(r"Expansion decks +\d guided, \d mixed, \d informed", text)
    assert re.search(r"Ada +\d+ +\d+ +\d+ +\d+ +\d+ +\d+", text)
    assert "#" not in text
    assert "_" not in text


def test_the_table_before_the_first_round_and_at_the_end() -> None:
    shown = [one.view for one in frames(SPECTATOR) if one.view is not None]
    texts = [text_of(PICTURE.draw(view, names()), width=120) for view in (shown[0], shown[-1])]

    assert texts[0].startswith("Before round I · everybody chooses a first Policy")
    assert texts[1].startswith("Round IV of IV · over")


def test_ones_own_hand_is_told_card_by_card_and_that_of_others_counted() -> None:
    held = [
        one for one in frames(EVERYTHING) if one.view and one.view["seats"][1]["armament_count"]
    ]
    own = text_of(PICTURE.draw(held[0].view, names()), width=120)
    other = next(one.view for one in frames(SPECTATOR) if one.version == held[0].version)

    assert re.search(r"hand: [A-Z]", own)
    assert re.search(r"hand: \d Armament card", text_of(PICTURE.draw(other, names()), width=120))


def test_cubes_on_the_lord_and_on_the_policy_are_shown() -> None:
    view = next(one.view for one in frames(SPECTATOR) if one.view and one.view["round"] == 3)
    seats = [
        {**seat, "lord_cube": True, "policy_cube": True, "policy": "vested_interests"}
        for seat in view["seats"]
    ]

    text = text_of(PICTURE.draw({**view, "seats": seats}, ["Ada", "Bo", "Cleo"]), width=120)

    assert re.search(r"Bo ■ .*Vested Interests ■", text)


def test_a_policy_of_the_last_round_is_to_be_scored_and_not_next() -> None:
    view = [one.view for one in frames(SPECTATOR) if one.view is not None][-1]

    text = text_of(PICTURE.draw(view, names()), width=120)

    assert text.count(" to score") == len(view["seats"])
    assert " next\n" not in text


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("policy_chosen", r"[\w ()]+ has chosen a first Policy\."),
        ("round_prepared", r"Round I+V?\. In turn: [\w ()]+ \([\w ]+\), .*\."),
        ("income_collected", r"[\w ()]+ collects \d+ .*\d cubes.*\."),
        ("cube_placed", r"[\w ()]+ places a cube on [\w ,]+( for \d (Funds|Renown))?\."),
        ("effect_performed", r"[\w ()]+ [a-z][\w ,]+\."),
        ("resource_taken", r"[\w ()]+ takes [\w ]+ from the (deck|discard)( for \d Funds)?\."),
        ("territory_gained", r"[\w ()]+ holds [\w ]+, worth \d+ \+ \d Renown\."),
        ("talent_recruited", r"[\w ()]+ recruits [\w ]+, worth \d Renown\."),
        ("row_refilled", r"[\w ']+ comes into the (monster|city|talent) row\."),
        ("seat_passed", r"[\w ()]+ passes( and takes [\w ]+)?\."),
        ("final_policy_chosen", r"[\w ()]+ has taken a Policy from the final pile\."),
        ("policy_scored", r"[\w ]+ gives \d+ Renown to .+\."),
    ],
)
def test_events_in_words(kind: str, words: str) -> None:
    for line in told(kind):
        assert re.fullmatch(words, line), line


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {
                "type": "skill_performed",
                "seat": 0,
                "talent": "priestess",
                "skill": "recovery",
                "paid": {},
                "gained": {},
                "talents_turned_up": ["jester", "red_mage"],
            },
            "Ada has Priestess use Recovery and turns up Jester, Red Mage.",
        ),
        (
            {
                "type": "monster_visited",
                "seat": 1,
                "monster": "goblin",
                "talent": "jester",
                "paid": {"information": 1},
                "gained": {"funds": 4},
                "support": [],
            },
            "Bo visits Goblin with Jester for 1 Information and gains 4 Funds.",
        ),
        (
            {"type": "armaments_drawn", "seat": 0, "count": 2, "cards": None},
            "Ada draws 2 Armament cards.",
        ),
        (
            {"type": "armaments_drawn", "seat": 0, "count": 1, "cards": ["archers#2"]},
            "Ada draws Archers.",
        ),
        (
            {"type": "armaments_discarded", "seat": 0, "cards": ["archers#2"], "reason": "combat"},
            "Ada discards Archers (combat).",
        ),
        (
            {
                "type": "resource_cards_discarded",
                "seat": 0,
                "cards": ["lumber#1"],
                "reason": "sell",
            },
            "Ada discards Lumber (sell).",
        ),
        ({"type": "armament_level_raised", "seat": 1, "level": 2}, "Bo is at Armament Level 2."),
        (
            {
                "type": "city_built",
                "seat": 1,
                "city": "grand_garden#1",
                "territory": 0,
                "renown": 11,
            },
            "Bo has a Grand Garden, worth 11 Renown.",
        ),
        (
            {"type": "talents_turned_down", "seat": 1, "talents": ["paladin"]},
            "Bo turns down Paladin.",
        ),
        (
            {"type": "monster_subjugated", "seat": 1, "monster": "lich", "cubes_spent": 1},
            "Bo subjugates Lich for 1 cube.",
        ),
        (
            {"type": "monster_subjugated", "seat": 1, "monster": "lich", "cubes_spent": 0},
            "Bo subjugates Lich.",
        ),
        (
            {
                "type": "resource_taken",
                "seat": 1,
                "card": "lumber#2",
                "from": "discard",
                "price": 1,
            },
            "Bo takes Lumber from the discard for 1 Funds.",
        ),
        (
            {"type": "resource_discard_started", "card": "lumber#2"},
            "Lumber begins a new Resource discard pile.",
        ),
        (
            {"type": "resource_deck_reshuffled", "count": 9, "deck": None},
            "The Resource deck is made anew: 9 cards.",
        ),
        (
            {"type": "armament_deck_reshuffled", "count": 1, "deck": None},
            "The Armament deck is made anew: 1 card.",
        ),
        (
            {
                "type": "policies_revealed",
                "policies": {"0": ["fund_injection"], "1": ["divine_blessing"]},
            },
            "To score: Ada Fund Injection; Bo Divine Blessing.",
        ),
        (
            {
                "type": "city_built",
                "seat": 1,
                "city": "academic_city#1",
                "territory": 0,
                "renown": 5,
            },
            "Bo has an Academic City, worth 5 Renown.",
        ),
        (
            {"type": "policy_bonus_gained", "seat": 1, "policy": "city_development", "renown": 5},
            "Bo gains 5 Renown by City Development.",
        ),
        (
            {"type": "policy_chosen", "seat": 0, "policy": "fund_injection"},
            "Ada begins with Fund Injection.",
        ),
        (
            {"type": "final_policy_chosen", "seat": 0, "policy": "fund_injection"},
            "Ada will score Fund Injection.",
        ),
        (
            {"type": "policy_scored", "policy": "fund_injection", "seats": [], "renown": 10},
            "Fund Injection gives 10 Renown to nobody.",
        ),
        (
            {
                "type": "income_collected",
                "seat": 0,
                "cubes": 0,
                "funds": 0,
                "information": 0,
                "universal_resource": 0,
                "renown": 0,
                "armament_level": 0,
            },
            "Ada collects nothing.",
        ),
    ],
)
def test_an_event_in_words(event: dict[str, object], words: str) -> None:
    line = PICTURE.tell({**event, "type": f"tavern_heroes.{event['type']}"}, ["Ada", "Bo"])

    assert line is not None
    assert line.plain == words


def test_what_nobody_sees_is_not_told() -> None:
    assert PICTURE.tell({"type": "tavern_heroes.policy_deck_formed", "count": 6}, ["Ada"]) is None


def test_a_standing() -> None:
    standing = {"renown": 70, "cities": 2, "last_policy": "fund_injection"}

    assert PICTURE.figures(standing) == {
        "Renown": "70",
        "cities": "2",
        "last Policy": "Fund Injection",
    }
    assert title_of("flame_mages#2") == "Flame Mages"


def test_the_cost_of_a_space_is_told_with_what_it_is_paid_in() -> None:
    """TH-035: Renown at the Privilege and the Conscription, Funds elsewhere."""
    view = next(one.view for one in frames(SPECTATOR) if one.view is not None)
    kinds = {area["id"]: area["cost_kind"] for area in view["areas"]}
    assert {area for area, kind in kinds.items() if kind == "renown"} == {
        "privilege",
        "conscription",
    }

    areas = [{**area, "cubes": 1, "next_cost": 3} for area in view["areas"]]
    text = text_of(PICTURE.draw({**view, "areas": areas}, names()))

    assert re.search(r"Conscription +■□* +costs 3 Renown", text)
    assert re.search(r"Purchase +■□* +costs 3 Funds", text)


def test_in_the_midst_of_a_command_nobody_is_marked() -> None:
    """The view names who comes next as soon as the first event of a turn is written down."""
    amid = [one for one in frames(SPECTATOR) if one.is_amid and one.view and one.view["pending"]]
    assert any(one.data["type"] == "tavern_heroes.cube_placed" for one in amid)
    film = Film("tavern_heroes", names(), "a spectator")
    film.frames = lambda viewer: list(frames(SPECTATOR))
    projector = Projector(film, None)
    marked = set()
    for frame in frames(SPECTATOR):
        projector.jump(frame.version)
        is_marked = "▶" in text_of(projector.draw_table())
        marked.add((frame.is_amid, is_marked))
    assert marked == {(True, False), (False, True), (False, False)}
