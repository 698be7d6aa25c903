"""Examples for the document: a little game, played by the real rules with a fixed seed and clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import msgspec

from api import example_campaign
from api.answers import (
    EditionCheck,
    EventPage,
    Health,
    Index,
    PlayerAnswer,
    QueueAnswer,
    Readiness,
    TokenAnswer,
    Withdrawn,
)
from domain.catalog import ruleset
from domain.kernel.secrecy import SPECTATOR
from domain.kernel.values import Json
from domain.table.box import Box, default_box
from domain.table.commands import Act, AnyCommand, CreateGame, Keep, SeatPlan
from domain.table.journal import Commit, Position, Recorded, shown
from domain.table.rules import commit
from domain.table.verify import make_record
from services.listing import Page, listing_of
from services.projections import answer_to, choices_of, project, view_of

GAME = "07k3m9qz2tbwhx4a"
ADA = "21c5rn8ydkv3m7pe"
NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
SEED = bytes(range(32))
KEY = "7c9e6679-7425-40de-944b-e07fc1f90ae7"


class Sample:
    """A game of Burnmelt Cave: Ada and two server bots, up to her first answer."""

    def __init__(self) -> None:
        self.box: Box = default_box(ruleset("burnmelt"))
        self.entries: list[Recorded] = []
        self.position: Position | None = None
        seats = (
            SeatPlan(player=ADA, name="Ada", seated=True),
            SeatPlan(bot="greedy", name="Greedy"),
            SeatPlan(bot="random", name="Random"),
        )
        self.created = self._do(CreateGame(creator=ADA, seats=seats, options={}), f"player:{ADA}")
        self._do(Keep(upkeep="start_round"), "system")
        self.before = self.now
        self.action = next(self.box.ruleset.legal(self.now.table.game, 0).actions())
        self.acted = self._do(Act(seat=0, action=self.action, decision=self._decision(0)), "seat:0")

    @property
    def now(self) -> Position:
        """Where the game stands."""
        assert self.position is not None
        return self.position

    def _do(self, command: AnyCommand, actor: str) -> Commit:
        at = NOON + timedelta(seconds=len(self.entries))
        seed = SEED if self.position is None else None
        made = commit(self.box, self.position, command, actor=actor, at=at, seed=seed)
        self.entries += made.events
        self.position = made.after
        return made

    def _decision(self, seat: int) -> str | None:
        decision = self.now.agenda.decision_of(seat)
        return decision.id if decision is not None else None


@cache
def sample() -> Sample:
    """Give the sample game; played once."""
    return Sample()


def answer_example(operation: str) -> Json:
    """Give an example of the good answer of an operation; null if it has none of its own."""
    make = _ANSWERS.get(operation)
    return msgspec.to_builtins(make(), str_keys=True) if make is not None else None


def request_example(operation: str) -> Json:
    """Give an example of the request body of an operation."""
    return _REQUESTS.get(operation, lambda: None)()


def _player() -> PlayerAnswer:
    return PlayerAnswer(player_id=ADA, name="Ada", kind="human", created_at=NOON)


def _token() -> TokenAnswer:
    fields = msgspec.structs.asdict(_player())
    return TokenAnswer(**fields, token=f"rt_{ADA}_" + "x" * 43)


def _game() -> Any:
    one = sample()
    return project(GAME, one.box, one.now, 0)


def _games() -> Page:
    listing = listing_of(GAME, None, sample().created.after)
    assert listing is not None
    return msgspec.convert({"items": [msgspec.json.decode(listing.meta)], "next": None}, Page)


def _events() -> EventPage:
    one = sample()
    forms = tuple(shown(entry, SPECTATOR, SEED) for entry in one.entries[-2:])
    return EventPage(items=forms, next=None, version=one.now.version)


def _record() -> Any:
    one = sample()
    return make_record(GAME, one.box, one.entries[:1], SEED)


def event_line() -> str:
    """Give an event as a line."""
    return msgspec.json.encode(_events().items[-1]).decode() + "\n"


def frame_line() -> str:
    """Give a frame of a replay as a line."""
    one = sample()
    frame = {
        "version": one.now.version,
        "event": _events().items[-1],
        "view": view_of(one.box, one.now.table, SPECTATOR),
    }
    return msgspec.json.encode(frame).decode() + "\n"


def live_message() -> str:
    """Give an event as a server-sent event."""
    event = _events().items[-1]
    return f"id: {event.version}\nevent: {event.type}\ndata: {event_line()}\n"


def news_message() -> str:
    """Give a player's news as a server-sent event."""
    told = {
        "game": GAME,
        "version": 10,
        "seat": 0,
        "decision": "10-0",
        "deadline": "2026-05-02T12:00:00Z",
        "clock": {"per_action_s": 86400, "on_timeout": "bot"},
    }
    return f"event: your_turn\ndata: {msgspec.json.encode(told).decode()}\n\n"


_ANSWERS: dict[str, Any] = {
    **example_campaign.ANSWERS,
    "createPlayer": _token,
    "getPlayer": _player,
    "getMe": _player,
    "rotateToken": _token,
    "listGames": _games,
    "createGame": _game,
    "getGame": _game,
    "joinGame": lambda: answer_to(sample().created, 0),
    "leaveGame": lambda: answer_to(sample().acted, SPECTATOR),
    "startGame": lambda: answer_to(sample().created, 0),
    "getChoices": lambda: choices_of(GAME, sample().box, sample().before, 0),
    "act": lambda: answer_to(sample().acted, 0),
    "listEvents": _events,
    "getRecord": _record,
    "checkEdition": lambda: EditionCheck(edition=sample().box.edition_id),
    "getEdition": lambda: sample().box.edition,
    "joinQueue": lambda: QueueAnswer(status="waiting", game=None),
    "leaveQueue": lambda: Withdrawn(was_waiting=True),
    "getIndex": Index,
    "getHealth": lambda: Health(status="ok"),
    "getReadiness": lambda: Readiness(status="ready", redis=True, queue=True, dispatcher=True),
}

_REQUESTS: dict[str, Any] = {
    **example_campaign.REQUESTS,
    "createPlayer": lambda: {"name": "Ada", "kind": "human"},
    "createGame": lambda: {
        "ruleset": "burnmelt",
        "seats": [{"player": "me"}, {"bot": "greedy"}, {"open": True}],
        "options": {"rounds": 2},
    },
    "joinGame": lambda: {"seat": 2, "client_seed": "three blind mice"},
    "act": lambda: {"action": sample().action, "decision": "10-0"},
    "joinQueue": lambda: {"ruleset": "burnmelt", "options": {}, "seats": 3},
    "checkEdition": lambda: {"edition": msgspec.to_builtins(sample().box.edition)},
}
