// The squeeze: a drag bends a card up, and beyond the middle it is turned; with the last of them the
// hand goes back to the dealer. The faces are asked for when the first card is touched: they come to
// this seat alone, and not before the cards were handed over.

import { give } from "./commands.js";

const FULL = 140;
const TURNS_AT = 0.5;
const DOWN = 0.04;
const path = document.querySelector(".seat").dataset.commands;
const hidden = ".peeled:not(.open)";
let held = null; // the card under the finger
// The cards that were looked at: their faces, and which of them are turned.
let hand = { id: "", turned: new Set(), faces: [] };

const faceDown = () => [...document.querySelectorAll(".peeled")];
const idOf = (cards) => cards.map(({ id, dataset }) => `${dataset.turn} ${id}`).join();

// --- how a card lies ---

function set(card, name, values) {
  const inner = card.querySelector(name);
  for (const [key, value] of Object.entries(values)) inner.setAttribute(key, value);
}

function bend(card, part) {
  const fold = FULL * (1 - part);
  const lip = 2 * fold - FULL;
  set(card, ".peel-back", { height: fold, viewBox: `0 0 100 ${fold}` });
  set(card, ".peel-flap", { y: lip, height: FULL - fold, viewBox: `0 ${lip} 100 ${FULL - fold}` });
  set(card, ".peel-face", { transform: `rotate(180 50 ${fold})` });
  set(card, ".peel-fold", { transform: `translate(0 ${fold})` });
  set(card, ".peel-lip", { transform: `translate(0 ${lip})` });
}

function layOpen(card, name) {
  set(card, ".peel-back", { height: 0 });
  set(card, ".peel-flap", { y: 0, height: FULL, viewBox: `0 0 100 ${FULL}` });
  set(card, ".peel-face", { transform: "" });
  for (const edge of [".peel-fold", ".peel-lip"]) set(card, edge, { visibility: "hidden" });
  card.setAttribute("aria-label", name);
  card.classList.add("open");
}

function show() {
  const cards = faceDown();
  if (idOf(cards) !== hand.id) return;
  for (const [at, face] of hand.faces.entries()) {
    const [card, sheet] = [cards[at], cards[at].querySelector("use").getAttribute("href")];
    set(card, ".peel-face", { href: sheet.replace(/#.*/, `#${face.card}`) });
    if (hand.turned.has(card.id) && !card.matches(".open")) layOpen(card, face.name);
  }
}

// --- what is done with it ---

async function ask() {
  try {
    const response = await fetch(path.replace(/commands$/, "held"));
    return response.ok ? (await response.json()).cards : [];
  } catch {
    return [];
  }
}

async function look() {
  const id = idOf(faceDown());
  if (hand.id !== id) hand = { id, turned: new Set(), faces: [], asked: ask() };
  hand.faces = await hand.asked;
  show();
}

// Whoever is not told the faces turns the whole hand at once.
async function turn(card) {
  await look();
  hand.turned.add(card.id);
  show();
  const last = faceDown().every(({ id }) => hand.turned.has(id));
  if (last || !hand.faces.length) await give(path, card.dataset.turn, card);
}

function lifted({ clientY }) {
  const { card, from } = held;
  const part = (from - clientY) / card.querySelector("svg").getBoundingClientRect().height;
  return Math.max(part, DOWN);
}

function putDown() {
  bend(held.card, DOWN);
  held = null;
}

function release() {
  const { card } = held;
  held = null;
  turn(card);
}

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.(hidden);
  if (!card) return;
  look();
  held = { card, from: event.clientY, moved: false };
  card.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const part = lifted(event);
  held.moved ||= part > 0.1;
  if (part < TURNS_AT) bend(held.card, part);
  else release();
});

document.addEventListener("pointerup", () => {
  if (held?.moved) putDown();
  else if (held) release();
});

document.addEventListener("pointercancel", () => {
  if (held) putDown();
});

document.addEventListener("keydown", (event) => {
  const card = event.target.closest?.(hidden);
  if (!card || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  turn(card);
});

document.addEventListener("pitboss:swapped", ({ detail }) => {
  if (detail.includes("hands")) show();
});
