"""Zone Quest, for 1 to 4 players against the game.

The players explore the zones of a world, fight what they meet alone or together, buy better arms in
town and open zone after zone by defeating its boss; when the final boss falls all have won. What
they carry outlives a session: a campaign keeps it. Rules: docs/rules/zone_quest.md.
"""
