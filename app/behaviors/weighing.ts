/*
 * Weights of loads that are typed: what they fill in, and what stands for their net. The server reads them once more.
 */
import { all, type Filled, fieldOf, type PagePart } from "./dom";

/** Whole pounds as one types them into a ticket, 78,540 or 78 540 lbs; null where they aren't. */
export function wholePounds(text: string): number | null {
  const digits = /^(\d{1,3}(?:[, ]\d{3})+|\d+) ?(?:lbs?\.?|pounds|#)?$/i.exec(text.trim())?.[1];
  const value = digits === undefined ? Number.NaN : Number(digits.replace(/[, ]/g, ""));
  return value < 1_000_000 ? value : null;
}

/** Net pounds as tons of 2,000 lb, to thousandths, half to even, as the server has them. */
export const tonsOf = (net: number) => (net % 2 ? 2 * Math.round(net / 4) : net / 2) / 1000;

/** The volume that two weights, less what the mill deducts, fill in where it is in tons. */
export function filledTons(gross: string, tare: string, deduction: string, unit: string): string | null {
  const [g, t, off] = [wholePounds(gross), wholePounds(tare), wholePounds(deduction) ?? 0];
  return unit !== "2" || g === null || t === null || g - t <= off ? null : String(tonsOf(g - t - off));
}

/** Whether something else stands in an input than the page came with. */
const isTyped = (field: Filled) => field instanceof HTMLInputElement && field.value !== field.defaultValue;

/** Weights fill the volume where it is in tons, until somebody types another one. */
function fillFromWeights(form: HTMLFormElement) {
  const gross = fieldOf(form, "gross_pounds");
  const tare = fieldOf(form, "tare_pounds");
  const volume = fieldOf(form, "scaled_volume");
  const unit = fieldOf(form, "scaled_wood_unit_type_id");
  // The slip alone doesn't ask for it.
  const deduction = fieldOf(form, "deduction_pounds");
  if (!gross || !tare || !volume || !unit) return;
  const tons = () => filledTons(gross.value, tare.value, deduction?.value ?? "", unit.value);
  let filled = tons();
  const fill = () => {
    const next = tons();
    if (volume.value === "" || volume.value === filled) volume.value = next ?? volume.value;
    filled = next;
  };
  for (const field of [gross, tare, unit, deduction]) field?.addEventListener("input", fill);
  // Weights typed before this was loaded fill it too.
  if (volume.value === "" && [gross, tare].some(isTyped)) fill();
}

/** What stands for the net of two weights in a row. */
export function netOf(gross: string, tare: string): string {
  const [g, t] = [wholePounds(gross), wholePounds(tare)];
  if (g === null || t === null) return "—";
  return t > g ? "Tare is more than gross" : `${(g - t).toLocaleString("en-US")} lb`;
}

/** Slips below each other: the net follows the weights, and Enter leads to the next cell as a code reader expects. */
function weighRows(form: HTMLFormElement) {
  const cells = all<HTMLInputElement>(form, "[data-weigh-row] .input");
  for (const row of all(form, "[data-weigh-row]")) {
    const [, gross, tare] = all<HTMLInputElement>(row, ".input");
    const net = row.querySelector("[data-net]");
    if (!gross || !tare || !net) continue;
    const show = () => {
      net.textContent = netOf(gross.value, tare.value);
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

export default function weighing(part: PagePart) {
  all<HTMLFormElement>(part, "form[data-weigh]").forEach(weighRows);
  all<HTMLFormElement>(part, "form[data-scale]").forEach(fillFromWeights);
}
