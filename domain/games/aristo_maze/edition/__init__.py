"""The component data of Aristo-Maze and what must hold for it to make a game."""
