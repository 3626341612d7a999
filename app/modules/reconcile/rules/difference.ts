import { isPlausibleLoadVolume } from "~/lib/units/load-range";
import {
  computeWeighedTons,
  divideHalfEven,
  formatPounds,
  formatVolume,
  isUnit,
  toTonThousandths,
  UNIT,
} from "~/lib/units/measures";
import { DEFAULT_TOLERANCE, getNetTolerance, type Tolerance } from "./matching";

/** Ticket fields compared with a statement; `product_unit` is the unit of the job's product. */
export type OurLoad = {
  product_unit: number;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
  estimated_volume: number | null;
  estimated_wood_unit_type_id: number | null;
  net_pounds: number | null;
};

/** Statement line fields compared with a ticket. */
export type TheirLoad = {
  gross_pounds: number | null;
  tare_pounds: number | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
};

/**
 * Result of comparing a line with its ticket. `equal`: no difference. `new`: the ticket has no value yet. `within`:
 * within the tolerance of two scales. `beyond`: over the tolerance. `other unit`: the mill's unit isn't the product's
 * unit, or the ticket was mistakenly scaled in another unit.
 */
export type DifferenceKind = "equal" | "new" | "within" | "beyond" | "other unit";

export type Volume = { volume: number; unit: number };
export type Difference = {
  standing: DifferenceKind;
  ours: Volume | null;
  theirs: Volume | null;
  /** Mill's volume minus ours, in thousandths of their unit; null if the volumes can't be compared. */
  volume: number | null;
  /** Volume difference in hundredths of a percent of our volume. */
  percent: number | null;
  /** Mill's net minus ours in pounds; null if one side has no net. */
  pounds: number | null;
};

/** Maximum difference from an estimate, in percent; a larger difference suggests another load or another unit. */
const ESTIMATE_PERCENT = 40n;

/**
 * Return the volume from a statement line. A line with only weights gives tons, and only for a product measured in
 * tons: pay never converts between weight and volume.
 */
function getTheirVolume(line: TheirLoad, productUnit: number): Volume | null {
  const { scaled_volume: stated, scaled_wood_unit_type_id: unit, net_pounds: net } = line;
  // Older lines stored tons computed from the net weight.
  const fromNet = net !== null && net >= 0 && unit === UNIT.ton && stated === toTonThousandths(net);
  if (stated !== null && unit !== null && !(fromNet && productUnit !== UNIT.ton))
    return { volume: stated, unit };
  return net !== null && net >= 0 && productUnit === UNIT.ton
    ? { volume: computeWeighedTons(net, line.deduction_pounds), unit: UNIT.ton }
    : null;
}

/** Return the tolerance for a volume: for tons, the tolerance in pounds; for other units, only the percentage. */
const getVolumeTolerance = ({ volume, unit }: Volume, tolerance: Tolerance = DEFAULT_TOLERANCE): number =>
  unit === UNIT.ton
    ? toTonThousandths(getNetTolerance(volume * 2, tolerance))
    : Math.round((volume * tolerance.hundredths) / 10_000);

/**
 * Return the ticket's volume after a line is accepted: the mill's volume, if its unit is the product's and the ticket
 * isn't scaled in another unit. Accepting a line never changes a unit; the user changes units on the ticket.
 */
export const getAppliedVolume = ({ ours, theirs }: Difference, productUnit: number): Volume | null =>
  theirs && theirs.unit === productUnit && (ours === null || ours.unit === theirs.unit) ? theirs : null;

/** Compare a line with its ticket, using the company's tolerance for two accurate scales. */
export function computeDifference(
  line: TheirLoad,
  load: OurLoad,
  tolerance: Tolerance = DEFAULT_TOLERANCE,
): Difference {
  const theirs = getTheirVolume(line, load.product_unit);
  const ours =
    load.scaled_volume === null || load.scaled_wood_unit_type_id === null
      ? null
      : { volume: load.scaled_volume, unit: load.scaled_wood_unit_type_id };
  const pounds =
    line.net_pounds === null || load.net_pounds === null ? null : line.net_pounds - load.net_pounds;
  const same = ours !== null && theirs !== null && ours.unit === theirs.unit;
  const volume = same ? theirs.volume - ours.volume : null;
  const percent = volume === null || !ours ? null : computePercent(volume, ours.volume);
  return { standing: standingOf(), ours, theirs, volume, percent, pounds };

  function standingOf(): DifferenceKind {
    if (theirs && theirs.unit !== load.product_unit) return "other unit";
    if (theirs && ours && !same) return "other unit";
    const weights = line.gross_pounds !== null && line.tare_pounds !== null;
    // A weight without a volume can't be applied here, and a net can't be stored without gross and tare.
    if (!theirs && !weights) return "other unit";
    const standings: DifferenceKind[] = [];
    if (volume !== null && ours) standings.push(within(volume, getVolumeTolerance(ours, tolerance)));
    if (pounds !== null) standings.push(within(pounds, getNetTolerance(load.net_pounds ?? 0, tolerance)));
    if (standings.includes("beyond")) return "beyond";
    if (standings.includes("within")) return "within";
    if (!ours && theirs && (isFarFromEstimate(theirs, load) || !isLoad(theirs))) return "beyond";
    return standings.length > 0 && !(theirs && !ours) ? "equal" : "new";
  }
}

const within = (difference: number, most: number): DifferenceKind =>
  difference === 0 ? "equal" : Math.abs(difference) <= most ? "within" : "beyond";

/** Check whether one truck could carry this volume. */
const isLoad = ({ volume, unit }: Volume): boolean => !isUnit(unit) || isPlausibleLoadVolume(volume, unit);

/** Check whether an unscaled load's volume is too far from its estimate. */
function isFarFromEstimate({ volume, unit }: Volume, load: OurLoad): boolean {
  const estimate = load.estimated_volume;
  if (!estimate || load.estimated_wood_unit_type_id !== unit) return false;
  const off = BigInt(Math.abs(volume - estimate));
  return off * 100n > BigInt(estimate) * ESTIMATE_PERCENT;
}

/** Return true if a line with this difference is selected by default. */
export const isSelectedByDefault = (standing: DifferenceKind): boolean =>
  standing === "equal" || standing === "new" || standing === "within";

/**
 * Format the difference as "+0.42 tons (+0.9%)", "-1 ton (-2.02%)", "None"; for weights alone "+840 lb (+0.89%)". Null
 * if nothing can be compared.
 */
export function formatDifference(d: Difference, ourNet: number | null): string | null {
  const { volume, net } = formatDifferences(d, ourNet);
  return d.volume !== null && (d.volume !== 0 || !d.pounds) ? volume : net;
}

/** Format the weight difference and the volume difference separately. */
export function formatDifferences(d: Difference, ourNet: number | null) {
  return {
    volume: d.volume === null ? null : formatVolumeDifference(d.volume, d.percent, d.theirs?.unit ?? null),
    net:
      d.pounds === null
        ? null
        : d.pounds === 0
          ? "None"
          : `${signed(d.pounds)}${formatPounds(Math.abs(d.pounds))}${inPercent(computePercent(d.pounds, ourNet))}`,
  };
}

/** Format a volume difference as "+0.42 tons (+0.9%)", or "None". */
export const formatVolumeDifference = (
  volume: number,
  percent: number | null,
  unit: number | null,
): string =>
  volume === 0 ? "None" : `${signed(volume)}${formatVolume(Math.abs(volume), unit)}${inPercent(percent)}`;

/** Compute a percentage in hundredths of a percent, rounded half to even; null if the whole is zero or null. */
export const computePercent = (part: number, whole: number | null): number | null =>
  whole ? divideHalfEven(BigInt(part) * 10_000n, BigInt(whole)) : null;

const signed = (n: number) => (n < 0 ? "-" : "+");
const inPercent = (hundredths: number | null) =>
  hundredths === null
    ? ""
    : ` (${signed(hundredths)}${(Math.abs(hundredths) / 100).toLocaleString("en-US")}%)`;

/** Sum our and the mill's net weights over loads with a net on both sides; null if there are none. */
export function sumNetWeights(pairs: readonly { ours: number | null; theirs: number | null }[]) {
  const both = pairs.flatMap(({ ours, theirs }) =>
    ours === null || theirs === null ? [] : [{ ours, theirs }],
  );
  if (both.length === 0) return null;
  const sum = (of: (pair: { ours: number; theirs: number }) => number) => both.reduce((n, p) => n + of(p), 0);
  const [ours, theirs] = [sum((p) => p.ours), sum((p) => p.theirs)];
  const off = theirs - ours;
  return {
    loads: both.length,
    ours: formatPounds(ours),
    theirs: formatPounds(theirs),
    difference:
      off === 0
        ? "None"
        : `${signed(off)}${formatPounds(Math.abs(off))}${inPercent(computePercent(off, ours))}`,
  };
}

export type UnitTotal = { unit: number; loads: number; ours: number; theirs: number };

/**
 * Sum our and the mill's volumes by unit, for loads scaled in the same unit on both sides. Count other loads
 * separately.
 */
export function computeTotals(differences: readonly Difference[]): { totals: UnitTotal[]; left_out: number } {
  const totals = new Map<number, UnitTotal>();
  let left_out = 0;
  for (const { ours, theirs, volume } of differences) {
    if (!ours || !theirs || volume === null) {
      left_out++;
      continue;
    }
    const sum = totals.get(ours.unit) ?? { unit: ours.unit, loads: 0, ours: 0, theirs: 0 };
    totals.set(ours.unit, {
      unit: ours.unit,
      loads: sum.loads + 1,
      ours: sum.ours + ours.volume,
      theirs: sum.theirs + theirs.volume,
    });
  }
  return { totals: [...totals.values()].sort((a, b) => a.unit - b.unit), left_out };
}
