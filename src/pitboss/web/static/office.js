// The Game Manager: dialogs that are aimed at what was pressed, and what is read again when the
// record has more. Elements that read say when themselves: hx-trigger="news from:body".

import "./forms.js";

const NEWS = "news";

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

function tell() {
  window.htmx?.trigger(document.body, NEWS);
}

// What waits for a second person is pushed to the bar: its list is read when that changes.
const waits = () => [...document.querySelectorAll("[id^=waits-]")].map(({ dataset }) => dataset.ids).join();
let waited = waits();

document.addEventListener("pitboss:swapped", () => {
  if (waits() === waited) return;
  waited = waits();
  window.htmx?.trigger(document.body, "waits");
});

// A part that is read again is unfolded as it was, and what was typed in other forms than the one
// that was given stays; a page that is read again stays where the finger was.
const TYPED = ".filled :is(input:not([type=password]), select, output)[id]";
let stood = null;

document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  const near = target.id === "main" ? document.activeElement?.closest("#main [id]") : null;
  const unfolded = [...target.querySelectorAll("details[id][open]")].map(({ id }) => id);
  const typed = [...target.querySelectorAll(TYPED)].filter((one) => one.value !== one.defaultValue);
  stood = { unfolded, typed, id: near?.id, top: near?.getBoundingClientRect().top };
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of stood.unfolded) document.getElementById(id)?.setAttribute("open", "");
  for (const { id, value } of stood.typed) {
    const field = document.getElementById(id);
    if (field && (!field.options || [...field.options].some((one) => one.value === value))) field.value = value;
  }
  const near = stood.id && document.getElementById(stood.id);
  if (near) scrollBy({ top: near.getBoundingClientRect().top - stood.top, behavior: "instant" });
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button[data-opens]");
  if (button && !button.disabled) open(button);
});

document.addEventListener("pitboss:swapped", ({ detail }) => {
  if (detail.some((id) => id.startsWith(NEWS))) tell();
});
document.addEventListener("pitboss:given", ({ target }) => {
  target.reset?.();
  tell();
});
