"""The board games, one folder each with the same rooms; they do not know each other."""
