"""Answers worked out before, kept beside what they are about."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """Keeps answers by all that they depend on, and begins anew when it is full."""

    __slots__ = ("_answers", "_most")

    def __init__(self, most: int = 4096) -> None:
        self._answers: dict[Hashable, Any] = {}
        self._most = most

    def answer(self, depends_on: Hashable, work_out: Callable[..., T], *given: Any) -> T:
        """Give the answer, worked out from what is given where it is not known yet."""
        try:
            return self._answers[depends_on]  # type: ignore[no-any-return]  # as it was worked out
        except KeyError:
            if len(self._answers) >= self._most:
                self._answers.clear()
            found = self._answers[depends_on] = work_out(*given)
            return found
