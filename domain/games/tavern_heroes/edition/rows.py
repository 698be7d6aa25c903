"""What all tables of an edition have in common."""

from __future__ import annotations

from typing import Literal

from domain.games.tavern_heroes.edition.words import Listed
from domain.kernel.edition import Text
from domain.kernel.values import Value


class Table(Value, forbid_unknown_fields=True):
    """A part of the edition."""


class Row(Table, kw_only=True):
    """A table or row that says where its values come from; that has no effect on play."""

    source: Literal["rulebook", "house"]
    rulebook_fields: Listed[Text] = ()
