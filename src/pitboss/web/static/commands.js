// Commands: every one is posted with an id of its own, and answered in words where it was given.
// A form or button says what it gives: data-commands (where), data-line (the line, with {fields} of
// the form, or with what the place around a button has as data) or data-kind (a command, whose
// fields are the form's), and data-done (what is said then); or data-post (a path of the API whose
// fields are the form's), data-next (where to go then, unless the answer says) and data-then (where
// to go then whatever it says).

import { refuse, sentence, toast } from "./toasts.js";
import { word } from "./words.js";

const KINDS = {
  number: Number,
  boolean: (text) => text === "true",
  money: (text) => text.replaceAll(",", ""),
  code: (text) => text.replaceAll(" ", ""),
};

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
    const told = await meant(path, asked);
    if (!told) return null;
    const { status, answer } = told;
    if (status >= 400) {
      refuse(answer, beside);
      return null;
    }
    if (answer.proposal) toast(word("waits", { number: answer.proposal }), "", beside, true);
    return answer;
  } catch {
    toast(word("no_answer"), "", beside);
    return null;
  } finally {
    beside?.removeAttribute("aria-busy");
  }
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

// Whoever shows what is read, and not pushed, reads it again; the place may have been swapped.
export function given(place) {
  const told = place.isConnected ? place : document.body;
  told.dispatchEvent(new CustomEvent("pitboss:given", { bubbles: true }));
}

// What is given up by going on, or is likely a mistake, is asked first; the answer says what that
// is. By its code: the words for not going on, and for going on.
const ASKED = {
  "place-left": ["remain", "leave"],
  "signs-out": ["remain", "take_place"],
  "count-far-off": ["recount", "take_count"],
};

// Post something; where the answer is a question, post it again with what says yes. Whoever says no
// has been told, and is answered nothing.
// Where one of several things is asked, it is said of which.
export async function postAsked(path, data, yes, of = "") {
  const told = await post(path, data);
  if (!(told.answer.code in ASKED)) return told;
  return (await agrees(told.answer, of)) ? post(path, { ...data, ...yes }) : null;
}

// Give a command that may be a mistake.
export function meant(path, asked, of = "") {
  return postAsked(path, { ...asked, sure: false }, { sure: true }, of);
}

async function agrees({ code, message, remedy }, of) {
  const dialog = document.createElement("dialog");
  dialog.className = "ask";
  const text = document.createElement("p");
  const more = document.createElement("p");
  text.textContent = of ? `${of}: ${sentence(message)}` : sentence(message);
  more.textContent = sentence(remedy);
  dialog.append(text, more);
  const [no, yes] = ASKED[code];
  for (const [value, name] of [["", no], ["yes", yes]]) {
    const button = document.createElement("button");
    button.className = value ? "btn" : "btn main";
    button.textContent = word(name);
    button.addEventListener("click", () => dialog.close(value));
    dialog.append(button);
  }
  document.body.append(dialog);
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  dialog.remove();
  return dialog.returnValue === "yes";
}

async function submit(event) {
  const form = event.target;
  const { post: path, commands, line, kind, next, then, done } = form.dataset;
  if (!path && !commands) return;
  event.preventDefault();
  const fields = fieldsOf(form);
  const beside = event.submitter ?? form;
  if (commands) {
    const what = kind ? { kind, ...fields } : filled(line ?? "{line}", fields);
    const answer = await give(commands, what, beside, cardsOf(fields));
    if (answer) given(form);
    if (answer && !answer.proposal && done) toast(done, "", beside, true);
    if (answer && next) location.assign(filled(next, fields));
    if (answer) form.querySelector("input[name=line]")?.select();
    return;
  }
  // The session may end with it, and its socket say so first: the way leads to the same page.
  const { dataset } = document.body;
  const ended = dataset.ended;
  if (next) dataset.ended = then ?? filled(next, fields);
  try {
    const data = Object.keys(fields).length ? fields : undefined;
    const told = await postAsked(path, data, { leaves: true });
    if (!told) return;
    const { status, answer } = told;
    if (status >= 400) {
      dataset.ended = ended;
      refuse(answer, beside);
      form.dispatchEvent(new CustomEvent("pitboss:refused", { bubbles: true }));
    } else if (next) location.assign(then ?? filled(answer.next ?? next, fields));
  } catch {
    dataset.ended = ended;
    toast(word("no_answer"), "", beside);
  }
}

async function press(event) {
  const button = event.target.closest("button[data-line]");
  if (!button || button.disabled || button.getAttribute("aria-busy")) return;
  event.preventDefault();
  const place = button.closest("[data-commands]");
  const line = filled(button.dataset.line, place.dataset);
  if (await give(place.dataset.commands, line, button)) given(place);
}

document.addEventListener("submit", submit);
document.addEventListener("click", press);
// Until all scripts are there, a press would be lost: no button takes one (base.css).
document.addEventListener("DOMContentLoaded", () => document.documentElement.classList.add("ready"));
