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

// A part that is read again is unfolded as it was; a page that is, stays where the finger was.
let stood = null;

document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  const near = target.id === "main" ? document.activeElement?.closest("#main [id]") : null;
  const unfolded = [...target.querySelectorAll("details[id][open]")].map(({ id }) => id);
  stood = { unfolded, id: near?.id, top: near?.getBoundingClientRect().top };
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of stood.unfolded) document.getElementById(id)?.setAttribute("open", "");
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
document.addEventListener("pitboss:given", tell);
