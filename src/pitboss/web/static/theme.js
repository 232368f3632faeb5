// The theme that was chosen on this device, before anything is drawn; else the system's holds.
// Not a module: modules come after the first paint.

(() => {
  const root = document.documentElement;
  const KEY = "pitboss-theme";
  const kept = localStorage.getItem(KEY);
  if (kept && !root.dataset.theme) root.dataset.theme = kept;

  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#theme")) return;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    localStorage.setItem(KEY, root.dataset.theme);
  });
})();
