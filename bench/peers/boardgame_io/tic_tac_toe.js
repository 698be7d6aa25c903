// The peer's game: as small as noughts and crosses in the catalogue.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

function mark({ G, playerID }, cell) {
  if (G.cells[cell] !== null) return INVALID_MOVE;
  G.cells[cell] = playerID;
}

function result({ G, ctx }) {
  const owns = (cell) => G.cells[cell] === ctx.currentPlayer;
  if (LINES.some((line) => line.every(owns))) return { winner: ctx.currentPlayer };
  if (!G.cells.includes(null)) return { draw: true };
}

module.exports = {
  name: "tic-tac-toe",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark },
  endIf: result,
};
