"""How commands end when they do not end well: one clear line, and an exit code that says which kind.

| code | meaning |
|---|---|
| 0 | done |
| 1 | what was asked for failed, or a check found something |
| 2 | wrong usage or settings |
| 3 | the server cannot be reached, or refused |
| 130 | interrupted |
"""

from __future__ import annotations

FAILED = 1
WRONG_USAGE = 2
NO_SERVER = 3
INTERRUPTED = 130


class Failure(Exception):
    """What was asked for failed; the message says why, in a line."""

    code = FAILED


class WrongUsage(Failure):
    """The command line or the settings are not right."""

    code = WRONG_USAGE


class NoServer(Failure):
    """The server cannot be reached, or it refused."""

    code = NO_SERVER
