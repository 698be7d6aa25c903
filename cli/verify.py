"""`roundtable verify`: was a finished game played by the rules, with the luck it was promised?"""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.text import Text

from cli.exits import FAILED, Failure
from cli.records import is_file, read_record
from cli.remote import HERE, Remote
from cli.screen import err, out
from domain.catalog import ruleset
from domain.kernel.errors import UnknownRuleset
from domain.table.verify import Finding, Record
from domain.table.verify import verify as check


def verify(source: str, *more: str, remote: Remote = HERE) -> int:
    """Check finished games: the chain of hashes, the secrets, the seed, every draw, every rule.

    Exit code 1 if anything does not hold.

    Parameters
    ----------
    source
        A file with a record, or the id of a game on the server.
    more
        As many more as you like.
    """
    sources, failed = (source, *more), 0
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=len(sources))
        for one in sources:
            progress.update(task, description=f"checking {one}")
            failed += not _holds(one, remote, is_alone=len(sources) == 1)
            progress.advance(task)
    if len(sources) > 1:
        out.print(f"{len(sources) - failed} of {len(sources)} hold.")
    return FAILED if failed else 0


def findings_in(record: Record) -> list[Finding]:
    """List what does not hold."""
    try:
        return list(check(record, ruleset(record.ruleset)))
    except UnknownRuleset as error:
        return [Finding(version=0, what=str(error))]


def _holds(source: str, remote: Remote, *, is_alone: bool) -> bool:
    """Check one game and tell what was found. Raises `Failure` if it is all there is and cannot be read."""
    try:
        record = read_record(source, remote)
    except Failure as failure:
        if is_alone:
            raise
        out.print(Text("fails ", "bold red").append(f"{source}: {failure}", "default"))
        return False
    findings = findings_in(record)
    if not is_file(source) and record.game != source:
        findings.append(Finding(version=0, what=f"This is the record of {record.game}."))
    _tell(source, record, findings)
    return not findings


def _tell(source: str, record: Record, findings: list[Finding]) -> None:
    if not findings:
        what = (
            f"{len(record.events)} events of {record.ruleset}: chain, secrets, seed, draws, rules"
        )
        out.print(Text("holds ", "green").append(f"{source}: {what}", "default"))
    for finding in findings:
        where = f"event {finding.version}: " if finding.version else ""
        out.print(Text("fails ", "bold red").append(f"{source}: {where}{finding.what}", "default"))
