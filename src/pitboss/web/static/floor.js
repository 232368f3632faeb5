// The floor: tables that come or go with another floor are shown without loading the page again.

import { connect } from "./live.js";

const AGAIN_MS = 1000;
const element = (id) => document.getElementById(id);
let layout = element("layout").value;

async function layOut() {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) {
    setTimeout(layOut, AGAIN_MS);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ["tables", "layout"]) element(id).replaceWith(page.getElementById(id));
  layout = element("layout").value;
  connect(page.body.dataset.live);
}

document.addEventListener("pitboss:swapped", () => {
  const { value } = element("layout");
  if (value === layout) return;
  layout = value;
  layOut();
});
document.addEventListener("pitboss:gone", (event) => {
  event.preventDefault();
  layOut();
});
