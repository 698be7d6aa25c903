"""`python -m bench.peers.lock`: take out of the node packages' lock the addresses that npm puts in beside hashes."""

from __future__ import annotations

import json

from bench.peers.boardgame import FOLDER

LOCK = FOLDER / "package-lock.json"


def main() -> None:
    """Write the lock without the pages on which authors ask for money."""
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)
    LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
