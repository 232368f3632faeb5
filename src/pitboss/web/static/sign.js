// The sign of a table shows its jackpots large in turn. Under a pending hit, and one that was just paid,
// the sheet shows that one.

import "./paid.js";

const SHOWN_MS = 12000;
let shown = 0;

function show() {
  const jackpots = document.querySelectorAll("#meters > .jack");
  jackpots.forEach((jackpot, place) => {
    jackpot.classList.toggle("now", place === shown % jackpots.length);
  });
}

document.addEventListener("pitboss:swapped", ({ detail }) => {
  if (detail.includes("meters")) show();
});
setInterval(() => {
  shown += 1;
  show();
}, SHOWN_MS);
