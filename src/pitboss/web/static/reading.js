// Parts of a page that are read again, as pages of the office are: an element with an id says with
// data-reads where, with data-shows which parts (their ids), with data-on after which words it asks
// ("load", "news", "waits"), and with data-every after how many seconds in any case. It may be replaced
// itself: what is owed is kept here. A link or a form whose data-reader names it has it read there.
//
// One question of an element is on its way at a time; whatever is told meanwhile is asked after it.
// Of two questions for one part the later one counts, whichever is answered last.

import { swap } from "./live.js";

const AGAIN_MS = 2000;
const NOT_NOW = 429; // a status from which on the same may be answered later
const owed = new Map(); // by the id of who asks, while an answer is on its way: whether to ask again
const askedAt = new Map(); // by the id of who asks: when it asked last
const sent = new Map(); // by the id of who asks: where somebody sent it, until that is shown
const shownBy = new Map(); // by the id of a part: the number of the question that it answers
let questions = 0;

function askers() {
  return document.querySelectorAll("[data-reads]");
}

export function hear(said) {
  for (const { id, dataset } of askers()) {
    if (dataset.on?.split(" ").includes(said)) read(id);
  }
}

async function read(id) {
  if (owed.has(id)) {
    owed.set(id, true);
    return;
  }
  do {
    owed.set(id, false);
    askedAt.set(id, Date.now());
    const answered = await ask(id).catch(() => false);
    if (!answered) await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (!answered) owed.set(id, true);
  } while (owed.get(id));
  owed.delete(id);
}

// Returns whether it was answered: what is there no more, or not for whoever looks, has no answer.
// An answer that comes too late, for its parts or for the page, is asked for again.
async function ask(id) {
  const where = whereOf(id);
  if (!where) return true;
  const { shows } = document.getElementById(id).dataset;
  const number = (questions += 1);
  const response = await fetch(where);
  if (response.headers.has("HX-Refresh")) location.reload();
  if (!response.ok) return response.status < NOT_NOW;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (whereOf(id) !== where) return owed.set(id, true);
  const parts = shows.split(" ").map((part) => page.getElementById(part)).filter(Boolean);
  const view = parts.filter((part) => !(shownBy.get(part.id) > number));
  for (const part of view) shownBy.set(part.id, number);
  const stand = standing(document.getElementById("main"));
  swap(Object.fromEntries(view.map((part) => [part.id, part.outerHTML])));
  stand();
  sent.delete(id);
  if (view.length < parts.length) owed.set(id, true);
  return true;
}

function whereOf(id) {
  const asker = document.getElementById(id);
  return asker && (sent.get(id) ?? asker.dataset.reads);
}

// --- as the person left it ---

// What was unfolded, and what was typed in other forms than the one that was given, stays; so does
// the place on the screen where the finger was. Returns what brings all that back.
const TYPED = ".filled :is(input:not([type=password]), select, output)[id]";

export function standing(target) {
  const near = target.id === "main" ? document.activeElement?.closest("#main [id]") : null;
  const unfolded = [...target.querySelectorAll("details[id][open]")].map(({ id }) => id);
  const typed = [...target.querySelectorAll(TYPED)].filter((one) => one.value !== one.defaultValue);
  const top = near?.getBoundingClientRect().top;
  return () => {
    for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
    for (const { id, value } of typed) {
      const field = document.getElementById(id);
      if (field && (!field.options || [...field.options].some((one) => one.value === value))) field.value = value;
    }
    const again = near && document.getElementById(near.id);
    if (again) scrollBy({ top: again.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

// --- when ---

function look() {
  for (const { id, dataset } of askers()) {
    const due = (askedAt.get(id) ?? 0) + Number(dataset.every) * 1000;
    if (Date.now() >= due && !owed.has(id)) read(id);
  }
}

function send(event) {
  const from = event.target.closest(event.type === "click" ? "a[data-reader]" : "form[data-reader]");
  if (!from || event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
  event.preventDefault();
  const chosen = from.href ?? `${from.action}?${new URLSearchParams(new FormData(from))}`;
  sent.set(from.dataset.reader, chosen);
  read(from.dataset.reader);
}

for (const done of ["click", "change", "submit"]) document.addEventListener(done, send);
setInterval(look, 250);
for (const said of ["news", "waits"]) document.addEventListener(said, () => hear(said));
for (const { id } of askers()) askedAt.set(id, Date.now());
hear("load");
