"""The measuring itself: what is met and missed, how pairs are compared, how answers are cut apart."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys

import psutil
import pytest
from rich.console import Console

from bench import p16_creation, p17_live_games
from bench.goals import Figure, Plan, compared, in_turn
from bench.load import Answers, Load, request
from bench.machine import percentile
from bench.peers import __main__ as peers
from bench.peers import openspiel
from bench.report import table
from domain.catalog import RULESETS

SMALL, LARGE = RULESETS["noughts_and_crosses"], RULESETS["burnmelt"]


@pytest.mark.parametrize(
    ("limits", "is_met"),
    [
        ({"least": 0.5}, True),
        ({"least": 0.51}, False),
        ({"most": 0.5}, True),
        ({"most": 0.49}, False),
        ({}, None),
    ],
)
def test_a_ratio_is_held_against_its_goal(limits, is_met):
    assert Figure("P1", "what", 50, "/s", floor=100, **limits).is_met is is_met


def test_a_count_is_held_against_its_goal_itself():
    assert Figure("P4", "commands", 2, "", most=2).is_met
    assert not Figure("P4", "commands", 3, "", most=2).is_met


def test_of_the_pairs_the_median_ratio_counts():
    told = compared([(1.0, 2.0), (10.0, 10.0), (4.0, 12.0)], float)
    assert told == {"floor": 4.0, "ours": 10.0, "ratio": 2.0}


def test_floor_and_product_are_measured_in_turn():
    order: list[str] = []
    plan = Plan(quick=True)
    in_turn(plan, 2, lambda: order.append("floor"), lambda: order.append("ours"))
    assert order == ["floor", "ours"] * 2
    assert len(plan.noise) == 2


def test_percentiles():
    assert percentile(range(100), 50) == 50
    assert percentile(range(100), 99) == 99
    assert percentile([7.0], 99) == 7.0


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_answers_are_cut_apart_wherever_the_packets_end(size):
    text = (
        b"HTTP/1.1 201 Created\r\ncontent-length: 4\r\n\r\nbody"
        b"HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n"
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nx: y\r\n\r\nok"
    )
    answers = Answers()
    found = [one for n in range(0, len(text), size) for one in answers.feed(text[n : n + size])]
    assert found == [(201, b"body"), (304, b""), (200, b"ok")]


def test_a_request_in_bytes():
    told = request("POST", "/x", b"{}", {"authorization": "Bearer t"})
    assert told.startswith(b"POST /x HTTP/1.1\r\nhost: ")
    assert told.endswith(b"\r\nauthorization: Bearer t\r\n\r\n{}")
    assert b"content-length: 2\r\n" in told


def test_the_table_says_what_is_met():
    page = io.StringIO()
    figures = [
        Figure("P1", "actions", 3500, "req/s", floor=6000, least=0.5, note="a note"),
        Figure("P2", "latency", 0.9, "ms", floor=0.3, most=1.5),
        Figure("P4", "commands", 1, "", most=1),
    ]
    Console(file=page, width=120).print(table(figures))
    told = page.getvalue()
    assert "3,500 req/s" in told
    assert "0.58" in told
    assert "a note" in told
    assert told.count("met") == 2
    assert told.count("missed") == 1


def test_live_games_are_held_against_the_peer_where_it_was_measured():
    peer, post = p17_live_games._figures(SMALL, [(5000.0, 8000.0, 2000.0)] * 3)
    assert (peer.floor, peer.measured, peer.least) == (8000.0, 0.25, 1)
    assert (post.floor, post.measured, post.least) == (5000.0, 0.4, None)
    assert "boardgame.io" in peer.what
    assert "reckoned" not in peer.note


def test_live_games_are_held_against_what_the_peer_would_do_where_it_is_not():
    (figure,) = p17_live_games._figures(SMALL, [(5000.0, 2000.0)] * 3)
    assert (figure.floor, figure.measured, figure.least) == (5000.0, 0.4, p17_live_games.PEER)
    assert "reckoned" in figure.note


def test_only_the_game_that_the_peer_plays_has_a_goal_beside_it():
    for rounds in ([(5000.0, 8000.0, 2000.0)], [(5000.0, 2000.0)]):
        assert all(one.is_met is None for one in p17_live_games._figures(LARGE, rounds))


def test_creations_are_held_against_the_lobby_or_against_what_it_would_do():
    post, lobby, ours = (Load(1.0, [1.0] * number, 0.0) for number in (50, 100, 40))
    measured, _ = p16_creation._figures(LARGE, [(post, lobby, ours)])
    assert (measured.floor, measured.measured, measured.least) == (100, 0.4, 0.5)
    assert "reckoned" not in measured.note
    (reckoned,) = p16_creation._figures(LARGE, [(post, ours)])
    assert (reckoned.floor, reckoned.measured) == (50, 0.8)
    assert reckoned.least == 0.5 * p16_creation.LOBBY
    assert "reckoned" in reckoned.note


def test_openspiel_is_asked_where_it_is_installed():
    questions, answers = io.StringIO(), io.StringIO("60000.5\n66000\n")
    peer = openspiel.Installed(questions, answers)
    assert peer.moves_per_second(0.5) == 60000.5
    assert peer.clones_per_second(1000) == 66000
    assert questions.getvalue() == "moves 0.5\nclones 1000\n"
    assert "reckoned" not in peer.suffix


def test_openspiel_is_reckoned_where_it_is_not(monkeypatch, tmp_path):
    monkeypatch.setattr(openspiel, "VENV", tmp_path)
    with openspiel.open_spiel() as peer:
        assert peer.moves_per_second(0.01) > 0
        assert peer.clones_per_second(10) > 0
        assert "reckoned" in peer.suffix


def test_a_peer_that_cannot_be_there_is_left_out_and_it_is_said_so(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert peers._install_boardgame() == 0
    assert "boardgame.io: left out, for node and npm are not there" in capsys.readouterr().out


def test_a_peer_whose_installation_fails_is_an_error(monkeypatch, tmp_path, capsys):
    for name in ("node", "npm"):
        (tmp_path / name).symlink_to(shutil.which("false"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert peers._install_boardgame() == 1
    assert "boardgame.io: could not be installed" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel has no such service")
def test_what_is_measured_ends_even_if_the_measuring_is_killed():
    script = (
        "import signal, sys; from bench.machine import running\n"
        "with running([sys.executable, '-c', 'import signal; signal.pause()']) as one:\n"
        "    print(one.pid, flush=True); signal.pause()"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as bench:
        measured = psutil.Process(int(bench.stdout.readline()))
        bench.kill()
    measured.wait(20)


def test_the_command_measures_what_is_asked_for():
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--only", "P9"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "P9" in done.stdout
    assert "P1 " not in done.stdout
