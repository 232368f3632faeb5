// Pairing: the code is shown once, large, while it counts; then it is gone from the page. And
// unlocking a badge by its number.

import { fieldsOf, post } from "./commands.js";
import { refuse, toast } from "./toasts.js";
import { word } from "./words.js";

const LOOK_MS = 500;
const form = document.getElementById("pair");
const place = document.getElementById("code");
let looking = 0;

// Only a seat has a position.
function positions() {
  const seat = form.elements.kind.value === "seat";
  form.elements.seat.disabled = !seat;
  if (!seat) form.elements.seat.value = "";
}

function spans(code) {
  return [...code].map((letter) => {
    const element = document.createElement(letter === "-" ? "i" : "span");
    if (letter !== "-") element.textContent = letter;
    return element;
  });
}

function line(cls, text, data = {}) {
  const element = document.createElement("p");
  element.className = cls;
  element.textContent = text;
  Object.assign(element.dataset, data);
  return element;
}

function show(code) {
  const ends = Date.now() / 1000 + Number(place.dataset.seconds);
  const letters = line("code below", "");
  letters.append(...spans(code));
  letters.setAttribute("aria-label", code);
  letters.setAttribute("role", "img");
  const { at, left } = place.dataset;
  place.replaceChildren(letters, line("row below", at), line("sub", "", { closesAt: ends, words: left }));
  place.hidden = false;
  clearInterval(looking);
  const had = count();
  looking = setInterval(() => look(ends, had), LOOK_MS);
}

function count() {
  return Number(document.getElementById("devices").dataset.count);
}

// The list of devices is read again by itself.
function look(ends, had) {
  if (Date.now() / 1000 >= ends) end(place.dataset.over);
  else if (count() > had) end(place.dataset.used);
}

function end(text) {
  clearInterval(looking);
  place.replaceChildren(line("below bold", text));
}

async function ask(event, path, data, then) {
  event.preventDefault();
  const beside = event.submitter ?? event.target;
  try {
    const { status, answer } = await post(path, data);
    if (status >= 400) refuse(answer, beside);
    else then(answer, beside);
  } catch {
    toast(word("no_answer"), "", beside);
  }
}

if (form) {
  form.addEventListener("change", positions);
  form.addEventListener("submit", (event) => {
    const { seat = 0, ...where } = fieldsOf(form);
    ask(event, "/api/v1/devices", { ...where, seat: form.elements.seat.disabled ? 0 : seat }, ({ code }) => show(code));
  });
  positions();
}

document.getElementById("unlock-form")?.addEventListener("submit", (event) => {
  const { badge } = fieldsOf(event.target);
  const said = event.target.dataset.done.replace("{badge}", badge);
  const path = `/api/v1/people/${encodeURIComponent(badge)}/unlock`;
  ask(event, path, undefined, (_, beside) => toast(said, "", beside, true));
});
