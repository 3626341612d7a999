/*
 * Check box in a list's heading that checks all rows of the page, and is checked while all rows are. Unsaved checks
 * survive a reload of the same page.
 */
import { type PagePart, queryAll } from "./dom";

const TICKS = "tt-ticks";
const rowsIn = (part: PagePart) =>
  queryAll<HTMLInputElement>(part, "[data-list] [name=ids], table [name=ids]");

function keepTicks() {
  const changed = rowsIn(document).filter((row) => row.checked !== row.defaultChecked);
  const ids = changed.map(({ value }) => value);
  sessionStorage[TICKS] = JSON.stringify({ address: location.href, ids });
}

/** Restore checks only after a reload; a newly opened page has the checks stored on the server. */
function restoreTicks(part: PagePart) {
  if (performance.getEntriesByType("navigation")[0]?.toJSON().type !== "reload") return;
  const { address, ids = [] } = JSON.parse(sessionStorage[TICKS] ?? "{}");
  if (address !== location.href) return;
  for (const row of rowsIn(part)) if (ids.includes(row.value)) row.checked = !row.defaultChecked;
  delete sessionStorage[TICKS];
}

export default function initSelectAllBox(part: PagePart) {
  if (part === document) {
    restoreTicks(part);
    addEventListener("pagehide", keepTicks);
  }
  for (const label of queryAll(part, "[data-pick-all]")) {
    const table = label.closest("table");
    const box = label.querySelector("input");
    if (!table || !box) continue;
    const tell = ({ target }: { target?: EventTarget | null }) => {
      const rows = queryAll<HTMLInputElement>(table, "[name=ids]");
      if (target === box) for (const row of rows) row.checked = box.checked;
      else box.checked = rows.every((row) => row.checked);
    };
    table.addEventListener("change", tell);
    tell({});
    label.hidden = false;
  }
}
