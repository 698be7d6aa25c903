"""Single keys from a terminal, without the return key and without an echo."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = {
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1b[5~": "page up",
    b"\x1b[6~": "page down",
    b"\x1b": "escape",
    b"\r": "return",
    b"\n": "return",
    b"\x7f": "backspace",
    b"\x04": "q",
    b"": "q",
}
SEQUENCE_SECONDS = 0.05
"""The rest of an arrow key's sequence comes at once; a lone escape stays alone."""


@contextmanager
def raw_keys(terminal: int) -> Iterator[None]:
    """Have keys come one by one; the terminal is as before afterwards."""
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def next_key(terminal: int) -> str:
    """Wait for a key; give its name, or the character. At the end of input it is `q`."""
    pressed = more = os.read(terminal, 1)
    while more and pressed.startswith(b"\x1b") and not _is_whole(pressed) and _more(terminal):
        more = os.read(terminal, 1)
        pressed += more
    return NAMES.get(pressed, pressed.decode(errors="replace"))


def is_keyboard() -> bool:
    """Tell whether somebody sits at a keyboard."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _more(terminal: int) -> bool:
    return bool(select.select([terminal], [], [], SEQUENCE_SECONDS)[0])


def _is_whole(pressed: bytes) -> bool:
    """Tell whether an escape sequence has come to its end."""
    return len(pressed) > 2 and (pressed[-1:].isalpha() or pressed.endswith(b"~"))
