// The texts of a page that are amounts, by where they stand: evaluated with the name of a reader.

(reader) => {
  const text = (node) => node?.textContent.trim() ?? "";
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const last = (id) => id.slice(id.indexOf("-") + 1);
  const readers = {
    // Every text with a dollar sign that can be seen, but where somebody may choose an amount.
    every() {
      const texts = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode;
        if (!data.includes("$") || parentElement.closest(".rack, select, dialog")) continue;
        if (parentElement.checkVisibility({ visibilityProperty: true })) texts.push([data]);
      }
      return texts;
    },

    // --- floor: takings as [table, handle, win, hold, expected], of all tables without a table ---
    takings() {
      const tiles = all("article.table:has(.figs)").map((tile) => [last(tile.id), ...all(".figs dd", tile).map(text)]);
      return [["", ...all("#totals .sums b").map(text)], ...tiles];
    },
    leftOut: () => all("#totals .sums p").map((one) => [text(one)]),

    // --- sign: pay tables as [jackpot, row, pays] ---
    pays: () => all(".jack[data-jackpot] .sign-pays tr").map((row) => [
      row.closest("[data-jackpot]").dataset.jackpot, ...[...row.cells].map(text),
    ]),

    // --- seat ---
    bets: () => all(".spot.on").map((spot) => {
      const lit = spot.querySelector(".sensor.lit") ? `$${spot.dataset.unit / 100}` : "";
      return [spot.dataset.spot, spot.querySelector(".bet b")?.textContent ?? lit];
    }),
    came: () => all("#result .why-list > li").map((row) => [
      row.querySelector("b")?.textContent ?? "lost", text(row.children[1]),
    ]),
    won: () => all(".spot.won").map((spot) => [spot.dataset.spot, text(spot.querySelector(".pay"))]),

    // --- dealer ---
    layout: () => all("#bets li:not(:has(.none))").flatMap((row) =>
      all(".what > *", row).filter((bet) => text(bet).includes("$")).map((bet) => [text(row.querySelector(".pos > i")), text(bet)])
    ),
    balances: () => all("#bets li:has(.none):has(.what .sub)").map((row) => [
      text(row.querySelector(".pos > i")), text(row.querySelector(".what .sub")),
    ]),
    // The paying list: [position, bet, wins, vigorish, over]; a position stands once before its bets.
    paid: () => all("#work tbody tr").map(({ cells }) => [
      text(cells[0]), text(cells[1]), text(cells[4].firstChild), text(cells[4].querySelector("small")), text(cells[5]),
    ]),
    taken: () => all("#work .taken span").map((one) => [text(one.querySelector(".pos")), text(one.querySelector("s"))]),
    takenInAll: () => all("#work .taken").map((list) => [
      [...list.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map(text).join(" "),
    ]),
    hits: () => all("#work .hits:has(.amount)").map((hit) => [
      last(hit.id), text(hit.querySelector(".amount")), text(all(".about p", hit).find((one) => text(one).includes(" to position"))),
    ]),
  };
  return readers[reader]();
}
