"""Noughts and Crosses, for 2 players: the smallest game that has every room, to learn from.

Two players mark squares in turn; whoever first has three in a row wins, and a full board is a draw.
Nothing is hidden, and the only luck is who begins. Rules: docs/rules/noughts_and_crosses.md.
"""
