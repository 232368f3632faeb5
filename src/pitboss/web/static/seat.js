// The seat: a chip is laid where the finger touches, at once and marked as waiting, until the table
// has taken or refused it. What lies there is always what the server says, plus what still waits.

import { give } from "./commands.js";
import "./here.js";
import { followLayout } from "./layout.js";
import "./squeeze.js";
import { clear, toast } from "./toasts.js";

const SETTLES_MS = 1500;
const seat = document.querySelector(".seat");
const said = JSON.parse(seat.dataset.words);
const position = seat.dataset.seat;
const path = seat.dataset.commands;
const waiting = new Map(); // by the id of a spot: what was laid and is not seen yet, in cents
const known = new Map(); // by the id of a spot: what lies there as far as the server said

const element = (id) => document.getElementById(id);
const cents = (spot) => Number(spot.dataset.cents);
const dollars = (amount) => (amount / 100).toFixed(amount % 100 ? 2 : 0);

// --- what a spot shows while a chip waits ---

function sum(id) {
  return (waiting.get(id) ?? []).reduce((total, laid) => total + laid.amount, 0);
}

function money(amount) {
  const sign = element("balance").querySelector("b").textContent.match(/^[^\d-]*/)[0];
  const [whole, part] = dollars(amount).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}${grouped}${part ? `.${part}` : ""}`;
}

function show(id) {
  const spot = element(id);
  const more = spot ? sum(id) : 0;
  if (!spot || !(more || spot.querySelector(".waiting"))) return;
  spot.querySelector(".bet.waiting")?.remove();
  spot.querySelector(".bet")?.toggleAttribute("hidden", more > 0);
  if (!more) return;
  const chip = document.querySelector(".rack :checked").parentElement.querySelector("svg");
  const bet = document.createElement("span");
  bet.className = "bet waiting";
  const amount = document.createElement("b");
  amount.textContent = money(cents(spot) + more);
  const stack = chip.cloneNode(true);
  stack.setAttribute("class", "stack");
  bet.append(amount, stack);
  spot.append(bet);
}

function lay(id, amount) {
  const laid = { amount };
  waiting.set(id, [...(waiting.get(id) ?? []), laid]);
  show(id);
  return laid;
}

function drop(id, laid) {
  waiting.set(id, (waiting.get(id) ?? []).filter((other) => other !== laid));
  show(id);
}

// What the server now says of a spot takes the place of what waited there, the oldest first.
function settle(id) {
  const spot = element(id);
  let seen = cents(spot) - (known.get(id) ?? 0);
  known.set(id, cents(spot));
  const left = [...(waiting.get(id) ?? [])];
  while (left.length && seen >= left[0].amount) seen -= left.shift().amount;
  waiting.set(id, left);
  show(id);
}

// --- bets ---

// Whoever has sat down in the middle of a round plays from the next one on.
const arriving = () => document.querySelector(".mine .arriving") !== null;

function refused(beside) {
  const { dataset } = element("stage");
  if (document.documentElement.classList.contains("link-down")) toast(said.down, said.down_more, beside);
  else if ("chips" in seat.dataset) toast(said.chips, said.chips_more, beside);
  else if (arriving()) toast(said.arriving, said.arriving_more, beside);
  else if ("broke" in dataset) toast(said.no_chips, said.no_chips_more, beside);
  else if ("empty" in dataset) toast(said.empty, "", beside);
  else if (!("open" in dataset)) toast(said.closed, said.closed_more, beside);
  else return false;
  return true;
}

async function bet(spot) {
  if (refused(spot)) return;
  const { id, dataset } = spot;
  if (dataset.unit && cents(spot)) {
    await give(path, `take back ${dataset.number}`, spot);
    return;
  }
  if ("dark" in dataset) {
    toast(said.dark, said.dark_more, spot);
    return;
  }
  const chip = Number(document.querySelector(".rack :checked").value) * 100;
  const amount = dataset.unit ? Number(dataset.unit) : chip;
  const laid = lay(id, amount);
  cleared = [];
  together = together.filter((number) => numbers().includes(number));
  const answer = await give(path, `bet ${position} ${dataset.spot} ${dollars(amount)}`, element(id));
  if (answer) setTimeout(() => drop(id, laid), SETTLES_MS);
  else drop(id, laid);
}

// --- undo, repeat, clear: what one press did, one Undo undoes while bets are open ---

const lying = () => JSON.parse(element("staked").dataset.bets);
const numbers = () => lying().map(([number]) => number); // they begin anew with a round
let cleared = []; // the bets that the last Clear took back
let together = []; // the numbers of those that one press laid again

async function layAgain(bets, button) {
  const texts = bets.map(([spot, amount]) => `${spot} ${dollars(amount)}`);
  const answer = await give(path, `bet ${position} ${texts.join(", ")}`, button);
  if (answer) together = answer.facts.flatMap(({ number }) => number ?? []);
}

async function takeBack(bets, button) {
  for (const number of bets.reverse()) {
    if (!(await give(path, `take back ${number}`, button))) return;
  }
}

const tools = {
  async undo(button) {
    const last = numbers().at(-1);
    const again = cleared;
    cleared = [];
    if (together.includes(last)) await takeBack(numbers().filter((one) => together.includes(one)), button);
    else if (last) await takeBack([last], button);
    else if (again.length) await layAgain(again, button);
    else toast(said.nothing_to_undo, "", button);
  },
  clear(button) {
    if (!lying().length) return toast(said.nothing_to_undo, "", button);
    cleared = lying().map(([, spot, amount]) => [spot, amount]);
    return takeBack(numbers(), button);
  },
  async repeat(button) {
    const last = JSON.parse(element("staked").dataset.last);
    const there = new Set(lying().map(([, spot]) => spot));
    const dark = (spot) => document.querySelector(`[data-dark][data-spot="${spot}"]`);
    const bets = last.filter(([spot]) => !there.has(spot) && !dark(spot));
    if (bets.length) await layAgain(bets, button);
    else toast(last.length ? said.lies_already : said.nothing_to_repeat, "", button);
  },
};

document.addEventListener("click", ({ target }) => {
  const spot = target.closest(".spot[data-spot]");
  if (spot && !spot.disabled) bet(spot);
  const button = target.closest(".tools .btn");
  if (button?.id && !button.disabled && !refused(button)) tools[button.id](button);
});

// --- what comes by the socket ---

function showOdds() {
  for (const { value, textContent } of document.querySelectorAll("#edges data")) {
    const edge = element(`spot-${value}`)?.querySelector(".edge");
    if (edge && edge.textContent !== textContent) edge.textContent = textContent;
  }
}

let taken = true; // whether bets were taken when the stage was last shown

function showStage() {
  const open = "open" in element("stage").dataset;
  element("felt").classList.toggle("closed", arriving() || !open);
  if (!open) cleared = together = [];
  else if (!taken) clear(); // what was said of a closed table
  taken = open;
}

// Whether odds are shown is kept on this device.
const ODDS = "pitboss-odds";
document.addEventListener("change", ({ target: { id, checked } }) => {
  if (id === "odds-on") localStorage.setItem(ODDS, checked ? "on" : "");
});
addEventListener("load", () => {
  const odds = element("odds-on");
  if (odds && !odds.checked && localStorage.getItem(ODDS)) odds.click();
});

element("downbar").dataset.more = said.down_more;
const spots = () => [...document.querySelectorAll(".spot[data-cents]")].map(({ id }) => id);
for (const id of spots()) known.set(id, cents(element(id)));
showStage();
followLayout(["layout", "place", "by-chips", "felt", "rail", "edges", "rule-card"]);

document.addEventListener("pitboss:swapped", ({ detail }) => {
  const anew = detail.includes("felt");
  for (const id of anew ? spots() : detail) if (id.startsWith("spot-") && element(id)) settle(id);
  if (anew || detail.includes("stage") || detail.includes("countdown")) showStage();
  if (detail.includes("edges") && element("odds-on").checked) window.htmx.trigger("#odds-on", "change");
  showOdds();
});
document.addEventListener("htmx:afterSwap", showOdds);
