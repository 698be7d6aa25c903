"""Log lines: one form for all, and no secret in any. Each case runs in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

SAY = """
import logging, structlog
from services.logs import configure
from services.settings import Settings

configure("worker", Settings(log_format={form!r}, log_level={level!r}))
log = structlog.get_logger()
log.debug("looked")
log.info("action_accepted", game="g1", version=3, ms=1.5, token="hunter2", seed="hunter2")
local = "hunter2"
try:
    1 / 0
except ZeroDivisionError as error:
    log.error("request_failed", exc_info=error)
logging.getLogger("rq").info("unimportant")
logging.getLogger("rq").warning("worker %s is gone", "w1")
"""


def said(form: str = "json", level: str = "info") -> str:
    code = SAY.format(form=form, level=level)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""
    return done.stderr


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_is_json_with_process_level_and_time() -> None:
    accepted, failed, library = lines(said())

    assert accepted.pop("timestamp").endswith("Z")
    assert accepted == {
        "event": "action_accepted",
        "process": "worker",
        "level": "info",
        "game": "g1",
        "version": 3,
        "ms": 1.5,
        "token": "(secret)",
        "seed": "(secret)",
    }
    assert failed["exception"].endswith("ZeroDivisionError: division by zero")
    assert (library["event"], library["logger"]) == ("worker w1 is gone", "rq")


@pytest.mark.parametrize(
    ("level", "count"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)]
)
def test_what_is_below_the_level_is_not_logged(level: str, count: int) -> None:
    assert len(lines(said(level=level))) == count


def test_the_pretty_form_is_for_people() -> None:
    text = said("pretty")

    assert "action_accepted" in text
    assert "ZeroDivisionError" in text
    assert "worker w1 is gone" in text


@pytest.mark.parametrize("form", ["json", "pretty", "auto"])
def test_secrets_are_in_no_form(form: str) -> None:
    """Neither as values nor as local variables in a traceback."""
    assert "hunter2" not in said(form).replace('local = "hunter2"', "")


def test_off_a_terminal_the_form_is_json() -> None:
    assert len(lines(said("auto"))) == 3
