"""Check a script of chance outcomes before a game is played by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.chain import canonical
from domain.kernel.errors import BadScript, Fault
from domain.kernel.shape import capped, pointer_step
from domain.kernel.values import Json
from domain.table.box import Box

LONGEST = 20_000
"""Values in all outcomes of a script: they are kept in memory for as long as the game is."""


def check_script(box: Box, players: int, options: Any, script: Mapping[str, Json]) -> None:
    """Refuse a script with unknown chance points or impossible outcomes. Raises `BadScript`."""
    faults = capped(_faults(box, players, options, script))
    if faults:
        raise BadScript(faults)


def _faults(box: Box, players: int, options: Any, script: Mapping[str, Json]) -> Iterator[Fault]:
    size = sum(map(_size, script.values()))
    if size > LONGEST:
        detail = f"The outcomes are {size} values in all; more than {LONGEST} are not kept"
        yield Fault(pointer="/script", detail=detail)
        return
    points = {point.name: point for point in box.ruleset.chance_points}
    for name, outcomes in script.items():
        at = f"/script/{pointer_step(name)}"
        if name not in points:
            detail = f"There is no such chance point; there are {', '.join(points)}"
            yield Fault(pointer=at, detail=detail)
            continue
        pile = box.ruleset.pile(box.edition, players, options, name)
        for number, outcome in enumerate(outcomes):
            place = f"{at}/{number}"
            if not isinstance(outcome, list | tuple):
                yield Fault(pointer=place, detail="Expected a list: items top first, or faces")
            elif points[name].kind == "roll":
                yield from _not_faces(place, outcome, pile)
            else:
                yield from _not_among(place, outcome, pile)


def _size(outcomes: Any) -> int:
    """Count the outcomes of a chance point, each with all that it lists."""
    return sum(1 + len(one) if isinstance(one, list | tuple) else 1 for one in outcomes)


def _named(item: Any) -> bytes:
    """Tell one item from another; what JSON cannot say is no item."""
    try:
        return canonical(item)
    except (TypeError, ValueError):
        return b""


def _not_faces(at: str, outcome: Any, faces: tuple[Json, ...]) -> Iterator[Fault]:
    for number, face in enumerate(outcome):
        if type(face) is not int or face not in faces:
            shown = ", ".join(map(str, faces))
            yield Fault(pointer=f"{at}/{number}", detail=f"Expected a face of the die: {shown}")


def _not_among(at: str, outcome: Any, items: tuple[Json, ...]) -> Iterator[Fault]:
    left = Counter(canonical(item) for item in items)
    for number, item in enumerate(outcome):
        name = _named(item)
        if left[name] < 1:
            detail = "This is not, or no longer, among the items that are shuffled"
            yield Fault(pointer=f"{at}/{number}", detail=detail)
        left[name] -= 1
