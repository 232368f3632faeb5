// A payment is told for a while: whatever says when something was paid (data-paid-at) is new until then.
// A jackpot that is pending comes first.

const TOLD_MS = 20000;

function tell() {
  const pending = document.querySelector(".pend.on");
  for (const paid of document.querySelectorAll("[data-paid-at]")) {
    const isNew = Date.now() - Date.parse(paid.dataset.paidAt) < TOLD_MS;
    paid.classList.toggle("new", isNew && !pending);
  }
}

tell();
document.addEventListener("pitboss:swapped", tell);
setInterval(tell, 1000);
