/* The box in a list's head ticks all rows of its page, which only a script can do. */
import { all, make, type PagePart } from "./dom";

/** What the box in the head shows, so many of the page's rows being ticked. */
export const headBox = (ticked: number, rows: number): "all" | "some" | "none" =>
  ticked === 0 ? "none" : ticked === rows ? "all" : "some";

/** Puts the box into the head of each list whose rows can be ticked. */
export default function wire(part: PagePart) {
  for (const head of all(part, "th.c-pick")) {
    const table = head.closest("table");
    if (!table || head.querySelector("input")) continue;
    const rows = () => all<HTMLInputElement>(table, "tbody input[name=ids]");
    const box = make("input", { type: "checkbox", "aria-label": "Select all rows on this page" });
    const tell = () => {
      const now = headBox(rows().filter(({ checked }) => checked).length, rows().length);
      box.checked = now === "all";
      box.indeterminate = now === "some";
    };
    box.addEventListener("change", () => {
      for (const row of rows()) row.checked = box.checked;
    });
    table.addEventListener("change", tell);
    head.replaceChildren(make("label", { class: "check tick" }, box));
    tell();
  }
}
