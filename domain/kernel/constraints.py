"""What editions of several games have to keep to alike: each function lists the faults of one constraint.

A constraint stands here when games word its breach in the same way; one that a game words with its own
numbers and things stays in that game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from domain.kernel.errors import Fault

Complaints: TypeAlias = Iterator[tuple[str, str, str]]
"""What is wrong in one row or table: the field, the rule that is broken, and why."""


def faults_below(pointer: str, complaints: Complaints) -> Iterator[Fault]:
    """Turn complaints about one row or table into faults at its fields."""
    for field, rule, detail in complaints:
        yield Fault(pointer=f"{pointer}/{field}", detail=detail, rule=rule)


def unique(
    table: str,
    rows: Iterable[Any],
    field: str,
    *,
    rule: str | None = None,
    taken: Iterable[Any] = (),
) -> Iterator[Fault]:
    """Ask that a field differs from row to row, and from what is taken elsewhere."""
    seen = set(taken)
    for number, row in enumerate(rows):
        value = getattr(row, field)
        if value in seen:
            detail = f"{value!r} stands in an earlier row too; every {field} must differ"
            yield Fault(pointer=f"/{table}/{number}/{field}", detail=detail, rule=rule)
        seen.add(value)


def named_once(pointer: str, names: Sequence[Any], *, rule: str | None = None) -> Iterator[Fault]:
    """Ask that a list of names, in which nothing counts twice, names nothing twice."""
    for number, name in enumerate(names):
        if name in names[:number]:
            yield Fault(pointer=f"{pointer}/{number}", detail=f"{name!r} is named twice", rule=rule)


def exactly(
    wanted: int, table: str, rows: Sequence[Any], *, rule: str, called: str = ""
) -> Iterator[Fault]:
    """Ask for so many rows; `called` names them, where the table's name does not."""
    if len(rows) != wanted:
        detail = f"Expected exactly {wanted} {called or table}, found {len(rows)}"
        yield Fault(pointer=f"/{table}", detail=detail, rule=rule)


def one_row_for_each(
    wanted: Iterable[Any],
    table: str,
    rows: Iterable[Any],
    field: str,
    *,
    rule: str,
    called: str = "{}",
) -> Iterator[Fault]:
    """Ask for one row, no more, for each value of a field; `called` is how a value is named to people."""
    found = Counter(getattr(row, field) for row in rows)
    for value in wanted:
        if found[value] != 1:
            detail = f"Expected exactly one row for {called.format(value)}, found {found[value]}"
            yield Fault(pointer=f"/{table}", detail=detail, rule=rule)
