"""Bad input of every kind: a problem that says what is wrong; never a changed game, a secret, or a 500."""

from __future__ import annotations

import gzip
import json
from contextlib import closing

import msgspec
import pytest

from api.problems import KINDS
from tests.stack import Caller

BIG = 10**400


def problem(response, name, **fields):
    """Make sure that the answer is this problem, complete."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    told = response.json()
    assert told["type"] == f"/problems/{name}", told
    assert (told["status"], response.status_code) == (KINDS[name].status,) * 2
    assert told["title"] == KINDS[name].title
    assert told["detail"]
    assert told["instance"]
    assert response.headers["x-request-id"]
    for field, value in fields.items():
        assert told[field] == value
    return told


@pytest.fixture
def game(ada):
    """A game in which seat 0 is asked for a Centre card; the bots have chosen theirs, so nothing moves."""
    one = ada.create("me", "bot:random", "bot:random", options={"starting_seat": 0})["id"]
    ada.wait_for(
        one, lambda seen: [d["seat"] for d in seen["to_act"]] == [0], "only seat 0 is asked"
    )
    return one


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"{", "malformed-json"),
        (b"\xff\xfe", "malformed-json"),
        (b'{"action": NaN}', "malformed-json"),
        (b'{"action": Infinity}', "malformed-json"),
        (b"[" * 100_000, "malformed-json"),
        (b'{"action": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001, "malformed-json"),
        (b'{"action": {"type": "play_cards", "adventurer": "\\ud800", "count": 1}}', None),
        (b"[]", "invalid-body"),
        (b"null", "invalid-body"),
        (b"{}", "invalid-body"),
        (b'{"action": 3}', "invalid-body"),
        (b'{"action": {}}', "invalid-body"),
        (b'{"action": {"type": "fly"}}', "invalid-body"),
        (b'{"action": {"type": "play_cards"}, "typo": 1}', "invalid-body"),
        (b'{"action": {"type": "play_cards", "adventurer": 3, "count": "x"}}', "invalid-body"),
        (b'{"action": {"type": "play_cards", "adventurer": "mage", "count": 0}}', "invalid-body"),
        (b'{"action": {"type": "play_cards", "adventurer": "mage", "count": 1.5}}', "invalid-body"),
        (
            f'{{"action": {{"type": "play_cards", "adventurer": "mage", "count": {BIG}}}}}'.encode(),
            None,
        ),
        (
            b'{"action": {"type": "play_cards", "adventurer": "mage", "count": 99999999999999999999}}',
            None,
        ),
        (b'{"seat": -1, "action": {"type": "play_cards"}}', "invalid-body"),
        (b'{"seat": 99999999999999999999, "action": {}}', "invalid-body"),
        (b'{"expected_version": -1, "action": {}}', "invalid-body"),
    ],
)
def test_bad_bodies_are_told_and_change_nothing(ada, game, body, name):
    before = ada.look(game)
    told = ada.post(
        f"/v1/games/{game}/actions", content=body, headers={"content-type": "application/json"}
    )
    assert 400 <= told.status_code < 500, told.text
    if name is not None:
        problem(told, name)
    assert ada.look(game) == before


def test_every_fault_is_listed_with_its_pointer(ada):
    told = ada.post(
        "/v1/games", json={"ruleset": 3, "seats": [{"bto": 1}], "rated": "x", "typo": 1}
    )
    faults = {fault["pointer"] for fault in problem(told, "invalid-body")["faults"]}
    assert {"/ruleset", "/seats/0/bto", "/rated", "/typo"} <= faults


def test_body_too_large(ada):
    problem(ada.post("/v1/games", content=b"x" * 2_000_000), "body-too-large")


def test_media_type(ada, game):
    told = ada.post(
        f"/v1/games/{game}/actions", content=b"a=1", headers={"content-type": "text/csv"}
    )
    problem(told, "media-type-unsupported")


def test_tokens(ada, anyone, url):
    assert problem(anyone.get("/v1/me"), "token-missing")
    assert anyone.get("/v1/me").headers["www-authenticate"].startswith("Bearer")
    for bad in (
        "Bearer nonsense",
        f"Bearer rt_{ada.player_id}_{'x' * 43}",
        "Bearer rt_07abcdefghijkmnp_" + "y" * 43,
    ):
        told = anyone.get("/v1/me", headers={"authorization": bad})
        problem(told, "token-unknown")
        assert told.headers["www-authenticate"].startswith("Bearer")
    problem(anyone.get("/v1/me", headers={"authorization": "Basic abc"}), "token-missing")


def test_unknown_things(ada, anyone):
    problem(ada.get("/v1/games/nope"), "game-unknown")
    problem(ada.get("/v1/games/07aaaaaaaaaaaaaa"), "game-unknown")
    problem(ada.act("07aaaaaaaaaaaaaa", {"type": "x"}), "game-unknown")
    problem(anyone.get("/v1/rulesets/chess"), "ruleset-unknown")
    problem(anyone.get("/v1/rulesets/burnmelt/rules/BM-999"), "rule-unknown")
    problem(anyone.get("/v1/players/nobody"), "player-unknown")
    problem(anyone.get("/v1/nothing"), "route-unknown")
    problem(
        ada.post("/v1/games", json={"ruleset": "chess", "seats": [{"player": "me"}]}),
        "ruleset-unknown",
    )
    told = ada.post(
        "/v1/games", json={"ruleset": "burnmelt", "seats": [{"player": "07aaaaaaaaaaaaaa"}] * 3}
    )
    problem(told, "player-unknown", pointer="/seats/0/player")


def test_wrong_method_names_the_right_ones(anyone):
    told = anyone.put("/v1/games")
    problem(told, "method-not-allowed")
    assert {"GET", "POST"} <= {one.strip() for one in told.headers["allow"].split(",")}


def test_anothers_seat(ada, bob, game):
    problem(bob.act(game, {"type": "play_cards"}), "not-your-seat")
    problem(bob.act(game, {"type": "play_cards"}, seat=0), "not-your-seat")
    problem(bob.get(f"/v1/games/{game}/choices"), "not-your-seat")
    problem(bob.get(f"/v1/games/{game}", params={"as": "0"}), "not-your-seat")
    problem(ada.get(f"/v1/games/{game}", params={"as": "all"}), "not-your-seat")
    problem(bob.delete(f"/v1/games/{game}/seats/0"), "not-your-seat")


def test_not_your_turn_names_the_rule(ada, game):
    told = ada.choices(game)
    ada.act(game, told["choices"][0]["example"])
    seen = ada.look(game)
    if 0 in [decision["seat"] for decision in seen["to_act"]]:
        return  # the bots were faster, and it is seat 0's turn already
    answer = ada.act(game, told["choices"][0]["example"])
    assert answer.json()["type"] in ("/problems/not-your-turn", "/problems/rule-violation")
    assert answer.json()["rule"].startswith("BM-")


def test_rule_violations_name_rule_and_place(ada, game):
    told = ada.act(game, {"type": "choose_centre_card", "adventurer": "dragon"})
    problem(told, "rule-violation", rule="BM-002", pointer="/action/adventurer")
    assert told.json()["reason"] == "unknown_type"
    assert '"dragon"' in told.json()["detail"]
    told = ada.act(game, {"type": "play_cards", "adventurer": "mage", "count": 1})
    problem(told, "rule-violation", rule="BM-018")
    assert told.json()["reason"] == "wrong_phase"


def test_closed_decisions_and_versions(ada, game):
    told = ada.choices(game)
    example = told["choices"][0]["example"]
    problem(ada.act(game, example, decision="1-0"), "decision-closed")
    answer = ada.act(game, example, expected_version=told["version"] - 1)
    assert problem(answer, "version-conflict")["version"] >= told["version"]
    answer = ada.act(game, example, headers={"if-match": f'"{told["version"] - 1}-0"'})
    problem(answer, "precondition-failed")
    assert answer.headers["etag"].endswith('-0"')
    for wrong in ("what", f'"{told["version"]}-0", what', ",".join(['"1-0"'] * 17)):
        problem(ada.act(game, example, headers={"if-match": wrong}), "invalid-body")
    assert ada.act(game, example, decision=told["decision"]).status_code == 201


def test_games_that_are_not_played(ada, bob):
    lobby = ada.create("me", "open", "open")["id"]
    problem(ada.act(lobby, {"type": "play_cards"}), "game-not-active")
    problem(ada.post(f"/v1/games/{lobby}/start"), "cannot-start")
    problem(bob.post(f"/v1/games/{lobby}/start"), "not-your-seat")
    problem(ada.get(f"/v1/games/{lobby}/record"), "game-not-over")
    problem(bob.post(f"/v1/games/{lobby}/seats", json={"seat": 0}), "seat-taken")
    problem(bob.post(f"/v1/games/{lobby}/seats", json={"seat": 9}), "invalid-body")
    over = ada.create("bot:random", "bot:random", "bot:random", options={"rounds": 1})["id"]
    ada.wait_for(over, lambda seen: seen["status"] == "finished", "the bots finish")
    problem(bob.post(f"/v1/games/{over}/seats", json={"seat": 0}), "game-not-active")


@pytest.mark.parametrize(
    ("more", "name", "pointer"),
    [
        ({"seats": [{"player": "me"}] * 2}, "rule-violation", "/seats"),
        ({"seats": [{"player": "me"}] * 6}, "rule-violation", "/seats"),
        ({"seats": [{"player": "me", "bot": "random"}] * 3}, "invalid-body", "/seats/0"),
        ({"seats": [{}] * 3}, "invalid-body", "/seats/0"),
        ({"seats": [{"bot": "genius"}] * 3}, "invalid-body", "/seats/0/bot"),
        ({"options": {"rounds": 3}}, "options-invalid", "/options/rounds"),
        ({"options": {"speed": 1}}, "options-invalid", "/options/speed"),
        ({"options": {"starting_seat": 7}}, "rule-violation", "/options/starting_seat"),
        ({"options": {"starting_seat": BIG}}, None, None),
        ({"script": {"dice": [[1]]}}, "script-invalid", "/script/dice"),
        ({"script": {"starting_player": [[9]]}}, "script-invalid", "/script/starting_player/0/0"),
        ({"script": {"starting_player": [3.5]}}, "script-invalid", "/script/starting_player/0"),
        (
            {"script": {"adventurer_cards": [["dragon"]]}},
            "script-invalid",
            "/script/adventurer_cards/0/0",
        ),
        (
            {"script": {"adventurer_cards": [["mage"] * 13]}},
            "script-invalid",
            "/script/adventurer_cards/0/12",
        ),
        ({"edition": {}}, "edition-invalid", "/edition"),
        ({"clock": {"per_action_s": 0}}, "invalid-body", "/clock/per_action_s"),
        ({"visibility": "secret"}, "invalid-body", "/visibility"),
        ({"client_seed": "x" * 300}, "invalid-body", "/client_seed"),
    ],
)
def test_games_that_cannot_be(ada, more, name, pointer):
    body = {"ruleset": "burnmelt", "seats": [{"player": "me"}] * 3, **more}
    told = ada.post("/v1/games", content=json.dumps(body))
    assert 400 <= told.status_code < 500, told.text
    if name is not None:
        assert problem(told, name)["pointer"] == pointer


@pytest.mark.parametrize(
    "query",
    [
        "at=0",
        "at=x",
        "at=99999",
        "as=9",
        "as=me",
        "wait=31",
        "after=-1",
        "typo=1",
        "at=" + "9" * 50,
    ],
)
def test_bad_queries(ada, game, query):
    told = ada.get(f"/v1/games/{game}?{query}")
    assert 400 <= told.status_code < 500
    assert told.headers["content-type"] == "application/problem+json"


def test_bad_cursors_and_filters(ada):
    for query in ("cursor=%%%", "cursor=AAAA", "limit=0", "limit=x", "status=won", "ruleset=chess"):
        problem(ada.get(f"/v1/games?{query}"), "invalid-body")


@pytest.mark.parametrize(
    ("body", "name", "pointer"),
    [
        ({"ruleset": "chess"}, "ruleset-unknown", None),
        ({"ruleset": "burnmelt", "seats": 0}, "invalid-body", "/seats"),
        ({"ruleset": "burnmelt", "seats": 9}, "rule-violation", "/seats"),
        ({"ruleset": "burnmelt", "options": {"rounds": 7}}, "options-invalid", "/options/rounds"),
        ({"ruleset": "burnmelt", "edition": {}}, "invalid-body", "/edition"),
    ],
)
def test_wishes_that_cannot_be(ada, body, name, pointer):
    told = problem(ada.post("/v1/me/queue", json=body), name)
    if pointer is not None:
        assert pointer in (
            told.get("pointer"),
            *(fault["pointer"] for fault in told.get("faults", ())),
        )
    assert ada.delete("/v1/me/queue").json() == {"was_waiting": False}


def test_a_dry_run_that_is_mistyped_is_not_a_real_one(ada, game):
    example = ada.choices(game)["choices"][0]["example"]
    before = ada.look(game)
    for query in ("dry_run=maybe", "dryrun=true", "dry_run=true&wait=1"):
        problem(
            ada.post(f"/v1/games/{game}/actions?{query}", json={"action": example}), "invalid-body"
        )
    assert ada.look(game) == before
    done = ada.post(f"/v1/games/{game}/actions?dry_run=false", json={"action": example})
    assert done.status_code == 201


def test_any_of_several_tags_will_do(ada, game):
    told = ada.choices(game)
    version, example = told["version"], told["choices"][0]["example"]
    wrong = {"if-match": f'"{version - 2}-0", "{version - 1}-0"'}
    refused = problem(ada.act(game, example, headers=wrong), "precondition-failed")
    assert refused["detail"].endswith(f"not {version - 2} or {version - 1}.")
    lines = [("if-match", f'"{version - 1}-0",,'), ("if-match", f'W/"{version}-0;msgpack"')]
    assert ada.act(game, example, headers=lines).status_code == 201


def test_two_different_preconditions_are_a_mistake(ada, game):
    told = ada.choices(game)
    headers = {"if-match": f'"{told["version"]}-0"'}
    example = told["choices"][0]["example"]
    answer = ada.act(game, example, headers=headers, expected_version=told["version"] - 1)
    assert problem(answer, "invalid-body")["pointer"] == "/expected_version"
    answer = ada.act(game, example, headers=headers, expected_version=told["version"])
    assert answer.status_code == 201


def test_idempotency_keys(ada):
    body = {"ruleset": "burnmelt", "seats": [{"player": "me"}, {"open": True}, {"open": True}]}
    key = {"idempotency-key": '"one-and-only"'}
    first = ada.post("/v1/games", json=body, headers=key)
    again = ada.post("/v1/games", json=body, headers={"idempotency-key": "one-and-only"})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert first.headers["location"] == again.headers["location"]
    assert "idempotent-replayed" not in first.headers
    assert again.headers["idempotent-replayed"] == "true"
    problem(
        ada.post("/v1/games", json={**body, "rated": False}, headers=key), "idempotency-key-reused"
    )
    problem(
        ada.post("/v1/games", json=body, headers={"idempotency-key": "x" * 256}), "invalid-body"
    )


def test_a_refused_request_keeps_nothing(ada, game):
    key = {"idempotency-key": "second thoughts"}
    problem(
        ada.act(game, {"type": "choose_centre_card", "adventurer": "dragon"}, headers=key),
        "rule-violation",
    )
    example = ada.choices(game)["choices"][0]["example"]
    assert ada.act(game, example, headers=key).status_code == 201
    assert ada.act(game, example, headers=key).headers["idempotent-replayed"] == "true"


def test_a_token_is_given_again_only_for_an_unguessable_key(anyone):
    body = {"name": "Eve"}
    problem(anyone.post("/v1/players", json=body, headers={"idempotency-key": "1"}), "invalid-body")
    key = {"idempotency-key": "7c9e6679-7425-40de-944b-e07fc1f90ae7"}
    first, again = (anyone.post("/v1/players", json=body, headers=key) for _ in range(2))
    assert first.json() == again.json()
    problem(
        anyone.post("/v1/players", json={"name": "Mallory"}, headers=key), "idempotency-key-reused"
    )


def test_a_replaced_token_is_worth_nothing(url):
    with closing(Caller.known(url)) as caller:
        key = {"idempotency-key": "0d5f7e0a-5b0e-4e0b-8f5c-6a9f3f0a1b2c"}
        fresh = caller.post("/v1/me/tokens", headers=key)
        assert fresh.status_code == 201
        problem(caller.get("/v1/me"), "token-unknown")
        again = caller.post("/v1/me/tokens", headers=key)
        assert again.json()["token"] == fresh.json()["token"], "the answer may have been lost"
        caller.headers["authorization"] = f"Bearer {fresh.json()['token']}"
        assert caller.get("/v1/me").json()["player_id"] == caller.player_id


def test_every_problem_is_explained_at_its_address(anyone):
    for name, kind in KINDS.items():
        page = anyone.get(f"/problems/{name}")
        assert page.status_code == 200
        assert kind.name in page.text
    problem(anyone.get("/problems/boredom"), "route-unknown")


def test_messagepack_both_ways(ada, game):
    example = ada.choices(game)["choices"][0]["example"]
    told = ada.post(
        f"/v1/games/{game}/actions",
        content=msgspec.msgpack.encode({"action": example}),
        headers={"content-type": "application/msgpack", "accept": "application/msgpack"},
    )
    assert told.status_code == 201
    assert (
        msgspec.msgpack.decode(told.content)["events"][0]["type"] == "burnmelt.centre_card_chosen"
    )


def test_packed_bodies_are_not_taken_for_plain_ones(ada, game):
    body = gzip.compress(b'{"action": {"type": "choose_centre_card", "adventurer": "mage"}}')
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    told = ada.post(f"/v1/games/{game}/actions", content=body, headers=headers)
    assert "gzip" in problem(told, "media-type-unsupported")["detail"]


def test_no_body_says_nothing_in_any_format(ada):
    game = ada.create("open", "open", "open")["id"]
    headers = {"content-type": "application/msgpack"}
    told = ada.post(f"/v1/games/{game}/seats", content=b"", headers=headers)
    assert told.status_code == 201, told.text
