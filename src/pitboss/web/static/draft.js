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

const form = () => document.getElementById(FORM);
const edited = () => "edited" in form().dataset;
let kept = null; // what the form says of a floor on record, and the mark of that record
let parts = [...new URLSearchParams(location.search)]; // by what the draft that is shown differs from its own

// Whether what is kept is of the floor that the draft is shown upon.
const known = () => kept?.record === form().dataset.record;
const keep = (one) => ({ record: one.dataset.record, data: new FormData(one) });

async function onRecord() {
  const { pathname, search } = location;
  const game = new URLSearchParams(search).get("game");
  const response = await fetch(game ? `${pathname}?game=${encodeURIComponent(game)}` : pathname);
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return keep(page.getElementById(FORM));
}

function differing(all) {
  const parts = [["draft", "changes"]];
  const [offered, before] = [all.getAll("offer"), kept.data.getAll("offer")];
  for (const key of offered.filter((one) => !before.includes(one))) parts.push(["offer", key]);
  for (const key of before.filter((one) => !offered.includes(one))) parts.push(["drop", key]);
  for (const [name, value] of all) {
    if (name === "game") parts.push([name, value]);
    else if (!["draft", "offer"].includes(name) && value !== (kept.data.get(name) ?? "")) parts.push([name, value]);
  }
  return parts;
}

// The same where that floor is not known yet: what was sent last, with what was changed since.
function amended() {
  const changed = changedFrom(answered).map(([id]) => document.getElementById(id));
  const again = ({ name, value }, [key, before]) =>
    name === "offer" ? ["offer", "drop"].includes(key) && before === value : key === name;
  const stays = parts.filter((part) => part[0] !== "draft" && !changed.some((field) => again(field, part)));
  const offers = changed.filter(({ name }) => name === "offer");
  const others = changed.filter(({ name, type, checked }) => name !== "offer" && (type !== "radio" || checked));
  return [
    parts.find(([key]) => key === "draft") ?? ["draft", "changes"],
    ...stays,
    ...offers.map(({ checked, value }) => [checked ? "offer" : "drop", value]),
    ...others.map(({ name, value }) => [name, value]),
  ];
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id !== FORM) return;
  parts = known() ? differing(detail.formData) : amended();
  for (const name of new Set(detail.formData.keys())) detail.formData.delete(name);
  for (const [name, value] of parts) detail.formData.append(name, value);
});

// --- what is chosen while an answer is on its way ---

const AGAIN_MS = 2000;
const NOT_NOW = 429; // a status from which on the same may be answered later
let due = false; // whether what is said of the draft is of another one than the form shows
let asking = null; // the form that waits for its answer
let owed = false; // whether to ask again then
const state = () => new Map(fields().map((field) => [field.id, said(field)]));
let answered = state(); // what the form said as it came, by id
let sent = answered; // what of it was asked for
let meanwhile = [];

const changedFrom = (before) => [...state()].filter(([id, what]) => before.get(id) !== what);

// Nothing is proposed that was said of another draft.
function waits(busy) {
  due = busy;
  const change = document.getElementById("change");
  for (const name of ["aria-busy", "inert"]) change?.toggleAttribute(name, busy);
}

function ask() {
  waits(true);
  if (asking) {
    owed = true;
    return;
  }
  form().dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("change", ({ target }) => {
  if (target.form?.id === FORM) waits(true);
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.id !== FORM) return;
  asking = detail.elt;
  owed = false;
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
  learn();
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== FORM || !changedFrom(answered).length) return;
  asking = null;
  ask();
});

// The form that asked is not on the page any more where its answer is.
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (requestConfig.elt !== asking) return;
  asking = null;
  if (!xhr.status || xhr.status >= NOT_NOW) setTimeout(ask, AGAIN_MS);
  else if (owed) ask();
});

// --- what changes meanwhile ---

// The floor that a draft is shown upon is learned once. If another one is on record by then, or it
// could not be learned, the draft is asked for again as it was.
let learning = false;

async function learn() {
  if (learning || known() || !edited()) return;
  learning = true;
  const learned = await onRecord().catch(() => null);
  learning = false;
  kept = learned ?? kept;
  if (!known()) setTimeout(ask, learned ? 0 : AGAIN_MS);
}

// The floor or the table has changed, something waits no more, or an answer came while something was
// pressed and was not shown: what the person has drafted is drafted of what is on record now.
function heard() {
  if (edited()) ask();
}

for (const told of ["news", "waits"]) document.addEventListener(told, heard);
if (location.search) learn();
else kept = keep(form());
