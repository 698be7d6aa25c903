"""Jobs that do nothing, for the floors of the workers."""

from __future__ import annotations

import time

from rq import get_current_job


def noop() -> None:
    """Do nothing."""


def stamp(sent_ns: int) -> None:
    """Tell how long it took to get here."""
    late = time.monotonic_ns() - sent_ns
    job = get_current_job()
    assert job is not None
    job.connection.rpush("lat", late)
