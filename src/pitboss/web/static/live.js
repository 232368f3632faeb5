// The socket of a page: elements come whole, by their ids, and take the place of the old ones.
// A gap in the versions is told to the server, which sends what is missing.

import { roll } from "./roll.js";
import { word } from "./words.js";

const FIRST_WAIT_MS = 150;
const LONGEST_WAIT_MS = 900;
const SILENCE_MS = 400;
const CONTROLS = "a, button, label, summary";
const LONGEST_PRESS_MS = 2000;
const CLICK_MS = 50; // after a finger has left, until its click has come
const versions = new Map();
const newest = new Map();
const held = new Set(); // the ids of what waits until it is released
let unread = false; // whether something that was read waits, too
let pressed = null;
let releasing = 0;
let waitMs = FIRST_WAIT_MS;
let current = null; // the socket that is heard

// --- elements ---

function made(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

function place(id, html) {
  const old = document.getElementById(id);
  const element = old && made(html);
  if (!element) return;
  if (old.contains(pressed)) {
    held.add(id);
    return;
  }
  keepNested(element);
  if (old.isEqualNode(element)) return;
  keepChoices(old, element);
  roll(element);
  const scrolled = old.className === element.className ? old.scrollTop : 0;
  old.replaceWith(element);
  if (scrolled) element.scrollTop = scrolled;
  window.htmx?.process(element);
}

// An element may hold others that come by themselves: the newest of them stay. Where it holds only
// their place (data-elsewhere), what the page shows now fills it until they come.
function keepNested(element) {
  for (const nested of element.querySelectorAll("[id]")) {
    const html = newest.get(nested.id);
    const shown = document.getElementById(nested.id);
    if (html !== undefined && nested.id !== element.id) nested.replaceWith(made(html));
    else if ("elsewhere" in nested.dataset && shown) nested.replaceWith(shown.cloneNode(true));
  }
}

// What was opened, ticked, typed or scrolled in an element stays as the person left it.
function keepChoices(old, element) {
  for (const was of old.querySelectorAll("input[id], select[id], textarea[id], details[id]")) {
    const is = element.querySelector(`#${CSS.escape(was.id)}`);
    if (!is) continue;
    if (was.tagName === "DETAILS") is.open = was.open;
    else if (was.type === "radio") is.checked ||= was.checked;
    else if (was.type === "checkbox") is.checked = was.checked;
    else if (was.options) choose(is, was);
    else if (was === document.activeElement || was.value !== was.defaultValue) is.value = was.value;
  }
}

// What is chosen stays if it can still be chosen; what the server chose, the server may change.
function choose(is, was) {
  const given = [...was.options].find((one) => one.defaultSelected);
  const can = [...is.options].some(({ value, disabled }) => value === was.value && !disabled);
  if (can && was.value !== given?.value) is.value = was.value;
}

function focusedId() {
  const element = document.activeElement;
  return element && element !== document.body ? element.id : "";
}

export function swap(view) {
  const id = focusedId();
  const { selectionStart, selectionEnd } = document.activeElement ?? {};
  for (const [name, html] of Object.entries(view)) newest.set(name, html);
  for (const [name, html] of Object.entries(view)) place(name, html);
  const again = id && focusedId() !== id ? document.getElementById(id) : null;
  if (again) {
    again.focus({ preventScroll: true });
    if (selectionStart !== undefined && selectionStart !== null) {
      again.setSelectionRange?.(selectionStart, selectionEnd);
    }
  }
  document.dispatchEvent(new CustomEvent("pitboss:swapped", { detail: Object.keys(view) }));
}

// --- what is pressed stays until it is released: swapped meanwhile, it would get no click ---

function press({ target, button }) {
  if (button !== 0) return;
  pressed = target.closest?.(CONTROLS);
  releaseAfter(LONGEST_PRESS_MS);
}

function releaseAfter(milliseconds) {
  clearTimeout(releasing);
  releasing = setTimeout(release, milliseconds);
}

function release() {
  pressed = null;
  if (held.size) swap(Object.fromEntries([...held].map((id) => [id, newest.get(id)])));
  if (unread) document.body.dispatchEvent(new CustomEvent("news", { bubbles: true }));
  held.clear();
  unread = false;
}

document.addEventListener("pointerdown", press);
document.addEventListener("pointerup", () => releaseAfter(CLICK_MS));
document.addEventListener("pointercancel", () => releaseAfter(0));
document.addEventListener("click", () => releaseAfter(0));
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.target.contains(pressed)) return;
  detail.shouldSwap = false;
  unread = true;
});

// --- the link ---

function showLink(up, text) {
  const link = document.getElementById("link");
  if (link) {
    link.classList.toggle("down", !up);
    link.textContent = text;
  }
  document.documentElement.classList.toggle("link-down", !up);
  const bar = document.getElementById("downbar");
  if (!bar || bar.hidden === up) return;
  bar.hidden = up;
  const more = bar.dataset.more ?? word("down_more");
  bar.textContent = up ? "" : `${word("down_bar", { time: clockText() })} ${more}`;
}

// Look at other streams from now on, or at the same ones again.
export function connect(query) {
  current?.close();
  const origin = location.origin.replace(/^http/, "ws");
  const socket = new WebSocket(`${origin}/api/v1/live?${query}`);
  current = socket;
  const silent = setTimeout(() => showLink(false, word("down")), SILENCE_MS * 5);
  socket.addEventListener("message", ({ data }) => {
    clearTimeout(silent);
    if (socket !== current) return;
    waitMs = FIRST_WAIT_MS;
    showLink(true, word("live"));
    const message = JSON.parse(data);
    const has = versions.get(message.stream);
    if ("changes" in message && message.after !== has) {
      socket.send(JSON.stringify({ since: { [message.stream]: has ?? 0 } }));
      return;
    }
    versions.set(message.stream, message.version);
    swap(message.snapshot ?? message.changes);
    countDown();
  });
  socket.addEventListener("close", ({ code, reason }) => {
    clearTimeout(silent);
    if (socket !== current) return;
    if (code === 1008) {
      if (reason === "no-such-stream" && gone()) return;
      showLink(false, word("ended"));
      if (reason === "token-ended") location.assign(document.body.dataset.ended);
      return;
    }
    showLink(false, word("down"));
    setTimeout(() => connect(query), waitMs * (0.7 + 0.6 * Math.random()));
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
  });
}

// A table is no more: a page of many tables may go on without it, and any other is loaded again.
function gone() {
  const alone = document.dispatchEvent(new CustomEvent("pitboss:gone", { cancelable: true }));
  if (alone) location.reload();
  return true;
}

// --- time ---

function clockText() {
  const zone = document.getElementById("clock")?.dataset.zone || undefined;
  return new Date().toLocaleTimeString("en-GB", { timeZone: zone });
}

// While the link is down nobody here knows what happens at the end.
function countDown() {
  const up = !document.documentElement.classList.contains("link-down");
  for (const element of document.querySelectorAll("[data-closes-at]")) {
    const left = Math.ceil(Number(element.dataset.closesAt) - Date.now() / 1000);
    element.textContent = up && left > 0 ? (element.dataset.words ?? "{left}").replace("{left}", left) : "";
  }
}

function tick() {
  countDown();
  const clock = document.getElementById("clock");
  const text = clockText();
  const up = !document.documentElement.classList.contains("link-down");
  if (clock && up && clock.textContent !== text) clock.textContent = text;
}

setInterval(tick, 250);
const live = document.body.dataset.live;
if (live) connect(live);
