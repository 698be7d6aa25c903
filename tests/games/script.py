"""What the scripts for authors of games have in common: how they are told which game is meant."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError

from domain.catalog import ruleset
from domain.kernel.errors import UnknownRuleset


def parser_of(module: str, doc: str | None) -> ArgumentParser:
    """Give a parser that wants a slug; slips are answered with a sentence and the exit code 2."""
    assert doc is not None
    parser = ArgumentParser(prog=f"python -m {module}", description=doc.partition("\n")[0])
    parser.add_argument("slug", type=known, help="the id of a ruleset of domain/catalog.py")
    return parser


def known(slug: str) -> str:
    """Give the id of a ruleset that is there."""
    try:
        return ruleset(slug).id
    except UnknownRuleset as error:
        raise ArgumentTypeError(str(error)) from error
