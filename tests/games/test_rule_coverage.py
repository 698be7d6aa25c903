"""Every rule of a specification has a test that is marked with it; every rule that the code names exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.catalog import RULESETS
from services.rulebook import ids_in, rulebook

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("specification")

MARK = "pytest.mark.rule"

each_game = pytest.mark.parametrize("slug", RULESETS)


def marks(folder: Path) -> Iterator[str]:
    """Give the ids with which the tests of a folder are marked."""
    for file in sorted(folder.rglob("test_*.py")):
        module = ast.parse(file.read_text(encoding="utf-8"))
        names = {MARK, *other_names_of_the_mark(module)}
        for marked in marked_tests(module):
            for node in ast.walk(marked):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
                    for told in (*node.args, *(keyword.value for keyword in node.keywords)):
                        assert isinstance(told, ast.Constant), f"{file}:{node.lineno}: write it out"
                        yield str(told.value)


def other_names_of_the_mark(module: ast.Module) -> Iterator[str]:
    """Give the names that a module gives the mark: `rule = pytest.mark.rule`."""
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == MARK:
            yield from map(ast.unparse, node.targets)


def marked_tests(module: ast.Module) -> Iterator[ast.AST]:
    """Give what marks tests: their decorators, those of their classes, and the module's own marks."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name.lower().startswith("test"):
                yield from node.decorator_list
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            yield node.value


def code_of(slug: str) -> str:
    """Give all code of a ruleset."""
    files = sorted((ROOT / "domain" / "games" / slug).rglob("*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def raised_in(code: str, prefix: str) -> set[str]:
    """Give the ids that stand in the code as strings: what refusals and faults name."""
    whole = re.compile(rf"{prefix}-R?\d+")
    return {
        node.value
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and whole.fullmatch(node.value)
    }


@each_game
def test_every_rule_has_a_test(slug):
    tested = set(marks(ROOT / "tests" / "games" / slug))
    untested = [rule for rule in rulebook(slug) if rule not in tested]
    assert untested == []


@each_game
def test_tests_are_marked_with_rules_that_exist(slug):
    assert set(marks(ROOT / "tests" / "games" / slug)) <= set(rulebook(slug))


@each_game
def test_every_rule_that_is_refused_by_is_in_the_specification(slug):
    raised = raised_in(code_of(slug), RULESETS[slug].prefix)
    assert raised, "no refusal names a rule"
    assert raised <= set(rulebook(slug))


@each_game
def test_every_rule_that_the_code_speaks_of_is_in_the_specification(slug):
    prefix = RULESETS[slug].prefix
    named = {one for one in ids_in(code_of(slug)) if one.startswith(f"{prefix}-")}
    assert named <= set(rulebook(slug))


@each_game
def test_the_specification_speaks_of_no_rule_that_it_does_not_have(slug):
    text = (ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")
    prefix = RULESETS[slug].prefix
    assert {one for one in ids_in(text) if one.startswith(f"{prefix}-")} <= set(rulebook(slug))


@each_game
def test_ids_are_unlike_those_of_other_games(slug):
    prefixes = [rules.prefix for rules in RULESETS.values()]
    assert prefixes.count(RULESETS[slug].prefix) == 1
    assert all(rule.startswith(f"{RULESETS[slug].prefix}-") for rule in rulebook(slug))


def test_marks_are_found_wherever_they_are_written(tmp_path):
    (tmp_path / "test_rules.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.rule('BM-001')\n"
        "@pytest.mark.rule('BM-002', 'BM-003')\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.rule('BM-004'))])\n"
        "def test_it(n): ...\n"
        "rule = pytest.mark.rule\n"
        "@rule('BM-005')\n"
        "async def test_too(): ...\n"
        "@rule('BM-006')\n"
        "def helps_a_test(): ...\n"
        "rules('BM-007')\n"
    )
    assert set(marks(tmp_path)) == {"BM-001", "BM-002", "BM-003", "BM-004", "BM-005"}
