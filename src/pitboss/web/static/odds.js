// The odds: of more games than a strip has room for, the chosen one is in view.

document.querySelector(".games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Where the par sheet stands below the list, on a phone, whoever chose a wager is taken there.
document.addEventListener("htmx:afterSettle", () => {
  const par = document.querySelector(".beside");
  if (par.getBoundingClientRect().top > innerHeight / 2) par.scrollIntoView();
});
