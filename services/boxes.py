"""Which ruleset and edition a game is played with. Supplied editions are kept by the hash of their content."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec

from domain.catalog import ruleset
from domain.kernel.chain import canonical
from domain.kernel.errors import CorruptStream
from domain.kernel.values import Json
from domain.table.box import Box, default_box, supplied_box
from services import keys
from services.redis_link import Link

KEEP = 200
"""How many supplied editions a process keeps in memory beyond those of games in play."""


class Boxes:
    """The shelf: boxes by ruleset and edition."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._known: OrderedDict[tuple[str, str], Box] = OrderedDict()

    async def supplied(self, ruleset_id: str, edition: Json) -> Box:
        """Check and keep a supplied edition; without one give the default. Raises `BadEdition`."""
        if edition is None:
            return default_box(ruleset(ruleset_id))
        box = supplied_box(ruleset(ruleset_id), edition)
        content = canonical(msgspec.to_builtins(box.edition))
        await self._link.execute("SET", keys.edition(box.edition_id), content)
        return box

    async def find(self, ruleset_id: str, edition_id: str) -> Box:
        """Give the box that a game names in its first event."""
        default = default_box(ruleset(ruleset_id))
        if default.edition_id == edition_id:
            return default
        box = self._known.get((ruleset_id, edition_id))
        if box is None:
            content = await self._link.execute("GET", keys.edition(edition_id))
            if content is None:
                raise CorruptStream(
                    f"The edition {edition_id} of {ruleset_id} is not in the store."
                )
            edition: Any = msgspec.json.decode(content, type=default.ruleset.edition_type)
            box = Box(default.ruleset, edition, edition_id)
            self._known[ruleset_id, edition_id] = box
            if len(self._known) > KEEP:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end((ruleset_id, edition_id))
        return box
