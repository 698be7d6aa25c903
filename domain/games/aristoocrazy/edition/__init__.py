"""The component data of Aristoocrazy: its typed form (`tables`) and what must hold for it (`checks`)."""

from domain.games.aristoocrazy.edition.checks import check_edition
from domain.games.aristoocrazy.edition.tables import Edition

__all__ = ["Edition", "check_edition"]
