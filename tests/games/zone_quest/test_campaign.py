"""The campaign: registering, reserving, entries applied once and in order, news, victory."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from domain.games.zone_quest.actions import SeatPlayer, SyncCampaign
from domain.games.zone_quest.campaign.commands import RecordProgress
from domain.games.zone_quest.events import ProgressSaved
from domain.kernel.errors import RuleViolation
from tests.games.play import GOLDEN
from tests.games.zone_quest.table import (
    BEST,
    CAMPAIGN,
    CHIEF,
    DRAGON,
    EDITION,
    HYDRA,
    LICH,
    ZONE_QUEST,
    record,
)
from tests.games.zone_quest.world import World, player


def refused(rule, reason, what):
    with pytest.raises(RuleViolation) as refusal:
        what()
    assert (refusal.value.rule, refusal.value.reason) == (rule, reason)
    assert refusal.value.detail.endswith(".")
    return refusal.value


def entry(number=1, turns=0, *, bosses=(), records=(), released=(), final=False):
    """An entry as a session would issue it."""
    kept = [{n: v for n, v in one.items() if n != "name"} for one in records]
    return msgspec.convert(
        {
            "type": "zone_quest.progress_saved",
            "entry_no": number,
            "turns": turns,
            "records": kept,
            "bosses": bosses,
            "released": released,
            "final": final,
        },
        ProgressSaved,
    )


def applies(world, session, *args, **fields):
    return world.delivers(RecordProgress(session_id=session, entry=entry(*args, **fields)))


@pytest.mark.rule("ZQ-R37", "ZQ-008", "ZQ-010")
def test_a_campaign_begins_empty():
    world = World()
    created = world.log[0]
    assert (created.name, created.edition_id) == ("The long quest", EDITION.edition.id)
    view = world.view
    assert (view.campaign_id, view.name, view.status) == ("quest", "The long quest", "open")
    assert (view.turns, view.bosses_defeated, view.players, view.sessions) == (0, (), (), ())


@pytest.mark.rule("ZQ-009", "ZQ-R02")
def test_a_new_player_is_added_with_nothing_and_only_once():
    world = World()
    for name in ("p", "q", "r", "s", "t", "u"):
        assert world.registers(name).kinds == ["player_registered"]
    kept = world.kept("p")
    assert (kept.damage, kept.gold, kept.name, kept.session_id) == (0, 0, "P", None)
    assert set(kept.items.values()) == {None}
    assert set(kept.items) == {"left_hand", "right_hand", "body", "back"}
    refused("ZQ-009", "registered", lambda: world.registers("p"))


@pytest.mark.rule("ZQ-R38", "ZQ-R39", "ZQ-R52", "ZQ-011")
def test_opening_a_session_reserves_its_players_with_their_records():
    world = World()
    world.registers("q")
    players = [player(name) for name in ("q", "p")]
    told = world.asks("open_session", session_id="A", players=players, turn_limit=30)
    assert told.kinds == ["player_registered", "players_reserved"]
    reserved = told.the("players_reserved")
    assert (reserved.reservation, reserved.session_id) == (1, "A")
    assert reserved.player_ids == ("q", "p")
    assert [one.name for one in reserved.records] == ["Q", "P"]
    seats, options = CAMPAIGN.opening("quest", reserved)
    assert (seats, options.turn_limit) == (2, 30)
    state = ZONE_QUEST.initial(EDITION, seats, options)
    assert [one.player_id for one in state.seats if one] == ["q", "p"]
    assert (state.campaign_id, state.reservation) == ("quest", 1)
    assert world.kept("q").session_id == "A"
    (shown,) = world.view.sessions
    assert (shown.status, shown.player_ids, shown.turns) == ("running", ("q", "p"), 0)
    assert CAMPAIGN.opening("quest", told[0]) is None


@pytest.mark.rule("ZQ-R39", "ZQ-002", "ZQ-R50", "ZQ-R41")
def test_what_opens_no_session():
    world = World()
    world.opens("A", "p", "q")
    before = world.state

    def opens(*names, session="B", limit=None):
        players = [player(name) for name in names]
        return lambda: world.asks(
            "open_session", session_id=session, players=players, turn_limit=limit
        )

    refused("ZQ-R41", "opened", opens("r", session="A"))
    refused("ZQ-002", "players", opens())
    refused("ZQ-002", "players", opens("r", "s", "t", "u", "v"))
    assert refused("ZQ-R39", "not_free", opens("r", "q")).pointer == "/players/1"
    refused("ZQ-R39", "twice", opens("r", "r", limit=0))
    refused("ZQ-R50", "turn_limit", opens("r", limit=0))
    refused("ZQ-R50", "turn_limit", opens("r", limit=2001))
    assert world.state == before
    for name, session, limit in (("r", "B", 1), ("s", "C", 2000)):
        told = opens(name, session=session, limit=limit)()
        assert told.the("players_reserved").turn_limit == limit


@pytest.mark.rule("ZQ-R41", "ZQ-002", "ZQ-R39", "ZQ-R52")
def test_joining_a_running_session_reserves_a_player():
    world = World()
    table = world.opens("A", "p", "q", "r")
    refused("ZQ-R41", "not_running", lambda: world.joins("Z", "s"))
    refused("ZQ-R39", "not_free", lambda: world.joins("A", "p"))
    told = world.joins("A", "s")
    assert told.kinds == ["player_registered", "players_reserved"]
    assert told.the("players_reserved").turn_limit is None
    message = CAMPAIGN.news(world.state, "A", table.state)
    assert isinstance(message, SeatPlayer)
    assert (message.reservation, message.player_id) == (2, "s")
    assert world.tells("A").kinds == ["player_joined"]
    assert world.tells("A") is None
    refused("ZQ-002", "full", lambda: world.joins("A", "t"))


@pytest.mark.rule("ZQ-R41")
def test_a_session_that_is_not_yet_or_no_longer_played_cannot_be_joined():
    world = World()
    players = [player("p")]
    told = world.asks("open_session", session_id="A", players=players)
    refused("ZQ-R41", "not_running", lambda: world.joins("A", "q"))
    seats, options = CAMPAIGN.opening("quest", told[-1])
    table = world.opens("B", "r")
    table.state = ZONE_QUEST.initial(EDITION, seats, options)
    refused("ZQ-R41", "not_running", lambda: world.joins("B", "q"))
    world.opens("C", "s")
    world.acts("C", 0, "leave_session")
    refused("ZQ-R41", "not_running", lambda: world.joins("C", "q"))
    world.reports("C")
    refused("ZQ-R41", "not_running", lambda: world.joins("C", "q"))


@pytest.mark.rule("ZQ-R52", "ZQ-R40")
def test_several_reservations_are_answered_in_order_and_the_surplus_is_freed():
    world = World()
    world.opens("A", "p", "q", "r")
    world.joins("A", "s")
    world.joins("A", "t")
    assert world.tells("A").the("player_joined").player_id == "s"
    assert world.tells("A").the("join_refused").player_id == "t"
    assert world.kept("t").session_id == "A"
    world.reports("A")
    assert world.kept("t").session_id is None
    assert world.kept("s").session_id == "A"


@pytest.mark.rule("ZQ-R52", "ZQ-R40")
def test_who_was_reserved_for_a_session_that_ended_first_is_freed_by_its_last_entry():
    world = World()
    world.opens("A", "p")
    world.joins("A", "q")
    world.acts("A", 0, "leave_session")
    assert world.tells("A") is None
    assert world.entries("A")[-1].entry.released == ("p",)
    world.reports("A")
    assert world.kept("q").session_id is None
    assert world.view.sessions[0].status == "finished"


@pytest.mark.rule("ZQ-R40", "ZQ-008")
def test_a_player_is_free_when_the_entry_that_releases_them_is_applied():
    world = World()
    world.opens("A", "p", "q")
    world.acts("A", 1, "leave_session")
    refused("ZQ-R39", "not_free", lambda: world.joins("A", "q"))
    world.reports("A")
    world.joins("A", "q")
    assert world.tells("A").the("player_joined").seat == 1


@pytest.mark.rule("ZQ-R40")
def test_entries_count_once_and_in_order():
    world = World()
    world.opens("A", "p", "q")
    rich = record("p", gold=9)
    assert applies(world, "A", 2, 5).kinds == []
    assert applies(world, "A", 1, 2, records=[rich]).kinds == ["progress_recorded"]
    assert applies(world, "A", 1, 2, records=[record("p", gold=100)]).kinds == []
    assert applies(world, "A", 2, 5, bosses=[CHIEF]).kinds == ["progress_recorded"]
    assert applies(world, "A", 2, 5).kinds == []
    assert CAMPAIGN.applied(world.state, "A") == 2
    assert CAMPAIGN.applied(world.state, "B") == 0
    assert (world.view.turns, world.kept("p").gold) == (7, 9)
    assert world.view.sessions[0].turns == 7
    refused("ZQ-R37", "unknown_session", lambda: applies(world, "Z", 1, 1))


@pytest.mark.rule("ZQ-R40")
def test_a_record_is_replaced_only_by_the_session_that_has_the_player():
    world = World()
    world.opens("A", "p")
    world.opens("B", "q")
    applies(world, "B", 1, 1, records=[record("p", gold=99)], released=["p"])
    assert world.kept("p").gold == 0
    assert world.kept("p").session_id == "A"
    applies(world, "B", 2, 0, final=True)
    assert world.kept("p").session_id == "A"
    assert world.kept("q").session_id is None


@pytest.mark.rule("ZQ-R40", "ZQ-R45", "ZQ-R47", "ZQ-050")
def test_example_16_two_sessions():
    """Whatever the order of the entries; each delivered twice changes nothing."""
    from_a = [(1, 1), (2, 2)]
    from_b = [(1, 2)]
    orders = set(itertools.permutations(["A", "A", "B"]))
    for order in orders:
        world = World()
        world.opens("O", "o")
        applies(world, "O", 1, 10, released=["o"], final=True)
        world.opens("A", "p", "q")
        table = world.opens("B", "r")
        waiting = {"A": list(from_a), "B": list(from_b)}
        for session in order:
            number, turns = waiting[session].pop(0)
            fields = {
                ("A", 2): {"bosses": [CHIEF], "records": [record("p", gold=12)]},
                ("B", 1): {"records": [record("r", gold=4)]},
            }.get((session, number), {})
            for _ in range(2):
                applies(world, session, number, turns, **fields)
        view = world.view
        assert view.turns == 15
        assert [(one.boss, one.session_id) for one in view.bosses_defeated] == [(CHIEF, "A")]
        assert (world.kept("p").gold, world.kept("r").gold) == (12, 4)
        message = CAMPAIGN.news(world.state, "B", table.state)
        assert message == SyncCampaign(bosses=(CHIEF,), campaign_turns=13)
        world.tells("B")
        assert CHIEF not in table.state.decks[0]
        assert table.state.is_open(2)
        assert table.player(0).gold == 0
        assert world.tells("B") is None


@pytest.mark.rule("ZQ-R46")
def test_the_same_boss_in_two_sessions_is_recorded_once():
    world = World()
    world.opens("A", "p")
    world.opens("B", "q")
    applies(world, "B", 1, 1, bosses=[CHIEF], records=[record("q", gold=20)])
    applies(world, "A", 1, 1, bosses=[CHIEF, HYDRA], records=[record("p", gold=70)])
    defeats = [(one.boss, one.session_id) for one in world.view.bosses_defeated]
    assert defeats == [(CHIEF, "B"), (HYDRA, "A")]
    assert (world.kept("p").gold, world.kept("q").gold) == (70, 20)


@pytest.mark.rule("ZQ-004", "ZQ-052", "ZQ-R47", "ZQ-R48")
def test_the_victory_is_everybodys_and_closes_the_campaign():
    world = World()
    world.registers("absent")
    world.opens("A", "p")
    table = world.opens("B", "q")
    told = applies(world, "A", 1, 6, bosses=[CHIEF, HYDRA, LICH, DRAGON])
    assert told.kinds == ["progress_recorded", "campaign_won"]
    won = told.the("campaign_won")
    assert (won.session_id, won.turns) == ("A", 6)
    assert world.view.status == "won"
    assert world.kept("absent").gold == 0
    refused("ZQ-R48", "won", lambda: world.registers("new"))
    refused("ZQ-R48", "won", lambda: world.opens("C", "absent"))
    refused("ZQ-R48", "won", lambda: world.joins("B", "absent"))
    applies(world, "B", 1, 3, records=[record("q", gold=8)])
    assert (world.view.turns, world.kept("q").gold) == (6, 8)
    assert [one.turns for one in world.view.sessions] == [6, 0]
    told = world.tells("B")
    assert told.the("campaign_synced").campaign_turns == 6
    assert told.the("session_ended").result.campaign_turns == 6
    assert told.the("session_ended").result.reason == "campaign_won"
    assert ZONE_QUEST.result(table.state).winners == (0,)
    applies(world, "A", 2, 0, final=True)
    assert world.view.sessions[0].status == "finished"


@pytest.mark.rule("ZQ-R48", "ZQ-R46")
def test_a_second_victory_adds_nothing():
    world = World()
    world.opens("A", "p")
    world.opens("B", "q")
    all_bosses = [CHIEF, HYDRA, LICH, DRAGON]
    applies(world, "A", 1, 6, bosses=all_bosses)
    assert applies(world, "B", 1, 9, bosses=all_bosses, final=True).kinds == ["progress_recorded"]
    assert world.view.turns == 6
    assert {one.session_id for one in world.view.bosses_defeated} == {"A"}


@pytest.mark.rule("ZQ-R45")
def test_there_are_no_news_while_a_turn_is_begun_or_nothing_is_new():
    world = World()
    world.opens("A", "p")
    table = world.opens("B", "q", "r")
    assert world.tells("B") is None
    world.acts("B", 0, "search_market")
    applies(world, "A", 1, 1, bosses=[CHIEF])
    assert world.tells("B") is None
    world.acts("B", 0, "buy_items", buy=[], keep={})
    assert world.tells("B").kinds == ["campaign_synced"]
    assert table.view().campaign.turns == 2


@pytest.mark.rule("ZQ-R39", "ZQ-011", "ZQ-R38")
def test_what_a_session_gives_back_the_next_one_starts_with():
    world = World(5)
    table = world.opens("A", "p", "q")
    while table.state.turns < 8:
        state = table.state
        seat = state.awaiting[0]
        move = ZONE_QUEST.bots["greedy"](
            ZONE_QUEST.view(state, seat), ZONE_QUEST.legal(state, seat), world.rng
        )
        world.acts("A", seat, move.pop("type"), **move)
    world.sessions["A"].state = table.state
    gold = [table.player(seat).gold for seat in (0, 1)]
    assert sum(gold) > 0
    for seat in (0, 1):
        told = table.tells("remove_player", seat=seat)
        world.happens("A", told)
    world.reports("A")
    assert world.view.turns == 8
    assert world.view.sessions[0].status == "finished"
    again = world.opens("B", "q", "p")
    assert [again.player(seat).gold for seat in (1, 0)] == gold
    assert again.view().campaign.turns == 8
    assert [one.place for one in again.view().seats] == ["town", "town"]


def test_commands_and_events_of_a_campaign_come_back_from_their_bytes():
    world = World()
    world.opens("A", "p", "q")
    world.joins("A", "r")
    applies(world, "A", 1, 6, bosses=[DRAGON], records=[record("p", items=BEST)])
    decoder = msgspec.msgpack.Decoder(CAMPAIGN.event)
    assert [decoder.decode(msgspec.msgpack.encode(one)) for one in world.log] == world.log
    folded = CAMPAIGN.initial(EDITION, "quest")
    for event in world.log:
        folded = CAMPAIGN.evolve(folded, event)
    assert folded == world.state
    stored = msgspec.msgpack.encode(world.state)
    assert msgspec.msgpack.decode(stored, type=CAMPAIGN.state) == world.state
    shown = msgspec.json.encode(world.view)
    assert msgspec.json.decode(shown, type=CAMPAIGN.view_type) == world.view
    told = RecordProgress(session_id="A", entry=entry(2, 1))
    assert msgspec.json.decode(msgspec.json.encode(told), type=CAMPAIGN.command) == told


def test_yesterdays_campaign_folds_to_what_it_was():
    """Pinned bytes of a whole campaign that was won; never recorded anew."""
    pinned = msgspec.json.decode((GOLDEN / "zone_quest" / "campaign.json").read_bytes())
    decode = msgspec.msgpack.Decoder(CAMPAIGN.event).decode
    state = CAMPAIGN.initial(EDITION, "quest")
    for data in pinned["events"]:
        state = CAMPAIGN.evolve(state, decode(bytes.fromhex(data)))
    assert msgspec.json.decode(msgspec.json.encode(CAMPAIGN.view(state))) == pinned["view"]
    assert pinned["view"]["status"] == "won"
