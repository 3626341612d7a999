/* Behaviors for typed load weights: fill in the volume and show the net weight. The server parses the weights again. */
import { type FormControl, getField, type PagePart, queryAll } from "./dom";

/** Parse whole pounds as typed into a ticket, 78,540 or 78 540 lbs; null if invalid. */
export function parseWholePounds(text: string): number | null {
  const digits = /^(\d{1,3}(?:[, ]\d{3})+|\d+) ?(?:lbs?\.?|pounds|#)?$/i.exec(text.trim())?.[1];
  const value = digits === undefined ? Number.NaN : Number(digits.replace(/[, ]/g, ""));
  return value < 1_000_000 ? value : null;
}

/** Convert net pounds to tons of 2,000 lb, to thousandths, half to even, as on the server. */
export const convertPoundsToTons = (net: number) => (net % 2 ? 2 * Math.round(net / 4) : net / 2) / 1000;

/** Compute the volume in tons from two weights, less the mill's deduction; null unless the unit is tons. */
export function formatTonsFromWeights(
  gross: string,
  tare: string,
  deduction: string,
  unit: string,
): string | null {
  const [g, t, off] = [parseWholePounds(gross), parseWholePounds(tare), parseWholePounds(deduction) ?? 0];
  return unit !== "2" || g === null || t === null || g - t <= off
    ? null
    : String(convertPoundsToTons(g - t - off));
}

/** Check whether the input differs from the value that the page was loaded with. */
const isTyped = (field: FormControl) =>
  field instanceof HTMLInputElement && field.value !== field.defaultValue;

/** Fill in a volume in tons from the weights, until the user types a volume. */
function fillFromWeights(form: HTMLFormElement) {
  const gross = getField(form, "gross_pounds");
  const tare = getField(form, "tare_pounds");
  const volume = getField(form, "scaled_volume");
  const unit = getField(form, "scaled_wood_unit_type_id");
  // A slip-only form lacks the deduction field.
  const deduction = getField(form, "deduction_pounds");
  if (!gross || !tare || !volume || !unit) return;
  const tons = () => formatTonsFromWeights(gross.value, tare.value, deduction?.value ?? "", unit.value);
  let filled = tons();
  const fill = () => {
    const next = tons();
    if (volume.value === "" || volume.value === filled) volume.value = next ?? volume.value;
    filled = next;
  };
  for (const field of [gross, tare, unit, deduction]) field?.addEventListener("input", fill);
  // Also fill in the volume from weights typed before this script loaded.
  if (volume.value === "" && [gross, tare].some(isTyped)) fill();
}

/** Format the net of two weights in a row for display. */
export function formatNetOfWeights(gross: string, tare: string): string {
  const [g, t] = [parseWholePounds(gross), parseWholePounds(tare)];
  if (g === null || t === null) return "—";
  return t > g ? "Tare is more than gross" : `${(g - t).toLocaleString("en-US")} lb`;
}

/** Update the net weight in rows of slips while typing; Enter moves to the next cell, as code readers expect. */
function weighRows(form: HTMLFormElement) {
  const cells = queryAll<HTMLInputElement>(form, "[data-weigh-row] .input");
  for (const row of queryAll(form, "[data-weigh-row]")) {
    const [, gross, tare] = queryAll<HTMLInputElement>(row, ".input");
    const net = row.querySelector("[data-net]");
    if (!gross || !tare || !net) continue;
    const show = () => {
      net.textContent = formatNetOfWeights(gross.value, tare.value);
    };
    for (const field of [gross, tare]) field.addEventListener("input", show);
    show();
  }
  for (const [place, cell] of cells.entries())
    cell.addEventListener("keydown", (event) => {
      const next = cells[place + 1];
      if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !next) return;
      event.preventDefault();
      next.focus();
      next.select();
    });
}

export default function initWeighing(part: PagePart) {
  queryAll<HTMLFormElement>(part, "form[data-weigh]").forEach(weighRows);
  queryAll<HTMLFormElement>(part, "form[data-scale]").forEach(fillFromWeights);
}
