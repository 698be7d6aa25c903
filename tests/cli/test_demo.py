"""`roundtable demo` and the example bots: whole games over HTTP, and nothing left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from cli.demo import BOT, _line_up, _tables, shown
from cli.exits import WrongUsage
from domain.catalog import RULESETS
from tests.cli.conftest import BOTS, ROUNDTABLE, Guest, environ, play_on, roundtable, running
from tests.stack import until

SignUp = Callable[..., Guest]
CLIENTS = Path(__file__).parents[2] / "clients" / "python_bot"


def test_the_whole_demo(tmp_path: Path) -> None:
    told = roundtable(
        "demo", "--games", "2", "--speed", "0", "--ruleset", "burnmelt", TMPDIR=str(tmp_path)
    )

    assert (told.returncode, told.stderr) == (0, "")
    text = told.stdout
    assert re.match(r"A server starts at http://127\.0\.0\.1:\d+", text)
    assert "table 1  Burnmelt Cave: " in text
    assert "table 2  The Centre is turned up: " in text
    assert text.count("place  player") == 2
    assert text.count("verified: every hash, every secret, every draw, every rule") == 2
    assert text.endswith("Everything is stopped and removed.\n")
    assert list(tmp_path.iterdir()) == []


def test_no_event_of_the_demo_is_told_twice(tmp_path: Path) -> None:
    words = ("demo", "--games", "3", "--speed", "0", "--ruleset", "burnmelt", "--seats", "5")
    told = roundtable(*words, TMPDIR=str(tmp_path))

    sat_down = re.findall(r"^table \d+ .* sits down at seat \d\.$", told.stdout, re.MULTILINE)
    assert len(sat_down) == len(set(sat_down)) == 15


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_demo_that_is_interrupted_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    with running([*ROUNDTABLE, "demo", "--speed", "1"], env=environ(TMPDIR=str(tmp_path))) as demo:
        assert demo.stdout is not None
        for line in demo.stdout:
            if "The game begins." in line:
                break
        processes = psutil.Process(demo.pid).children(recursive=True)
        assert len(processes) >= 8

        demo.send_signal(number)

        out, err = demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert out.endswith("Everything is stopped and removed.\n")
    assert err == ""
    _, alive = psutil.wait_procs(processes, timeout=20)
    assert alive == []
    assert list(tmp_path.iterdir()) == []


def test_what_the_demo_plays() -> None:
    """Each ruleset in turn, with every number of players in turn."""
    tables = _tables(3 * len(shown()), None, None)
    assert {name for name, _ in tables} == set(shown())
    assert [seats for name, seats in _tables(4, "burnmelt", None)] == [3, 4, 5, 3]
    assert [name for name, _ in _tables(None, None, None)][: len(shown())] == shown()
    assert len(_tables(None, "burnmelt", None)) == 3
    assert _tables(1, "burnmelt", 5) == [("burnmelt", 5)]

    with pytest.raises(WrongUsage, match="no ruleset chess"):
        _tables(1, "chess", None)
    with pytest.raises(WrongUsage, match="burnmelt is for 3 to 5 players, not 2"):
        _tables(1, "burnmelt", 2)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_example_bots_and_server_bots_sit_at_every_table(ruleset: str) -> None:
    fewest, most = RULESETS[ruleset].players
    for seats in range(fewest, most + 1):
        plan = _line_up(ruleset, seats, ["a", "b", "c"])

        guests = [one["player"] for one in plan if "player" in one]
        assert len(plan) == seats
        assert guests
        assert len(guests) == len(set(guests))
        assert all(one["bot"] in RULESETS[ruleset].bots for one in plan if "bot" in one)


@pytest.fixture
def bot(server: str) -> Iterator[Callable[..., str]]:
    """Run example bots; give the ids of their players. None complains, and all stop when told."""
    with ExitStack() as cleaning:
        started: list[subprocess.Popen[str]] = []

        def run(*words: str) -> str:
            command = [sys.executable, str(BOT), server, *words]
            started.append(cleaning.enter_context(running(command)))
            assert started[-1].stdout is not None
            return str(json.loads(started[-1].stdout.readline())["player_id"])

        yield run
        for process in started:
            process.terminate()
            said, complaints = process.communicate(timeout=60)
            assert (process.returncode, said, complaints) == (0, "", "")


def test_a_bot_plays_several_games_at_once(
    server: str, sign_up: SignUp, bot: Callable[..., str]
) -> None:
    guest = sign_up(server)
    ada = bot("--name", "Ada", "--strategy", "careful")
    games = [guest.new_game({"player": ada}, *BOTS[:2]) for _ in range(3)]

    for game in games:
        over = guest.finished(game)
        assert over["seats"][0]["name"] == "Ada"
        assert not over["result"]["ranking"][0]["resigned"]


def test_bots_with_the_same_questions_at_once(
    server: str, sign_up: SignUp, bot: Callable[..., str]
) -> None:
    """Three example bots, all asked at the same time at the beginning of each round."""
    guest = sign_up(server)
    players = [bot("--name", name) for name in ("Ada", "Bert", "Cleo")]

    over = guest.finished(guest.new_game(*({"player": one} for one in players)))

    assert [seat["name"] for seat in over["seats"]] == ["Ada", "Bert", "Cleo"]


def test_a_bot_in_thirty_lines(server: str, sign_up: SignUp) -> None:
    guest = sign_up(server)
    game = guest.new_game({"player": "me"}, {"open": True}, {"bot": "random"})
    with running([sys.executable, str(CLIENTS / "thirty_lines.py"), server, game]) as bot:
        until(lambda: guest.get(f"/games/{game}")["status"] == "active", "the bot has sat down")
        play_on(guest, game)
        said, complaints = bot.communicate(timeout=60)

    assert (bot.returncode, complaints) == (0, "")
    assert "'ranking'" in said
    code = (CLIENTS / "thirty_lines.py").read_text().splitlines()
    assert (
        len([line for line in code if line and not line.startswith(('"""', "import", "    #"))])
        <= 30
    )


def test_the_example_bots_use_nothing_of_ours() -> None:
    """They are what anybody outside would write."""
    ours = re.compile(r"^\s*(from|import) (api|cli|domain|services|workers)\b", re.MULTILINE)
    files = sorted(CLIENTS.glob("*.py"))

    assert [path.name for path in files if ours.search(path.read_text())] == []
    assert len(files) == 4
    assert os.fspath(BOT) in map(os.fspath, files)
