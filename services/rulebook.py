"""The rules by their ids, read from the specifications in docs/rules.

A specification numbers its rules (`- **BM-012** text [section of the rulebook]`) and rulings
(`- **BM-R01** *Title.* text`). Which actions and events a rule governs is told by their rows in its
tables and by the docstrings of their structs: whatever names the rule's id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from domain.catalog import ruleset
from domain.kernel.ruleset import Ruleset, members
from domain.kernel.values import Value, tag_of

FOLDER = Path(__file__).parents[1] / "docs" / "rules"

_HEADING = re.compile(r"#+ +(?:\d+(?:\.\d+)*\.? +)?(?P<title>.+)")
_RULE = re.compile(r"- \*\*(?P<id>[A-Z]+-R?\d+)(?:\*\* +| +(?P<title>[^*]+)\*\* +)(?P<text>.+)")
_STRESSED = re.compile(r"(\*{1,2})(?P<words>[^*\s](?:[^*]*[^*\s])?)\1")
"""Marks of titles and of stressed words, which readers of plain text are spared."""
_SECTION = re.compile(r" +\[(?P<section>[^\[\]]+)\]\.?$")
_SAME = "same"
_EXAMPLE = "Example"
_RULER = re.compile(r"\|[-|: ]+\|")
_SUBJECT = re.compile(r"(?:\| |\*\*)(?P<names>`\w+`(?:, `\w+`)*)")
_NAME = re.compile(r"`(\w+)`")
_NAMED = re.compile(
    r"(?P<first>(?P<prefix>[A-Z]{2,})-(?P<series>R?)(?P<low>\d+))"
    r"(?:(?: to |\u2013)(?:(?P=prefix)-)?(?P=series)(?P<high>\d+))?"
)


class Rule(Value):
    """A rule or a ruling of a specification."""

    id: str
    text: str
    section: str
    """Of the printed rulebook; for a ruling the heading under which it stands."""
    actions: tuple[str, ...]
    """Types of the actions that the rule governs, bookkeeping included."""
    events: tuple[str, ...]
    """Types of the events that tell what comes of it."""


@cache
def rulebook(slug: str) -> Mapping[str, Rule]:
    """Give all rules of a ruleset by id, in the order of its specification.

    Raises `UnknownRuleset`.
    """
    text = (FOLDER / f"{ruleset(slug).id}.md").read_text(encoding="utf-8")
    return MappingProxyType({rule.id: rule for rule in read_rules(text, ruleset(slug))})


def read_rules(text: str, rules: Ruleset[Any, Any, Any, Any]) -> Iterator[Rule]:
    """Read the rules of a specification."""
    lines = text.splitlines()
    actions = _governed(lines, _bookkeeping(lines), members(rules.action), "")
    events = _governed(lines, (), members(rules.event), f"{rules.id}.")
    for name, section, words in _entries(lines):
        yield Rule(
            id=name,
            text=words,
            section=section,
            actions=_naming(name, actions),
            events=_naming(name, events),
        )


def ids_in(text: str) -> frozenset[str]:
    """Collect the rule ids that a text names, ranges such as `BM-021 to BM-029` in full."""
    found: set[str] = set()
    for match in _NAMED.finditer(text):
        found.add(match["first"])
        if match["high"]:
            stem, width = f"{match['prefix']}-{match['series']}", len(match["low"])
            numbers = range(int(match["low"]), int(match["high"]) + 1)
            found.update(f"{stem}{number:0{width}}" for number in numbers)
    return frozenset(found)


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Give id, section and text of every numbered line."""
    heading = section = ""
    for line in lines:
        if match := _HEADING.fullmatch(line):
            heading = match["title"]
        elif match := _RULE.fullmatch(line):
            printed = _SECTION.search(match["text"])
            text = match["text"][: printed.start()] if printed else match["text"]
            title = f"{match['title']} " if match["title"] else ""
            words = title + _STRESSED.sub(r"\g<words>", text)
            if printed is None:
                yield match["id"], heading, words
                continue
            first, comma, rest = printed["section"].partition(", ")
            if first != _SAME and not first.startswith(_EXAMPLE):
                section = first + comma + rest
            yield match["id"], _in_full(first, comma + rest, section), words


def _in_full(told: str, rest: str, section: str) -> str:
    """Give a section in full where it leans on that of the rules before: `same`, `Example 4`."""
    if told == _SAME:
        return section + rest
    return f"{section}, {told}{rest}" if told.startswith(_EXAMPLE) else told + rest


def _bookkeeping(lines: Sequence[str]) -> tuple[str, ...]:
    """Name the system actions: the rows of the table under that heading."""
    heading = ""
    names: list[str] = []
    for line, following in pairwise((*lines, "")):
        if match := _HEADING.fullmatch(line):
            heading = match["title"]
        elif heading != "System actions" or _RULER.fullmatch(following):
            continue
        elif subject := _SUBJECT.match(line):
            names += _NAME.findall(subject["names"])
    return tuple(names)


def _governed(
    lines: Iterable[str], names: tuple[str, ...], structs: Iterable[Any], prefix: str
) -> dict[str, frozenset[str]]:
    """Map each action or event to the ids that its rows and its docstring name."""
    told = {tag_of(one): ids_in(one.__doc__ or "") for one in structs}
    told |= {name: frozenset() for name in names if name not in told}
    subjects: list[str] = []
    for line in lines:
        if subject := _SUBJECT.match(line):
            subjects = [prefix + name for name in _NAME.findall(subject["names"])]
        elif not line or _HEADING.fullmatch(line):
            subjects = []
        for name in subjects:
            if name in told:
                told[name] |= ids_in(line)
    return told


def _naming(rule: str, governed: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    return tuple(name for name, ids in governed.items() if rule in ids)
