"""`roundtable verify`: was a finished game played by the rules, with the luck it was promised?"""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.text import Text

from cli.exits import FAILED
from cli.records import read_record
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
    sources, found = (source, *more), 0
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("", total=len(sources))
        for one in sources:
            progress.update(task, description=f"checking {one}")
            record = read_record(one, remote)
            findings = findings_in(record)
            _tell(one, record, findings)
            found += len(findings)
            progress.advance(task)
    return FAILED if found else 0


def findings_in(record: Record) -> list[Finding]:
    """List what does not hold."""
    try:
        return list(check(record, ruleset(record.ruleset)))
    except UnknownRuleset as error:
        return [Finding(version=0, what=str(error))]


def _tell(source: str, record: Record, findings: list[Finding]) -> None:
    if not findings:
        what = (
            f"{len(record.events)} events of {record.ruleset}: chain, secrets, seed, draws, rules"
        )
        out.print(Text("holds ", "green").append(f"{source}: {what}", "default"))
    for finding in findings:
        where = f"event {finding.version}: " if finding.version else ""
        out.print(Text("fails ", "bold red").append(f"{source}: {where}{finding.what}", "default"))
