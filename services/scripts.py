"""The Lua scripts that stand beside this module, each run by its hash and sent whole only when Redis lacks it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from services.redis_link import Arg, Link, ScriptUnknown


class Script:
    """One script; what it does and takes is said at the top of its file."""

    def __init__(self, name: str) -> None:
        self._text = (Path(__file__).parent / name).read_text()
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def run(self, link: Link, keys: Sequence[str], *arguments: Arg) -> Any:
        """Run it, atomically, on keys of one slot."""
        given = (len(keys), *keys, *arguments)
        try:
            return await link.execute("EVALSHA", self._sha, *given)
        except ScriptUnknown:
            return await link.execute("EVAL", self._text, *given)
