/* Columns are dragged: heads of a list, and the rows of the page that orders them. Without a script that page's form does it. */
import { all, fieldOf, type PagePart } from "./dom";
import { refresh, type Wire } from "./swap";

/** An order in which one thing takes the place of another, and what is between moves up. */
export function moved(order: readonly string[], what: string, to: string): string[] {
  const place = order.indexOf(to);
  if (what === to || place < 0 || !order.includes(what)) return [...order];
  const rest = order.filter((one) => one !== what);
  return [...rest.slice(0, place), what, ...rest.slice(place)];
}

/** Lets the marked elements below one be dragged onto each other. */
function drag(
  within: HTMLElement,
  marks: string,
  keyOf: (one: HTMLElement) => string,
  drop: (what: string, to: string) => void,
) {
  let held: HTMLElement | null = null;
  const at = ({ target }: DragEvent) =>
    target instanceof Element ? target.closest<HTMLElement>(marks) : null;
  const isOver = (one: HTMLElement | null) => {
    for (const other of all(within, marks)) other.classList.toggle("over", other === one && other !== held);
  };
  for (const one of all(within, marks)) one.draggable = true;
  // A link would be dragged by itself.
  for (const link of all(within, `${marks} a`)) link.draggable = false;
  within.addEventListener("dragstart", (event) => {
    held = at(event);
    if (held) event.dataTransfer?.setData("text/plain", keyOf(held));
  });
  within.addEventListener("dragover", (event) => {
    const one = at(event);
    if (!held || !one) return;
    event.preventDefault();
    isOver(one);
  });
  within.addEventListener("dragend", () => {
    held = null;
    isOver(null);
  });
  within.addEventListener("drop", (event) => {
    const one = at(event);
    if (!held || !one) return;
    event.preventDefault();
    drop(keyOf(held), keyOf(one));
  });
}

const columnOf = (one: HTMLElement) => one.dataset.column ?? "";

/** The heads of a list: dropped, they are kept at once, and the list comes in the new order. */
function dragHeads(row: HTMLElement, wire: Wire) {
  const { columns = "", order = "", visible = "" } = row.dataset;
  drag(row, "[data-column]", columnOf, async (what, to) => {
    const body = new URLSearchParams({ order: moved(order.split(","), what, to).join(",") });
    for (const key of visible.split(",")) body.append("visible", key);
    const answer = await fetch(columns, { method: "POST", body, redirect: "manual" }).catch(() => null);
    if (answer?.type !== "opaqueredirect") return location.assign(columns);
    await refresh(wire);
  });
}

/** The rows of the form: dropped, they stand in the new order, which the form's button keeps. */
function dragRows(list: HTMLElement) {
  const form = list.closest("form");
  const order = form && fieldOf(form, "order");
  if (!order) return;
  drag(
    list,
    "li",
    (one) => one.id,
    (what, to) => {
      order.value = moved(order.value.split(","), what, to).join(",");
      const places = order.value.split(",");
      list.append(...places.flatMap((key) => document.getElementById(key) ?? []));
    },
  );
}

export default function wire(part: PagePart, again: Wire) {
  for (const row of all(part, "tr[data-columns]")) dragHeads(row, again);
  all(part, "ol.columns").forEach(dragRows);
}
