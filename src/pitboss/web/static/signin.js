// Signing in: what was refused is typed anew.

import "./keypad.js";

document.getElementById("sign-in").addEventListener("pitboss:refused", () => {
  const pin = document.getElementById("pin");
  pin.value = "";
  pin.focus();
});
