// A whole game, played with the types that openapi-typescript has generated: run by clients.check.
import createClient from "openapi-fetch";
import type { paths } from "./roundtable.js";

const client = createClient<paths>({ baseUrl: process.argv[2] });
const me = await client.POST("/v1/players", { body: { name: "Generated TypeScript", kind: "program" } });
if (!me.data) throw new Error("no player");
const headers = { authorization: `Bearer ${me.data.token}` };

const made = await client.POST("/v1/games", {
  headers,
  body: {
    ruleset: "burnmelt",
    seats: [{ player: "me" }, { bot: "greedy" }, { bot: "random" }],
  },
});
if (!made.data) throw new Error("no game");
let game = made.data;
const path = { game: game.id };
let moves = 0;
while (game.status === "active") {
  const asked = await client.GET("/v1/games/{game}/choices", { headers, params: { path } });
  const choice = asked.data?.choices[0];
  if (choice) {
    const done = await client.POST("/v1/games/{game}/actions", {
      headers,
      params: { path },
      body: { action: choice.example, decision: asked.data?.decision ?? null },
    });
    for (const event of done.data?.events ?? []) {
      // The union is discriminated: inside the branch the fields of this event are known.
      if (event.data.type === "burnmelt.cards_played") event.data.steps.toFixed(0);
    }
    moves += 1;
  }
  const seen = await client.GET("/v1/games/{game}", {
    headers,
    params: { path, query: { after: game.version, wait: 10 } },
  });
  if (!seen.data) throw new Error("the game is gone");
  game = seen.data;
}
console.log(`generated TypeScript client: ${moves} moves, winner seat ${game.result?.winners[0]}`);
