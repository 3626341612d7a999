/*
 * The box in the head of a list ticks the rows of its page, and is ticked while all of them are. Ticks that weren't sent yet
 * stay over a reload of the same page.
 */
import { all, type PagePart } from "./dom";

const TICKS = "tt-ticks";
const rowsIn = (part: PagePart) => all<HTMLInputElement>(part, "[data-list] [name=ids], table [name=ids]");

function keepTicks() {
  const changed = rowsIn(document).filter((row) => row.checked !== row.defaultChecked);
  const ids = changed.map(({ value }) => value);
  sessionStorage[TICKS] = JSON.stringify({ address: location.href, ids });
}

/** Puts ticks back after a reload; a page that is opened again has those that the server keeps. */
function restoreTicks(part: PagePart) {
  if (performance.getEntriesByType("navigation")[0]?.toJSON().type !== "reload") return;
  const { address, ids = [] } = JSON.parse(sessionStorage[TICKS] ?? "{}");
  if (address !== location.href) return;
  for (const row of rowsIn(part)) if (ids.includes(row.value)) row.checked = !row.defaultChecked;
  delete sessionStorage[TICKS];
}

export default function wire(part: PagePart) {
  if (part === document) {
    restoreTicks(part);
    addEventListener("pagehide", keepTicks);
  }
  for (const label of all(part, "[data-pick-all]")) {
    const table = label.closest("table");
    const box = label.querySelector("input");
    if (!table || !box) continue;
    const tell = ({ target }: { target?: EventTarget | null }) => {
      const rows = all<HTMLInputElement>(table, "[name=ids]");
      if (target === box) for (const row of rows) row.checked = box.checked;
      else box.checked = rows.every((row) => row.checked);
    };
    table.addEventListener("change", tell);
    tell({});
    label.hidden = false;
  }
}
