import { formatCount } from "~/lib/text/text";
import { formatPounds } from "~/lib/units/measures";
import {
  getScalingWarnings,
  getUnlikelyMeasureWarnings,
  type MeasuredFields,
} from "../../edit/rules/volume-warnings";

/** A truck's earlier weights, newest first. */
export type TruckHistory = readonly { net_pounds: number | null; tare_pounds: number | null }[];

/** A load on the scale, with the data that its warnings need. */
export type LoadOnScale = MeasuredFields & {
  tare_pounds: number | null;
  scale_ticket_number: string | null;
  /** Name of the destination, and whether the destination accepts the load's product on this job. */
  place: string;
  product: string;
  is_accepted: boolean;
  /** Numbers of other loads at this scale with the same scale ticket. */
  same_slip: readonly number[];
  past: TruckHistory;
};

/** Minimum number of a truck's loads from which a usual range is computed. */
const ENOUGH = 3;
/** Percentage outside the truck's previous range at which a net weight is questioned. */
const BEYOND_PERCENT = 10;
/** Percentage by which a tare may differ from the truck's last tare, because of fuel, mud or a second person. */
const TARE_PERCENT = 8;

/** Return warnings about a load on the scale. The load is saved anyway; the clerk sees the warnings next to Undo. */
export function getScaleWarnings(load: LoadOnScale): string[] {
  const warnings = [
    ...getUnlikelyMeasureWarnings(load),
    ...getUnusualWeightWarning(load),
    ...getScalingWarnings(load),
  ];
  if (!load.is_accepted) warnings.push(`${load.place} doesn't accept ${load.product} on this job.`);
  if (load.same_slip.length)
    warnings.push(
      `Scale ticket ${load.scale_ticket_number} is already on ${load.same_slip.length === 1 ? "ticket" : "tickets"} ${load.same_slip.join(", ")}.`,
    );
  return warnings;
}

/** Weights of a load. */
export type WeighedLoad = { net_pounds: number | null; tare_pounds: number | null };

/** Return warnings about weights unlike those of the truck's earlier loads. */
export function getUnusualWeightWarning({
  net_pounds: net,
  tare_pounds: tare,
  past,
}: WeighedLoad & { past: TruckHistory }): string[] {
  const warnings: string[] = [];
  const nets = past.flatMap((p) => (p.net_pounds ? [p.net_pounds] : []));
  if (net !== null && nets.length >= ENOUGH) {
    const [least, most] = [Math.min(...nets), Math.max(...nets)];
    if (net * 100 < least * (100 - BEYOND_PERCENT) || net * 100 > most * (100 + BEYOND_PERCENT))
      warnings.push(
        `The net weight is ${formatPounds(net)}. This truck's last ${formatCount(nets.length, "load")} weighed ${formatPounds(least)} to ${formatPounds(most)}.`,
      );
  }
  const last = past.find((p) => p.tare_pounds !== null)?.tare_pounds;
  if (tare !== null && last && Math.abs(tare - last) * 100 > TARE_PERCENT * last)
    warnings.push(`The tare is ${formatPounds(tare)}. This truck's last one was ${formatPounds(last)}.`);
  return warnings;
}
