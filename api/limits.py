"""How much a caller may ask: actions, other requests and live streams have budgets of their own.

Counted in this process, per player or else per address, in windows of a minute. The headers are those of
the IETF's RateLimit draft.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

import msgspec

from api.problems import KINDS, Problem
from services.settings import Settings

Caller: TypeAlias = bytes

WINDOW = 60
FORGET_AT = 100_000
"""So many callers are remembered in a window at most."""


@dataclass(slots=True)
class Budget:
    """So many requests in a window; 0 is no limit."""

    name: str
    quota: int
    spent: dict[Caller, int] = field(default_factory=dict)
    ends: float = 0.0

    def spend(self, caller: Caller, now: float) -> int | None:
        """Count a request; give the seconds to wait if it is one too many."""
        if now >= self.ends or len(self.spent) > FORGET_AT:
            self.spent.clear()
            self.ends = now + WINDOW
        spent = self.spent.get(caller, 0) + 1
        self.spent[caller] = spent
        return self.seconds_left(now) if spent > self.quota else None

    def seconds_left(self, now: float) -> int:
        """Give the seconds to the next window."""
        return max(1, int(self.ends - now) + 1)

    def headers(self, left: int, seconds: int) -> list[tuple[bytes, bytes]]:
        """Say what the budget is and what is left of it."""
        return [
            (b"ratelimit-policy", f'"{self.name}";q={self.quota};w={WINDOW}'.encode()),
            (b"ratelimit", f'"{self.name}";r={left};t={seconds}'.encode()),
        ]

    def refusal(self, path: str, wait: int) -> bytes:
        """Give the problem to answer with."""
        kind = KINDS["too-many-requests"]
        told = Problem(
            type=f"/problems/{kind.name}",
            title=kind.title,
            status=kind.status,
            detail=f"More than {self.quota} {self.name} in {WINDOW} s; wait {wait} s.",
            instance=path,
            retry_after=wait,
        )
        return msgspec.json.encode(told)


class Limits:
    """The budgets of this process."""

    def __init__(self, settings: Settings) -> None:
        self.acts = Budget("acts", settings.acts_per_minute)
        self.requests = Budget("requests", settings.requests_per_minute)
        self._streams_most = settings.streams_per_caller
        self._streams: dict[Caller, int] = {}

    def budget_of(self, method: str, path: str) -> Budget | None:
        """Give the budget that a request is counted against, if any."""
        if not path.startswith("/v1/"):
            return None
        budget = self.acts if method == "POST" and path.endswith("/actions") else self.requests
        return budget if budget.quota else None

    def spend(self, budget: Budget, caller: Caller) -> int | None:
        """Count a request; give the seconds to wait if it is one too many."""
        return budget.spend(caller, monotonic())

    def headers(self, budget: Budget, caller: Caller) -> list[tuple[bytes, bytes]]:
        """Say what is left for the caller."""
        left = max(0, budget.quota - budget.spent.get(caller, 0))
        return budget.headers(left, budget.seconds_left(monotonic()))

    def is_full_of(self, caller: Caller) -> bool:
        """Tell whether the caller has as many live streams as it may have."""
        return 0 < self._streams_most <= self._streams.get(caller, 0)

    def open_stream(self, caller: Caller) -> None:
        """Count a live stream that has begun."""
        self._streams[caller] = self._streams.get(caller, 0) + 1

    def close_stream(self, caller: Caller) -> None:
        """Count a live stream that has ended."""
        left = self._streams.get(caller, 1) - 1
        if left:
            self._streams[caller] = left
        else:
            self._streams.pop(caller, None)

    @property
    def streams_most(self) -> int:
        """How many live streams a caller may have; 0 is no limit."""
        return self._streams_most
