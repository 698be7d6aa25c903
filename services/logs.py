"""How processes log: one structlog configuration, JSON lines or pretty on a terminal."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import msgspec
import structlog

from services.settings import Settings

SECRET = frozenset(
    {"token", "authorization", "seed", "state", "hand", "cards", "script", "password"}
)


def configure(process: str, settings: Settings) -> None:
    """Set up logging for this process, whose name every line carries."""
    pretty = settings.log_format == "pretty" or (
        settings.log_format == "auto" and sys.stderr.isatty()
    )
    renderer: Any = (
        structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(_dumps)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _without_secrets,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            getattr(logging, settings.log_level.upper())
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr)
        if pretty
        else structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=process)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, force=True)


def _without_secrets(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop what must never be in a log, should anybody ever hand it in."""
    for name in SECRET.intersection(line):
        line[name] = "(secret)"
    return line


def _dumps(line: Any, **_: Any) -> str:
    return msgspec.json.encode(line, enc_hook=str).decode()
