"""`roundtable replay`: step through a game, forwards and back, through anybody's eyes once it is over."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from cli.exits import Failure
from cli.keys import is_keyboard, next_key, raw_keys
from cli.records import Frame, frames_of, is_file, names_in, read_record, viewer_named
from cli.remote import HERE, Json, Remote
from cli.screen import live, out
from cli.tables import picture_of
from cli.tables.picture import Names, name_of
from cli.watch import names_of
from domain.catalog import RULESETS

HELP = "→ next  ← back  PgDn/PgUp ten  Home/End  n number, then return: jump  v other eyes  q quit"
EYES = {"all": "all eyes", "spectator": "a spectator"}
LINES = 4
LEAP = 10


class Film:
    """A game's frames, as seen by one viewer after another.

    `eyes` says through whose eyes one looks who has not chosen any.
    """

    def __init__(self, ruleset: str, names: Names, eyes: str) -> None:
        self.names = names
        self.picture = picture_of(ruleset)
        self.title = RULESETS[ruleset].title if ruleset in RULESETS else ruleset
        self.eyes = eyes

    def frames(self, viewer: str | None) -> list[Frame]:
        """Give all frames as this viewer sees them. Raises `Failure`."""
        raise NotImplementedError


class RecordFilm(Film):
    """From the record of a finished game."""

    def __init__(self, source: str, remote: Remote) -> None:
        self._record = read_record(source, remote)
        super().__init__(self._record.ruleset, names_in(self._record), EYES["all"])

    def frames(self, viewer: str | None) -> list[Frame]:
        """Play the record."""
        return list(frames_of(self._record, viewer_named(viewer, len(self.names))))


class ServedFilm(Film):
    """From a server, which says who may see what."""

    def __init__(self, game: str, remote: Remote) -> None:
        shown = remote.get(f"/v1/games/{game}")
        names, seat = names_of(shown), shown["viewer"]["seat"]
        super().__init__(
            shown["ruleset"], names, EYES["spectator"] if seat is None else names[seat]
        )
        self._game = game
        self._remote = remote

    def frames(self, viewer: str | None) -> list[Frame]:
        """Ask for the frames."""
        lines = self._remote.lines(f"/v1/games/{self._game}/replay", **{"as": viewer})
        return [_frame(line["event"], line["view"]) for line in lines]


def _frame(event: Json, view: Json) -> Frame:
    """Make a frame of a line; the last event of a command says what has to happen next."""
    is_amid = event["agenda"] is None
    return Frame(event["version"], event["actor"], event["data"], view, is_amid)


def replay(
    source: str,
    *,
    at: int | None = None,
    all_: Annotated[bool, Parameter(name="--all", negative=())] = False,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    remote: Remote = HERE,
) -> None:
    """Step through a game with the keys of a terminal; elsewhere tell all of it.

    Parameters
    ----------
    source
        A file with a record, or the id of a game on the server.
    at
        Only draw the table as it was after this event.
    all_
        Tell the whole game, a line for each event that says something, then draw the table.
    as_
        Through whose eyes: a seat, `spectator`, or `all` of a game that is over.
    remote
        Which server, and as whom.
    """
    film = RecordFilm(source, remote) if is_file(source) else ServedFilm(source, remote)
    projector = Projector(film, as_)
    if at is not None:
        projector.jump(at)
        out.print(projector.draw())
    elif all_ or not is_keyboard():
        for frame in projector.frames:
            projector.tell(frame)
        projector.jump(len(projector.frames))
        out.print(projector.draw_table())
    else:
        _step(projector)


class Projector:
    """Where in a film one is, and through whose eyes one looks."""

    def __init__(self, film: Film, viewer: str | None) -> None:
        self.film = film
        self.viewer = viewer
        self.frames: Sequence[Frame] = film.frames(viewer)
        self.place = 0
        self.typed = ""
        self.note = ""

    def jump(self, version: int) -> None:
        """Go to an event. Raises `Failure` if there is none of that number."""
        if not 1 <= version <= len(self.frames):
            raise Failure(f"There is no event {version}; there are {len(self.frames)}.")
        self.place = version - 1

    def press(self, key: str) -> bool:
        """Do what a key stands for; tell whether to go on."""
        self.note = ""
        last = len(self.frames) - 1
        steps = {"right": 1, "down": 1, " ": 1, "left": -1, "up": -1, "backspace": -1}
        steps |= {"page down": LEAP, "page up": -LEAP, "home": -last, "end": last}
        if key.isdecimal():
            self.typed += key
        elif key == "return" and self.typed:
            self.place = min(max(int(self.typed) - 1, 0), last)
            self.typed = ""
        elif key == "v":
            self._other_eyes()
        else:
            self.typed = ""
            self.place = min(max(self.place + steps.get(key, 0), 0), last)
        return key not in ("q", "escape")

    def draw(self) -> RenderableType:
        """Draw the table, and what has just happened."""
        begin = max(0, self.place - LINES + 1)
        told = (self._line(frame) for frame in self.frames[begin : self.place + 1])
        head = Text(f"{self.film.title}, event {self.place + 1} of {len(self.frames)}", "bold")
        head.append(f", seen by {self._eyes()}", "dim")
        if self.typed:
            head.append(f"   jump to {self.typed}", "bold yellow")
        if self.note:
            head.append(f"   {self.note}", "yellow")
        return Group(head, Text(), self.draw_table(), Text(), *(line for line in told if line))

    def draw_table(self) -> RenderableType:
        """Draw the table."""
        frame, picture = self.frames[self.place], self.film.picture
        if frame.view is None:
            return Text("Nothing is on the table yet.", "dim")
        draw = picture.draw_amid if frame.is_amid else picture.draw
        return draw(frame.view, self.film.names)

    def tell(self, frame: Frame) -> None:
        """Write an event in a line, if it says anything to a reader."""
        line = self._line(frame)
        if line is not None:
            out.print(line)

    def _line(self, frame: Frame) -> Text | None:
        told = self.film.picture.tell(frame.data, self.film.names)
        return Text(f"{frame.version:>5}  ", "dim").append_text(told) if told is not None else None

    def _other_eyes(self) -> None:
        """Look through the next eyes: each seat's, a spectator's, all-seeing."""
        names = [*map(str, range(len(self.film.names))), "spectator", "all"]
        now = names.index(self.viewer) if self.viewer in names else -1
        wanted = names[(now + 1) % len(names)]
        try:
            self.frames = self.film.frames(wanted)
        except Failure as failure:
            self.note = str(failure)
            return
        self.viewer = wanted

    def _eyes(self) -> Text:
        if self.viewer is not None and self.viewer.isdecimal():
            return name_of(self.film.names, int(self.viewer))
        return Text(self.film.eyes if self.viewer is None else EYES[self.viewer])


def _step(projector: Projector) -> None:
    terminal = sys.stdin.fileno()
    with raw_keys(terminal), Live(console=live, auto_refresh=False, screen=True) as screen:
        going = True
        while going:
            screen.update(Group(projector.draw(), Text(), Text(HELP, "dim")), refresh=True)
            going = projector.press(next_key(terminal))
