// The dealer's page: what is touched on a pad lies in its place for a moment and can be taken back
// until it is recorded, which a press or the next touch does at once. Forms become lines, and the
// cards of those they name go beside them.

import { give } from "./commands.js";
import { leave } from "./forms.js";
import "./here.js";
import { toast } from "./toasts.js";

const HOLD_MS = 3000;
const SVG = "http://www.w3.org/2000/svg";

// --- pads ---

let held = []; // touched, and not recorded yet
let ahead = []; // touched before the pad of the same round came that it belongs to
let recorded = ""; // the step that was recorded last
let sending = false;
let touched = null; // the key that was touched last
let timer = 0;
let recordsAt = 0; // when what is held is recorded; 0 while more of it is due

function padNow() {
  const pad = document.querySelector("#work[data-pad]");
  return pad && pad.dataset.step !== recorded ? pad : null;
}

function lineFrom({ dataset }) {
  const dice = (from) => held.slice(from, from + 3).join("");
  const values = { cards: held.join(" "), player: dice(0), banker: dice(3) };
  return dataset.pad.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function touch(button) {
  const value = button.dataset.entered;
  const pad = padNow();
  if (!pad || sending || held.length >= Number(pad.dataset.count)) {
    ahead.push({ value, round: roundOf(button) });
    if (pad && !sending) record();
    return;
  }
  touched = button;
  held.push(value);
  if (held.length === Number(pad.dataset.count)) {
    timer = setTimeout(record, HOLD_MS);
    recordsAt = Date.now() + HOLD_MS;
  }
  show();
}

async function record() {
  clearTimeout(timer);
  recordsAt = 0;
  const pad = padNow();
  if (!pad || sending || !held.length) return;
  sending = true;
  const path = pad.closest("[data-commands]").dataset.commands;
  const answer = await give(path, lineFrom(pad), touched);
  sending = false;
  held = [];
  if (answer) recorded = pad.dataset.step;
  else ahead = [];
  show();
  goOn();
}

function goOn() {
  const pad = padNow();
  if (!pad || sending) return;
  ahead = ahead.filter(({ round }) => round === roundOf(pad));
  const next = ahead.shift();
  const button = next && pad.querySelector(`[data-entered="${next.value}"]`);
  if (button) touch(button);
}

function roundOf(element) {
  return element.closest("[data-step]")?.dataset.step.split(".", 2).join(".");
}

function takeBack() {
  clearTimeout(timer);
  recordsAt = 0;
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
  document.getElementById("record-entry").hidden = !recordsAt;
  const last = held.at(-1);
  const key = last && document.querySelector(`#work [data-entered="${last}"]`);
  const name = key?.getAttribute("aria-label") ?? last ?? "";
  if (recordsAt && !button.classList.contains("runs")) {
    button.style.setProperty("--left", `${recordsAt - Date.now()}ms`);
  }
  button.classList.toggle("runs", recordsAt > 0);
  button.querySelector("span").textContent = button.dataset.label.replace("{card}", name);
}

// --- dialogs ---

// The day that it is on the floor, wherever the browser stands: it begins at an hour of its own.
function gamingDay() {
  const { zone: timeZone, dayFrom } = document.getElementById("clock").dataset;
  const [hours, minutes] = dayFrom.split(":").map(Number);
  const begun = Date.now() - (hours * 60 + minutes) * 60_000;
  return new Date(begun).toLocaleDateString("en-CA", { timeZone });
}

// Menus lie over the page: they close with whatever is pressed beside them, and with Escape.
function closeMenus(but) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(but)) menu.open = false;
  }
}

function open({ dataset }) {
  const dialog = document.getElementById(dataset.opens);
  if (!dialog) return;
  closeMenus(null);
  if (dialog.id === "dlg-pay") aim(dialog, dataset);
  for (const date of dialog.querySelectorAll("input[type=date]")) {
    if (!date.value) date.value = gamingDay();
  }
  const form = dialog.querySelector("form");
  const fits = JSON.parse(dataset.fits ?? "[]");
  form.onchange = () => offer(form, fits);
  for (const [name, value] of Object.entries(JSON.parse(dataset.chosen ?? "{}"))) form.elements[name].value = value;
  offer(form, fits);
  dialog.showModal();
}

// Of some fields of a form only what fits what is chosen in those before it is offered.
function offer(form, fits) {
  let left = fits;
  for (const name of Object.keys(fits[0] ?? {})) {
    const field = form.elements[name];
    for (const one of field.options ?? field) {
      one.disabled = !left.some((fit) => fit[name] === one.value) && one.value !== "";
      (one.closest("label") ?? one).hidden = one.disabled;
      if (one.disabled) one.checked = one.selected = false;
    }
    left = left.filter((fit) => !field.value || fit[name] === field.value);
  }
}

// Aim the card dialog at a hit: the one whose button was pressed, or the oldest that is shown.
function aim(dialog, { jackpot, order }) {
  const named = jackpot ? `[data-about-of="${jackpot} ${order}"]` : "[data-about-of]";
  const about = document.querySelector(`#work ${named}`);
  if (!about) return;
  dialog.dataset.of = about.dataset.aboutOf;
  const [id, number] = dialog.dataset.of.split(" ");
  dialog.querySelector("form").dataset.path = `/api/v1/jackpots/${id}/commands`;
  dialog.querySelector("[name=order]").value = number;
  const shown = about.cloneNode(true);
  shown.removeAttribute("data-about-of");
  dialog.querySelector("[data-about]").replaceChildren(...shown.childNodes);
}

// A hit that somebody else has paid or dismissed meanwhile asks for no card any more.
function closeSettled() {
  const dialog = document.getElementById("dlg-pay");
  const { of, over } = dialog.dataset;
  const waits = document.querySelector(`#work [data-about-of="${of}"]`);
  if (!of || !dialog.open || waits || dialog.querySelector("form[aria-busy]")) return;
  leave(dialog);
  toast(over, "", null, true);
}

// --- what is pressed ---

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.why) toast(button.ariaLabel, button.dataset.why, button);
  else if (button.dataset.entered) touch(button);
  else if (button.id === "undo-entry") takeBack();
  else if (button.id === "record-entry") record();
  else if (button.dataset.opens) open(button);
  else if (button.dataset.line) closeMenus(null);
});

document.addEventListener("pointerdown", ({ target }) => closeMenus(target));
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeMenus(null);
});

document.addEventListener("pitboss:swapped", () => {
  const pad = document.querySelector("#work[data-pad]");
  if (!sending && (!pad || pad.dataset.step === recorded)) held = [];
  if (!pad) ahead = []; // something else comes first, and what was touched would lie unseen
  show();
  goOn();
  closeSettled();
});

// A badge that a demo lists fills the first place for one that is empty, or else the first.
document.addEventListener("click", ({ target }) => {
  const shown = target.closest("[data-badge]")?.dataset;
  if (!shown) return;
  const form = target.closest("form");
  const pins = [...form.querySelectorAll("[data-pin-of]")];
  const badgeOf = (pin) => form.elements[pin.dataset.pinOf];
  const pin = pins.find((one) => !badgeOf(one).value) ?? pins[0];
  badgeOf(pin).value = shown.badge;
  pin.value = shown.pin;
});
