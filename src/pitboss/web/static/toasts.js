// What is said of what was pressed: in words beside the control, over as little else that can be
// pressed as may be. They go with the next press, with Escape, or by themselves.

const SHOWN_MS = 8000;
const GAP = 8;
const PRESSABLE = "button, a[href], summary, select, input, textarea, label";
const boxes = new WeakMap(); // where a control was when it was pressed: it may be swapped meanwhile
let timer = 0;

const shown = () => document.getElementById("toasts");

export function sentence(text) {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

// Whoever sits at a position is told of it as "you": the page of a seat says what becomes what.
const own = JSON.parse(document.querySelector("[data-own]")?.dataset.own ?? "[]");

function addressed(text) {
  return own.reduce((told, [from, to]) => told.replace(new RegExp(from), to), text);
}

export function refuse({ message, remedy, cite }, beside) {
  toast(sentence(addressed(message)), `${sentence(addressed(remedy))}${cite ? ` [${cite}]` : ""}`, beside);
}

// Vermilion is for what went wrong: what only tells is calm.
export function toast(text, more, beside, calm = false) {
  const element = document.createElement("div");
  element.className = calm ? "toast calm" : "toast";
  const strong = document.createElement("strong");
  strong.textContent = text;
  element.append(strong, more);
  shown().replaceChildren(element);
  const box = beside && boxOf(beside);
  if (box && getComputedStyle(shown()).position === "static") stand(element, box);
  clearTimeout(timer);
  timer = setTimeout(clear, SHOWN_MS);
}

export function clear() {
  shown().replaceChildren();
}

// --- where they stand ---

function boxOf(control) {
  const now = control.isConnected ? control : document.getElementById(control.id);
  const box = now?.getBoundingClientRect();
  return box?.width ? box : boxes.get(control);
}

const within = (least, value, most) => Math.max(least, Math.min(value, most));

// Below, above, right or left of a box, aligned with its middle or an end, inside the window.
function placesBeside({ left, right, top, bottom }, width, height) {
  const across = [(left + right - width) / 2, left, right - width];
  const down = [(top + bottom - height) / 2, top, bottom - height];
  const places = [bottom + GAP, top - GAP - height].flatMap((y) => across.map((x) => [x, y]));
  places.push(...[right + GAP, left - GAP - width].flatMap((x) => down.map((y) => [x, y])));
  return places.map(([x, y]) => {
    const [mostLeft, mostTop] = [innerWidth - width - GAP, innerHeight - height - GAP];
    const [from, at] = [within(GAP, x, mostLeft), within(GAP, y, mostTop)];
    return { left: from, top: at, right: from + width, bottom: at + height };
  });
}

function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

// A page whose toasts have a place of their own, where nothing is pressed next, says so by its sheet.
function stand(element, box) {
  element.classList.add("beside");
  const controls = [...document.querySelectorAll(PRESSABLE)].map((one) => one.getBoundingClientRect());
  const covers = (place) => controls.reduce((sum, control) => sum + overlap(place, control), 0);
  const places = placesBeside(box, element.offsetWidth, element.offsetHeight);
  const free = places.filter((place) => !overlap(place, box));
  const [first, ...others] = free.length ? free : places;
  let [best, least] = [first, covers(first)];
  for (const place of others) {
    const covered = covers(place);
    if (covered < least) [best, least] = [place, covered];
  }
  element.style.left = `${best.left}px`;
  element.style.top = `${best.top}px`;
}

// --- when they go ---

document.addEventListener("click", ({ target }) => {
  const control = target.closest?.(PRESSABLE);
  if (control) boxes.set(control, control.getBoundingClientRect());
}, true);
document.addEventListener("pointerdown", clear, true);
document.addEventListener("keydown", ({ key }) => {
  if (["Escape", "Enter", " "].includes(key)) clear();
}, true);
