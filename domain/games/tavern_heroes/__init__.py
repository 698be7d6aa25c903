"""Friendly Monsters and Tavern Heroes, for 2 to 4 players.

Lords send cubes to the areas of a fortress town, whose spaces grow dearer the more they are wanted, and
gather land, cities and talents; with monsters they trade, explore their lairs, or subjugate them. A
Policy orders the turns of each round, brings income, and the last one chosen is scored by all who meet
it. Most Renown after four rounds wins. Rules: docs/rules/tavern_heroes.md.
"""
