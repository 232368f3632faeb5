// The journal: a round is walked through by arrow keys or by itself, and a verification is begun and
// given up. Links and pages do without this; it presses them.

import { fieldsOf, post } from "./commands.js";
import { refuse, toast } from "./toasts.js";
import { word } from "./words.js";

const PACE_MS = 1400;
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
let playing = 0;

function linked(id) {
  return document.querySelector(`a#${id}[href]`);
}

// --- a round ---

function press({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
  if (altKey || ctrlKey || metaKey || shiftKey) return false;
  if (target.closest("input, select, textarea, .scroll[tabindex]")) return false;
  const link = key in KEYS && linked(KEYS[key]);
  link?.click?.();
  return Boolean(link);
}

// The button comes anew with each step; whether it plays is known here.
function stands() {
  const button = document.getElementById("play");
  if (!button) return;
  if (playing && !linked("next")) stop();
  button.hidden = false;
  button.disabled = !linked("next");
  button.textContent = playing ? button.dataset.stop : button.dataset.play;
  const frames = document.querySelector(".frames");
  const frame = frames?.querySelector("[aria-current]");
  if (frame) frames.scrollLeft = frame.offsetLeft - (frames.clientWidth - frame.offsetWidth) / 2;
}

function stop() {
  clearInterval(playing);
  playing = 0;
}

function play() {
  if (playing) stop();
  else playing = setInterval(() => linked("next")?.click(), PACE_MS);
  stands();
}

function tell() {
  const line = document.querySelector("#step .say");
  if (line) document.getElementById("told").textContent = line.textContent.trim();
}

// --- what was found ---

// Where the form is above the list, on a phone, whoever searched is taken there.
function reach({ id }) {
  const place = id === "found" && document.getElementById(id);
  if (place && place.getBoundingClientRect().top > innerHeight / 2) place.scrollIntoView();
}

// --- verifying ---

async function verify(form, button) {
  try {
    const { status, answer } = await post(form.dataset.verifying, fieldsOf(form));
    if (status >= 400) refuse(answer, button);
    else window.htmx.trigger(document.body, "news");
  } catch {
    toast(word("no_answer"), "", button);
  }
}

document.addEventListener("keydown", (event) => {
  if (document.getElementById("replay") && press(event)) event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("#play")) play();
});
document.addEventListener("submit", (event) => {
  if (!event.target.dataset.verifying) return;
  event.preventDefault();
  verify(event.target, event.submitter);
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  stands();
  tell();
  reach(detail.target);
});
stands();
