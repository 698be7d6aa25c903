"""What holds for the project as a whole: sizes, rooms, leftovers, exceptions, locks, doors.

Who may import whom is told by the contracts of import-linter in pyproject.toml (`make check`).
"""

from __future__ import annotations

import ast
import json
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from domain.catalog import RULESETS

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "services", "api", "workers", "cli")
GAMES = ROOT / "domain" / "games"
WRITTEN = (*PACKAGES, "tests", "bench", "clients", "docs", "deploy", "openapi")
MADE = {"__pycache__", "generated", "node_modules", "results", ".venv"}
LONGEST = 400

# A room is a file, or a package of the same name where it would be too long for one.
ROOMS = {
    "__init__.py",
    "ruleset.py",
    "edition.toml",
    "edition.py",
    "actions.py",
    "events.py",
    "state.py",
    "rules.py",
    "choices.py",
    "scoring.py",
    "view.py",
    "guess.py",
    "bots.py",
}

# Written apart, so that this file does not find itself.
LEFTOVERS = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
EXCEPTION = re.compile(r"#\s*(noqa|type:\s*ignore|pyright:|ruff:|mypy:|pragma:)")
REASONED = re.compile(
    r"#\s*(noqa:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*|type:\s*ignore\[[a-z, -]+\]|pragma: no cover)\s+#?\s*\w"
)


def files_in(folder: str, *kinds: str) -> list[Path]:
    """List the files of a folder that people write (of some kinds), and nothing that was only made here."""
    return sorted(
        file
        for file in (ROOT / folder).rglob("*")
        if file.is_file()
        and not MADE.intersection(file.relative_to(ROOT).parts)
        and (not kinds or file.suffix in kinds)
    )


def named(files: list[Path]) -> list[str]:
    return [str(file.relative_to(ROOT)) for file in files]


def comments(file: Path) -> Iterator[tuple[int, str]]:
    """Give the comments of a Python file with their lines."""
    with file.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def game_folders() -> list[Path]:
    return sorted(one for one in GAMES.iterdir() if (one / "__init__.py").is_file())


each_game = pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_longer_than_one_can_take_in(package):
    files = files_in(package, ".py", ".lua")
    assert files
    lengths = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines())
        for file in files
    }
    too_long = {name: lines for name, lines in lengths.items() if lines > LONGEST}
    assert too_long == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_says_what_it_is_for(package):
    silent = [
        file
        for file in files_in(package, ".py")
        if not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert named(silent) == []


OPTIONAL_ROOMS = {"campaign.py"}
"""Of a ruleset that has something which outlives single games."""


def room_of(entry: Path) -> str:
    return f"{entry.name}.py" if (entry / "__init__.py").is_file() else entry.name


@each_game
def test_a_game_has_the_rooms_of_every_other_game(folder):
    found = [room_of(one) for one in folder.iterdir() if one.name != "__pycache__"]
    assert sorted(set(found) - OPTIONAL_ROOMS) == sorted(ROOMS)
    assert len(found) == len(set(found))
    assert ("campaign.py" in found) == (RULESETS[folder.name].campaign is not None)


@each_game
def test_a_game_folder_introduces_the_game_and_nothing_else(folder):
    module = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(module)
    assert len(module.body) == 1


@each_game
def test_the_ruleset_takes_what_it_records_from_the_rooms_by_their_names(folder):
    """Whether a room is a file or a package is its own affair."""
    module = ast.parse((folder / "ruleset.py").read_text(encoding="utf-8"))
    taken = [one.module for one in module.body if isinstance(one, ast.ImportFrom)]
    rooms = [name for name in taken if name.startswith("domain.games.")]
    assert rooms
    assert [name for name in rooms if name.count(".") > 3] == []


@each_game
def test_a_game_is_in_the_catalogue_under_the_name_of_its_folder(folder):
    assert folder.name in RULESETS
    assert RULESETS[folder.name].id == folder.name


def test_the_catalogue_has_no_game_without_a_folder():
    assert sorted(RULESETS) == [folder.name for folder in game_folders()]


NAMED_FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.[a-z]+)`")
"""A file that a document names; paths in the tables of the guide leave out `domain/`."""


def test_the_files_that_documents_name_are_there():
    documents = [*ROOT.glob("*.md"), *files_in("docs", ".md")]
    gone = [
        f"{document.relative_to(ROOT)}: {name}"
        for document in documents
        for name in NAMED_FILE.findall(document.read_text(encoding="utf-8"))
        if not MADE.intersection(Path(name).parts)
        and not any((base / name).exists() for base in (ROOT, ROOT / "domain"))
    ]
    assert gone == []


def test_nothing_is_left_to_be_done_later():
    left = []
    kinds = (".py", ".lua", ".toml", ".yaml", ".md", ".ts", ".sh", ".js", ".html", ".conf")
    files = [file for folder in WRITTEN for file in files_in(folder, *kinds)]
    files += [*ROOT.glob("*.md"), *ROOT.glob("*.yaml"), ROOT / "Makefile", ROOT / "pyproject.toml"]
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if LEFTOVERS.search(line):
                left.append(f"{file.relative_to(ROOT)}:{number}")
    assert left == []


def test_every_exception_to_a_check_names_it_and_says_why():
    bare = [
        f"{file.relative_to(ROOT)}:{line}: {comment}"
        for package in PACKAGES
        for file in files_in(package, ".py")
        for line, comment in comments(file)
        if EXCEPTION.match(comment) and not REASONED.match(comment)
    ]
    assert bare == []


@pytest.mark.parametrize("kind", ["requirements", "requirements-dev", "bench/peers/openspiel"])
def test_the_lock_holds_what_is_required(kind):
    locked = {
        canonicalize_name(name): version
        for name, version in re.findall(
            r"^([\w.-]+)==(\S+)", (ROOT / f"{kind}.lock").read_text(encoding="utf-8"), re.MULTILINE
        )
    }
    lines = (ROOT / f"{kind}.in").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith(("#", "-r"))]
    assert wanted
    unmet = [
        str(one)
        for one in wanted
        if (name := canonicalize_name(one.name)) not in locked or locked[name] not in one.specifier
    ]
    assert unmet == []


def test_the_locks_agree_and_name_no_place_to_fetch_from():
    pins = {}
    for kind in ("requirements", "requirements-dev", "bench/peers/openspiel"):
        text = (ROOT / f"{kind}.lock").read_text(encoding="utf-8")
        assert not re.search(r"https?://|file:|^--(?!hash)", text, re.MULTILINE)
        pins[kind] = set(re.findall(r"^[\w.-]+==[^\s;]+", text, re.MULTILINE))
        hashed = re.findall(r"^[\w.-]+==.* \\\n    --hash=sha256:", text, re.MULTILINE)
        assert len(hashed) == len(re.findall(r"^[\w.-]+==", text, re.MULTILINE))
    assert pins["requirements"] <= pins["requirements-dev"]


def test_the_lock_of_the_node_packages_holds_hashes_and_no_place_to_fetch_from():
    folder = ROOT / "bench" / "peers" / "boardgame_io"
    text = (folder / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    lock = json.loads(text)["packages"]
    wanted = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    root = lock.pop("")
    assert root["dependencies"] == wanted["dependencies"]
    assert lock
    assert [name for name, one in lock.items() if "resolved" in one or "integrity" not in one] == []


def test_ci_opens_the_two_doors_and_nothing_else():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in script if line.startswith("make")] == ["make check", "make test"]


def test_every_door_of_the_makefile_is_described():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    doors = set(re.search(r"^\.PHONY:(.*)$", text, re.MULTILINE)[1].split())
    described = set(re.findall(r"^([a-z]+):.*## \S", text, re.MULTILINE))
    assert doors == described


def test_what_is_shipped_is_the_packages_and_their_data():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    include = project["setuptools"]["packages"]["find"]["include"]
    data = project["setuptools"]["package-data"]["*"]
    assert {one.removesuffix("*") for one in include} == set(PACKAGES)
    unshipped = [
        file
        for package in PACKAGES
        for file in files_in(package)
        if file.suffix != ".py" and f"*{file.suffix}" not in data
    ]
    assert named(unshipped) == []
