"""The HTTP API: routes, problems, streams. It takes no decision about any game."""
