"""What a drawing looks like on a terminal, as text."""

from __future__ import annotations

import io

from rich.console import Console, RenderableType


def text_of(drawn: RenderableType, width: int = 100) -> str:
    """Give the lines of a drawing, without colours, on a terminal of this width."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(drawn)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
