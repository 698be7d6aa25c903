// boardgame.io's server as it comes: lobby and moves on one port, matches in memory.
//
//     NODE_ENV=production node server.js <port>
//
// In production mode it writes no log and does not check that states can be put into JSON.
// package.json holds koa-compose at 4.1: since 4.2 it copies the list of handlers when the sockets are
// attached, and the lobby, which is added after that, is not found.
"use strict";

const { Server } = require("boardgame.io/server");
const game = require("./tic_tac_toe.js");

Server({ games: [game], origins: [] }).run(Number(process.argv[2]));
