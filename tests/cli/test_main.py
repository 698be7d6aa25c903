"""The command line itself: what it knows, and how it ends."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import tomllib
from pathlib import Path

import pytest

from cli.exits import FAILED, INTERRUPTED, NO_SERVER, WRONG_USAGE, Failure, NoServer, WrongUsage
from cli.main import COMMANDS, run
from services.errors import StoreUnavailable
from services.service import Unsuitable
from services.settings import BadSettings
from tests.cli.conftest import ROUNDTABLE, environ, roundtable

ROOT = Path(__file__).parents[2]


def test_every_command_is_there_and_documented() -> None:
    for where, summary in COMMANDS.values():
        module, name = where.split(":")
        command = getattr(importlib.import_module(module), name)

        assert summary.endswith(".")
        assert inspect.getdoc(command)


def test_help_lists_every_command() -> None:
    told = roundtable("--help")

    assert told.returncode == 0
    for name in COMMANDS:
        assert f" {name} " in told.stdout
    assert roundtable("dance").stderr.startswith("roundtable: ")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert COMMANDS[command][1] in capsys.readouterr().out


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    assert roundtable("--version").stdout.strip() == project["version"]


@pytest.mark.parametrize(
    "words",
    [
        ("dance",),
        ("serve", "--port", "many"),
        ("serve", "--colour", "red"),
        ("simulate",),
        ("simulate", "burnmelt", "-n", "0"),
        ("verify",),
        ("demo", "--games", "-1"),
    ],
)
def test_wrong_usage_is_told_in_a_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == WRONG_USAGE
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("roundtable: ")


@pytest.mark.parametrize("command", ["api", "dispatcher", "worker"])
def test_a_single_process_needs_a_redis(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)

    assert run([command]) == WRONG_USAGE
    assert capsys.readouterr().err.startswith("roundtable: REDIS_URL is not set")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Failure("It failed."), FAILED),
        (WrongUsage("It was wrong."), WRONG_USAGE),
        (NoServer("It was not there."), NO_SERVER),
        (BadSettings(["One is wrong.", "And another."]), WRONG_USAGE),
        (Unsuitable("It is too old."), WRONG_USAGE),
        (StoreUnavailable("It is away."), FAILED),
        (KeyboardInterrupt(), INTERRUPTED),
    ],
)
def test_every_error_has_its_exit_code(
    error: BaseException,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr("cli.main.app", fail)

    assert run([]) == code
    told = capsys.readouterr().err.splitlines()
    assert told == [f"roundtable: {line}" for line in str(error).splitlines()]


@pytest.mark.parametrize(("outcome", "code"), [(None, 0), (0, 0), (1, 1)])
def test_a_command_gives_its_exit_code_or_nothing(
    outcome: int | None, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.main.app", lambda _: outcome)

    assert run([]) == code


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    """`roundtable replay ... | head`: no traceback."""
    command = [*ROUNDTABLE, "settings"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()

        assert process.stderr.read() == b""
