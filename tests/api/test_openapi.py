"""The document: committed as the application gives it, valid, typed to the bottom, and true."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from openapi_spec_validator import validate

from api.components import union_of
from api.openapi import FILE, document
from api.problems import KINDS
from domain.catalog import RULESETS
from domain.kernel.ruleset import members
from domain.table.commands import Act

DOCUMENT = json.loads(document())
OPERATIONS = [
    (f"{method.upper()} {path}", operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
]


def checker(schema):
    """A validator of values against a schema of the document."""
    whole = {**schema, "components": DOCUMENT["components"]}
    return jsonschema.Draft202012Validator(whole)


def test_the_committed_document_is_the_applications():
    assert FILE.read_bytes() == document(), "run `make openapi`"


def test_the_document_is_valid():
    validate(DOCUMENT)


def test_every_reference_leads_somewhere():
    for target in re.findall(r'"\$ref": ?"#/components/schemas/([^"]+)"', json.dumps(DOCUMENT)):
        assert target in DOCUMENT["components"]["schemas"]


def test_operation_ids_are_unique():
    ids = [operation["operationId"] for _, operation in OPERATIONS]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("name", "operation"), OPERATIONS, ids=[name for name, _ in OPERATIONS])
def test_every_operation_is_described_with_examples_that_fit(name, operation):
    assert operation["summary"]
    assert operation["description"]
    assert operation["tags"]
    assert "500" in operation["responses"]
    if "requestBody" in operation:
        content = operation["requestBody"]["content"]["application/json"]
        checker(content["schema"]).validate(content["example"])
    for status, response in operation["responses"].items():
        assert response["description"]
        for media, content in response.get("content", {}).items():
            if media == "application/problem+json":
                assert status[0] in "45"
                for example in content["examples"].values():
                    checker(content["schema"]).validate(example["value"])
            else:
                checker(content["schema"]).validate(content["example"])


def test_every_problem_is_listed_somewhere():
    listed = {
        example
        for _, operation in OPERATIONS
        for response in operation["responses"].values()
        for example in response.get("content", {})
        .get("application/problem+json", {})
        .get("examples", {})
    }
    transport = {"route-unknown", "method-not-allowed"}
    assert set(KINDS) - transport <= listed


@pytest.mark.parametrize("slug", RULESETS)
def test_actions_events_and_views_are_unions_with_discriminators(slug):
    schemas, rules = DOCUMENT["components"]["schemas"], RULESETS[slug]
    prefix = "".join(part.capitalize() for part in slug.split("_"))
    for name, union in (("Action", rules.action), ("Event", rules.event)):
        told = schemas[prefix + name]
        assert set(told["discriminator"]["mapping"]) == {
            member.__struct_config__.tag for member in members(union)
        }
        assert len(told["oneOf"]) == len(members(union))
        for target in told["discriminator"]["mapping"].values():
            member = schemas[target.rsplit("/", 1)[1]]
            assert member["properties"]["type"]["const"]
            assert "type" in member["required"]
    assert schemas[f"{prefix}View"]["properties"]["seats"]


def test_a_type_that_is_alone_is_described_as_a_union():
    """So that a second action or event of a ruleset changes nothing for those who know the first."""
    told = union_of("Anything", Act, "Any")["Anything"]
    assert told["discriminator"]["mapping"] == {"act": "#/components/schemas/AnyAct"}
    assert told["anyOf"] == [{"$ref": "#/components/schemas/AnyAct"}]


def test_real_answers_fit_the_document(ada):
    """A game is played to the end and every answer on the way is held against its schema."""
    schemas = {o["operationId"]: o["responses"] for _, o in OPERATIONS}

    def fits(operation, answer):
        content = schemas[operation][str(answer.status_code)]["content"]
        checker(content["application/json"]["schema"]).validate(answer.json())
        return answer.json()

    game = ada.create("me", "bot:greedy", "bot:random", options={"rounds": 1})["id"]
    while True:
        seen = ada.wait_turn(game, 0)
        fits("getGame", ada.get(f"/v1/games/{game}"))
        if seen["status"] != "active":
            break
        asked = fits("getChoices", ada.get(f"/v1/games/{game}/choices"))
        if asked["choices"]:
            fits("act", ada.act(game, asked["choices"][-1]["example"]))
    fits("listEvents", ada.get(f"/v1/games/{game}/events"))
    fits("listEvents", ada.get(f"/v1/games/{game}/events", params={"as": "all"}))
    fits("getRecord", ada.get(f"/v1/games/{game}/record"))
    fits("listGames", ada.get("/v1/games"))
    fits("listRulesets", ada.get("/v1/rulesets"))
    fits("getRuleset", ada.get("/v1/rulesets/burnmelt"))
    fits("getEdition", ada.get("/v1/rulesets/burnmelt/edition"))
    fits("getMe", ada.get("/v1/me"))


def test_the_documentation_page_loads_nothing_from_elsewhere(anyone):
    page = anyone.get("/docs")
    assert page.status_code == 200
    for address in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert address.startswith("/docs/")
        assert anyone.get(address).status_code == 200
    assert anyone.get("/openapi.json").json() == DOCUMENT
