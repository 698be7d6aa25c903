"""The ways to the terminal: results to `out`, everything else to `err`, what is drawn anew to `live`."""

from __future__ import annotations

from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
live = Console(highlight=False)
"""Breaks long lines: what stands on a screen for a while must not run out of it."""
err = Console(stderr=True, highlight=False, soft_wrap=True)
