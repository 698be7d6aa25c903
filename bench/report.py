"""The figures as a table."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from bench.goals import Figure


def table(figures: Iterable[Figure]) -> Table:
    """Put the figures into a table: floor, ours, their ratio, what it should be, and whether it is."""
    made = Table(show_lines=False, header_style="bold", pad_edge=False)
    made.add_column("goal")
    made.add_column("what", overflow="fold", ratio=1)
    for name in ("floor", "ours", "ratio", "goal"):
        made.add_column(name, justify="right", no_wrap=True)
    made.add_column("")
    for figure in figures:
        made.add_row(
            figure.goal,
            _what(figure),
            _number(figure.floor),
            f"{_number(figure.ours)} {figure.unit}".rstrip(),
            "" if figure.floor is None else f"{figure.measured:.2f}",
            _goal(figure),
            _verdict(figure),
        )
    return made


def _what(figure: Figure) -> Text:
    text = Text(figure.what)
    if figure.note:
        text.append(f"\n{figure.note}", "dim")
    return text


def _number(value: float | None) -> str:
    if value is None:
        return ""
    if value == int(value) or value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value >= 1 else f"{value:.2f}"


def _goal(figure: Figure) -> str:
    if figure.least is not None:
        return f">= {_number(figure.least)}"
    return f"<= {_number(figure.most)}" if figure.most is not None else ""


def _verdict(figure: Figure) -> Text:
    if figure.is_met is None:
        return Text("")
    return Text("met", "green") if figure.is_met else Text("missed", "bold red")
