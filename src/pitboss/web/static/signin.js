// The PIN pad: it types into the field, which the keyboard reaches as well.

const form = document.getElementById("sign-in");
const pin = document.getElementById("pin");
const KEYS = {
  clear: () => "",
  undo: (text) => text.slice(0, -1),
};

form.addEventListener("click", ({ target }) => {
  const digit = target.closest("[data-digit]")?.dataset.digit;
  if (!digit) return;
  const typed = KEYS[digit]?.(pin.value) ?? pin.value + digit;
  pin.value = typed.slice(0, pin.maxLength);
});

// What was refused is typed anew.
form.addEventListener("pitboss:refused", () => {
  pin.value = "";
  pin.focus();
});
