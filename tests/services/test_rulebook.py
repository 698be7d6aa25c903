"""The rules by id, read from the specification of Burnmelt Cave and from a specimen of all forms."""

import re

import pytest

from domain.catalog import RULESETS
from domain.kernel.errors import UnknownRuleset
from services.rulebook import FOLDER, Rule, ids_in, read_rules, rulebook

BURNMELT = RULESETS["burnmelt"]

SPECIMEN = """\
# A game - rule specification

## 2. Rules

### 2.1 Turns

- **BM-001** A turn has one action. [Turns]
- **BM-002** It may not be skipped. [same]
- **BM-003** The [first] player begins. [same, Example 6]
- **BM-004** A tie is broken. [Example 4]
- **BM-005** It stays so. [same]
- **BM-006** No section is told.

## 3. Rulings

Set-up
- **BM-R01** *Crests.* They are *all* equal.
- **BM-R02** **"Youngest".** Ages are unknown.
- **BM-R03 Space costs.** They rise.

## 6. Interface

### 6.2 Actions

**`play_cards`** - `{ "count": 1.. }`
- Preconditions: BM-001, BM-R02.

- Something else: BM-002.

| Code | Rule |
| --- | --- |
| `not_held`: `play_cards` without cards | BM-003 |

### 6.3 System actions

| `type` | Due | Effect |
|---|---|---|
| `start_round` | always | BM-004\u2013006 |

### 6.4 Events

| `type` | Fields |
|---|---|
| `turn_started`, `player_out` | `seat` (BM-R01 to BM-R03) |
"""


@pytest.fixture
def specimen() -> dict[str, Rule]:
    return {rule.id: rule for rule in read_rules(SPECIMEN, BURNMELT)}


def test_every_numbered_line_of_the_specification_is_a_rule():
    text = (FOLDER / "burnmelt.md").read_text(encoding="utf-8")
    numbered = re.findall(r"^- \*\*(BM-R?\d+)", text, re.MULTILINE)
    assert numbered == list(rulebook("burnmelt"))
    assert "BM-055" in numbered
    assert "BM-R25" in numbered


def test_a_rule_has_text_and_section():
    rule = rulebook("burnmelt")["BM-012"]
    assert rule.text == (
        "If the players agree before the start, the game has one round only (option `rounds = 1`)."
    )
    assert rule.section == "Number of rounds"


def test_a_rule_governs_what_names_it_in_a_row_or_a_docstring():
    rule = rulebook("burnmelt")["BM-025"]
    assert rule.actions == ("play_cards",)
    assert rule.events == ("burnmelt.rewards_taken",)
    assert rulebook("burnmelt")["BM-047"].actions == ("start_round",)


def test_what_a_rule_governs_exists():
    tags = {one.__struct_config__.tag for one in BURNMELT.event_types()}
    for rule in rulebook("burnmelt").values():
        assert set(rule.events) <= tags


def test_the_rulebook_is_read_once_and_cannot_be_changed():
    assert rulebook("burnmelt") is rulebook("burnmelt")
    with pytest.raises(TypeError):
        rulebook("burnmelt")["BM-001"] = None  # type: ignore[index]  # that is what is shown


def test_an_unknown_ruleset_is_refused_whatever_its_name():
    with pytest.raises(UnknownRuleset):
        rulebook("../../README")


@pytest.mark.parametrize(
    ("rule", "section"),
    [
        ("BM-001", "Turns"),
        ("BM-002", "Turns"),
        ("BM-003", "Turns, Example 6"),
        ("BM-004", "Turns, Example 4"),
        ("BM-005", "Turns"),
        ("BM-006", "Turns"),
        ("BM-R01", "Rulings"),
    ],
)
def test_sections_are_told_in_full(specimen, rule, section):
    assert specimen[rule].section == section


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("BM-003", "The [first] player begins."),
        ("BM-006", "No section is told."),
        ("BM-R01", "Crests. They are all equal."),
        ("BM-R02", '"Youngest". Ages are unknown.'),
        ("BM-R03", "Space costs. They rise."),
    ],
)
def test_titles_are_part_of_the_text(specimen, rule, text):
    assert specimen[rule].text == text


def test_a_paragraph_about_an_action_ends_with_it(specimen):
    assert specimen["BM-R02"].actions == ("play_cards",)
    assert specimen["BM-001"].actions == ("play_cards",)
    # The remark after the paragraph and the refusal, which only mentions the action, are not its own.
    assert "start_round" not in specimen["BM-002"].actions


def test_a_row_may_stand_for_several_events_and_a_range_for_several_rules(specimen):
    for rule in ("BM-R01", "BM-R02", "BM-R03"):
        assert {"burnmelt.turn_started", "burnmelt.player_out"} <= set(specimen[rule].events)
    assert "start_round" in specimen["BM-005"].actions


def test_a_table_head_is_no_bookkeeping(specimen):
    assert {name for rule in specimen.values() for name in rule.actions} <= {
        "play_cards",
        "choose_centre_card",
        "choose_negative_type",
        "start_round",
    }


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("BM-021 to BM-023, BM-R05", {"BM-021", "BM-022", "BM-023", "BM-R05"}),
        ("TH-108\u2013110; TH-R01", {"TH-108", "TH-109", "TH-110", "TH-R01"}),
        ("ZQ-R24 to ZQ-R26", {"ZQ-R24", "ZQ-R25", "ZQ-R26"}),
        ("AC-090 AC-091 AC-R52", {"AC-090", "AC-091", "AC-R52"}),
        ("BM-021 to 3 players", {"BM-021"}),
        ("nothing", set()),
    ],
)
def test_ids_in(text, ids):
    assert ids_in(text) == ids
