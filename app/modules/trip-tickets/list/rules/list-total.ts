import { formatCount } from "~/lib/text/text";
import { formatVolume } from "~/lib/units/measures";
import type { TicketSums } from "../data/list-sums.server";

/** A list's totals in one line: "44 loads, 1,212 tons, 96 MBF, 3 unscaled". Units are never added together. */
export function formatListTotal(list: { total: number; capped: boolean; sums: TicketSums | null }): string {
  const { total, capped, sums } = list;
  if (capped) return `More than ${formatCount(total, "load")}`;
  return [
    formatCount(total, "load"),
    ...(sums?.volumes ?? []).map(({ unit, volume }) => formatVolume(volume, unit)),
    ...(sums?.unscaled ? [`${sums.unscaled.toLocaleString("en-US")} unscaled`] : []),
  ].join(", ");
}
