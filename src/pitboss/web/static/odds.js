// The odds: of more games than a strip has room for, the chosen one is in view.

document.querySelector(".games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
