"""What Prometheus is told."""

from __future__ import annotations

from functools import cache
from typing import Any

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest

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


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request."""
    known = method if method in ("GET", "POST", "DELETE", "OPTIONS") else "other"
    _request(known, route, status).inc()
    _time(known, route).observe(seconds)


def exposition() -> bytes:
    """Give all metrics in Prometheus' text format."""
    return generate_latest(REGISTRY)
