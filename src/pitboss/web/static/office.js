// The Game Manager: dialogs that are aimed at what was pressed, and what the page is told: "news" when
// the record has more, "waits" when something else waits for a second person.

import "./forms.js";
import { standing } from "./reading.js";

// A button fills the fields of its dialog with what it has as data, and says where lines go.
function open({ dataset }) {
  const dialog = document.getElementById(dataset.opens);
  const form = dialog?.querySelector("form");
  if (!form) return;
  form.reset();
  form.querySelector(".refused").textContent = "";
  if (dataset.path) form.dataset.path = dataset.path;
  for (const field of form.elements) {
    if (field.name in dataset) field.value = dataset[field.name];
  }
  for (const place of form.querySelectorAll("[data-told]")) {
    place.textContent = dataset[place.dataset.told] ?? "";
  }
  dialog.showModal();
}

function tell(what) {
  document.body.dispatchEvent(new CustomEvent(what, { bubbles: true }));
}

// What is pushed says by a mark how the record stands, and in the bar what waits.
const MARKS = { news: "[data-news]", waits: "[id^=waits-]" };
const marks = (selector) =>
  [...document.querySelectorAll(selector)].map(({ id, dataset }) => [id, dataset.news ?? dataset.ids]).join();
const known = new Map(Object.entries(MARKS).map(([what, selector]) => [what, marks(selector)]));

document.addEventListener("pitboss:swapped", () => {
  for (const [what, selector] of Object.entries(MARKS)) {
    const now = marks(selector);
    if (now === known.get(what)) continue;
    known.set(what, now);
    tell(what);
  }
});

let stand = null;
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  stand = standing(target);
});
document.addEventListener("htmx:afterSwap", () => stand?.());

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-opens]");
  if (button && !button.disabled) open(button);
});

document.addEventListener("pitboss:given", ({ target }) => {
  target.reset?.();
  tell("news");
});
