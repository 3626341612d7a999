import { formatPounds } from "~/domain/measures/measures";
import { count } from "~/domain/text/text";
import { type Measured, scalingWarnings, unlikelyMeasures } from "../scaling";

/** What a truck weighed before, the newest first. */
export type TruckPast = readonly { net_pounds: number | null; tare_pounds: number | null }[];

/** A load on the scale, with what its warnings are made of. */
export type OnScale = Measured & {
  tare_pounds: number | null;
  scale_ticket_number: string | null;
  /** The destination's name, and whether it accepts the load's product on this job. */
  place: string;
  product: string;
  is_accepted: boolean;
  /** Other loads at this scale with the same scale ticket, by their numbers. */
  same_slip: readonly number[];
  past: TruckPast;
};

/** Loads of a truck that make its usual range. */
const ENOUGH = 3;
/** A net weight this much outside of what the truck brought before is questioned. */
const BEYOND_PERCENT = 10;
/** A tare may differ from the truck's last one by this much: fuel, mud, a second person. */
const TARE_PERCENT = 8;

/** What looks odd about a load on the scale. It is saved all the same; the clerk reads this beside Undo. */
export function scaleWarnings(load: OnScale): string[] {
  const warnings = [...unlikelyMeasures(load), ...unusualWeight(load), ...scalingWarnings(load)];
  if (!load.is_accepted) warnings.push(`${load.place} doesn't accept ${load.product} on this job.`);
  if (load.same_slip.length)
    warnings.push(
      `Scale ticket ${load.scale_ticket_number} is already on ${load.same_slip.length === 1 ? "ticket" : "tickets"} ${load.same_slip.join(", ")}.`,
    );
  return warnings;
}

/** What was weighed of a load. */
export type Weighed = { net_pounds: number | null; tare_pounds: number | null };

/** Weights that don't fit what the truck brought before. */
export function unusualWeight({
  net_pounds: net,
  tare_pounds: tare,
  past,
}: Weighed & { past: TruckPast }): string[] {
  const warnings: string[] = [];
  const nets = past.flatMap((p) => (p.net_pounds ? [p.net_pounds] : []));
  if (net !== null && nets.length >= ENOUGH) {
    const [least, most] = [Math.min(...nets), Math.max(...nets)];
    if (net * 100 < least * (100 - BEYOND_PERCENT) || net * 100 > most * (100 + BEYOND_PERCENT))
      warnings.push(
        `The net weight is ${formatPounds(net)}. This truck's last ${count(nets.length, "load")} weighed ${formatPounds(least)} to ${formatPounds(most)}.`,
      );
  }
  const last = past.find((p) => p.tare_pounds !== null)?.tare_pounds;
  if (tare !== null && last && Math.abs(tare - last) * 100 > TARE_PERCENT * last)
    warnings.push(`The tare is ${formatPounds(tare)}. This truck's last one was ${formatPounds(last)}.`);
  return warnings;
}
