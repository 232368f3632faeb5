// Whoever does anything on a page of the demo is there, though the table hears nothing of it: what
// is read, opened or filled in counts as much as a bet.

import { post } from "./commands.js";

const HERE_MS = 10000;
const WARNED_MS = 1000;
let heard = Date.now();

// How often a page says so: more often once its person was asked; never if the place is not theirs.
function apart() {
  const strip = document.getElementById("auto");
  if (!document.querySelector(".mine") || !strip) return Infinity;
  if (strip.querySelector('[data-post$="/stay"]')) return WARNED_MS;
  return strip.querySelector('[data-post$="/give-back"]') ? HERE_MS : Infinity;
}

function here() {
  if (Date.now() - heard < apart()) return;
  heard = Date.now();
  post("/api/v1/demo/stay").catch(() => {}); // the place may be given back by now
}

for (const kind of ["pointerdown", "pointermove", "keydown", "input", "wheel", "touchmove"]) {
  document.addEventListener(kind, here, { passive: true, capture: true });
}
