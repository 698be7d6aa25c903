"""The component data of Friendly Monsters and Tavern Heroes and what must hold for it to make a game."""

from domain.games.tavern_heroes.edition.checks import check_edition
from domain.games.tavern_heroes.edition.default import DEFAULT
from domain.games.tavern_heroes.edition.tables import Edition

__all__ = ["DEFAULT", "Edition", "check_edition"]
