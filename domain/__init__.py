"""The rules of the house: pure values and functions, no clock, no luck but what is handed in, no I/O."""
