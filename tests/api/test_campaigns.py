"""Campaigns over real HTTP with real workers: founded, joined, played in sessions, watched, read back."""

from __future__ import annotations

import json
import threading
from contextlib import closing

import msgspec
import pytest

from domain.catalog import RULESETS
from domain.kernel.chain import GENESIS, link
from domain.table.verify import Record, public_part, verify
from tests.api.test_whole_games import sampler
from tests.stack import Caller, messages, until

SSE = {"accept": "text/event-stream"}
SLUG = "zone_quest"


def founded(caller, name="Friday nights", **more):
    told = caller.post("/v1/campaigns", json={"ruleset": SLUG, "name": name, **more})
    assert told.status_code == 201, told.text
    return told.json()["id"]


def opened(caller, campaign, *others, headers=None, **options):
    seats = [{"player": "me"}, *({"player": one.player_id} for one in others)]
    body = {"ruleset": SLUG, "campaign": campaign, "seats": seats, "options": options}
    return caller.post("/v1/games", json=body, headers=headers)


def seen(caller, campaign):
    return caller.get(f"/v1/campaigns/{campaign}").json()["view"]


def join(caller, game, headers):
    """Join with a connection of one's own."""
    with Caller(base_url=caller.base_url, headers=dict(caller.headers), timeout=60) as twin:
        return twin.post(f"/v1/games/{game}/seats", json={}, headers=headers)


def play(callers, game):
    """Let programs play a game to its end, all at once."""
    threads = [
        threading.Thread(target=caller.play_out, args=(game, sampler(number)))
        for number, caller in enumerate(callers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return callers[0].look(game)


def test_a_campaign_from_its_founding_to_its_second_session(ada, bob):
    campaign = founded(ada)
    for caller in (ada, bob):
        told = caller.post(f"/v1/campaigns/{campaign}/players", json={})
        assert told.status_code == 201
    heard = []

    def listen():
        with (
            Caller(base_url=ada.base_url, timeout=60, headers=dict(ada.headers) | SSE) as ear,
            ear.stream("GET", f"/v1/campaigns/{campaign}/events") as response,
        ):
            for message in messages(response):
                heard.append(message)
                if len(heard) > 3 and message.data["data"].get("final"):
                    break

    ear = threading.Thread(target=listen)
    ear.start()
    game = opened(ada, campaign, bob, turn_limit=8).json()
    assert game["campaign"] == campaign
    end = play([ada, bob], game["id"])
    assert (end["status"], end["view"]["turns"]) == ("finished", 8)
    until(lambda: seen(ada, campaign)["sessions"][0]["status"] == "finished", "workers report")
    ear.join(60)
    assert not ear.is_alive()

    after = seen(bob, campaign)
    assert after["turns"] == 8
    for standing in end["result"]["ranking"]:
        kept = next(one for one in after["players"] if one["player_id"] == standing["player_id"])
        assert (kept["gold"], kept["items"]) == (standing["gold"], standing["items"])
        assert kept["session_id"] is None

    page = ada.get(f"/v1/campaigns/{campaign}/events").json()
    lines = ada.get(
        f"/v1/campaigns/{campaign}/events", headers={"accept": "application/x-ndjson"}
    ).text.splitlines()
    assert [json.loads(line) for line in lines] == page["items"]
    assert [m.data for m in heard] == page["items"][: len(heard)]
    assert [m.id for m in heard] == list(range(1, len(heard) + 1))
    previous = GENESIS
    for event in page["items"]:
        assert event["hash"] == link(previous, public_part(event))
        previous = event["hash"]
    record = msgspec.convert(ada.get(f"/v1/games/{game['id']}/record").json(), Record)
    assert list(verify(record, RULESETS[SLUG])) == []

    again = opened(bob, campaign, ada).json()
    mine = next(one for one in after["players"] if one["player_id"] == bob.player_id)
    bob.wait_turn(again["id"])
    seat = bob.look(again["id"])["view"]["seats"][0]
    assert (seat["gold"], seat["items"], seat["damage"]) == (
        mine["gold"],
        mine["items"],
        mine["damage"],
    )


def test_players_join_and_leave_a_session_that_is_played(ada, bob, anyone):
    campaign = founded(ada)
    game = opened(ada, campaign).json()["id"]
    ada.wait_turn(game, 0)
    key = {"idempotency-key": "let me in"}
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(join(bob, game, key))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert {answer.status_code for answer in answers} == {201}
    assert any(answer.json()["events"] for answer in answers)
    first = join(bob, game, key)
    again = bob.post(f"/v1/games/{game}/seats", json={}, headers=key)
    assert (again.json(), again.headers["idempotent-replayed"]) == (first.json(), "true")
    table = anyone.look(game)
    assert table["seats"][1]["player_id"] == bob.player_id
    refused = bob.post(f"/v1/games/{game}/seats", json={})
    assert (refused.status_code, refused.json()["rule"]) == (422, "ZQ-R39")
    assert bob.post(f"/v1/games/{game}/seats", json={"seat": 3}).status_code == 400

    assert ada.delete(f"/v1/games/{game}/seats/0").status_code == 200
    assert anyone.look(game)["seats"][0]["status"] == "open"
    until(
        lambda: (
            next(
                one for one in seen(ada, campaign)["players"] if one["player_id"] == ada.player_id
            )["session_id"]
            is None
        ),
        "Ada is free again",
    )
    assert ada.post(f"/v1/games/{game}/seats", json={}).status_code == 201
    for caller, seat in ((bob, 1), (ada, 0)):
        assert caller.delete(f"/v1/games/{game}/seats/{seat}").status_code == 200
    over = anyone.look(game)
    assert (over["status"], over["result"]["reason"]) == ("finished", "all_left")
    late = bob.post(f"/v1/games/{game}/seats", json={})
    assert late.status_code in (409, 422)


def test_who_does_not_belong_to_a_campaign_knows_nothing_of_it(url, ada, bob, anyone):
    campaign = founded(ada)
    opened(ada, campaign)
    for path in ("", "/events"):
        told = bob.get(f"/v1/campaigns/{campaign}{path}")
        assert (told.status_code, told.json()["type"]) == (404, "/problems/campaign-unknown")
        assert anyone.get(f"/v1/campaigns/{campaign}{path}").status_code == 401
    assert bob.get("/v1/campaigns").json()["items"] == []
    assert bob.get("/v1/campaigns", params={"player": ada.player_id}).json()["items"] == []
    bob.post(f"/v1/campaigns/{campaign}/players", json={})
    assert bob.get(f"/v1/campaigns/{campaign}").status_code == 200
    for query in ({}, {"player": ada.player_id}, {"status": "open"}):
        (listed,) = bob.get("/v1/campaigns", params=query).json()["items"]
        assert (listed["id"], listed["name"], listed["status"]) == (
            campaign,
            "Friday nights",
            "open",
        )
        assert {one["name"] for one in listed["players"]} == {"Ada", "Bob"}
    assert bob.get("/v1/campaigns", params={"status": "won"}).json()["items"] == []


def test_lists_of_campaigns_are_paged(url):
    with closing(Caller.known(url, "Keeper")) as keeper:
        made = {founded(keeper, f"No. {number}") for number in range(5)}
        found, cursor = [], None
        while True:
            query = {"limit": 2, **({"cursor": cursor} if cursor else {})}
            page = keeper.get("/v1/campaigns", params=query).json()
            found += [one["id"] for one in page["items"]]
            cursor = page["next"]
            if cursor is None:
                break
        assert len(found) == 5
        assert set(found) == made


def test_requests_with_a_key_happen_once(ada):
    key = {"idempotency-key": "only once"}
    body = {"ruleset": SLUG, "name": "Once"}
    first, again = (ada.post("/v1/campaigns", json=body, headers=key) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert again.headers["idempotent-replayed"] == "true"
    other = ada.post("/v1/campaigns", json=body | {"name": "Twice"}, headers=key)
    assert other.json()["type"] == "/problems/idempotency-key-reused"
    campaign = first.json()["id"]
    assert first.headers["location"] == f"/v1/campaigns/{campaign}"
    first, again = (
        ada.post(f"/v1/campaigns/{campaign}/players", json={}, headers=key) for _ in range(2)
    )
    assert (first.json(), again.json()["version"]) == (again.json(), 2)
    twice = ada.post(f"/v1/campaigns/{campaign}/players", json={})
    assert (twice.status_code, twice.json()["rule"]) == (422, "ZQ-009")
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(opened(ada, campaign, headers=key)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len(seen(ada, campaign)["sessions"]) == 1


def test_a_field_that_only_a_campaign_fills_in_may_be_null(ada):
    """`options.session` is null in the options of any game; to fill it in is refused without a word of it."""
    campaign = founded(ada)
    ada.post(f"/v1/campaigns/{campaign}/players", json={})
    filled = opened(ada, campaign, session={"campaign_id": campaign})
    assert filled.status_code == 400
    assert [one["pointer"] for one in filled.json()["faults"]] == ["/options/session"]
    told = opened(ada, campaign, session=None, turn_limit=3)
    assert told.status_code == 201, told.text
    assert len(seen(ada, campaign)["sessions"]) == 1


def test_looking_back_and_not_twice(ada):
    campaign = founded(ada)
    ada.post(f"/v1/campaigns/{campaign}/players", json={})
    now = ada.get(f"/v1/campaigns/{campaign}")
    assert now.json()["version"] == 2
    etag = {"if-none-match": now.headers["etag"]}
    assert ada.get(f"/v1/campaigns/{campaign}", headers=etag).status_code == 304
    then = ada.get(f"/v1/campaigns/{campaign}", params={"at": 1})
    assert (then.json()["version"], then.json()["view"]["players"]) == (1, [])
    assert "immutable" in then.headers["cache-control"]
    assert ada.get(f"/v1/campaigns/{campaign}", params={"at": 9}).status_code in (400, 404)
    page = ada.get(f"/v1/campaigns/{campaign}/events", params={"limit": 1})
    assert (page.json()["next"], len(page.json()["items"])) == (1, 1)


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({"ruleset": "burnmelt", "name": "None"}, 404, "ruleset-unknown"),
        ({"ruleset": "chess", "name": "None"}, 404, "ruleset-unknown"),
        ({"ruleset": SLUG}, 400, "invalid-body"),
        ({"ruleset": SLUG, "name": ""}, 400, "invalid-body"),
        ({"ruleset": SLUG, "name": "x", "edition": {}}, 422, "edition-invalid"),
    ],
)
def test_campaigns_that_cannot_be_founded(ada, body, status, problem):
    told = ada.post("/v1/campaigns", json=body)
    assert (told.status_code, told.json()["type"]) == (status, f"/problems/{problem}")


@pytest.mark.rule("ZQ-002", "ZQ-R38", "ZQ-R39", "ZQ-R50")
@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"ruleset": "burnmelt"}, 400, "/ruleset"),
        ({"edition": {}}, 400, "/edition"),
        ({"campaign": "07abcdefghijkmnp"}, 404, None),
        ({"campaign": "nonsense"}, 404, None),
        ({"seats": [{"bot": "random"}]}, 400, "/seats/0"),
        ({"seats": [{"open": True}]}, 400, "/seats/0"),
        ({"script": {"zone_deck_1": [["giant_rat"]]}}, 422, "/script"),
        ({"script": {"zone_deck_1": [5]}}, 422, "/script"),
        ({"autostart": False}, 400, "/autostart"),
        ({"seats": [{"player": "me"}] * 2}, 422, "/seats/1"),
        ({"seats": [{"player": "me"}] * 5}, 422, "/seats"),
        ({"options": {"turn_limit": 0}}, 422, "/options/turn_limit"),
        ({"options": {"turn_limit": "soon"}}, 422, "/options/turn_limit"),
        ({"options": {"session": {}}}, 400, "/options/session"),
        ({"options": {"players": []}}, 422, "/options/players"),
    ],
)
def test_sessions_that_cannot_be_opened_reserve_nobody(ada, change, status, pointer):
    campaign = founded(ada)
    body = {"ruleset": SLUG, "campaign": campaign, "seats": [{"player": "me"}]} | change
    told = ada.post("/v1/games", json=body)
    assert told.status_code == status, told.text
    if pointer is not None:
        assert told.json()["pointer"] == pointer
    assert seen(ada, campaign)["sessions"] == []


def test_strangers_cannot_be_drawn_into_a_session(ada, bob):
    campaign = founded(ada)
    told = opened(ada, campaign, bob)
    assert told.status_code == 400
    assert told.json()["faults"][0]["pointer"] == "/seats/1/player"
    assert seen(ada, campaign)["players"] == []


def test_only_a_campaign_fills_in_what_it_knows_of_players(ada):
    """Else anybody could play a session with records of their own making."""
    session = {
        "campaign_id": "07abcdefghijkmnp",
        "reservation": 1,
        "turns": 0,
        "bosses": [],
        "players": [],
    }
    body = {"ruleset": SLUG, "seats": [{"player": "me"}], "options": {"session": session}}
    told = ada.post("/v1/games", json=body)
    assert told.status_code == 400
    assert told.json()["faults"][0]["pointer"] == "/options/session"


def test_who_has_left_a_private_session_may_look_on_and_come_back(ada, bob):
    campaign = founded(ada)
    body = {
        "ruleset": SLUG,
        "campaign": campaign,
        "visibility": "private",
        "seats": [{"player": "me"}, {"player": bob.player_id}],
    }
    bob.post(f"/v1/campaigns/{campaign}/players", json={})
    game = ada.post("/v1/games", json=body).json()["id"]
    ada.wait_turn(game, 0)
    assert bob.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert bob.get(f"/v1/games/{game}/events").status_code == 200
    until(
        lambda: all(
            one["session_id"] is None
            for one in seen(ada, campaign)["players"]
            if one["player_id"] == bob.player_id
        ),
        "Bob is free again",
    )
    assert bob.post(f"/v1/games/{game}/seats", json={}).status_code == 201
    again = bob.post(f"/v1/games/{game}/seats", json={}).json()
    assert (again["reason"], "pointer" in again) == ("not_free", False)


def test_a_campaign_in_another_format_is_another_answer(ada):
    path = f"/v1/campaigns/{founded(ada)}"
    plain, packed = (
        ada.get(path, headers={"accept": f"application/{one}"}) for one in ("json", "msgpack")
    )
    assert plain.headers["vary"] == packed.headers["vary"] == "Authorization, Accept"
    assert plain.headers["etag"] != packed.headers["etag"]
