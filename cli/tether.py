"""Run a program that ends when its parent does, however the parent ends.

Run by path, not imported: `python -I tether.py <parent's pid> <program> <arguments...>`. Where the
kernel has no such service (anything but Linux) the program is simply run.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1


def tethered(command: list[str]) -> list[str]:
    """Give the command line that runs `command` tethered to the thread that starts it."""
    return [sys.executable, "-I", "-S", str(Path(__file__)), str(os.getpid()), *command]


def main(arguments: list[str]) -> None:
    """Ask the kernel for the signal, see that the parent is still there, become the program."""
    parent, *command = arguments
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):
            return
    os.execv(command[0], command)  # noqa: S606  # no shell: the very point


if __name__ == "__main__":
    main(sys.argv[1:])
