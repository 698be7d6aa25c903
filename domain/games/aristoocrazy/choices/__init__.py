"""What a seat may do now in Aristoocrazy: `legal`, by phase, from a module for each group of questions."""

from domain.games.aristoocrazy.choices.legal import draw, legal, question, to_act

__all__ = ["draw", "legal", "question", "to_act"]
