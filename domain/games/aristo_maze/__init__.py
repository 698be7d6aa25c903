"""Aristo-Maze, for 3 or 4 players.

Rival aristocrats pay for reports about a dungeon, hire adventurers by two hidden bids and send their
parties down as deep as they dare. Everybody places at once and in secret; the auctions and the walk
through the dungeon then run by themselves. Most VP win. Rules: docs/rules/aristo_maze.md.
"""
