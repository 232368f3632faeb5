// The draft of a table comes back from the server with every change. What was typed or ticked while
// it was on its way stays as the person left it, and is sent again.

const FORM = "draft";
let sent = new Map();
let meanwhile = [];

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

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.id === FORM) sent = new Map(fields().map((field) => [field.id, said(field)]));
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== FORM) return;
  const changed = fields().filter((field) => sent.get(field.id) !== said(field));
  meanwhile = changed.map((field) => [field.id, said(field)]);
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== FORM) return;
  const kept = meanwhile;
  meanwhile = [];
  for (const [id, what] of kept) {
    const field = document.getElementById(id);
    if (field) say(field, what);
  }
  if (kept.some(([id]) => id !== document.activeElement?.id)) {
    target.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

// A proposal that somebody else has approved or declined changes what the draft differs from.
const waiting = () => [...document.querySelectorAll("#two-people article")].map(({ id }) => id).join();
let waited = waiting();

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== "two-people" || waiting() === waited) return;
  waited = waiting();
  target.dispatchEvent(new CustomEvent("pitboss:given", { bubbles: true }));
});
