// Plays many matches at once by the bare socket.io protocol, which is text in WebSocket messages.
//
//     node player.js <port> <matches at once> <batches>
//
// Each match has one socket, which moves for both seats: a move is sent as soon as the one before has been
// seen. The last line of the output is {"moves", "seconds", "driver": CPU seconds of this process}. What
// comes before the first move of a batch - creating matches, opening sockets - takes no part in the seconds.
"use strict";

const WebSocket = require("ws");

const GAME = "tic-tac-toe";
const CELLS = [0, 1, 2, 4, 3, 5, 7, 6, 8]; // a draw: every match has all nine moves
const WARM_UP = 3; // batches until both compilers have seen the code often enough

// Packets: a digit of engine.io, one of socket.io, the namespace.
const PING = "2";
const PONG = "3";
const OPEN = "0";
const CONNECT = `40/${GAME},`;
const EVENT = `42/${GAME},`;

async function createMatch(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/games/${GAME}/create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ numPlayers: 2 }),
  });
  if (!answer.ok) throw new Error(`no match: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).matchID;
}

class Match {
  constructor(port, id) {
    this.id = id;
    this.isOpen = new Promise((resolve) => { this.opened = resolve; });
    this.isOver = new Promise((resolve) => { this.ended = resolve; });
    const path = "/socket.io/?EIO=4&transport=websocket";
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: false });
    this.socket.on("message", (data) => this.take(data.toString()));
    this.socket.on("error", fail);
    this.socket.on("close", () => { if (!this.done) fail(new Error("the server hung up")); });
  }

  take(packet) {
    if (packet === PING) this.socket.send(PONG);
    else if (packet.startsWith(OPEN)) this.socket.send(CONNECT);
    else if (packet.startsWith(CONNECT)) this.emit(["sync", this.id, "0", null, 2]);
    else if (packet.startsWith(EVENT)) this.hear(JSON.parse(packet.slice(EVENT.length)));
  }

  emit(event) {
    this.socket.send(EVENT + JSON.stringify(event));
  }

  hear([what, id, told]) {
    if (what === "sync") this.opened();
    else if (what === "update") this.see(told);
  }

  see({ _stateID, ctx }) {
    if (ctx.gameover === undefined) {
      this.move(_stateID);
    } else {
      if (!ctx.gameover.draw || _stateID !== CELLS.length) fail(new Error("another game was played"));
      this.ended();
    }
  }

  move(stateID) {
    const playerID = String(stateID % 2);
    const payload = { type: "mark", args: [CELLS[stateID]], playerID };
    this.emit(["update", { type: "MAKE_MOVE", payload }, stateID, this.id, playerID]);
  }

  close() {
    this.done = true;
    this.socket.close();
  }
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

async function playBatch(port, atOnce) {
  const matches = [];
  for (let n = 0; n < atOnce; n += 1) matches.push(new Match(port, await createMatch(port)));
  await Promise.all(matches.map((match) => match.isOpen));
  const began = performance.now();
  for (const match of matches) match.move(0);
  await Promise.all(matches.map((match) => match.isOver));
  const seconds = (performance.now() - began) / 1000;
  for (const match of matches) match.close();
  return seconds;
}

async function main(port, atOnce, batches) {
  for (let n = 0; n < WARM_UP; n += 1) await playBatch(port, atOnce);
  const used = process.cpuUsage();
  let seconds = 0;
  for (let n = 0; n < batches; n += 1) seconds += await playBatch(port, atOnce);
  const { user, system } = process.cpuUsage(used);
  const moves = batches * atOnce * CELLS.length;
  console.log(JSON.stringify({ moves, seconds, driver: (user + system) / 1e6 }));
}

main(...process.argv.slice(2).map(Number)).catch(fail);
