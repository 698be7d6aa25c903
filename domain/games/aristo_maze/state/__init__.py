"""The state of a game of Aristo-Maze and how events change it."""
