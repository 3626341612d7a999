import { formatCoordinates, parseCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";
import { type EditorFields, parseAreas } from "~/lib/geo/location";
import {
  MIN_PIN_ZOOM,
  PRECISE_PIN_ZOOM,
  parseView,
  readClick,
  toPixel,
  type View,
  zoomIn,
} from "~/lib/geo/view";
import { hasKey } from "~/lib/object/records";
import { ENTER_FIELD } from "./enter";

/** Action requested by a button or a click in the editor. A posted form without an action is saved. */
export type EditorAction =
  | { kind: "click"; at: Point; view: View }
  | { kind: "look"; view: View }
  | { kind: "undo" | "close" | "new" | "delete" | "show" }
  /** A search for a place by its name. */
  | { kind: "find"; place: string };

export const EDITOR_ACTIONS = {
  undo: "Undo point",
  close: "Close area",
  new: "New area",
  delete: "Delete area",
  show: "Show on the map",
} as const;

/** Minimum zoom at which a click adds a point to an area; at lower zooms a click zooms in. */
export const MIN_DRAW_ZOOM = 12;
/** Maximum distance in pixels between a click and an area's first point at which the click closes the area. */
const SNAP = 10;

/** Return the action that a posted form requests; null if the form is to be saved. */
export function readEditorAction(form: Iterable<[string, unknown]>): EditorAction | null {
  const query = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") query.append(name, value);
  const click = readClick(query);
  if (click) return { kind: "click", ...click };
  const look = parseView(query.get("look"));
  if (look) return { kind: "look", view: look };
  const act = query.get("act") ?? "";
  const place = (query.get("place") ?? "").trim().slice(0, 80);
  // Pressing Enter in the place field also submits the form. This is a search if no location is set yet, or if the
  // words differ from the last search.
  const isUnset = !act && !["coordinates", "areas", "points"].some((name) => query.get(name)?.trim());
  const isNew = query.has(ENTER_FIELD) && place !== query.get(ENTER_FIELD)?.trim();
  if (place && (act === "find" || isUnset || isNew)) return { kind: "find", place };
  if (hasKey(EDITOR_ACTIONS, act)) return { kind: act };
  // Pressing Enter on the image posts no position, so the page is shown again unchanged.
  return [...query.keys()].some((name) => /^pin@.+\.[xy]$/.test(name)) ? { kind: "show" } : null;
}

/** Return the fields and view after an action; `view` is null if the map should choose its view. */
export function applyEditorAction(
  fields: EditorFields,
  act: EditorAction,
  shown: View | null,
): { fields: EditorFields; view: View | null } {
  switch (act.kind) {
    case "look":
      return { fields, view: act.view };
    case "show":
    case "find":
      return { fields, view: null };
    case "click":
      if (fields.method === "pin" && act.view.zoom < MIN_PIN_ZOOM)
        return { fields, view: zoomIn(act.view, act.at) };
      if (fields.method === "pin")
        return {
          fields: { ...fields, coordinates: formatCoordinates(act.at) },
          view: act.view.zoom < PRECISE_PIN_ZOOM ? zoomIn(act.view, act.at) : act.view,
        };
      if (act.view.zoom < MIN_DRAW_ZOOM) return { fields, view: zoomIn(act.view, act.at) };
      return { fields: { ...fields, areas: withPoint(fields.areas, act.at, act.view) }, view: act.view };
    default:
      return { fields: { ...fields, areas: EDITS[act.kind](fields.areas) }, view: shown };
  }
}

/**
 * Return the text of a line, one point per text line, and the view after an action; `view` is null if the map should
 * choose its view.
 */
export function applyLineEdit(
  text: string,
  act: EditorAction,
  shown: View | null,
): { points: string; view: View | null } {
  if (act.kind === "show" || act.kind === "find") return { points: text, view: null };
  if (act.kind === "look") return { points: text, view: act.view };
  if (act.kind === "undo") return { points: EDITS.undo(text), view: shown };
  if (act.kind === "delete") return { points: "", view: shown };
  if (act.kind !== "click") return { points: text, view: shown };
  if (act.view.zoom < MIN_DRAW_ZOOM) return { points: text, view: zoomIn(act.view, act.at) };
  const before = text.trim() === "" ? [] : linesOf(text);
  return { points: [...before, formatCoordinates(act.at), ""].join("\n"), view: act.view };
}

const linesOf = (text: string): string[] => text.trimEnd().split(/\r\n|\n|\r/);
/** Check whether a blank line follows the last line with text. */
const endsBlank = (text: string) => text.slice(text.trimEnd().length).split(/\r\n|\n|\r/).length > 2;
const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";

/** Find the last area in the text: its first line, and whether it is closed or followed by a blank line. */
function lastArea(text: string): { lines: string[]; from: number; isOver: boolean } {
  const lines = linesOf(text);
  const from = lines.findLastIndex(isBlank) + 1;
  const isClosed = parseAreas(lines.slice(from).join("\n")).areas.at(-1)?.isClosed ?? false;
  return { lines, from, isOver: isClosed || endsBlank(text) };
}

function withPoint(text: string, point: Point, view: View): string {
  if (text.trim() === "") return `${formatCoordinates(point)}\n`;
  const { lines, from, isOver } = lastArea(text);
  if (isOver) return [...lines, "", formatCoordinates(point), ""].join("\n");
  const first = parseCoordinates(lines[from] ?? "");
  if (first && lines.length - from > 2) {
    const [x, y] = toPixel(first, view);
    const [cx, cy] = toPixel(point, view);
    if (Math.hypot(x - cx, y - cy) <= SNAP) return EDITS.close(text);
  }
  return [...lines, formatCoordinates(point), ""].join("\n");
}

const EDITS = {
  undo(text: string): string {
    const lines = linesOf(text).slice(0, -1);
    return lines.length ? `${lines.join("\n").trimEnd()}\n` : "";
  },
  close(text: string): string {
    const { lines, from, isOver } = lastArea(text);
    return isOver || lines.length - from < 3 ? text : [...lines, lines[from], "", ""].join("\n");
  },
  new: (text: string): string => (text.trim() === "" ? "" : `${linesOf(text).join("\n")}\n\n`),
  delete(text: string): string {
    const { lines, from } = lastArea(text);
    const rest = lines.slice(0, from).join("\n").trimEnd();
    return rest ? `${rest}\n\n` : "";
  },
} as const;
