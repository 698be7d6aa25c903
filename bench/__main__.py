"""`python -m bench`: measure, and print what is met and what is missed."""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module

import psutil
from rich.console import Console

from bench.goals import Figure, Measurement, Plan
from bench.machine import ROOT
from bench.report import table

MEASUREMENTS = {
    "p04_round_trips": ("P4",),
    "p12_bot_commands": ("P12",),
    "p15_memory": ("P15",),
    "p06_replay": ("P6",),
    "p07_cold_load": ("P7",),
    "p08_playouts": ("P8",),
    "p09_clones": ("P9",),
    "p01_commands": ("P1", "P2", "P3"),
    "p05_append_only": ("P5",),
    "p10_bot_turn": ("P10",),
    "p11_bot_games": ("P11",),
    "p13_streams": ("P13", "P14"),
    "p16_creation": ("P16",),
    "p17_live_games": ("P17",),
    "p18_processes": ("P18",),
    "p19_logging": ("P19",),
}
"""The modules, with the goals that they measure: counts first, for they are the same on any machine."""
RESULTS = ROOT / "bench" / "results" / "latest.json"
WIDTH = 118
OPEN_FILES = 16384
"""Five thousand live streams take a file each."""


def main() -> int:
    """Measure what is wanted; give 1 if something could not be measured."""
    wanted = _arguments()
    _raise_open_files()
    # So that what was started is stopped, and what was written goes away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    plan, console, began = Plan(quick=wanted.quick), _console(), time.monotonic()
    figures: list[Figure] = []
    failed = []
    for name, goals in MEASUREMENTS.items():
        if wanted.only and not wanted.only & set(goals):
            continue
        with console.status(f"measuring {', '.join(goals)}"):
            try:
                figures += _measured(name, plan)
            except Exception:  # one measurement that fails shall not cost the others
                failed.append(name)
                console.print(f"[red]{name} failed[/]\n{traceback.format_exc()}")
    figures.sort(key=lambda figure: int(figure.goal[1:]))
    console.print(table(figures))
    noise = max(plan.noise, default=0.0)
    console.print(
        f"{_machine()}; {time.monotonic() - began:.0f} s; "
        f"other processes took up to {noise:.0%} of the machine while pairs were measured."
    )
    _keep(figures)
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--only",
        type=lambda text: {one.strip().upper() for one in text.split(",")},
        help="goals to measure, by commas: P1,P6",
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    return parser.parse_args()


def _measured(name: str, plan: Plan) -> Iterator[Figure]:
    measure: Measurement = import_module(f"bench.{name}").measure
    yield from measure(plan)


def _console() -> Console:
    """Give a console that is wide enough for the table also where the output goes into a file."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _raise_open_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _machine() -> str:
    gib = psutil.virtual_memory().total / 2**30
    return f"{os.cpu_count()} cores, {gib:.0f} GiB, Python {platform.python_version()}"


def _keep(figures: list[Figure]) -> None:
    """Leave the figures behind for whoever compares runs."""
    RESULTS.parent.mkdir(exist_ok=True)
    told = [{**asdict(one), "measured": one.measured, "is_met": one.is_met} for one in figures]
    RESULTS.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
