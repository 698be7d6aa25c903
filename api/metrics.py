"""What Prometheus is told of this process. Several processes on one port are scraped one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from services.games import Games

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0)

REQUESTS = Counter("roundtable_requests", "Requests answered.", ("method", "route", "status"))
SECONDS = Histogram(
    "roundtable_request_seconds", "Time to answer.", ("method", "route"), buckets=_BUCKETS
)
STREAMS = Gauge("roundtable_streams", "Live streams that are open.")


@cache
def _request(method: str, route: str, status: int) -> Any:
    return REQUESTS.labels(method, route, str(status))


@cache
def _time(method: str, route: str) -> Any:
    return SECONDS.labels(method, route)


def observe(method: str, route: str, status: int, seconds: float | None) -> None:
    """Count a request; how long it took tells nothing where it waited on purpose, and is null then."""
    known = method if method in ("GET", "POST", "DELETE", "OPTIONS") else "other"
    _request(known, route, status).inc()
    if seconds is not None:
        _time(known, route).observe(seconds)


class _Tally(Collector):
    """What the use cases have counted by themselves."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily("roundtable_commits", "Commits appended.", self._games.commits)
        yield CounterMetricFamily(
            "roundtable_stale_retries",
            "Commits decided anew because another process was first.",
            self._games.stale,
        )


def exposition(games: Games) -> bytes:
    """Give all metrics in Prometheus' text format."""
    counted = CollectorRegistry()
    counted.register(_Tally(games))
    return generate_latest(REGISTRY) + generate_latest(counted)
