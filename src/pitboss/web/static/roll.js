// Meters that roll: a drum that comes anew is told which digit the old one showed, and the sheet
// moves it from there. Drums are matched from the right, where the cents are.

function drums(meter) {
  return [...meter.querySelectorAll(".drum:not(.sep)")].reverse();
}

function digit(drum) {
  return /\bd(\d)\b/.exec(drum.getAttribute("class"))?.[1];
}

// Prepare the meters of an element, while what it will replace is still on the page.
export function roll(element) {
  const inside = [...element.querySelectorAll(".meter[id]")];
  for (const meter of element.matches(".meter[id]") ? [element] : inside) {
    const old = document.getElementById(meter.id);
    if (!old || old.getAttribute("aria-label") === meter.getAttribute("aria-label")) continue;
    const showed = drums(old).map(digit);
    drums(meter).forEach((drum, place) => {
      const was = showed[place];
      if (was !== undefined && was !== digit(drum)) drum.classList.add(`f${was}`);
    });
  }
}
