// A page whose layout has changed is laid out anew without being loaded: nothing is lost that is
// pressed meanwhile.

import { connect, swap } from "./live.js";

const AGAIN_MS = 1000;
const mark = () => document.getElementById("layout").value;
let laid = mark(); // what the page shows is laid out by

// Ask for the page, and show its elements of these ids; where others are there now, load it.
export async function layOut(ids) {
  laid = mark();
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) {
    setTimeout(layOut, AGAIN_MS, ids);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = ids.map((id) => [id, page.getElementById(id)]);
  if (parts.some(([id, part]) => !part !== !document.getElementById(id))) {
    location.reload();
    return;
  }
  laid = page.getElementById("layout").value;
  const shown = parts.filter(([, part]) => part).map(([id, part]) => [id, part.outerHTML]);
  swap(Object.fromEntries(shown));
  connect(page.body.dataset.live);
}

export function followLayout(ids) {
  document.addEventListener("pitboss:swapped", () => {
    if (mark() !== laid) layOut(ids);
  });
}
