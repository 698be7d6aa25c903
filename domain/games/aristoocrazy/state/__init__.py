"""The state of a game of Aristoocrazy (`setup`, `table`) and how events change it (`evolving`)."""
