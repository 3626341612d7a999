/* The box in the head of a list ticks the rows of its page, and is ticked while all of them are. */
import { all, type PagePart } from "./dom";

export default function wire(part: PagePart) {
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
