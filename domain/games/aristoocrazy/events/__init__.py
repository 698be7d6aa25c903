"""What can have happened in Aristoocrazy: at the set-up, on the board, in turns, in rounds."""
