"""Aristoocrazy, for 2 to 4 players.

Scheming noble houses breed, marry, fight and bribe their way over a board of territories. Characters
carry three traits each: they give tokens, decide battles and are inherited by children. Events at the
end of a round feed, test and reward the houses. Rules: docs/rules/aristoocrazy.md.
"""
