"""A campaign with its sessions, and a carrier between them that may be slow, forgetful and repetitive."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.chance import FastChance, NoChance
from domain.kernel.play import Play
from domain.kernel.values import Event
from tests.games.zone_quest.table import CAMPAIGN, EDITION, ZONE_QUEST, Table, Told


class World:
    """A campaign and the sessions that have been opened."""

    def __init__(self, seed: int = 1, edition: Any = EDITION) -> None:
        self.rng = random.Random(seed)
        self.edition = edition
        self.state = CAMPAIGN.initial(edition, "quest")
        self.log: list[Event] = []
        self.sessions: dict[str, Table] = {}
        self.streams: dict[str, list[Event]] = {}
        self.asks("create_campaign", name="The long quest")

    def asks(self, kind: str, /, **fields: Any) -> Told:
        """Give the campaign a command, with the session that it names as it stands."""
        session = self.sessions.get(fields.get("session_id", ""))
        command = msgspec.convert({"type": kind, **fields}, CAMPAIGN.command)
        play = Play(self.state, CAMPAIGN.evolve, NoChance())
        CAMPAIGN.decide(play, command, session and session.state)
        self.state = play.state
        self.log += play.events
        return Told(play.events)

    def registers(self, name: str) -> Told:
        """Add a player."""
        return self.asks("register_player", player=player(name))

    def opens(self, session: str, *names: str, turn_limit: int | None = None) -> Table:
        """Open a session; its game begins as the reservation says."""
        players = [player(name) for name in names]
        told = self.asks("open_session", session_id=session, players=players, turn_limit=turn_limit)
        seats, options = CAMPAIGN.opening("quest", told[-1])
        ZONE_QUEST.check_options(self.edition, seats, options)
        state = ZONE_QUEST.initial(self.edition, seats, options)
        table = Table(state, FastChance(random.Random(self.rng.random())))
        self.sessions[session], self.streams[session] = table, []
        self.happens(session, table.happens(ZONE_QUEST.setup))
        self.happens(session, table.keeps())
        return table

    def joins(self, session: str, name: str) -> Told:
        """Reserve a player for a running session."""
        return self.asks("join_session", session_id=session, player=player(name))

    def happens(self, session: str, told: Sequence[Event]) -> None:
        """Write down what has happened in a session."""
        self.streams[session] += told

    def acts(self, session: str, seat: int, kind: str, /, **fields: Any) -> Told:
        """Let a seat of a session act."""
        told = self.sessions[session].acts(seat, kind, **fields)
        self.happens(session, told)
        return told

    def entries(self, session: str) -> list[Any]:
        """The commands that carry the entries of a session."""
        reports = (CAMPAIGN.report(session, event) for event in self.streams[session])
        return [one for one in reports if one is not None]

    def reports(self, session: str) -> None:
        """Bring all entries of a session to the campaign, in order."""
        for command in self.entries(session):
            self.delivers(command)

    def delivers(self, command: Any) -> Told:
        """Bring an entry to the campaign."""
        play = Play(self.state, CAMPAIGN.evolve, NoChance())
        CAMPAIGN.decide(play, command, None)
        self.state = play.state
        self.log += play.events
        return Told(play.events)

    def tells(self, session: str) -> Told | None:
        """Tell a session what the campaign has for it, if anything."""
        table = self.sessions[session]
        message = CAMPAIGN.news(self.state, session, table.state)
        if message is None:
            return None
        told = table.happens(lambda play: CAMPAIGN.tell(play, message))
        self.happens(session, told)
        return told

    def settles(self) -> None:
        """Carry everything there is to carry."""
        for session in self.sessions:
            self.reports(session)
        for session in self.sessions:
            while self.tells(session) is not None:
                self.reports(session)

    @property
    def view(self) -> Any:
        """What the players of the campaign see."""
        return CAMPAIGN.view(self.state)

    def kept(self, name: str) -> Any:
        """The record of a player."""
        return next(one for one in self.view.players if one.player_id == name)

    def is_over(self, session: str) -> bool:
        """Tell whether a session has ended."""
        return ZONE_QUEST.result(self.sessions[session].state) is not None


def player(name: str) -> dict[str, str]:
    """A player by their account."""
    return {"player_id": name, "name": name.title()}
