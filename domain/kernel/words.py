"""Numbers of things in the sentences that people read."""

from __future__ import annotations


def some(number: int, thing: str) -> str:
    """Count things: `1 card`, `3 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
