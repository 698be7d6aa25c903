"""What a client can learn of a board game before it plays: ranges, schemas, rules, component data."""

from __future__ import annotations

import copy

import httpx
import jsonschema
import pytest

from domain.catalog import RULESETS
from domain.kernel.shape import MOST
from tests.api.test_problems import problem


@pytest.fixture(scope="module")
def burnmelt(url):
    return httpx.get(f"{url}/v1/rulesets/burnmelt").json()


def test_the_list_says_what_there_is(anyone):
    told = anyone.get("/v1/rulesets")
    assert "max-age" in told.headers["cache-control"]
    (one,) = [one for one in told.json() if one["id"] == "burnmelt"]
    assert one["players"] == {"min": 3, "max": 5}
    assert {"random", "greedy"} <= set(one["bots"])
    assert one["summary"]
    jsonschema.Draft202012Validator.check_schema(one["options_schema"])


def test_schemas_fit_what_is_really_played(ada, burnmelt):
    game = ada.create("me", "bot:random", "bot:random", options={"rounds": 1})["id"]
    end = ada.play_out(game)
    for name in ("action_schema", "event_schema", "view_schema", "options_schema"):
        jsonschema.Draft202012Validator.check_schema(burnmelt[name])
    events = ada.get(f"/v1/games/{game}/events", params={"limit": 1000}).json()["items"]
    ours = [event["data"] for event in events if event["type"].startswith("burnmelt.")]
    assert len(ours) > 50
    validator = jsonschema.Draft202012Validator(burnmelt["event_schema"])
    for data in ours:
        validator.validate(data)
    jsonschema.validate(end["view"], burnmelt["view_schema"])
    jsonschema.validate(end["options"], burnmelt["options_schema"])


def test_choices_fit_the_action_schema(ada, burnmelt):
    game = ada.create("me", "bot:random", "bot:random")["id"]
    ada.wait_turn(game, 0)
    for choice in ada.choices(game)["choices"]:
        jsonschema.validate(choice["example"], burnmelt["action_schema"])


def test_a_rule_is_given_by_its_id(anyone, burnmelt):
    told = anyone.get("/v1/rulesets/burnmelt/rules/BM-020").json()
    assert told["id"] == "BM-020"
    assert told["text"] == burnmelt["rules"]["BM-020"] != ""
    assert told["section"]
    assert told["actions"] == ["play_cards"]
    assert told["events"] == ["burnmelt.cards_played"]


def test_the_edition_is_what_may_be_sent_back(anyone, ada):
    told = anyone.get("/v1/rulesets/burnmelt/edition")
    etag = told.headers["etag"]
    for known in (etag, f'"x", {etag}', f"W/{etag}", "*"):
        same = anyone.get("/v1/rulesets/burnmelt/edition", headers={"if-none-match": known})
        assert (same.status_code, same.content) == (304, b"")
    assert (
        anyone.get("/v1/rulesets/burnmelt/edition", headers={"if-none-match": '"x"'}).status_code
        == 200
    )
    checked = anyone.post("/v1/rulesets/burnmelt/edition/check", json={"edition": told.json()})
    assert checked.json() == {"edition": etag.strip('"')}
    assert ada.create("me", "open", "open", edition=told.json())["edition"] == etag.strip('"')


def test_every_fault_of_an_edition_is_told(anyone):
    edition = anyone.get("/v1/rulesets/burnmelt/edition").json()
    spoilt = copy.deepcopy(edition)
    spoilt["nonsense"] = 1
    numbers = [name for name, value in spoilt.items() if isinstance(value, int)][:1]
    lists = [name for name, value in spoilt.items() if isinstance(value, list)][:1]
    for name in (*numbers, *lists):
        spoilt[name] = "x"
    told = problem(
        anyone.post("/v1/rulesets/burnmelt/edition/check", json={"edition": spoilt}),
        "edition-invalid",
    )
    pointers = {fault["pointer"] for fault in told["faults"]}
    assert {f"/edition/{name}" for name in ("nonsense", *numbers, *lists)} <= pointers
    problem(anyone.post("/v1/rulesets/burnmelt/edition/check", json={}), "invalid-body")
    problem(
        anyone.post("/v1/rulesets/chess/edition/check", json={"edition": {}}), "ruleset-unknown"
    )
    problem(anyone.get("/v1/rulesets/chess/edition"), "ruleset-unknown")


def test_of_very_many_faults_some_are_listed(anyone):
    """Listing them all would keep everybody else waiting."""
    rows = [{}] * 50_000
    told = anyone.post(
        "/v1/rulesets/burnmelt/edition/check", json={"edition": {"adventurers": rows}}
    )
    assert told.status_code == 422
    faults = told.json()["faults"]
    assert len(faults) == MOST + 1
    assert "more faults" in faults[-1]["detail"]


def test_a_script_is_no_store_of_its_own(ada):
    body = {
        "ruleset": "burnmelt",
        "seats": [{"player": "me"}, {"bot": "random"}, {"bot": "random"}],
        "script": {"starting_player": [[0]] * 30_000},
    }
    told = ada.post("/v1/games", json=body)
    assert (told.status_code, told.json()["type"]) == (422, "/problems/script-invalid")
    (fault,) = told.json()["faults"]
    assert fault["pointer"] == "/script"
    assert "60000 values" in fault["detail"]


def test_examples_are_listed_when_asked_for(anyone):
    usual = {one["id"] for one in anyone.get("/v1/rulesets").json()}
    every = {one["id"] for one in anyone.get("/v1/rulesets?examples=true").json()}
    assert every == set(RULESETS)
    assert usual == {slug for slug, rules in RULESETS.items() if not rules.is_example}


def test_a_game_of_an_example_is_never_rated(ada):
    for slug, rules in RULESETS.items():
        seats = ["me", *["open"] * (rules.players[0] - 1)]
        made = ada.create(*seats, ruleset=slug, rated=True, autostart=False)
        assert made["rated"] == (not rules.is_example)
