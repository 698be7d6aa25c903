"""The test vectors that docs/chance.md publishes for writers of other verifiers."""

import json
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "chance.md"
VECTORS = json.loads(
    re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
)
SEED = bytes(range(32))
