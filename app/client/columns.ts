/*
 * Draggable columns: the column headings of a list, and the rows of the page that orders the columns. Without a script,
 * that page's form is used.
 */
import { getField, type PagePart, queryAll } from "./dom";
import { type InitFunction, refreshList } from "./partial-reload";

/** Move one item to the position of another and shift those between. */
export function moveItemTo(order: readonly string[], what: string, to: string): string[] {
  const place = order.indexOf(to);
  if (what === to || place < 0 || !order.includes(what)) return [...order];
  const rest = order.filter((item) => item !== what);
  return [...rest.slice(0, place), what, ...rest.slice(place)];
}

/** Make the marked elements in a container draggable onto each other. */
function drag(
  within: HTMLElement,
  marks: string,
  keyOf: (one: HTMLElement) => string,
  drop: (what: string, to: string) => void,
) {
  let held: HTMLElement | null = null;
  const at = ({ target }: DragEvent) =>
    target instanceof Element ? target.closest<HTMLElement>(marks) : null;
  const isOver = (element: HTMLElement | null) => {
    for (const other of queryAll(within, marks))
      other.classList.toggle("over", other === element && other !== held);
  };
  for (const item of queryAll(within, marks)) item.draggable = true;
  // Turn off dragging of links, which is on by default.
  for (const link of queryAll(within, `${marks} a`)) link.draggable = false;
  within.addEventListener("dragstart", (event) => {
    held = at(event);
    if (held) event.dataTransfer?.setData("text/plain", keyOf(held));
  });
  within.addEventListener("dragover", (event) => {
    const element = at(event);
    if (!held || !element) return;
    event.preventDefault();
    isOver(element);
  });
  within.addEventListener("dragend", () => {
    held = null;
    isOver(null);
  });
  within.addEventListener("drop", (event) => {
    const element = at(event);
    if (!held || !element) return;
    event.preventDefault();
    drop(keyOf(held), keyOf(element));
  });
}

const columnOf = (element: HTMLElement) => element.dataset.column ?? "";

/** Make a list's column headings draggable: a drop is saved immediately, and the list reloads in the new order. */
function dragHeads(row: HTMLElement, wire: InitFunction) {
  const { columns = "", order = "", visible = "" } = row.dataset;
  drag(row, "[data-column]", columnOf, async (what, to) => {
    const body = new URLSearchParams({ order: moveItemTo(order.split(","), what, to).join(",") });
    for (const key of visible.split(",")) body.append("visible", key);
    const answer = await fetch(columns, { method: "POST", body, redirect: "manual" }).catch(() => null);
    if (answer?.type !== "opaqueredirect") return location.assign(columns);
    await refreshList(wire);
  });
}

/** Make the form's rows draggable: a drop reorders the rows, and the form's button saves the order. */
function dragRows(list: HTMLElement) {
  const form = list.closest("form");
  const order = form && getField(form, "order");
  if (!order) return;
  drag(
    list,
    "li",
    (element) => element.id,
    (what, to) => {
      order.value = moveItemTo(order.value.split(","), what, to).join(",");
      const places = order.value.split(",");
      list.append(...places.flatMap((key) => document.getElementById(key) ?? []));
    },
  );
}

export default function initColumnDrag(part: PagePart, again: InitFunction) {
  for (const row of queryAll(part, "tr[data-columns]")) dragHeads(row, again);
  queryAll(part, "ol.columns").forEach(dragRows);
}
