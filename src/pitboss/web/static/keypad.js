// A pad of digits types into one of the fields that it is for (data-keys): where the cursor was last,
// or else into the first that is empty. The keyboard reaches them as well.

const KEYS = { clear: () => "", back: (text) => text.slice(0, -1) };
let last = null;

function fieldOf(ids) {
  const fields = ids.split(" ").map((id) => document.getElementById(id));
  if (!fields.includes(last)) last = fields.find(({ value }) => !value) ?? fields.at(-1);
  return last;
}

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("input")) last = target;
});
document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("[data-keys] [data-digit]")?.dataset.digit;
  if (!pressed) return;
  const field = fieldOf(target.closest("[data-keys]").dataset.keys);
  const typed = KEYS[pressed]?.(field.value) ?? field.value + pressed;
  field.value = field.maxLength > 0 ? typed.slice(0, field.maxLength) : typed;
});
