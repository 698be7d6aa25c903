"""Use cases: the only code that talks to Redis and the queue for games."""
