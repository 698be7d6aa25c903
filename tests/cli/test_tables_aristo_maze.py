"""Aristo-Maze on a terminal: what is to be seen of a table, and every event in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cli.records import frames_of, names_in
from cli.tables import picture_of
from cli.tables.aristo_maze import figures
from cli.tables.aristo_maze_words import printed, way
from domain.kernel.secrecy import SPECTATOR
from domain.table.verify import Record
from tests.cli.conftest import recorded
from tests.cli.drawing import text_of

rule = pytest.mark.rule
NAMES = ["Ada", "Bo", "Cy", "Di"]


@pytest.fixture(scope="module")
def game() -> Record:
    return recorded("aristo_maze", 4)


def step(floor: int, card: str, **told: Any) -> dict[str, Any]:
    """A step of a walk."""
    figures = {"hp": 3, "mp": 2, "sp": 1, "encounter_vp": 0, "card_vp": 0, "floor_vp": 0}
    return {"floor": floor, "card": card, "skipped_by": None, **figures, **told}


def drawn(game: Record, kind: str, viewer: int = SPECTATOR) -> str:
    """The table after the last event of a kind."""
    frames = [f for f in frames_of(game, viewer) if f.data["type"] == f"aristo_maze.{kind}"]
    return text_of(picture_of("aristo_maze").draw(frames[-1].view, names_in(game)))


def test_the_dungeon_the_line_up_and_the_players(game: Record) -> None:
    text = drawn(game, "bids_placed", 0)

    assert text.startswith("Round 3 of 3 · ")
    assert "the small icons count" in text
    assert re.search(r"floor +VP +card +damage +worth +known to +markers", text)
    assert re.search(r"5 +1\+1 +", text)
    assert re.search(r"\? \((creature|undead|menace)\)|\((creature|undead|menace|legacy)\)", text)
    assert re.search(r"\d+ Hermit +0/0/1|\d+ Knight +2/1/0", text)
    assert re.search(r"Ada +-?\d+ +\d+ +\d+ +\d+ +\d+ +", text)
    assert "placed" in text


def test_plans_are_drawn_for_whom_they_are_open(game: Record) -> None:
    assert re.search(r"Ada .* to floor \d", drawn(game, "plan_placed", 0))
    assert not re.search(r"to floor \d", drawn(game, "plan_placed"))
    assert len(re.findall(r"to floor \d", drawn(game, "round_ended"))) == 4


def pictures(game: Record, kind: str, viewer: int) -> Iterator[tuple[Any, str]]:
    """The view and the drawn table after every event of a kind, on one line."""
    for frame in frames_of(game, viewer):
        if frame.data["type"] == f"aristo_maze.{kind}":
            drawn = picture_of("aristo_maze").draw(frame.view, names_in(game))
            yield frame.view, " ".join(text_of(drawn).split())


def test_known_cards_are_drawn_with_their_damage_and_vp(game: Record) -> None:
    last = [view for view, _ in pictures(game, "plans_revealed", SPECTATOR)][-1]
    floors = [{**floor, "inquiry": []} for floor in last["floors"]]
    floors[0] |= {"face_up": True, "card": "goblin_gang"}
    floors[1] |= {"face_up": False, "card": None}
    text = text_of(picture_of("aristo_maze").draw({**last, "floors": floors}, NAMES))

    assert re.search(r"\n1 +0 +Goblin Gang \(\w+\) +1\+1/0/0 +2\+2 *\n2 +0 +\? \(\w+\) *\n", text)


@rule("AM-R06")
def test_the_deck_and_the_cards_set_aside_are_told(game: Record) -> None:
    told = list(pictures(game, "round_ended", SPECTATOR))
    for (view, text), left in zip(told, (12, 4, 12), strict=True):
        assert f" {left} cards in the deck" in text
        assert ("in the deck; set aside: " in text) == (view["round"] == 2)


@rule("AM-032")
@rule("AM-044")
@pytest.mark.parametrize("kind", ["inquiry_placed", "bids_placed"])
def test_a_hidden_placement_is_drawn_for_its_owner_alone(game: Record, kind: str) -> None:
    assert not any(" hidden" in text for _, text in pictures(game, kind, SPECTATOR))
    seen = 0
    for view, text in pictures(game, kind, 1):
        submission = view["seats"][1]["submission"] or {}
        placed = submission.get("floors") or submission.get("bids") or ()
        assert text.count(" hidden") == len(placed)
        seen += len(placed)
    assert seen


def told(data: dict[str, Any]) -> str | None:
    line = picture_of("aristo_maze").tell({**data, "type": f"aristo_maze.{data['type']}"}, NAMES)
    return None if line is None else line.plain


KNIGHT = {"character": "knight", "gold": 2, "crest": 1, "intrigue": 0}
FLOOR = {"floor": 3, "gold": 0, "crest": 0, "intrigue": 1}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            {"type": "game_set_up", "mode": "full", "rounds": 3, "line_up": ["hermit", "the_boy"]},
            "A full game of 3 rounds. For hire: Hermit, The Boy.",
        ),
        (
            {
                "type": "round_started",
                "round": 2,
                "income": [{"gold": 12}],
                "dungeon": [
                    {"floor": 1, "card": "emperors_will", "type": "legacy"},
                    {"floor": 2, "card": None, "type": "undead"},
                ],
            },
            "Round 2: 12 gold each. The dungeon: 1 Emperor's Will, 2 ? undead.",
        ),
        ({"type": "inquiry_placed", "seat": 0, "floors": None}, "Ada places markers on floors."),
        ({"type": "inquiry_placed", "seat": 0, "floors": []}, "Ada places nothing."),
        (
            {"type": "inquiry_placed", "seat": 0, "floors": [FLOOR]},
            "Ada places 1 intrigue on floor 3.",
        ),
        (
            {"type": "inquiry_revealed", "winners": []},
            "The guild has nothing to report: nobody has asked.",
        ),
        (
            {
                "type": "inquiry_revealed",
                "winners": [{"floor": 2, "seats": [0, 1]}, {"floor": 5, "seats": [2]}],
            },
            "The guild reports floor 2 to Ada, Bo; floor 5 to Cy.",
        ),
        (
            {"type": "card_seen", "seat": 1, "floor": 4, "card": None},
            "Bo looks at the card on floor 4.",
        ),
        (
            {"type": "card_seen", "seat": 1, "floor": 4, "card": "the_gate"},
            "Bo looks at the card on floor 4: The Gate.",
        ),
        ({"type": "bids_placed", "seat": 2, "stage": 1, "bids": None}, "Cy places a first bid."),
        (
            {"type": "bids_placed", "seat": 2, "stage": 2, "bids": [KNIGHT]},
            "Cy places a second bid: 2 gold + 1 crest on Knight.",
        ),
        (
            {
                "type": "bids_revealed",
                "stage": 2,
                "bids": [{"seat": 0, "bids": [KNIGHT]}, {"seat": 1, "bids": []}],
            },
            "The second bids: Ada 2 gold + 1 crest on Knight; Bo nothing.",
        ),
        (
            {
                "type": "auction_resolved",
                "character": "knight",
                "outcome": "won",
                "winner": 0,
                "price": 3,
                "crest_on_character": 2,
            },
            "Ada wins Knight for 3 gold, with 2 crest markers.",
        ),
        (
            {
                "type": "auction_resolved",
                "character": "knight",
                "outcome": "won",
                "winner": 0,
                "price": 3,
                "crest_on_character": 0,
            },
            "Ada wins Knight for 3 gold.",
        ),
        (
            {"type": "auction_resolved", "character": "witch", "outcome": "tied", "winner": None},
            "Witch goes to nobody: the highest bids are equal.",
        ),
        (
            {"type": "auction_resolved", "character": "cat", "outcome": "no_gold", "winner": None},
            "Cat goes to nobody: there is no gold on it.",
        ),
        (
            {"type": "character_assassinated", "seat": 0, "by": "ninja", "target": "wizard"},
            "Wizard is assassinated by the Ninja of Ada.",
        ),
        (
            {"type": "character_stolen", "seat": 1, "by": "thief", "target": "princess"},
            "Princess is stolen by the Thief of Bo.",
        ),
        (
            {"type": "skip_markers_changed", "seat": 0, "by": "ninja", "change": 1, "total": 2},
            "Ada takes 1 skip marker (Ninja), and has 2.",
        ),
        (
            {"type": "skip_markers_changed", "seat": 0, "by": "samurai", "change": -1, "total": 0},
            "Ada returns 1 skip marker (Samurai), and has 0.",
        ),
        (
            {"type": "vp_changed", "seat": 0, "by": "princess", "change": 2, "total": 5},
            "Ada gains 2 VP (Princess), and has 5.",
        ),
        (
            {"type": "vp_changed", "seat": 0, "by": "ninja", "change": -1, "total": -1},
            "Ada loses 1 VP (Ninja), and has -1.",
        ),
        (
            {"type": "choice_requested", "seat": 3, "kind": "peek"},
            "Di chooses which card to look at.",
        ),
        (
            {"type": "choice_requested", "seat": 3, "kind": "move_crest"},
            "Di chooses who gets the crest marker.",
        ),
        (
            {"type": "crest_moved", "seat": 0, "from": "alchemist", "to": "knight"},
            "Ada moves a crest marker from Alchemist to Knight.",
        ),
        ({"type": "organizing_ended", "by": None, "skipped": []}, None),
        (
            {"type": "organizing_ended", "by": "witch", "skipped": ["the_boy", "princess"]},
            "Witch ends the auctions; unsold: The Boy, Princess.",
        ),
        (
            {
                "type": "parties_formed",
                "parties": [
                    {"seat": 0, "hp": None, "mp": 2, "sp": 1},
                    {"seat": 1, "hp": 1, "mp": 1, "sp": 1},
                ],
            },
            "The parties set out with HP/MP/SP: Ada ∞/2/1, Bo 1/1/1.",
        ),
        (
            {"type": "plan_placed", "seat": 0, "return_floor": None, "skip_floors": None},
            "Ada has planned the way.",
        ),
        (
            {"type": "plan_placed", "seat": 0, "return_floor": 4, "skip_floors": [1, 2]},
            "Ada has planned the way: to floor 4, skipping 1, 2.",
        ),
        (
            {
                "type": "plans_revealed",
                "plans": [{"seat": 0, "return_floor": 4, "skip_floors": []}],
                "turned_up": [{"floor": 4, "card": "treasure_lair"}],
            },
            "The plans: Ada to floor 4. Turned up: 4 Treasure.",
        ),
        (
            {
                "type": "plans_revealed",
                "plans": [{"seat": 0, "return_floor": 1, "skip_floors": [8]}],
                "turned_up": [],
            },
            "The plans: Ada to floor 1, skipping 8.",
        ),
        (
            {
                "type": "party_explored",
                "seat": 0,
                "steps": [],
                "outcome": "retreated",
                "last_floor": 2,
                "change": -3,
                "total": 0,
            },
            "Ada has to retreat on floor 2, loses 3 VP, and has 0.",
        ),
        (
            {
                "type": "party_explored",
                "seat": 0,
                "steps": [
                    step(1, "slime", hp=None, card_vp=1, floor_vp=1),
                    step(2, "trap", skipped_by="marker", floor_vp=1),
                    step(4, "ogre", skipped_by="knight"),
                ],
                "outcome": "returned",
                "last_floor": 4,
                "change": 1,
                "total": 6,
            },
            "Ada walks 1 Slime ∞/2/1 +2, 2 Trap skipped +1, 4 Ogre skipped by Knight; returns from floor 4, gains 1 VP, and has 6.",
        ),
        (
            {"type": "emperors_will_paid", "seats": [0, 2], "vp": 4},
            "Emperor's Will brings 4 VP to Ada, Cy.",
        ),
        (
            {
                "type": "round_ended",
                "round": 1,
                "vp": [{"seat": 0, "vp": 7}, {"seat": 1, "vp": -2}],
            },
            "Round 1 is over: Ada 7 VP, Bo -2 VP.",
        ),
        ({"type": "game_ended"}, None),
    ],
    ids=lambda one: one["type"] if isinstance(one, dict) else "",
)
def test_every_event_in_words(data: dict[str, Any], words: str | None) -> None:
    assert told(data) == words


def test_names_and_figures() -> None:
    assert printed("emperors_specter") == "Emperor's Specter"
    assert printed("made_up") == "Made Up"
    assert way({"return_floor": 3, "skip_floors": []}) == "to floor 3"
    assert figures({"seat": 0, "place": 1, "vp": -4}) == {"VP": "-4"}
