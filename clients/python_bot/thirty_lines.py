"""A whole bot: `python thirty_lines.py <server> <game>` joins a game that has an open seat and plays it to its end."""

import random
import sys

import httpx

server, game = sys.argv[1:3]
http = httpx.Client(base_url=f"{server}/v1", timeout=40)
me = http.post("/players", json={"name": "Thirty Lines", "kind": "program"}).json()
http.headers["Authorization"] = f"Bearer {me['token']}"
seated = http.post(f"/games/{game}/seats", json={})
if not seated.is_success:
    sys.exit(seated.json()["detail"])

version = 0
while True:
    # A long poll: the answer comes as soon as the game is past the version that we know.
    table = http.get(f"/games/{game}", params={"after": version, "wait": 30}).json()
    version = table["version"]
    if table["status"] in ("finished", "abandoned"):
        print(table["result"])
        break
    if any(one["seat"] == table["viewer"].get("seat") for one in table["to_act"]):
        asked = http.get(f"/games/{game}/choices").json()
        if asked["choices"]:
            choices = [one for one in asked["choices"] if not one["unasked"]]
            action = random.choice(choices or asked["choices"])["example"]
            move = {"action": action, "decision": asked["decision"]}
            http.post(f"/games/{game}/actions", json=move)
