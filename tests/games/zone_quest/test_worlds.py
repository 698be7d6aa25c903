"""Whole campaigns at random: several sessions at once, players who come and go, a carrier that errs.

What has to hold at every moment and in the end: nobody waits for somebody who is gone, no card is lost
or made, and the campaign knows of everything exactly once.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from domain.kernel.chance import FastChance
from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import SPECTATOR
from domain.table.codec import encode, event_decoder
from tests.games.zone_quest.table import CAMPAIGN, EDITION, ZONE_QUEST
from tests.games.zone_quest.world import World

PEOPLE = ("ada", "bo", "cy", "di", "eve", "fay", "gus")
COPIES = {item.id: item.count for item in EDITION.items}


class Life:
    """A world in which things happen at random."""

    def __init__(self, seed: int) -> None:
        self.world = World(seed)
        self.rng = random.Random(seed)
        self.made = 0

    def go_on(self) -> None:
        """Let one thing happen."""
        running = [one for one in self.world.sessions if not self.world.is_over(one)]
        dice = self.rng.random()
        if not running or (len(running) < 3 and dice < 0.01):
            self.carry(list(self.world.sessions))
            self.try_to(self.open_session)
        elif dice < 0.90:
            self.act(self.rng.choice(running))
        elif dice < 0.905:
            self.leave(self.rng.choice(running))
        elif dice < 0.91:
            self.remove(self.rng.choice(running))
        elif dice < 0.94:
            session, name = self.rng.choice(running), self.rng.choice(PEOPLE)
            self.try_to(lambda: self.world.joins(session, name))
        elif dice < 0.96:
            self.carry(list(self.world.sessions))
        else:
            self.world.tells(self.rng.choice(running))

    def try_to(self, what) -> None:
        before = self.world.state
        try:
            what()
        except RuleViolation:
            assert self.world.state == before

    def open_session(self) -> None:
        self.made += 1
        names = self.rng.sample(PEOPLE, k=self.rng.randint(1, 4))
        limit = self.rng.choice([None, None, 25])
        self.world.opens(f"s{self.made}", *names, turn_limit=limit)

    def act(self, session: str) -> None:
        state = self.world.sessions[session].state
        seat = self.rng.choice(state.awaiting)
        policy = ZONE_QUEST.bots[self.rng.choice(["greedy", "greedy", "random"])]
        move = policy(ZONE_QUEST.view(state, seat), ZONE_QUEST.legal(state, seat), self.rng)
        fields = {name: value for name, value in move.items() if name != "type"}
        self.world.acts(session, seat, move["type"], **fields)

    def leave(self, session: str) -> None:
        state = self.world.sessions[session].state
        for seat, _ in state.seated:
            if any(one.unasked for one in ZONE_QUEST.legal(state, seat).items):
                self.world.acts(session, seat, "leave_session")
                return

    def remove(self, session: str) -> None:
        table = self.world.sessions[session]
        seat, _ = self.rng.choice(table.state.seated)
        self.world.happens(session, table.tells("remove_player", seat=seat))

    def carry(self, sessions: list[str]) -> None:
        """Bring entries: some again, some too early, now and then in a muddle."""
        for session in sessions:
            known = CAMPAIGN.applied(self.world.state, session)
            entries = self.world.entries(session)[max(0, known - 2) :]
            if self.rng.random() < 0.3:
                self.rng.shuffle(entries)
            for command in entries:
                self.world.delivers(command)

    def end(self) -> None:
        """Let everybody leave, and carry everything."""
        for session, table in self.world.sessions.items():
            while not self.world.is_over(session):
                seat, _ = table.state.seated[0]
                self.world.happens(session, table.tells("remove_player", seat=seat))
        self.world.settles()


def check_table(state) -> None:
    """What holds of a session at every moment."""
    asked = state.awaiting
    if state.is_closed:
        assert asked == ()
        return
    assert asked, "nobody is asked anything"
    for seat in asked:
        assert state.seats[seat] is not None
        assert any(not one.unasked for one in ZONE_QUEST.legal(state, seat).items)
    check_cards(state)
    other = ZONE_QUEST.guess(state, SPECTATOR, FastChance(random.Random(1)))
    assert ZONE_QUEST.view(other, SPECTATOR) == ZONE_QUEST.view(state, SPECTATOR)


def check_cards(state) -> None:
    fight = state.encounter
    for number, deck in enumerate(state.decks, start=1):
        held = [card for _, one in state.seated for card in one.held if one.place == number]
        there = Counter([*deck, *held])
        if fight is not None and fight.zone == number:
            there[fight.enemy] += 1
        expected = {
            enemy.id: enemy.count
            for enemy in EDITION.enemies
            if enemy.zone == number
            and (enemy.id not in state.bosses or (fight is not None and fight.enemy == enemy.id))
        }
        assert there == expected
        assert deck or fight is not None or state.group_up is None
    for _, one in state.seated:
        assert one.place or not one.held
        assert not one.held or {state.setup.enemy(card).zone for card in one.held} == {one.place}
    worn = Counter(item for _, one in state.seated for item in one.items if item)
    market = Counter(state.market)
    for item, count in market.items():
        drawn = (state.drawn or ()).count(item)
        assert count + drawn <= max(0, COPIES[item] - worn[item])


def gold_of(stream) -> int:
    """All gold that came of a session: shares, less what was paid and lost."""
    total = 0
    for event in stream:
        name = type(event).__name__
        if name == "EncounterEnded":
            total += sum(share.gold for share in event.shares)
        elif name == "ItemsBought":
            total -= event.paid
        elif name == "PlayerDefeated":
            total -= event.gold_lost
    return total


@pytest.mark.rule("ZQ-R06", "ZQ-R22", "ZQ-R37", "ZQ-R39", "ZQ-R40", "ZQ-R52", "ZQ-R42")
@pytest.mark.parametrize("seed", range(8))
def test_a_campaign_comes_out_right_whatever_happens(seed):
    life = Life(seed)
    world = life.world
    for _ in range(1200):
        life.go_on()
        for table in world.sessions.values():
            check_table(table.state)
        reserved = [one.record.player_id for one in world.state.members if one.session_id]
        assert len(reserved) == len(set(reserved))
    life.end()
    won = world.view.status == "won"
    assert all(one.session_id is None for one in world.view.players)
    assert all(one.status == "finished" for one in world.view.sessions)
    ended = {
        session: sum(type(event).__name__ == "TurnEnded" for event in stream)
        for session, stream in world.streams.items()
    }
    assert world.view.turns == sum(one.turns for one in world.view.sessions)
    for one in world.view.sessions:
        assert one.turns == ended[one.session_id] or (won and one.turns <= ended[one.session_id])
    gold = sum(gold_of(stream) for stream in world.streams.values())
    assert sum(one.gold for one in world.view.players) == gold
    told = {
        event.boss
        for stream in world.streams.values()
        for event in stream
        if type(event).__name__ == "BossDefeated"
    }
    assert {one.boss for one in world.view.bosses_defeated} == told
    check_streams(world)


def check_streams(world) -> None:
    """Every session and the campaign can be folded from their stored events."""
    codec = event_decoder(ZONE_QUEST, ZONE_QUEST.version)
    for session, table in world.sessions.items():
        numbers = [command.entry.entry_no for command in world.entries(session)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert CAMPAIGN.applied(world.state, session) == len(numbers)
        reserved = next(one for one in world.log if getattr(one, "session_id", "") == session)
        seats, options = CAMPAIGN.opening("quest", reserved)
        state = ZONE_QUEST.initial(EDITION, seats, options)
        for event in world.streams[session]:
            state = ZONE_QUEST.evolve(state, codec(encode(event)))
        assert state == table.state


@pytest.mark.rule("ZQ-R06", "ZQ-R42", "ZQ-R43")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_players_removed_one_after_the_other_never_leave_the_others_waiting(players):
    """From every position of random sessions: whoever goes, in whatever order, play goes on."""
    for seed in range(3):
        world = World(seed)
        table = world.opens("A", *PEOPLE[:players], turn_limit=12)
        rng = random.Random(seed)
        while not table.state.is_closed:
            state = table.state
            for seat, _ in rng.sample(state.seated, k=len(state.seated)):
                if table.state.seats[seat] is not None and not table.state.is_closed:
                    table.tells("remove_player", seat=seat)
                    check_table(table.state)
            assert table.state.is_closed
            table.state = state
            seat = rng.choice(state.awaiting)
            action = ZONE_QUEST.legal(state, seat).sample(rng)
            table.acts(seat, action.pop("type"), **action)
