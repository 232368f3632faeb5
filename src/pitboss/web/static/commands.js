// Commands: every one is posted with an id of its own, and answered in words where it was given.
// A form or button says what it gives: data-commands (where), data-line (the line, with {fields} of
// the form, or with what the place around a button has as data) or data-kind (a command, whose
// fields are the form's), and data-done (what is said then); or data-post (a path of the API whose
// fields are the form's) and data-next (where to go then).

import { word } from "./words.js";

const TOAST_MS = 9000;
const GAP = 8;
const KINDS = { number: Number, boolean: (text) => text === "true" };

function cookie(name) {
  const parts = document.cookie.split("; ").map((part) => part.split("="));
  return parts.find(([key]) => key === name)?.[1];
}

export async function post(path, data) {
  const headers = { "Content-Type": "application/json" };
  const csrf = cookie("pitboss-csrf") ?? cookie("pitboss-device-csrf");
  if (csrf) headers["X-CSRF-Token"] = csrf;
  const body = data && JSON.stringify(data);
  const response = await fetch(path, { method: "POST", headers, body });
  return { status: response.status, answer: await response.json() };
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Give a line, or a command by its fields; the answer is told beside the element that was pressed.
// Returns the answer, or null if it was refused or nobody answered.
export async function give(path, what, beside, cards) {
  const order = typeof what === "string" ? { line: what } : { command: what };
  const asked = { id: newId(), ...order, ...(cards && { cards }) };
  beside?.setAttribute("aria-busy", "true");
  try {
    const { status, answer } = await post(path, asked);
    if (status >= 400) {
      refuse(answer, beside);
      return null;
    }
    if (answer.proposal) toast(word("waits", { number: answer.proposal }), "", beside);
    return answer;
  } catch {
    toast(word("no_answer"), "", beside);
    return null;
  } finally {
    beside?.removeAttribute("aria-busy");
  }
}

// --- what is said ---

export function refuse({ message, remedy, cite }, beside) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  toast(`${text}.`, `${remedy}${cite ? ` [${cite}]` : ""}`, beside);
}

export function toast(text, more, beside) {
  const place = document.getElementById("toasts");
  const element = document.createElement("div");
  element.className = "toast";
  const strong = document.createElement("strong");
  strong.textContent = text;
  element.append(strong, more);
  place.replaceChildren(element);
  if (beside) stand(element, beside);
  setTimeout(() => element.remove(), TOAST_MS);
  element.addEventListener("click", () => element.remove());
}

// Stand next to where the finger was, within the window; what was pressed may have been swapped.
function stand(element, pressed) {
  const beside = (pressed.id && document.getElementById(pressed.id)) || pressed;
  const { left, top, bottom, width } = beside.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = element;
  const middle = left + width / 2 - offsetWidth / 2;
  const below = bottom + GAP + offsetHeight < innerHeight;
  Object.assign(element.style, {
    left: `${Math.max(GAP, Math.min(middle, innerWidth - offsetWidth - GAP))}px`,
    top: `${below ? bottom + GAP : Math.max(GAP, top - offsetHeight - GAP)}px`,
    right: "auto",
    bottom: "auto",
  });
}

// --- forms and buttons ---

export function fieldsOf(form) {
  const named = [...form.elements].filter(
    ({ name, type, checked }) => name && (!["radio", "checkbox"].includes(type) || checked),
  );
  return Object.fromEntries(
    named.map(({ name, value, dataset }) => [name, (KINDS[dataset.kind] ?? String)(value)]),
  );
}

// The card that a second person shows beside a form: a badge, and the PIN that is never in a line.
function cardsOf({ card, pin }) {
  return pin ? [{ badge: card, pin }] : undefined;
}

export function filled(pattern, fields) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

async function submit(event) {
  const form = event.target;
  const { post: path, commands, line, kind, next, done } = form.dataset;
  if (!path && !commands) return;
  event.preventDefault();
  const fields = fieldsOf(form);
  const beside = event.submitter ?? form;
  if (commands) {
    const what = kind ? { kind, ...fields } : filled(line ?? "{line}", fields);
    const answer = await give(commands, what, beside, cardsOf(fields));
    if (answer) form.dispatchEvent(new CustomEvent("pitboss:given", { bubbles: true }));
    if (answer && !answer.proposal && done) toast(done, "", beside);
    if (answer && next) location.assign(filled(next, fields));
    if (answer) form.querySelector("input[name=line]")?.select();
    return;
  }
  try {
    const { status, answer } = await post(path, Object.keys(fields).length ? fields : undefined);
    if (status >= 400) {
      refuse(answer, beside);
      form.dispatchEvent(new CustomEvent("pitboss:refused", { bubbles: true }));
    } else if (next) location.assign(filled(answer.next ?? next, fields));
  } catch {
    toast(word("no_answer"), "", beside);
  }
}

async function press(event) {
  const button = event.target.closest("button[data-line]");
  if (!button || button.disabled || button.getAttribute("aria-busy")) return;
  event.preventDefault();
  const place = button.closest("[data-commands]");
  await give(place.dataset.commands, filled(button.dataset.line, place.dataset), button);
}

document.addEventListener("submit", submit);
document.addEventListener("click", press);
