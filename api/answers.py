"""What clients are answered, beyond what the use cases give."""

from __future__ import annotations

from typing import Any, Literal

from domain.kernel.chance import ChancePoint
from domain.kernel.values import Json, Value
from domain.table.journal import ShownEvent, UtcTime
from services.rulebook import Rule


class Answer(Value):
    """An answer."""


class PlayerAnswer(Answer):
    """A player."""

    player_id: str
    name: str
    kind: Literal["human", "program"]
    created_at: UtcTime


class TokenAnswer(PlayerAnswer):
    """A player with their token, which is shown this once."""

    token: str


class PlayerRange(Answer):
    """How many can play."""

    min: int
    max: int


class RulesetSummary(Answer):
    """A board game."""

    id: str
    title: str
    players: PlayerRange
    summary: str
    options_schema: dict[str, Json]
    """JSON Schema of a new game's options."""
    version: int
    bots: tuple[str, ...]
    """Server bots."""
    is_example: bool
    """Played like any other, but never rated, and not listed unless asked for."""


class RulesetAnswer(RulesetSummary):
    """A board game with everything that a client needs to know of it."""

    action_schema: dict[str, Json]
    event_schema: dict[str, Json]
    view_schema: dict[str, Json]
    rules: dict[str, str]
    """The text of every rule by its id."""
    chance_points: tuple[ChancePoint, ...]


class RuleAnswer(Rule):
    """One rule of a game."""


class EditionCheck(Answer):
    """The edition is good; games can be played with it."""

    edition: str
    """SHA-256 of its canonical JSON."""


class EventPage(Answer):
    """Events in order."""

    items: tuple[ShownEvent, ...]
    next: int | None
    """The `after` of the next page; null at the end of what there is."""
    version: int
    """The version of the game."""


class Frame(Answer):
    """One step of a replay: an event, and the table after it."""

    version: int
    event: ShownEvent
    view: Any


class CampaignAnswer(Answer):
    """A campaign as those who belong to it see it."""

    id: str
    ruleset: str
    edition: str
    """SHA-256 of the edition's canonical JSON."""
    name: str
    status: str
    """`open`, or as the ruleset says that it has ended."""
    version: int
    created_by: str
    created_at: UtcTime
    updated_at: UtcTime
    view: Any
    """The ruleset's view of the campaign."""


class QueueAnswer(Answer):
    """Whether a game was found."""

    status: Literal["waiting", "matched"]
    game: str | None


class Withdrawn(Answer):
    """Whether one was waiting."""

    was_waiting: bool


class Index(Answer):
    """Where to go from here."""

    name: str = "Roundtable"
    documentation: str = "/docs"
    openapi: str = "/openapi.json"
    rulesets: str = "/v1/rulesets"


class Health(Answer):
    """The process lives."""

    status: Literal["ok"]


class Readiness(Answer):
    """What the service leans on, and whether it is there."""

    status: Literal["ready", "not_ready"]
    redis: bool
    queue: bool
    dispatcher: bool
