"""Zone Quest on a terminal: what a person at the table wants to see, in names and not in ids."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
import pytest

from cli.tables import picture_of
from domain.kernel.secrecy import SPECTATOR, redact
from tests.cli.drawing import text_of
from tests.games.zone_quest.table import BEAR, BEST, CHIEF, RAT, SCOUT, Table, midway, record

NAMES = ["Ada", "Bo", "Cy", "Di"]
PICTURE = picture_of("zone_quest")


def shown(table: Table, width: int = 120, names: Sequence[str] = NAMES) -> str:
    view = msgspec.json.decode(msgspec.json.encode(table.view()))
    return text_of(PICTURE.draw(view, names), width=width)


def told(events) -> list[str]:
    """Give the events in words, without those that say nothing."""
    lines = (PICTURE.tell(redact(event, SPECTATOR), NAMES) for event in events)
    return [line.plain for line in lines if line is not None]


def test_the_table() -> None:
    players = [{"gold": 7, "items": ["quiver"], "damage": 20}, {"place": 1, "held": [RAT]}]
    text = shown(midway(players, bosses=[CHIEF], turns=30, turn_limit=9, counted=2))
    assert text.startswith("Turn 2 of 9 · 32 in the campaign · a player takes their turn")
    assert re.search(r"1 +Green Hills +7 +Giant rat, 2 Goblin scout, .* Goblin Chief", text)
    assert re.search(r"3 +Silent Crypt +9 +closed +Lich", text)
    assert re.search(r"▶ +Ada +town +████·+ +10/30 +7 +7 +Quiver", text)
    assert re.search(r"Bo +zone 1 +█+ +30/30 +5 +0 +Giant rat", text)
    assert "Market: 35 cards" in text


def test_bars_of_health_are_whole_on_a_narrow_terminal() -> None:
    """The lists of what is worn and held give way; health tells nothing when it is cut."""
    worn = {"items": ["spell_book", "short_sword", "padded_coat", "quiver"]}
    held = {"place": 1, "held": [RAT, RAT, BEAR], "owes": True}
    text = shown(midway([worn, held]), 80, ["Bartholomew the Elder", "Bo"])
    assert re.search(r"town +█{12} +40/40 +13 ", text)
    assert re.search(r"zone 1 +█{12} +30/30 +5 ", text)


def test_the_market() -> None:
    table = midway([{"gold": 30}], market=["spell_book", "buckler", "quiver"])
    drawn = table.acts(0, "search_market")
    assert told(drawn) == ["Ada finds spell book, buckler, quiver."]
    text = shown(table)
    assert "Spell book (+4 power +4 health) for 34, Buckler (+6 health) for 7" in text
    bought = table.acts(0, "buy_items", buy=["buckler"], keep={})
    assert told(bought) == ["Ada buys buckler for 7."]
    table.acts(0, "search_market")
    assert told(table.acts(0, "buy_items", buy=[], keep={})) == ["Ada buys nothing."]


def test_an_exchange() -> None:
    table = midway([{"gold": 30, "items": ["quiver"]}], market=["fur_cape"])
    table.acts(0, "search_market")
    bought = table.acts(0, "buy_items", buy=["fur_cape"], keep={"back": "quiver"})
    assert told(bought) == ["Ada buys fur cape for 15 and gives up fur cape."]


def test_a_group_goes_out() -> None:
    table = midway(3, top={1: [BEAR]})
    assert told(table.explores(0, 1, 1, 2)) == ["Ada explores zone 1 and asks Bo, Cy."]
    table.acts(1, "answer_invitation", accept=False)
    assert "Ada is off to zone 1: Bo stays, Cy ?" in shown(table)
    events = table.acts(2, "answer_invitation", accept=True)
    assert told(events) == [
        "Cy comes.",
        "Ada, Cy meet cave bear.",
        "Attack: Ada 5, Cy 5; 10 in all.",
    ]
    table.acts(0, "vote_target", seat=2)
    text = shown(table)
    assert re.search(
        r"Cave bear █+·+ 10 of 20, hits for 5, pays 13, against Ada, Cy; cycle 1", text
    )
    assert "Ada votes for Cy" in text.replace("\n", " ")
    assert "Cy (passes)" in text
    events = table.acts(2, "vote_target", seat=2)
    assert told(events) == [
        "Cy lets the blow fall on Cy.",
        "Cy takes 5, 5 in all.",
        "Attack: Ada 5, Cy 5; 20 in all.",
    ]


def test_a_lone_fight_that_is_lost() -> None:
    table = midway([{"damage": 27, "gold": 9, "place": 1, "held": [SCOUT]}], only={1: [RAT]})
    assert told(table.explores(0, 1)) == [
        "Ada explores zone 1 alone.",
        "Ada meets giant rat; it was the last card of the deck.",
        "Attack: Ada 5; 5 in all.",
        "Ada takes 2, 29 in all.",
        "Attack: Ada 5; 10 in all.",
        "Ada takes 2, 31 in all.",
        "Ada is struck down and loses 9 gold.",
        "giant rat stands undefeated.",
        "Ada gives back goblin scout.",
    ]


def test_a_boss_beaten_and_fled() -> None:
    table = midway([{"items": BEST}, {"damage": 4}], top={1: [CHIEF]})
    table.meets(1, 1)
    assert told(table.choose({1: "teleport"})) == ["Bo will teleport."]
    assert "Bo will teleport" in shown(table).replace("\n", " ")
    events = table.choose({0: "attack"})
    assert told(events) == [
        "Ada will attack.",
        "Bo flees to town, healed of 4.",
        "Attack: Ada 32; 32 in all.",
        "Ada takes 7, 7 in all.",
    ]
    events = table.choose({0: "attack"})
    assert told(events)[-3:] == [
        "goblin chief is beaten; gold: Ada 20.",
        "goblin chief is gone for good; zone 2 is open.",
        "Bo passes for having assisted.",
    ]
    table = midway(1, top={1: [CHIEF]})
    table.explores(0, 1)
    assert told(table.choose({0: "teleport"}))[-1] == "goblin chief is left alone."


def test_coming_and_going() -> None:
    table = midway([{"place": 1}, {}])
    told_eve = record("eve", gold=3)
    joined = table.tells("seat_player", reservation=2, player_id="eve", record=told_eve)
    assert told(joined) == ["Cy joins in town with 3 gold."]
    assert told(table.acts(1, "leave_session")) == ["Bo leaves."]
    news = table.tells("sync_campaign", bosses=[CHIEF], campaign_turns=3)
    assert told(news) == ["News: others have defeated goblin chief."]
    table.explores(0, 1, 2)
    assert told(table.tells("remove_player", seat=0)) == [
        "Ada does not explore after all.",
        "Ada is taken out.",
    ]
    ended = table.acts(2, "leave_session")
    assert told(ended) == [
        "Cy leaves.",
        "The session is over after 0 turns: adjourned: everybody has left.",
    ]
    assert "adjourned: everybody has left" in shown(table)


@pytest.mark.parametrize("damage", [0, 3])
def test_a_rest(damage: int) -> None:
    healed = ", healed of 3" if damage else ""
    assert told(midway([{"damage": damage}]).acts(0, "teleport")) == [
        f"Ada teleports to town{healed}."
    ]


def test_the_figures_of_a_standing() -> None:
    table = midway([{"gold": 8}], turn_limit=1)
    result = table.acts(0, "teleport").the("session_ended").result
    standing = msgspec.to_builtins(result.ranking[0])
    assert PICTURE.figures(standing) == {"gold": "8", "won": "0", "bosses": "0", "defeats": "0"}
