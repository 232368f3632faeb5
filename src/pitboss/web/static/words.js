// The words that scripts say: they come with the page.

const words = JSON.parse(document.body.dataset.words);

export function word(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}
