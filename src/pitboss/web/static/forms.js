// Forms that become lines: data-filled says so, data-pattern how the line is written, data-path who
// gets it, perhaps several. The PINs of
// those whom it names (data-pin-of) go beside it as cards; data-done is what is said once it is on
// record. In a dialog the answer stands there.

import { fieldsOf, give, given, meant, newId } from "./commands.js";
import "./keypad.js";
import { sentence, toast } from "./toasts.js";
import { word } from "./words.js";

// What stands in brackets is left out if a field of it is empty.
export function lineOf(pattern, fields) {
  const has = (part) => [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => fields[name]);
  const whole = pattern.replace(/\[([^\]]*)\]/g, (_, part) => (has(part) ? part : ""));
  return whole.replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}

// An amount as people read it, where the page says in what money.
export function money(amount) {
  const { symbol } = document.getElementById("main").dataset;
  return symbol ? symbol + amount.replace(/\B(?=(\d{3})+(?!\d))/g, ",") : amount;
}

// What was recorded, in the words of the form: of a choice, as it reads there.
function tellDone(form, said, beside) {
  const chosen = [...form.querySelectorAll("select")].map((one) => [one.name, one.selectedOptions[0].text]);
  const fields = { ...fieldsOf(form), ...Object.fromEntries(chosen) };
  for (const { name } of form.querySelectorAll("[data-kind=money]")) fields[name] = money(fields[name]);
  toast(lineOf(said, fields), "", beside, true);
}

function cardsOf(form, fields) {
  const pins = [...form.querySelectorAll("[data-pin-of]")];
  const shown = pins.filter(({ value }) => value);
  const cards = shown.map(({ dataset, value }) => ({ badge: fields[dataset.pinOf], pin: value }));
  for (const pin of pins) pin.value = "";
  return cards;
}

async function send(form, submitter) {
  const fields = fieldsOf(form);
  const line = lineOf(submitter?.dataset.pattern ?? form.dataset.pattern, fields);
  const path = form.dataset.path ?? form.closest("[data-commands]").dataset.commands;
  const cards = cardsOf(form, fields);
  const dialog = form.closest("dialog");
  if (!dialog) {
    const answers = [];
    for (const one of path.trim().split(" ")) answers.push(await give(one, line, submitter ?? form, cards));
    const { done } = form.dataset;
    if (answers.every((one) => one && !one.proposal) && done) tellDone(form, done, submitter ?? form);
    if (answers.some(Boolean)) given(form);
    return;
  }
  await answered(form, dialog, { id: newId(), line, ...(cards.length && { cards }) }, path);
}

async function answered(form, dialog, asked, path) {
  const told = form.querySelector(".refused");
  told.textContent = "";
  form.setAttribute("aria-busy", "true");
  try {
    const said = await meant(path, asked);
    if (!said) return;
    const { status, answer } = said;
    if (status < 400) given(form);
    const { done } = form.dataset;
    if (status < 400 && !answer.proposal && done) tellDone(form, done, null);
    if (status >= 400) told.textContent = [answer.message, answer.remedy].map(sentence).join(" ");
    else leave(dialog);
    if (answer.proposal) toast(word("waits", { number: answer.proposal }), "", null, true);
  } catch {
    told.textContent = word("no_answer");
  } finally {
    form.removeAttribute("aria-busy");
  }
}

// --- dialogs ---

export function leave(dialog) {
  dialog.querySelector("form").reset();
  dialog.querySelector(".refused").textContent = "";
  dialog.close();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button || button.disabled) return;
  if ("closes" in button.dataset) leave(button.closest("dialog"));
});

document.addEventListener("submit", (event) => {
  if (!("filled" in event.target.dataset)) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
