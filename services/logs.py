"""How processes log: one structlog configuration, JSON lines or pretty on a terminal.

What libraries say through the standard library comes out in the same form.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import msgspec
import structlog
from structlog.typing import Processor

from services.settings import Settings

SECRET = frozenset(
    {
        "action",
        "authorization",
        "body",
        "cards",
        "cause",
        "client_seed",
        "event_data",
        "hand",
        "headers",
        "password",
        "redis_url",
        "queue_url",
        "script",
        "seed",
        "state",
        "token",
        "view",
    }
)
"""Names under which secrets could come into a line; what stands there is never written."""


def configure(process: str, settings: Settings) -> None:
    """Set up logging for this process, whose name every line carries."""
    pretty = settings.log_format == "pretty" or (
        settings.log_format == "auto" and sys.stderr.isatty()
    )
    noted: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    shaping = _pretty() if pretty else _json()
    least = getattr(logging, settings.log_level.upper())
    structlog.configure(
        processors=[*noted, *shaping],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr)
        if pretty
        else structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=process)
    _tame_libraries(noted, shaping, max(least, logging.WARNING))


def without_secrets(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank out what must never be in a log, should anybody ever hand it in."""
    for name in SECRET.intersection(line):
        line[name] = "(secret)"
    return line


def _pretty() -> list[Processor]:
    """Plain tracebacks: the decorated kind shows local variables, and so tokens and hands."""
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def _json() -> list[Processor]:
    return [structlog.processors.format_exc_info, _as_json]


def _as_json(_: Any, __: str, line: MutableMapping[str, Any]) -> bytes:
    return msgspec.json.encode(line, enc_hook=str)


def _as_text(_: Any, __: str, line: Any) -> str:
    return line.decode() if isinstance(line, bytes) else str(line)


def _tame_libraries(noted: list[Processor], shaping: list[Processor], least: int) -> None:
    """Give what comes through the standard library's logging the same form."""
    form = structlog.stdlib.ProcessorFormatter(
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *shaping,
            _as_text,
        ],
        foreign_pre_chain=[structlog.stdlib.add_logger_name, *noted],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(form)
    logging.basicConfig(level=least, handlers=[handler], force=True)
