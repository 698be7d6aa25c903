"""`roundtable settings`: every setting, what it may be, and what it is now."""

from __future__ import annotations

import os

from rich.padding import Padding
from rich.text import Text

from cli.screen import out
from services.settings import CLIENT_VARIABLES, Settings, described

HIDDEN = ("REDIS_URL", "QUEUE_URL", "ROUNDTABLE_TOKEN")


def settings(*, markdown: bool = False) -> None:
    """List every setting and its value.

    Parameters
    ----------
    markdown
        Write the table of the documents instead, with defaults and without values.
    """
    if markdown:
        print(table_for_documents())  # noqa: T201  # to be piped
        return
    now = Settings.from_env(os.environ).to_env() | {
        name: os.environ[name] for name in CLIENT_VARIABLES if name in os.environ
    }
    for line in described():
        _show(line.variable, now.get(line.variable), f"{line.text} ({line.values})")
    for name, text in CLIENT_VARIABLES.items():
        _show(name, now.get(name), text)


def _show(name: str, value: str | None, text: str) -> None:
    """Write a setting, but not an address or token: there may be a password in it."""
    told = "(set)" if value and name in HIDDEN else value
    out.print(
        Text(name, "bold").append(f" = {told}" if told else " is not set", "default not bold")
    )
    out.print(Padding(Text(text, "dim"), (0, 0, 0, 4)), soft_wrap=False)


def table_for_documents() -> str:
    """Give the table of all settings in Markdown."""
    rows = [
        "| Setting | May be | Default | What for |",
        "|---|---|---|---|",
        *(
            f"| `{line.variable}` | {line.values} | {_code(line.default)} | {line.text} |"
            for line in described()
        ),
        *(f"| `{name}` | text | | {text} |" for name, text in CLIENT_VARIABLES.items()),
    ]
    return "\n".join(rows)


def _code(value: str) -> str:
    return f"`{value}`" if value else ""
