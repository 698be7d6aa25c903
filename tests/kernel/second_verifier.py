"""Luck and hashes as docs/chance.md tells them, written from the page alone, and the page's test vectors."""

import hashlib
import hmac
import json
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "chance.md"
VECTORS = json.loads(
    re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
)
SEED = bytes(range(32))


class Verifier:
    """The draws of docs/chance.md, written from the page alone."""

    def __init__(self, key, point, event, ordinal):
        self.words = self._words(key, f"{point}|{event}|{ordinal}|")

    @staticmethod
    def _words(key, label):
        i = 0
        while True:
            block = hmac.new(key, (label + str(i)).encode("utf-8"), hashlib.sha256).digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(block[at : at + 4], "big")
            i += 1

    def below(self, n):
        if n == 1:
            return 0
        return next(x % n for x in self.words if x < 2**32 - 2**32 % n)

    def shuffle(self, items):
        order = list(items)
        for i in reversed(range(1, len(order))):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def roll(self, faces, dice):
        return [faces[self.below(len(faces))] for _ in range(dice)]


def written_again(value):
    """Give the canonical form by the page's words."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")


def sha256(data):
    """Give the SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()
