"""Server bots of Aristoocrazy: they see a view and their choices, nothing else."""
