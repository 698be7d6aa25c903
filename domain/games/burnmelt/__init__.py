"""Burnmelt Cave, for 3 to 5 players.

Four rookies run from a dragon; the players move them with sets of cards, and collect cards of those
who will come out in front. Emptying one's hand early earns a bonus. In the second round everybody's
largest set counts as negative. Rules: docs/rules/burnmelt.md.
"""
