"""The state of a game of Aristo-Maze (`table`) and how events change it (`evolving`)."""
