// What must hold on a page, measured: a list of faults in words, each with the element's address.
// Evaluated with { targets: whether everything pressable must be large enough for a finger }.

({ targets }) => {
  const LEAST_RATIO = 4.5, LEAST_TARGET = 44, SLACK = 1;
  const faults = [];
  const all = [...document.body.querySelectorAll("*")];
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };

  function named(element) {
    const parts = [];
    for (let at = element; at && at !== document.body && parts.length < 4; at = at.parentElement) {
      const own = at.id ? `#${at.id}` : [at.localName, ...at.classList].join(".");
      parts.unshift(own);
      if (at.id) break;
    }
    const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return `${parts.join(" > ")} "${text}"`;
  }

  function shown(element) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    for (let at = element; at; at = at.parentElement) {
      const { clipPath, clip } = styleOf(at);
      if (clipPath === "inset(50%)" || clip === "rect(0px, 0px, 0px, 0px)") return false;
      if (at.offsetWidth !== undefined && at.offsetWidth <= 1 && styleOf(at).overflow === "hidden") return false;
    }
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width > 0 && height > 0 && right + scrollX > 0 && bottom + scrollY > 0;
  }

  // Where the text of an element stands that can be seen.
  function boxesOfText(element) {
    const boxes = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (!texts.currentNode.data.trim() || !shown(texts.currentNode.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      boxes.push(range.getBoundingClientRect());
    }
    return boxes;
  }

  // --- ids, headings ---

  const ids = new Map();
  for (const element of document.querySelectorAll("[id]")) {
    ids.set(element.id, (ids.get(element.id) ?? 0) + 1);
  }
  for (const [id, count] of ids) if (count > 1) faults.push(`id ${id} is there ${count} times`);
  const titles = document.querySelectorAll("h1").length;
  if (titles !== 1) faults.push(`there are ${titles} h1`);

  // --- nothing overflows to the side ---

  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = all.filter((element) => element.getBoundingClientRect().right > root.clientWidth + SLACK && shown(element));
    faults.push(`the page overflows by ${root.scrollWidth - root.clientWidth} px: ${wide.slice(-3).map(named).join("; ")}`);
  }
  for (const element of all) {
    if (element.scrollWidth <= element.clientWidth + SLACK || element instanceof SVGElement || !element.clientWidth) continue;
    const { overflowX, textOverflow } = styleOf(element);
    if (element.matches(".scroll")) continue; // a strip that is meant to
    if (overflowX === "visible" || overflowX === "clip" || !shown(element)) continue;
    if (overflowX === "hidden" && textOverflow === "ellipsis" && element.title) continue;
    const how = overflowX === "hidden" ? "is cut off" : "scrolls sideways";
    faults.push(`${named(element)} ${how} by ${element.scrollWidth - element.clientWidth} px`);
  }
  for (const element of document.querySelectorAll("button, .btn, .spot, output, td, th")) {
    if (!shown(element)) continue;
    const box = element.getBoundingClientRect();
    const over = Math.max(...boxesOfText(element).map(({ left, right }) => Math.max(right - box.right, box.left - left)));
    if (over > SLACK) faults.push(`the text of ${named(element)} stands out by ${over.toFixed(1)} px`);
  }

  // --- contrast ---

  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  function rgba(text) {
    if (!colours.has(text)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = text;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      colours.set(text, [red, green, blue, alpha / 255]);
    }
    return colours.get(text);
  }
  const over = (top, under) => {
    const alpha = top[3];
    return [0, 1, 2].map((at) => top[at] * alpha + under[at] * (1 - alpha)).concat(1);
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const stops = (image) => image.match(/(?:rgba?|color|oklab|oklch|hsla?)\([^()]*\)|#[0-9a-f]{3,8}/gi) ?? [];

  // The filled shape of a drawing on which a text of it stands.
  function shapeUnder(text) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    for (let at = text; !at.matches("svg"); at = at.parentElement) {
      for (let shape = at.previousElementSibling; shape; shape = shape.previousElementSibling) {
        const box = shape.getBoundingClientRect();
        const covers = box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
        const { fill } = styleOf(shape);
        if (covers && shape.matches("circle, ellipse, rect, path, polygon") && fill !== "none") return rgba(fill);
      }
    }
    return null;
  }

  // The colours that may lie behind an element: more than one where there is a gradient.
  function grounds(element) {
    const layers = [];
    const shape = element instanceof SVGElement && shapeUnder(element);
    if (shape) layers.push([shape]);
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = styleOf(at);
      if (backgroundImage.includes("gradient")) layers.push(stops(backgroundImage).map(rgba));
      const colour = rgba(backgroundColor);
      if (colour[3]) layers.push([colour]);
      if (colour[3] === 1) break;
    }
    const canvas = rgba(styleOf(document.documentElement).backgroundColor);
    let under = [canvas[3] ? canvas : styleOf(document.documentElement).colorScheme.startsWith("dark") ? [18, 18, 18, 1] : [255, 255, 255, 1]];
    for (const layer of layers.reverse()) {
      under = layer.flatMap((top) => under.map((ground) => over(top, ground)));
      if (under.length > 64) under.length = 64;
    }
    return under;
  }

  const faded = (element) => {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(styleOf(at).opacity);
    return opacity;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const looked = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || looked.has(element) || !shown(element)) continue;
    if (element.closest("title, desc, script, style, option")) continue;
    looked.add(element);
    const style = styleOf(element);
    const ink = rgba(element instanceof SVGElement ? style.fill : style.color);
    const seen = [ink[0], ink[1], ink[2], ink[3] * faded(element)];
    const worst = Math.min(...grounds(element).map((ground) => ratio(over(seen, ground), ground)));
    if (worst < LEAST_RATIO) {
      faults.push(`${named(element)} has a contrast of ${worst.toFixed(2)} to 1`);
    }
  }

  // --- targets for fingers ---

  const PRESSABLE = "button, a[href], summary, select, input:not([type=hidden]), [role=button]";
  function large(element) {
    const label = element.closest("label") ?? (element.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null);
    const boxes = [element, label].filter(Boolean).map((one) => one.getBoundingClientRect());
    const least = LEAST_TARGET - SLACK / 2;
    if (boxes.some(({ width, height }) => width >= least && height >= least)) return true;
    const { left, top, width, height } = boxes[0];
    const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 0.5];
    return [[x - reach, y], [x + reach, y], [x, y - reach], [x, y + reach]].every(([atX, atY]) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit && (element.contains(hit) || label?.contains(hit));
    });
  }
  if (targets) {
    for (const element of document.querySelectorAll(PRESSABLE)) {
      const { display, position } = styleOf(element);
      const inText = display === "inline" && position === "static";
      if (!shown(element.closest("label") ?? element) || inText || element.matches(".skip")) continue;
      if (large(element)) continue;
      const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
      faults.push(`${named(element)} is ${Math.round(width)} by ${Math.round(height)} px`);
    }
  }
  return faults;
}
