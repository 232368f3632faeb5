// Counts of several trays: one press gives them one after another, and each is answered in its row.
// What was not taken stays in its row as it was typed.

import { given, meant, newId } from "./commands.js";
import { lineOf, money } from "./forms.js";
import { sentence } from "./toasts.js";
import { word } from "./words.js";

const LINE = "{which} {amount} signed {first}[ and {second}]";
const OF_THE_CARD = ["wrong-badge-or-pin", "sign-in-delayed"]; // a wrong PIN is tried once

async function record(form) {
  const { which, second, pin } = form.elements;
  const rows = [...form.querySelectorAll("li")].filter((row) => row.querySelector("input")?.value.trim());
  const cards = pin.value ? [{ badge: second.value, pin: pin.value }] : undefined;
  pin.value = "";
  form.setAttribute("aria-busy", "true");
  let stopped = false;
  for (const row of rows) {
    if (stopped) tell(row, form.dataset.unsent);
    else stopped = await recordOne(row, form, { which: which?.value, second: second.value }, cards);
  }
  form.removeAttribute("aria-busy");
  (rows.find((row) => row.querySelector("input").value) ?? form).querySelector("input")?.focus();
  if (rows.length) given(document.body);
}

// Returns whether no other row is to be sent.
async function recordOne(row, form, asked, cards) {
  const input = row.querySelector("input");
  const amount = input.value.replaceAll(",", "").trim();
  const { path, table, which } = row.dataset;
  const line = lineOf(LINE, { ...asked, ...(which && { which }), amount, first: form.dataset.first });
  try {
    const told = await meant(path, { id: newId(), line, ...(cards && { cards }) }, table);
    const { code, message, remedy, proposal } = told?.answer ?? {};
    if (!told) tell(row, form.dataset.again);
    else if (told.status >= 400) tell(row, [message, remedy].map(sentence).join(" "));
    else {
      const what = which ? form.dataset.opening : form.elements.which.selectedOptions[0].text;
      const done = lineOf(form.dataset.done, { what, amount: money(amount) });
      input.value = "";
      tell(row, proposal ? word("waits", { number: proposal }) : done);
    }
    return OF_THE_CARD.includes(code);
  } catch {
    tell(row, word("no_answer"));
    return false;
  }
}

function tell(row, text) {
  row.querySelector("output").value = text;
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "count-all") return;
  event.preventDefault();
  if (!event.target.hasAttribute("aria-busy")) record(event.target);
});
