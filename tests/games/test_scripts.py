"""The scripts for authors of games: they write whole files, and answer slips with a sentence."""

from __future__ import annotations

import pytest

from domain.catalog import RULESETS
from tests.games import contract
from tests.games.play import Conformance
from tests.golden import search
from tests.golden.files import BadFile, read


@pytest.mark.parametrize(
    ("script", "arguments", "told"),
    [
        (contract, [], "arguments are required: slug"),
        (contract, ["lone-high"], "There is no ruleset lone-high; there are burnmelt"),
        (contract, ["burnmelt", "plan"], "invalid choice: 'plan'"),
        (search, ["nope"], "There is no ruleset nope"),
        (search, ["burnmelt", "many"], "invalid int value: 'many'"),
    ],
)
def test_a_slip_is_answered_with_a_sentence(script, arguments, told, capsys):
    with pytest.raises(SystemExit) as ended:
        script.main(arguments)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("what", ["tags", "conformance"])
def test_what_is_written_is_what_is_printed(what, tmp_path, monkeypatch, capsys):
    contract.main(["noughts_and_crosses", what])
    monkeypatch.setattr(contract, "GOLDEN", tmp_path)
    contract.main(["noughts_and_crosses", what, "--write"])
    written = (tmp_path / "noughts_and_crosses" / f"{what}.json").read_text(encoding="utf-8")
    assert written == capsys.readouterr().out


def test_events_that_reveal_are_listed_to_be_explained():
    found = contract.revealing("burnmelt")
    assert found == {"burnmelt.centre_revealed"}
    listed = contract.skeleton(RULESETS["burnmelt"], Conformance(), found)["reveals"]
    assert listed == {"burnmelt.centre_revealed": ""}


def test_a_file_that_is_missing_or_empty_says_nothing_and_one_that_is_cut_short_is_named(tmp_path):
    file = tmp_path / "conformance.json"
    assert read(file, dict, {}) == {}
    file.touch()
    assert read(file, dict, {}) == {}
    file.write_text('{"options": [')
    with pytest.raises(BadFile, match=r"conformance\.json: Input data was truncated"):
        read(file, dict, {})


def test_luck_is_found_and_called_so(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(search, "path_of", lambda slug, name: tmp_path / slug / name)
    search.main(["noughts_and_crosses", "2"])
    first = capsys.readouterr().out.splitlines()[0]
    assert "kinds of events" in first
    assert '"luck": "2-seats-won-at-once ' in first
