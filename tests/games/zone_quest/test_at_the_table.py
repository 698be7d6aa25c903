"""A session at the table: seats that change hands while it is played, news, giving up, the record."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.errors import BadAction, NotYourTurn, RuleViolation, UpkeepDue
from domain.table.box import default_box
from domain.table.codec import encode, event_decoder
from domain.table.commands import (
    Act,
    Clock,
    CreateGame,
    Keep,
    LeaveSeat,
    Resign,
    SeatPlan,
    TakeSeat,
    Tell,
    TimeOut,
)
from domain.table.history import follow
from domain.table.journal import Position
from domain.table.rules import check, commit
from domain.table.verify import make_record, verify
from tests.games.zone_quest.table import BEAR, ZONE_QUEST, record

BOX = default_box(ZONE_QUEST)
SEED = bytes(range(32))
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Sitting:
    """One session at the table, command by command."""

    def __init__(self, *plans, options=None, script=None, clock=None, box=BOX):
        self.box = box
        self.position: Position | None = None
        self.entries = []
        self.does(
            CreateGame(
                creator="p0",
                seats=plans,
                options=options or {},
                script=script,
                client_seed="mine",
                clock=clock,
            )
        )

    def does(self, command, actor="system"):
        """Commit a command; give the types of its events."""
        at = NOON + timedelta(seconds=len(self.entries))
        seed = SEED if self.position is None else None
        made = commit(self.box, self.position, command, actor=actor, at=at, seed=seed)
        self.position = made.after
        self.entries += made.events
        return [tag(one.event).removeprefix("zone_quest.") for one in made.events]

    def acts(self, seat, kind, **fields):
        return self.does(Act(seat=seat, action={"type": kind, **fields}), f"seat:{seat}")

    @property
    def chairs(self):
        return [(one.status, one.player, one.bot) for one in self.position.table.chairs]

    @property
    def asked(self):
        return [one.seat for one in self.position.agenda.to_act]

    def verifies(self):
        told = make_record("game", self.box, self.entries, SEED)
        raw = msgspec.json.decode(msgspec.json.encode(told), type=type(told))
        return list(verify(raw, ZONE_QUEST)) == []


def tag(event):
    return event.__struct_config__.tag


def person(number):
    return SeatPlan(player=f"p{number}", name=f"P{number}", seated=True)


def begun(*plans, **more):
    sitting = Sitting(*plans, **more)
    assert sitting.position.agenda.due == "start_session"
    assert sitting.does(Keep(upkeep="start_session"))[-1] == "turn_started"
    return sitting


def joining(reservation, name, **given):
    told = record(name, **given)
    message = {
        "type": "seat_player",
        "reservation": reservation,
        "player_id": name,
        "record": told,
    }
    return Tell(message=message)


@pytest.mark.rule("ZQ-020", "ZQ-R09")
def test_a_player_leaves_out_of_turn_and_the_seat_is_open():
    sitting = begun(person(0), person(1))
    decision = sitting.position.agenda.to_act
    assert sitting.acts(1, "leave_session") == ["player_left", "progress_saved", "seat_left"]
    assert sitting.chairs == [("taken", "p0", None), ("open", None, None)]
    assert sitting.position.agenda.to_act == decision
    assert sitting.asked == [0]
    with pytest.raises(NotYourTurn) as refusal:
        sitting.acts(1, "teleport")
    assert refusal.value.rule == "ZQ-017"


@pytest.mark.rule("ZQ-R41", "ZQ-R03")
def test_a_joining_player_gets_a_chair_at_the_end_or_where_one_is_free():
    sitting = begun(person(0))
    assert sitting.does(joining(1, "eve", gold=3)) == ["player_joined", "seat_taken"]
    assert sitting.chairs == [("taken", "p0", None), ("taken", "eve", None)]
    sitting.acts(0, "teleport")
    assert sitting.asked == [1]
    sitting.acts(0, "leave_session")
    sitting.does(joining(2, "fay"))
    assert sitting.chairs[0] == ("taken", "fay", None)
    for number, name in ((3, "gus"), (4, "hal")):
        sitting.does(joining(number, name))
    assert len(sitting.chairs) == 4
    assert sitting.does(joining(5, "ida")) == ["join_refused", "progress_saved"]
    while sitting.position.table.status == "active":
        seat = sitting.asked[0]
        sitting.does(Resign(seat=seat), f"seat:{seat}")
    assert sitting.verifies()


@pytest.mark.rule("ZQ-R42", "ZQ-R43")
def test_giving_up_is_leaving_or_being_removed_and_the_session_goes_on():
    sitting = begun(person(0), person(1), script={"zone_deck_1": [[BEAR]]})
    sitting.acts(0, "explore", zone=1, invite=[])
    kinds = sitting.does(Resign(seat=0), "seat:0")
    assert kinds[0] == "player_left"
    assert kinds[-2:] == ["progress_saved", "seat_left"]
    assert "seat_resigned" not in kinds
    assert sitting.chairs[0] == ("open", None, None)
    kinds = sitting.does(Resign(seat=1), "seat:1")
    assert kinds[-5:] == [
        "session_ended",
        "progress_saved",
        "seat_left",
        "game_finished",
        "seed_revealed",
    ]
    result = sitting.position.table.result
    assert (result["outcome"], result["reason"]) == ("adjourned", "all_left")
    assert sitting.verifies()


@pytest.mark.rule("ZQ-R42")
def test_nobody_departs_while_the_decks_are_made_ready():
    sitting = Sitting(person(0), person(1))
    with pytest.raises(UpkeepDue):
        sitting.does(Resign(seat=0), "seat:0")
    with pytest.raises(RuleViolation):
        sitting.does(Tell(message={"type": "remove_player", "seat": 0}))


@pytest.mark.rule("ZQ-R07")
def test_an_absent_player_whose_time_is_over_is_taken_out():
    clock = Clock(per_action_s=60, on_timeout="resign")
    sitting = begun(person(0), person(1), clock=clock)
    (asked,) = sitting.position.agenda.to_act
    kinds = sitting.does(TimeOut(seat=0, decision=asked.id))
    assert kinds == [
        "decision_timed_out",
        "player_left",
        "turn_started",
        "progress_saved",
        "seat_left",
    ]
    assert sitting.asked == [1]


@pytest.mark.rule("ZQ-R43")
@pytest.mark.parametrize("resigns", [True, False])
def test_server_bots_do_not_stay_when_the_last_person_leaves(resigns):
    bot = SeatPlan(bot="greedy")
    sitting = begun(bot, person(1), bot)
    kinds = sitting.does(Resign(seat=1), "seat:1") if resigns else sitting.acts(1, "leave_session")
    assert kinds.count("player_left") == 3
    assert kinds.count("progress_saved") == 3
    assert kinds[-2:] == ["game_finished", "seed_revealed"]
    assert sitting.position.table.result["reason"] == "all_left"
    assert sitting.verifies()


def test_server_bots_play_on_with_whoever_stays_and_by_themselves():
    bot = SeatPlan(bot="greedy")
    sitting = begun(bot, person(1), person(2))
    assert sitting.acts(1, "leave_session") == ["player_left", "progress_saved", "seat_left"]
    alone = begun(bot, bot)
    alone.acts(0, "teleport")
    assert alone.position.table.status == "active"


@pytest.mark.rule("ZQ-R45")
def test_news_leave_the_open_question_as_it_is():
    sitting = begun(person(0))
    before = sitting.position.agenda.to_act
    message = {"type": "sync_campaign", "bosses": ["goblin_chief"], "campaign_turns": 4}
    assert sitting.does(Tell(message=message)) == ["campaign_synced"]
    assert sitting.position.agenda.to_act == before
    with pytest.raises(RuleViolation):
        sitting.does(Tell(message=message))
    assert sitting.position.version == len(sitting.entries)


@pytest.mark.parametrize(
    ("message", "pointer"),
    [
        ([], "/message"),
        ({"type": "teleport"}, "/message/type"),
        ({"type": "remove_player"}, "/message"),
        ({"type": "remove_player", "seat": "x"}, "/message/seat"),
    ],
)
def test_what_is_no_message(message, pointer):
    sitting = begun(person(0))
    with pytest.raises(BadAction) as refusal:
        sitting.does(Tell(message=message))
    assert refusal.value.pointer == pointer


def test_a_game_without_campaigns_is_told_nothing():
    seats = [person(number) for number in range(3)]
    sitting = Sitting(*seats, box=default_box(RULESETS["burnmelt"]))
    with pytest.raises(BadAction) as refusal:
        sitting.does(Tell(message={"type": "remove_player", "seat": 0}))
    assert "Burnmelt Cave has no campaigns" in refusal.value.detail


def test_the_luck_is_mixed_from_the_seeds_of_the_start():
    """Whoever gets up or sits down later changes nothing in it, and it can still be verified."""
    sitting = Sitting(SeatPlan(player="p0", name="P0", seated=True), SeatPlan())
    sitting.does(TakeSeat(seat=1, player="p1", name="P1", client_seed="yours"), "player:p1")
    sitting.does(Keep(upkeep="start_session"))
    luck = sitting.position.table.luck()
    sitting.acts(1, "leave_session")
    sitting.does(joining(1, "eve"))
    sitting.does(joining(2, "fay"))
    assert sitting.position.table.luck() == luck
    for seat in (0, 1, 2):
        sitting.does(Resign(seat=seat), f"seat:{seat}")
    assert sitting.entries[-1].event.client_seeds == ("mine", None, "yours")
    assert sitting.verifies()


def test_a_dry_run_of_leaving_changes_nothing():
    sitting = begun(person(0), person(1))
    check(BOX, sitting.position, Act(seat=1, action={"type": "leave_session"}))
    assert len(sitting.chairs) == 2


def test_the_lobby_is_left_as_ever():
    sitting = Sitting(person(0), SeatPlan())
    assert sitting.does(LeaveSeat(seat=0), "player:p0")[0] == "seat_left"


def test_stored_events_lead_to_the_same_table():
    sitting = begun(person(0), person(1))
    sitting.acts(1, "leave_session")
    sitting.does(joining(1, "eve"))
    sitting.acts(0, "teleport")
    codec = event_decoder(ZONE_QUEST, 1)
    stored = tuple(
        msgspec.structs.replace(one, event=codec(encode(one.event))) for one in sitting.entries
    )
    assert follow(BOX, None, stored) == sitting.position
