import { isPlausibleLoadVolume } from "~/domain/measures/load-range";
import {
  computeWeighedTons,
  divideHalfEven,
  formatPounds,
  formatVolume,
  isUnit,
  poundsToTons,
  UNIT,
} from "~/domain/measures/measures";
import { DEFAULT_TOLERANCE, getNetTolerance, type Tolerance } from "./matching";

/** A ticket as far as a statement is held against it; `product_unit` is what the job's product is counted in. */
export type OurLoad = {
  product_unit: number;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
  estimated_volume: number | null;
  estimated_wood_unit_type_id: number | null;
  net_pounds: number | null;
};

/** A line of a statement as far as it is held against a ticket. */
export type TheirLoad = {
  gross_pounds: number | null;
  tare_pounds: number | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
};

/**
 * How a line compares with its ticket. `equal`: nothing differs. `new`: the ticket doesn't have a value yet. `within`:
 * at most as much as two scales differ. `beyond`: more than that. `other unit`: in a unit that the ticket's product
 * isn't counted in, or that the ticket was scaled in by mistake.
 */
export type DifferenceKind = "equal" | "new" | "within" | "beyond" | "other unit";

export type Volume = { volume: number; unit: number };
export type Difference = {
  standing: DifferenceKind;
  ours: Volume | null;
  theirs: Volume | null;
  /** Theirs less ours, in thousandths of their unit; null where they can't be compared. */
  volume: number | null;
  /** The same in hundredths of a percent of ours. */
  percent: number | null;
  /** Theirs less ours in pounds; null where one side has no net. */
  pounds: number | null;
};

/** What is estimated is right within so many percent; more is another load, or another unit. */
const ESTIMATE_PERCENT = 40n;

/**
 * The volume that a line gives a ticket. Weights alone make tons, and only for a product that is counted in tons: pay
 * never converts between weight and volume.
 */
function getTheirVolume(line: TheirLoad, productUnit: number): Volume | null {
  const { scaled_volume: stated, scaled_wood_unit_type_id: unit, net_pounds: net } = line;
  // Lines that were read before had their tons worked out from the net.
  const fromNet = net !== null && net >= 0 && unit === UNIT.ton && stated === poundsToTons(net);
  if (stated !== null && unit !== null && !(fromNet && productUnit !== UNIT.ton))
    return { volume: stated, unit };
  return net !== null && net >= 0 && productUnit === UNIT.ton
    ? { volume: computeWeighedTons(net, line.deduction_pounds), unit: UNIT.ton }
    : null;
}

/** How much two scales may differ in a volume: what they may in pounds where it is tons, else by the share alone. */
const getVolumeTolerance = ({ volume, unit }: Volume, tolerance: Tolerance = DEFAULT_TOLERANCE): number =>
  unit === UNIT.ton
    ? poundsToTons(getNetTolerance(volume * 2, tolerance))
    : Math.round((volume * tolerance.hundredths) / 10_000);

/**
 * What accepting a line makes the ticket's volume: the mill's, where it is in the unit that the product is counted in and
 * the ticket isn't scaled in another. No acceptance ever changes a unit; who wants to does so on the ticket.
 */
export const getAppliedVolume = ({ ours, theirs }: Difference, productUnit: number): Volume | null =>
  theirs && theirs.unit === productUnit && (ours === null || ours.unit === theirs.unit) ? theirs : null;

/** Holds a line against its ticket, with what the company takes for two good scales. */
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
    // A weight alone doesn't give a volume, and a net can't be recorded without its gross and tare.
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

/** Whether one truck carries so much. */
const isLoad = ({ volume, unit }: Volume): boolean => !isUnit(unit) || isPlausibleLoadVolume(volume, unit);

/** A load that was never scaled has only its estimate to differ from. */
function isFarFromEstimate({ volume, unit }: Volume, load: OurLoad): boolean {
  const estimate = load.estimated_volume;
  if (!estimate || load.estimated_wood_unit_type_id !== unit) return false;
  const off = BigInt(Math.abs(volume - estimate));
  return off * 100n > BigInt(estimate) * ESTIMATE_PERCENT;
}

/** Whether a line is ticked before anybody looked at it. */
export const isExpected = (standing: DifferenceKind): boolean =>
  standing === "equal" || standing === "new" || standing === "within";

/** "+0.42 tons (+0.9%)", "-1 ton (-2.02%)", "None"; of weights alone "+840 lb (+0.89%)". Null where nothing compares. */
export function formatDifference(d: Difference, ourNet: number | null): string | null {
  const { volume, net } = formatDifferences(d, ourNet);
  return d.volume !== null && (d.volume !== 0 || !d.pounds) ? volume : net;
}

/** The same of each for itself: weights beside weights, volumes beside volumes. */
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

/** "+0.42 tons (+0.9%)", or "None". */
export const formatVolumeDifference = (
  volume: number,
  percent: number | null,
  unit: number | null,
): string =>
  volume === 0 ? "None" : `${signed(volume)}${formatVolume(Math.abs(volume), unit)}${inPercent(percent)}`;

/** A part of a whole in hundredths of a percent, half to even; null of nothing. */
export const computePercent = (part: number, whole: number | null): number | null =>
  whole ? divideHalfEven(BigInt(part) * 10_000n, BigInt(whole)) : null;

const signed = (n: number) => (n < 0 ? "-" : "+");
const inPercent = (hundredths: number | null) =>
  hundredths === null
    ? ""
    : ` (${signed(hundredths)}${(Math.abs(hundredths) / 100).toLocaleString("en-US")}%)`;

/** What both sides weighed, added up; null where no load has a net on both sides. */
export function sumNet(pairs: readonly { ours: number | null; theirs: number | null }[]) {
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

export type Total = { unit: number; loads: number; ours: number; theirs: number };

/** What both sides have scaled in the same unit, added up by unit; what can't be compared is counted apart. */
export function computeTotals(differences: readonly Difference[]): { totals: Total[]; left_out: number } {
  const totals = new Map<number, Total>();
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
