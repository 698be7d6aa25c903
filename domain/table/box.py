"""A box from the shelf: a ruleset with the edition that is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from domain.kernel.chain import canonical, sha256
from domain.kernel.errors import BadEdition, BadOptions, Fault
from domain.kernel.ruleset import Ruleset
from domain.kernel.shape import Misfit, capped, read
from domain.kernel.values import Json


@dataclass(frozen=True, slots=True)
class Box:
    """A ruleset and one edition of it; `edition_id` is the SHA-256 of the edition's canonical JSON."""

    ruleset: Ruleset[Any, Any, Any, Any]
    edition: Any
    edition_id: str

    def options(self, raw: Json) -> Any:
        """Read a game's options. Raises `BadOptions` with every fault."""
        try:
            return read(raw, self.ruleset.options, "/options")
        except Misfit as misfit:
            raise BadOptions(misfit.faults) from None


@cache
def default_box(ruleset: Ruleset[Any, Any, Any, Any]) -> Box:
    """Give the ruleset with its own edition."""
    return Box(ruleset, ruleset.edition, edition_id(ruleset.edition))


def supplied_box(ruleset: Ruleset[Any, Any, Any, Any], raw: Json) -> Box:
    """Give the ruleset with an edition handed in. Raises `BadEdition` with every fault."""
    try:
        edition: Any = read(raw, ruleset.edition_type, "/edition")
    except Misfit as misfit:
        raise BadEdition(misfit.faults) from None
    faults = capped(_below(fault) for fault in ruleset.check_edition(edition))
    if faults:
        raise BadEdition(faults)
    return Box(ruleset, edition, edition_id(edition))


def edition_id(edition: Any) -> str:
    """Give the SHA-256 of the edition's canonical JSON, by which a game names its edition."""
    return sha256(canonical(msgspec.to_builtins(edition)))


def _below(fault: Fault) -> Fault:
    return msgspec.structs.replace(fault, pointer="/edition" + fault.pointer)
