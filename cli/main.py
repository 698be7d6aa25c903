"""The command line: `roundtable <command>`. A command's module is loaded when it is called."""

from __future__ import annotations

import os
import signal
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from cyclopts import App, CycloptsError
from rich.text import Text

from cli.exits import FAILED, INTERRUPTED, WRONG_USAGE, Failure
from cli.screen import err
from services.errors import StoreUnavailable
from services.service import Unsuitable
from services.settings import BadSettings

COMMANDS = {
    "serve": ("cli.serve:serve", "Start everything and keep it running."),
    "demo": ("cli.demo:demo", "Play whole games over HTTP, from nothing to the rankings."),
    "watch": ("cli.watch:watch", "Watch a game as it is played."),
    "replay": ("cli.replay:replay", "Step through a game, move by move."),
    "verify": ("cli.verify:verify", "Check that nobody has moved a card in a finished game."),
    "simulate": ("cli.simulate:simulate", "Play many games at once, without a server."),
    "settings": ("cli.settings:settings", "List every setting and its value."),
    "health": ("cli.health:health", "Tell whether all is well."),
    "api": ("cli.processes:api", "Run one API process."),
    "dispatcher": ("cli.processes:dispatcher", "Run one dispatcher."),
    "worker": ("cli.processes:worker", "Run one worker."),
}


def version() -> str:
    """Tell the version, from the one place where it is written down."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
    return str(project["project"]["version"])


app = App(
    name="roundtable",
    help="A tabletop game service: whole board games over HTTP, live, replayed and verified.",
    version=version,
    result_action="return_value",
    exit_on_error=False,
    print_error=False,
)
for _name, (_where, _help) in COMMANDS.items():
    app.command(_where, name=_name, help=_help)


def run(words: Sequence[str]) -> int:
    """Carry out a command line and give its exit code."""
    try:
        outcome = app(words)
    except (Failure, BadSettings, CycloptsError, Unsuitable, StoreUnavailable) as error:
        return _told(error)
    except BrokenPipeError:
        # Whoever read our output has had enough; do not complain while the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    return outcome if isinstance(outcome, int) else 0


def main() -> None:
    """Run the command line of this process. A polite end by signal is an interruption too."""
    # A shell starts what runs in its background with this signal ignored; then nothing would stop us.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    sys.exit(run(sys.argv[1:]))


def _told(error: Exception) -> int:
    """Say what went wrong, in a line or a line for each thing, and give the exit code."""
    more = f" ({_help_for(error)} tells more)" if isinstance(error, CycloptsError) else ""
    for line in (str(error) + more).splitlines():
        err.print(Text("roundtable: ", "bold red").append(line, "default not bold"))
    if isinstance(error, Failure):
        return error.code
    return FAILED if isinstance(error, StoreUnavailable) else WRONG_USAGE


def _help_for(error: CycloptsError) -> str:
    """Name the help that tells what this command takes."""
    return " ".join(("roundtable", *(error.command_chain or ()), "--help"))


if __name__ == "__main__":
    main()
