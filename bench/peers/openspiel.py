"""OpenSpiel, the peer of P8 and P9, in an environment of its own: it brings numpy and more."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from bench.floors import tic_tac_toe
from bench.machine import ROOT

FOLDER = Path(__file__).parent
LOCK = FOLDER / "openspiel.lock"
VENV = FOLDER / ".venv"
PYTHON = VENV / "bin" / "python"


def is_installed() -> bool:
    """Tell whether `make peers` has installed it."""
    return any(VENV.glob("lib/python*/site-packages/open_spiel"))


class Reckoned:
    """What stands in for OpenSpiel: plain Python beside us, and what OpenSpiel took of its rate.

    Both shares are medians of pairs taken in turn on the machine of docs/performance.md.
    """

    MOVES = 0.25
    CLONES = 0.52
    suffix = ", reckoned"

    def moves_per_second(self, seconds: float) -> float:
        """Reckon the moves of python_tic_tac_toe, played at random for so long."""
        return tic_tac_toe.moves_per_second(tic_tac_toe.State, seconds) * self.MOVES

    def clones_per_second(self, states: int) -> float:
        """Reckon the clones of python_liars_poker's states."""
        return tic_tac_toe.copies_per_second(states) * self.CLONES


class Installed:
    """OpenSpiel itself, asked through pipes."""

    suffix = ""

    def __init__(self, questions: IO[str], answers: IO[str]) -> None:
        self._questions = questions
        self._answers = answers

    def moves_per_second(self, seconds: float) -> float:
        """Play python_tic_tac_toe at random for so long; give moves a second of CPU time."""
        return self._ask(f"moves {seconds}")

    def clones_per_second(self, states: int) -> float:
        """Clone so many states of python_liars_poker games in progress; give clones a second of CPU time."""
        return self._ask(f"clones {states}")

    def _ask(self, question: str) -> float:
        print(question, file=self._questions, flush=True)
        return float(self._answers.readline())


@contextmanager
def open_spiel() -> Iterator[Installed | Reckoned]:
    """Give OpenSpiel where it is installed, else what stands in for it."""
    if not is_installed():
        yield Reckoned()
        return
    command = [str(PYTHON), "-m", "bench.peers.openspiel_rates"]
    pipe = subprocess.PIPE
    # It ends with its input, so also when we are killed.
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Installed(process.stdin, process.stdout)
