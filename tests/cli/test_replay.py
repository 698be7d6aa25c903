"""`roundtable replay` and `verify`: a finished game from its record, forwards, back, through all eyes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cli.exits import Failure
from cli.keys import next_key
from cli.records import frames_of, names_in, viewer_named
from cli.remote import HERE
from cli.replay import Film, Projector, RecordFilm
from cli.tables import picture_of
from domain.catalog import RULESETS
from domain.kernel.secrecy import EVERYTHING, SPECTATOR
from domain.table.verify import Record
from tests.cli.conftest import Terminal, on_terminal, recorded, roundtable


@pytest.fixture(scope="module")
def file(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.json"
    path.write_bytes(msgspec.json.encode(record))
    return path


@pytest.fixture
def projector(file: Path) -> Projector:
    return Projector(RecordFilm(str(file), HERE), None)


def altered(record: Record, path: Path, **changes: object) -> str:
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(record, **changes)))
    return str(path)


def test_the_whole_game_in_lines(file: Path, record: Record) -> None:
    told = roundtable("replay", str(file))

    assert told.returncode == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "    1  A table of burnmelt is set up."
    assert f"{len(record.events):>5}  The seed of all its luck was" in told.stdout
    assert "Round 2 of 2 · over" in told.stdout


def test_the_table_at_an_event(file: Path) -> None:
    told = roundtable("replay", str(file), "--at", "30", "--as", "0")

    assert told.returncode == 0
    assert told.stdout.startswith("Burnmelt Cave, event 30 of ")
    assert "seen by Ada" in told.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--at", "0"), "There is no event 0; there are "),
        (("--at", "9999"), "There is no event 9999; there are "),
        (("--as", "3"), "--as 3: it has to be a seat from 0 to 2, spectator or all."),
        (("--as", "me"), "--as me: it has to be a seat"),
    ],
)
def test_what_is_not_in_the_record(file: Path, words: tuple[str, str], why: str) -> None:
    told = roundtable("replay", str(file), *words)

    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith(f"roundtable: {why}")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_viewer_sees_what_a_server_would_have_shown(ruleset: str) -> None:
    """Views of a record are those of the rules, event by event, and secrets stay secret."""
    record = recorded(ruleset, RULESETS[ruleset].players[0])
    everything = list(frames_of(record, EVERYTHING))

    for viewer in (SPECTATOR, 0, 1):
        seen = list(frames_of(record, viewer))
        assert len(seen) == len(everything) == len(record.events)
        for frame, full, told in zip(seen, everything, record.events, strict=True):
            hidden = {name for name, value in frame.data.items() if full.data[name] != value}
            assert hidden <= set(told["commitments"])
            assert all(frame.data[name] is None for name in hidden)


def test_whose_eyes() -> None:
    assert viewer_named(None, 3) == viewer_named("all", 3) == EVERYTHING
    assert viewer_named("spectator", 3) == SPECTATOR
    assert viewer_named("2", 3) == 2
    with pytest.raises(Failure, match="0 to 2"):
        viewer_named("3", 3)


def test_keys_step_leap_and_jump(projector: Projector) -> None:
    last = len(projector.frames) - 1
    for keys, place in (
        (["left"], 0),
        (["right", " ", "down"], 3),
        (["backspace", "up"], 1),
        (["page down"], 11),
        (["page up"], 1),
        (["end"], last),
        (["right"], last),
        (["home"], 0),
        (["1", "2", "return"], 11),
        (["9", "9", "9", "9", "return"], last),
        (["0", "return"], 0),
        (["5", "x", "return"], 0),
        (["return"], 0),
    ):
        assert all(projector.press(key) for key in keys)
        assert projector.place == place, keys
    assert not projector.press("q")
    assert not projector.press("escape")


def test_other_eyes(projector: Projector) -> None:
    projector.jump(20)
    seen = []
    for _ in range(6):
        projector.press("v")
        seen.append(projector.viewer)
        assert projector.place == 19

    assert seen == ["0", "1", "2", "spectator", "all", "0"]


class ForOneOnly(Film):
    """A game that goes on: only one's own view may be seen."""

    def __init__(self, film: Film) -> None:
        super().__init__("burnmelt", film.names, film.eyes)
        self.film = film

    def frames(self, viewer: str | None) -> list[object]:  # type: ignore[override]  # as Film's
        if viewer is not None:
            raise Failure("Not your seat.")
        return self.film.frames(viewer)  # type: ignore[return-value]  # as above


def test_other_eyes_that_may_not_be_used(projector: Projector) -> None:
    closed = Projector(ForOneOnly(projector.film), None)

    assert closed.press("v")

    assert (closed.viewer, closed.note) == (None, "Not your seat.")


def screen(terminal: Terminal, what: str) -> str:
    """Read a whole screen that shows something: its last line says how to quit."""
    shown = terminal.until(what)
    return shown if "q quit" in shown.rpartition(what)[2] else shown + terminal.until("q quit")


def test_at_a_keyboard(file: Path) -> None:
    """The real thing, on a terminal."""
    with on_terminal("replay", str(file)) as terminal:
        assert "seen by all eyes" in screen(terminal, "event 1 of ")
        for keys, what in (
            (b"\x1b[C", "event 2 of "),
            (b"\x1b[6~", "event 12 of "),
            (b"40\r", "event 40 of "),
            (b"v", "seen by Ada"),
        ):
            terminal.press(keys)
            screen(terminal, what)
        terminal.press(b"\x1b[D")
        assert "Centre:" in screen(terminal, "event 39 of ")
        terminal.press(b"q")
        assert terminal.wait() == 0


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(reading)


@pytest.mark.parametrize(
    ("pressed", "keys"),
    [
        (b"a", ["a"]),
        (b"\x1b[C\x1b[D", ["right", "left"]),
        (b"\x1b[5~7", ["page up", "7"]),
        (b"\x1b", ["escape"]),
        (b"\r", ["return"]),
        (b"\x04", ["q"]),
        (b"", ["q"]),
    ],
)
def test_keys_by_name(pipe: tuple[int, int], pressed: bytes, keys: list[str]) -> None:
    reading, writing = pipe
    os.write(writing, pressed)
    os.close(writing)

    assert [next_key(reading) for _ in keys] == keys


def test_a_good_record_holds(file: Path, record: Record) -> None:
    told = roundtable("verify", str(file))

    assert told.returncode == 0
    assert told.stdout.startswith(f"holds {file}: {len(record.events)} events of burnmelt")


def test_a_forged_record_does_not(file: Path, record: Record, tmp_path: Path) -> None:
    """A card moved in somebody's hand, and everything after it left as it was."""
    events = list(record.events)
    number = next(n for n, e in enumerate(events) if e["type"] == "burnmelt.hand_dealt")
    cards = dict(events[number]["data"]["cards"])
    one, other = list(cards)[:2]
    cards[one], cards[other] = cards[one] + 1, cards[other] - 1
    events[number] = events[number] | {"data": events[number]["data"] | {"cards": cards}}
    forged = altered(record, tmp_path / "forged.json", events=tuple(events))

    told = roundtable("verify", str(file), forged)

    assert told.returncode == 1
    first, *rest, count = told.stdout.splitlines()
    assert first.startswith(f"holds {file}")
    assert rest
    assert count == "1 of 2 hold."
    assert all(line.startswith(f"fails {forged}: event {number + 1}: ") for line in rest)


def test_a_record_of_a_ruleset_that_is_not_here(record: Record, tmp_path: Path) -> None:
    unknown = altered(record, tmp_path / "chess.json", ruleset="chess")

    told = roundtable("verify", unknown)
    assert told.returncode == 1
    assert "There is no ruleset chess" in told.stdout
    shown = roundtable("replay", unknown)
    assert shown.returncode == 1
    assert "There is no ruleset chess" in shown.stderr


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'{"format": 1}', b"\xff\xfe", None])
def test_what_is_no_record(command: str, content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    if content is not None:
        path.write_bytes(content)

    told = roundtable(command, str(path))

    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith(f"roundtable: {path} ")


def test_events_that_cannot_be_played(record: Record, tmp_path: Path) -> None:
    cut = altered(record, tmp_path / "cut.json", events=record.events[:1] + record.events[9:])

    told = roundtable("replay", cut)

    assert told.returncode == 1
    assert told.stderr.startswith("roundtable: The record cannot be played: ")


def test_what_cannot_be_read_does_not_keep_the_rest_from_being_checked(
    file: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"{")

    told = roundtable("verify", str(broken), str(file), str(tmp_path / "away.json"))

    assert (told.returncode, told.stderr) == (1, "")
    one, two, three, count = told.stdout.splitlines()
    assert one.startswith(f"fails {broken}: ")
    assert two.startswith(f"holds {file}: ")
    assert three.startswith("fails ")
    assert count == "1 of 3 hold."


def test_names_of_a_record(record: Record) -> None:
    assert names_in(record) == ["Ada", "random (1)", "random (2)"], "told apart"
    assert names_in(msgspec.structs.replace(record, events=())) == []
    assert picture_of("burnmelt") is not picture_of("chess")
