"""Why the domain says no.

    GameError                 what was asked cannot be done; nothing has changed
    |-- RuleViolation         a rule of the game forbids it (names the rule)
    |-- BadShape              the request is not of the form that it should have (names every fault)
    |   |-- BadOptions            ... the options of a new game
    |   |-- BadEdition            ... a supplied edition
    |   |-- BadScript             ... a script of chance outcomes
    |   `-- BadAction             ... an action
    |-- NotYourTurn           this seat is asked nothing now
    |-- DecisionClosed        the question that the action answers is no longer open
    |-- GameNotActive         the game has not begun, or is over
    |-- UpkeepDue             bookkeeping comes first; try again shortly
    |-- SeatTaken             somebody sits there
    |-- NotYourSeat           the caller does not hold that seat
    |-- CannotStart           the lobby is not complete
    `-- UnknownRuleset        there is no such board game here
    CorruptStream             a stored event does not fit: a bug or a damaged store

`code`, `rule` and `reason` are part of the contract; the message is for people and may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from domain.kernel.values import Value


class Fault(Value):
    """One thing wrong in what was handed in."""

    pointer: str
    """JSON pointer (RFC 6901) to the place, `""` for the whole."""
    detail: str
    """What is wrong there and what would be right."""
    rule: str | None = None
    """The rule that asks for it, where one does."""


class GameError(Exception):
    """What was asked cannot be done; nothing has changed."""

    code: ClassVar[str] = "game_error"

    def __init__(
        self,
        detail: str,
        *,
        rule: str | None = None,
        reason: str | None = None,
        pointer: str | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rule = rule
        self.reason = reason
        """The ruleset's own short name for the refusal, where a rule forbids it."""
        self.pointer = pointer


class RuleViolation(GameError):
    """A rule of the game forbids it."""

    code = "rule_violation"

    def __init__(
        self, rule: str, detail: str, *, reason: str = "forbidden", pointer: str | None = None
    ) -> None:
        super().__init__(detail, rule=rule, reason=reason, pointer=pointer)


class BadShape(GameError):
    """What was handed in does not have the form it should have; `faults` lists what is wrong."""

    code = "invalid_body"

    def __init__(self, faults: Sequence[Fault]) -> None:
        first = faults[0]
        super().__init__(first.detail, rule=first.rule, pointer=first.pointer)
        self.faults = tuple(faults)


class BadAction(BadShape):
    """An action that is not of any shape this ruleset knows."""


class BadOptions(BadShape):
    """Options of a new game that do not fit the ruleset's options schema."""

    code = "options_invalid"


class BadEdition(BadShape):
    """A supplied edition with faults."""

    code = "edition_invalid"


class BadScript(BadShape):
    """A script that names unknown chance points or impossible outcomes."""

    code = "script_invalid"


class NotYourTurn(GameError):
    """The seat is asked nothing now."""

    code = "not_your_turn"


class DecisionClosed(GameError):
    """The question that the action names has been answered or is gone."""

    code = "decision_closed"


class GameNotActive(GameError):
    """The game has not begun, or is over."""

    code = "game_not_active"


class UpkeepDue(GameError):
    """The table's bookkeeping comes first; the same request will do in a moment."""

    code = "upkeep_due"


class SeatTaken(GameError):
    """Somebody sits there already."""

    code = "seat_taken"


class NotYourSeat(GameError):
    """The caller does not hold that seat."""

    code = "not_your_seat"


class CannotStart(GameError):
    """Not every seat is taken, or the game has begun."""

    code = "cannot_start"


class UnknownRuleset(GameError):
    """There is no such board game here."""

    code = "ruleset_unknown"


class CorruptStream(Exception):
    """A stored event does not fit what came before it. Never "repaired": people have to look."""
