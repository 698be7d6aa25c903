"""The default edition."""

from __future__ import annotations

from domain.games.tavern_heroes.edition.tables import Edition
from domain.kernel.edition import default_edition

DEFAULT = default_edition("domain.games.tavern_heroes", Edition)
