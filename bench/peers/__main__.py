"""`make peers`: install the peers beside us, and say plainly what is not there."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

from bench.peers import boardgame, openspiel


def main() -> int:
    """Install what can be installed; give 1 if something failed that should have worked."""
    return max(_install_boardgame(), _install_openspiel())


def _install_boardgame() -> int:
    if shutil.which("npm") is None or shutil.which("node") is None:
        print("boardgame.io: left out, for node and npm are not there; bench will reckon it.")
        return 0
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    # None of its packages needs a script of its own to be installed.
    return _told(
        "boardgame.io", _run("npm", "ci", "--ignore-scripts", *quiet, cwd=boardgame.FOLDER)
    )


def _install_openspiel() -> int:
    venv.create(openspiel.VENV, with_pip=True)
    wanted = ("--require-hashes", "--only-binary", ":all:", "--requirement", openspiel.LOCK)
    pip = (openspiel.PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check")
    return _told("OpenSpiel", _run(*pip, "install", *wanted))


def _run(*command: object, cwd: Path | None = None) -> bool:
    return subprocess.run([str(one) for one in command], cwd=cwd, check=False).returncode == 0


def _told(peer: str, is_installed: bool) -> int:
    if is_installed:
        print(f"{peer}: installed.")
        return 0
    print(f"{peer}: could not be installed, see above; bench will reckon it.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
