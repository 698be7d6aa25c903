"""Which rules a game can refuse an action by, as far as its code tells: those that `decide` leads to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.catalog import RULESETS

GAMES = Path(__file__).parents[2] / "domain" / "games"


def refusing_rules(slug: str) -> set[str]:
    """Give the ids of a game's rules that an action can be refused by."""
    return ids_below_decide(GAMES / slug, RULESETS[slug].prefix)


def ids_below_decide(folder: Path, prefix: str) -> set[str]:
    """Give the ids that stand in the functions and tables that `decide` uses, directly or through others."""
    parts = named_parts(folder)
    reached, waiting = set(), ["decide"]
    while waiting:
        name = waiting.pop()
        if name in parts and name not in reached:
            reached.add(name)
            waiting += [used for node in parts[name] for used in names_in(node)]
    texts = [text for name in reached for node in parts[name] for text in texts_in(node)]
    return {text for text in texts if re.fullmatch(rf"{prefix}-R?\d+", text)}


def named_parts(folder: Path) -> dict[str, list[ast.AST]]:
    """Give what the modules of a game define at their top or in a class, by name."""
    found: dict[str, list[ast.AST]] = {}
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, []).append(node.value)
    return found


def names_in(node: ast.AST) -> Iterator[str]:
    """Give all names that are used within."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


def texts_in(node: ast.AST) -> Iterator[str]:
    """Give all texts that stand within."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
