"""The measuring itself: what is met and missed, how pairs are compared, how answers are cut apart."""

from __future__ import annotations

import io
import subprocess
import sys

import psutil
import pytest
from rich.console import Console

from bench.goals import Figure, Plan, compared, in_turn
from bench.load import Answers, request
from bench.machine import percentile
from bench.report import table


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
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx: y\r\n\r\nok"
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
