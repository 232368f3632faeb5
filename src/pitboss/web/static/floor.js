// The floor: tables that come or go with another floor are shown without loading the page again.

import { followLayout, layOut } from "./layout.js";
import "./paid.js";

const PARTS = ["tables", "layout"];

followLayout(PARTS);
document.addEventListener("pitboss:gone", (event) => {
  event.preventDefault();
  layOut(PARTS);
});
