"""The `roundtable` command: starts processes, plays over HTTP, and checks records. No game logic."""
