"""`roundtable settings`, and the documents that tell of settings and exit codes."""

from __future__ import annotations

import re
from pathlib import Path

from cli import exits
from cli.settings import table_for_documents
from services.settings import CLIENT_VARIABLES, described
from tests.cli.conftest import roundtable

ROOT = Path(__file__).parents[2]
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()


def test_the_document_lists_the_settings_as_they_are() -> None:
    """If not: replace the table by what `roundtable settings --markdown` says."""
    match = re.search(
        r"<!-- settings: [^>]+ -->\n(.*)\n<!-- end of settings -->", OPERATIONS, re.DOTALL
    )

    assert match is not None
    assert match[1] == table_for_documents()
    assert roundtable("settings", "--markdown").stdout == match[1] + "\n"


def test_the_document_lists_the_exit_codes() -> None:
    codes = {value for name, value in vars(exits).items() if name.isupper()}

    section = OPERATIONS.split("## Exit codes")[1].split("## ")[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)} == codes | {0}


def test_every_setting_is_shown_with_its_value() -> None:
    told = roundtable("settings", ROUNDTABLE_PORT="8123", COLUMNS="200").stdout

    for line in described():
        assert line.variable in told
    for name in CLIENT_VARIABLES:
        assert f"{name} is not set" in told
    assert "ROUNDTABLE_PORT = 8123\n" in told
    assert "REDIS_URL is not set\n" in told


def test_no_password_or_token_is_shown() -> None:
    told = roundtable(
        "settings",
        REDIS_URL="redis://:hunter2@redis",
        QUEUE_URL="redis://:hunter2@queue",
        ROUNDTABLE_TOKEN="hunter2",
        ROUNDTABLE_URL="http://table.example",
    )

    assert "hunter2" not in told.stdout + told.stderr
    for name in ("REDIS_URL", "QUEUE_URL", "ROUNDTABLE_TOKEN"):
        assert f"{name} = (set)\n" in told.stdout
    assert "ROUNDTABLE_URL = http://table.example\n" in told.stdout


def test_wrong_settings_are_told() -> None:
    told = roundtable("settings", ROUNDTABLE_PORT="a", ROUNDTABLE_COLOUR="red")

    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.splitlines() == [
        "roundtable: ROUNDTABLE_COLOUR is not a setting; remove it.",
        "roundtable: ROUNDTABLE_PORT='a': it has to be a number from 0 to 65535.",
    ]
