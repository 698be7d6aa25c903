"""A whole game, played by the client that openapi-python-client has generated: run by clients.check."""

from __future__ import annotations

import sys

from roundtable_client import AuthenticatedClient, Client
from roundtable_client.api.games import create_game, get_game
from roundtable_client.api.play import act, get_choices
from roundtable_client.api.players import create_player
from roundtable_client.models import ActionRequest, NewGame, NewPlayer, SeatRequest

url = sys.argv[1]
me = create_player.sync(client=Client(base_url=url), body=NewPlayer(name="Generated Python"))
client = AuthenticatedClient(base_url=url, token=me.token, timeout=40)
seats = [SeatRequest(player="me"), SeatRequest(bot="greedy"), SeatRequest(bot="random")]
game = create_game.sync(client=client, body=NewGame(ruleset="burnmelt", seats=seats))
moves = 0
while game.status == "active":
    asked = get_choices.sync(game.id, client=client)
    if asked.choices:
        move = ActionRequest(action=asked.choices[0].example, decision=asked.decision)
        done = act.sync(game.id, client=client, body=move)
        assert all(event.data.to_dict()["type"] == event.type_ for event in done.events)
        moves += 1
    game = get_game.sync(game.id, client=client, after=game.version, wait=10)
print(f"generated Python client: {moves} moves, winner seat {game.result.winners[0]}")
