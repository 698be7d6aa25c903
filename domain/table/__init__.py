"""The table around a ruleset: lobby, seats, start, resignation, clock, result and fairness. Pure as well.

The same rooms as a game: `commands` (what is asked), `events` (what happened), `state` (the table and
`evolve`), `rules` (decide, on the `sitting` in progress); and what a stream of events needs: `journal` (headers,
agenda, commits), `history` (folding stored events), `verify` (checking a finished game from its record).
"""
