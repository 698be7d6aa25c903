"""Golden games replay for ever: yesterday's records verify, and yesterday's bytes fold to yesterday's result."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.table.box import default_box
from domain.table.codec import decode_header, event_decoder
from domain.table.history import follow
from domain.table.journal import Recorded
from domain.table.verify import Record, verify

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*/games/*.json"))


def name(path):
    return f"{path.parts[-3]}-{path.stem}"


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_a_golden_record_verifies(path):
    record = msgspec.json.decode(path.read_bytes(), type=Record)
    ruleset = RULESETS[record.ruleset]
    found = list(verify(record, ruleset))
    if record.ruleset_version == ruleset.version:
        assert found == []
    else:
        assert [finding.version for finding in found] == [0], "chain and seed still hold"


@pytest.mark.parametrize("path", RECORDS, ids=name)
def test_golden_bytes_fold_to_their_result(path):
    record = msgspec.json.decode(path.read_bytes(), type=Record)
    box = default_box(RULESETS[record.ruleset])
    decode = event_decoder(box.ruleset, record.ruleset_version)
    stored = msgspec.json.decode((path.parents[1] / "streams" / path.name).read_bytes())
    entries = tuple(
        Recorded(
            version=version,
            header=decode_header(bytes.fromhex(header)),
            event=decode(bytes.fromhex(data)),
            hash=linked,
        )
        for version, (header, data, linked) in enumerate(stored, start=1)
    )
    position = follow(box, None, entries)
    assert position is not None
    finished = next(e["data"] for e in record.events if e["type"] == "game_finished")
    assert position.table.result == finished["result"]
    assert position.version == len(record.events)
    assert position.table.seed_revealed


@pytest.mark.parametrize("slug", RULESETS)
def test_every_number_of_seats_has_a_golden_game(slug):
    least, most = RULESETS[slug].players
    seats = {
        event["data"]["seats"]
        for path in RECORDS
        if path.parts[-3] == slug
        for event in msgspec.json.decode(path.read_bytes())["events"]
        if event["type"] == "game_started"
    }
    assert seats == set(range(least, most + 1))
