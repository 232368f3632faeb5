// The draft of a table comes back from the server with every change. Only what differs from the floor
// on record is sent, so that the address stays short. What was typed or ticked while it was on its way
// stays as the person left it, and is sent again.

const FORM = "draft";

function fields() {
  return [...document.querySelectorAll(`#${FORM} :is(input, select)[id]`)];
}

function said({ type, checked, value }) {
  return ["checkbox", "radio"].includes(type) ? checked : value;
}

function say(field, what) {
  if (typeof what === "boolean") field.checked = what;
  else field.value = what;
}

// --- what differs ---

const ticked = (data, name) => (data ? data.getAll(name) : []);
let kept = null; // what the form says of the floor on record

async function read() {
  const { pathname, search } = location;
  const game = new URLSearchParams(search).get("game");
  const response = await fetch(game ? `${pathname}?game=${encodeURIComponent(game)}` : pathname);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const form = page.getElementById(FORM);
  if (form) kept = new FormData(form);
}

function differing(all) {
  const parts = [["draft", "changes"]];
  const [offered, before] = [ticked(all, "offer"), ticked(kept, "offer")];
  for (const key of offered.filter((one) => !before.includes(one))) parts.push(["offer", key]);
  for (const key of before.filter((one) => !offered.includes(one))) parts.push(["drop", key]);
  for (const [name, value] of all) {
    if (name === "game") parts.push([name, value]);
    else if (!["draft", "offer"].includes(name) && value !== (kept.get(name) ?? "")) parts.push([name, value]);
  }
  return parts;
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id !== FORM || !kept) return;
  const parts = differing(detail.formData);
  for (const name of new Set(detail.formData.keys())) detail.formData.delete(name);
  for (const [name, value] of parts) detail.formData.append(name, value);
});

if (location.search) read();
else kept = new FormData(document.getElementById(FORM));
document.addEventListener("pitboss:given", read);

// --- what is chosen while an answer is on its way ---

const AGAIN_MS = 2000;
const NOT_NOW = 429; // a status from which on the same may be answered later
let due = false; // whether what is said of the draft is of another one than the form shows
let asking = false;
let sent = new Map(); // what the form said when it was sent, by id
let answered = new Map(); // what it said as it came back
let meanwhile = [];

const state = () => new Map(fields().map((field) => [field.id, said(field)]));
const changedFrom = (before) => [...state()].filter(([id, what]) => before.get(id) !== what);

// Nothing is proposed that was said of another draft.
function waits(busy) {
  due = busy;
  const change = document.getElementById("change");
  for (const name of ["aria-busy", "inert"]) change?.toggleAttribute(name, busy);
}

function ask() {
  waits(true);
  document.getElementById(FORM).dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("change", ({ target }) => {
  if (target.form?.id === FORM) waits(true);
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.id !== FORM) return;
  asking = true;
  sent = state();
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id === FORM) meanwhile = changedFrom(sent);
});

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id === "change") waits(due);
  if (target.id !== FORM) return;
  answered = state();
  for (const [id, what] of meanwhile) {
    const field = document.getElementById(id);
    if (field) say(field, what);
  }
  waits(changedFrom(answered).length > 0);
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === FORM && changedFrom(answered).length) ask();
});

document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  if (elt.id !== FORM) return;
  asking = false;
  if (!xhr.status || xhr.status >= NOT_NOW) setTimeout(ask, AGAIN_MS);
});

// An answer that came while something was pressed was not shown.
document.addEventListener("news", () => {
  if (due && !asking) ask();
});

// A proposal that somebody else has approved or declined changes what the draft differs from.
const waiting = () => [...document.querySelectorAll("#two-people article")].map(({ id }) => id).join();
let waited = waiting();

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== "two-people" || waiting() === waited) return;
  waited = waiting();
  target.dispatchEvent(new CustomEvent("pitboss:given", { bubbles: true }));
});
