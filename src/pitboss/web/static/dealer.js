// The dealer's page: what is touched on a pad lies in its place for a moment and can be taken back
// until it is recorded; forms become lines, and the cards of those they name go beside them.

import { fieldsOf, give, newId, post } from "./commands.js";
import { word } from "./words.js";

const HOLD_MS = 1500;
const SVG = "http://www.w3.org/2000/svg";

// --- pads ---

let held = []; // touched, and not recorded yet
let ahead = []; // touched before the pad came that it belongs to
let recorded = ""; // the step that was recorded last
let sending = false;
let timer = 0;

function padNow() {
  const pad = document.querySelector("#work[data-pad]");
  return pad && pad.dataset.step !== recorded ? pad : null;
}

function lineFrom({ dataset }) {
  const dice = (from) => held.slice(from, from + 3).join("");
  const values = { cards: held.join(" "), player: dice(0), banker: dice(3) };
  return dataset.pad.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function touch(value) {
  const pad = padNow();
  if (!pad || sending || held.length >= Number(pad.dataset.count)) {
    ahead.push(value);
    if (pad && !sending) record();
    return;
  }
  held.push(value);
  show();
  if (held.length === Number(pad.dataset.count)) timer = setTimeout(record, HOLD_MS);
}

async function record() {
  clearTimeout(timer);
  const pad = padNow();
  if (!pad || sending || !held.length) return;
  sending = true;
  const path = pad.closest("[data-commands]").dataset.commands;
  const answer = await give(path, lineFrom(pad), document.getElementById("undo-entry"));
  sending = false;
  held = [];
  if (answer) recorded = pad.dataset.step;
  else ahead = [];
  show();
  goOn();
}

function goOn() {
  if (ahead.length && padNow() && !sending) touch(ahead.shift());
}

function takeBack() {
  clearTimeout(timer);
  ahead = [];
  held.pop();
  show();
}

// --- what is held is seen in its place ---

function drawing(name, className, box) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", box);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/sprites.svg#${name}`);
  svg.append(use);
  return svg;
}

function drawn(value, place) {
  if (value.includes(" ")) {
    return value.split(" ").map((face) => drawing(`die-${face}`, "die held", "0 0 100 100"));
  }
  if (/^[1-6]$/.test(value)) return [drawing(`die-${value}`, "die held", "0 0 100 100")];
  const third = place.querySelector(".third") ? " third" : "";
  return [drawing(value, `card held${third}`, "0 0 100 140")];
}

function show() {
  const pad = padNow();
  for (const old of document.querySelectorAll("#hands .held")) old.remove();
  for (const place of document.querySelectorAll("#hands .holds")) place.classList.remove("holds");
  const side = pad?.dataset.side;
  const within = side ? `#hands [data-side="${side}"]` : "#hands";
  held.forEach((value, at) => {
    const place = document.querySelector(`${within} [data-entry="${at}"]`);
    place?.classList.add("holds");
    place?.append(...drawn(value, place));
  });
  for (const key of document.querySelectorAll("#work[data-pad] [data-from]")) {
    const from = Number(key.dataset.from);
    key.disabled = held.length < from || held.length >= from + 3;
  }
  showUndo();
}

function showUndo() {
  const button = document.getElementById("undo-entry");
  if (!button) return;
  button.hidden = !held.length;
  const last = held.at(-1);
  const key = last && document.querySelector(`#work [data-entered="${last}"]`);
  const name = key?.getAttribute("aria-label") ?? last ?? "";
  button.querySelector("span").textContent = button.dataset.label.replace("{card}", name);
}

// --- forms that become lines ---

// What stands in brackets is left out if a field of it is empty.
export function lineOf(pattern, fields) {
  const has = (part) => [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => fields[name]);
  const whole = pattern.replace(/\[([^\]]*)\]/g, (_, part) => (has(part) ? part : ""));
  return whole.replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}

function cardsOf(form, fields) {
  const pins = [...form.querySelectorAll("[data-pin-of]")];
  const shown = pins.filter(({ value }) => value);
  const cards = shown.map(({ dataset, value }) => ({ badge: fields[dataset.pinOf], pin: value }));
  for (const pin of pins) pin.value = "";
  return cards;
}

async function send(form, submitter) {
  const fields = fieldsOf(form);
  const line = lineOf(submitter?.dataset.pattern ?? form.dataset.pattern, fields);
  const path = form.dataset.path ?? form.closest("[data-commands]").dataset.commands;
  const cards = cardsOf(form, fields);
  const dialog = form.closest("dialog");
  if (!dialog) return give(path, line, submitter ?? form, cards);
  return answered(form, dialog, { id: newId(), line, ...(cards.length && { cards }) }, path);
}

async function answered(form, dialog, asked, path) {
  const told = form.querySelector(".refused");
  told.textContent = "";
  form.setAttribute("aria-busy", "true");
  try {
    const { status, answer } = await post(path, asked);
    if (status >= 400) told.textContent = `${answer.message}; ${answer.remedy}`;
    else if (answer.proposal) told.textContent = word("waits", { number: answer.proposal });
    else leave(dialog);
  } catch {
    told.textContent = word("no_answer");
  } finally {
    form.removeAttribute("aria-busy");
  }
}

// --- dialogs ---

function open({ dataset }) {
  const dialog = document.getElementById(dataset.opens);
  if (!dialog) return;
  for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
  if (dialog.id === "dlg-pay") aim(dialog, dataset);
  for (const date of dialog.querySelectorAll("input[type=date]")) {
    if (!date.value) date.value = new Date().toLocaleDateString("en-CA");
  }
  dialog.showModal();
}

// Aim the card dialog at a hit: the one whose button was pressed, or the oldest that is shown.
function aim(dialog, { jackpot, order }) {
  const named = jackpot ? `[data-about-of="${jackpot} ${order}"]` : "[data-about-of]";
  const about = document.querySelector(`#work ${named}`);
  if (!about) return;
  const [id, number] = about.dataset.aboutOf.split(" ");
  dialog.querySelector("form").dataset.path = `/api/v1/jackpots/${id}/commands`;
  dialog.querySelector("[name=order]").value = number;
  const shown = about.cloneNode(true);
  shown.removeAttribute("data-about-of");
  dialog.querySelector("[data-about]").replaceChildren(...shown.childNodes);
}

function leave(dialog) {
  dialog.querySelector("form").reset();
  dialog.querySelector(".refused").textContent = "";
  dialog.close();
}

function digit(button) {
  const pin = document.getElementById(button.closest("[data-keys]").dataset.keys);
  const pressed = button.dataset.digit;
  if (pressed === "clear") pin.value = "";
  else pin.value = pressed === "back" ? pin.value.slice(0, -1) : pin.value + pressed;
}

// --- what is pressed ---

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.entered) touch(button.dataset.entered);
  else if (button.id === "undo-entry") takeBack();
  else if (button.dataset.opens) open(button);
  else if (button.dataset.digit) digit(button);
  else if ("closes" in button.dataset) leave(button.closest("dialog"));
});

document.addEventListener("submit", (event) => {
  if (!("filled" in event.target.dataset)) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener("pitboss:swapped", () => {
  const pad = document.querySelector("#work[data-pad]");
  if (!sending && (!pad || pad.dataset.step === recorded)) held = [];
  show();
  goOn();
});
