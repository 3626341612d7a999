import { toTonThousandths, UNIT } from "~/lib/units/measures";
import type { StatementLine } from "./statement";

/** Matching fields of a ticket sent to the mill; `days` are in the destination's time zone. */
export type MatchCandidate = {
  id: number;
  trip_ticket_number: number;
  scale_ticket_number: string | null;
  truck_number: string | null;
  days: readonly string[];
  net_pounds: number | null;
  estimated_volume: number | null;
  estimated_wood_unit_type_id: number | null;
};

type MatchedBy = "number" | "scale ticket" | "date, truck and net";
export type Match = { line: number; id: number; by: MatchedBy };

/**
 * Maximum difference between two accurate scales: the larger of `pounds` and `hundredths` (hundredths of a percent of
 * the load).
 */
export type Tolerance = { pounds: number; hundredths: number };
/** Default tolerance for a company: 200 lb or 1%, whichever is larger. */
export const DEFAULT_TOLERANCE: Tolerance = { pounds: 200, hundredths: 100 };

/** Return the tolerance in pounds between two scales for a load of this weight. */
export const getNetTolerance = (
  pounds: number,
  { pounds: least, hundredths }: Tolerance = DEFAULT_TOLERANCE,
): number => Math.max(least, Math.round((pounds * hundredths) / 10_000));

export const normalizeTicket = (text: string | null) =>
  (text ?? "")
    .toLowerCase()
    .replace(/[\s-]+/g, "")
    .replace(/^0+/, "");

type Scaled = { scale_ticket_number: string | null };

/** Check whether a line and a load have different scale tickets; false if a scale ticket is missing. */
export function hasDifferentScaleTicket(line: Scaled, load: Scaled): boolean {
  const [theirs, ours] = [
    normalizeTicket(line.scale_ticket_number),
    normalizeTicket(load.scale_ticket_number),
  ];
  return theirs !== "" && ours !== "" && theirs !== ours;
}

/**
 * Match lines to loads by trip ticket number, then by scale ticket, then by day, truck and net within
 * `getNetTolerance`. Only unambiguous pairs match: one load for the line and one line for the load.
 */
export function matchLines(
  lines: readonly (StatementLine & { line: number })[],
  candidates: readonly MatchCandidate[],
  taken: ReadonlySet<number> = new Set(),
): Match[] {
  const free = new Map(candidates.filter((c) => !taken.has(c.id)).map((c) => [c.id, c]));
  let open = [...lines];
  const matches: Match[] = [];
  const pass = (by: MatchedBy, fits: (line: StatementLine, c: MatchCandidate) => boolean, keyed: Keyed) => {
    const groups = groupBy([...free.values()], keyed.ofCandidate);
    const fitting = open.map((line) => ({
      line,
      hits: keyed.ofLine(line).flatMap((key) => (groups.get(key) ?? []).filter((c) => fits(line, c))),
    }));
    const claims = new Map<number, number>();
    for (const { hits } of fitting) for (const hit of hits) claims.set(hit.id, (claims.get(hit.id) ?? 0) + 1);
    for (const { line, hits } of fitting) {
      const [only] = hits;
      if (hits.length !== 1 || !only || claims.get(only.id) !== 1) continue;
      matches.push({ line: line.line, id: only.id, by });
      free.delete(only.id);
    }
    const done = new Set(matches.map((match) => match.line));
    open = open.filter((line) => !done.has(line.line));
  };
  pass("number", () => true, {
    ofLine: (line) => (line.trip_ticket_number === null ? [] : [String(line.trip_ticket_number)]),
    ofCandidate: (c) => [String(c.trip_ticket_number)],
  });
  pass("scale ticket", () => true, {
    ofLine: (line) =>
      normalizeTicket(line.scale_ticket_number) ? [normalizeTicket(line.scale_ticket_number)] : [],
    ofCandidate: (c) =>
      normalizeTicket(c.scale_ticket_number) ? [normalizeTicket(c.scale_ticket_number)] : [],
  });
  // A truck may bring two similar loads in a day, so different scale tickets prevent a match.
  pass("date, truck and net", (line, c) => !hasDifferentScaleTicket(line, c) && netFits(line, c), {
    ofLine: (line) =>
      line.scaled_on && normalizeTicket(line.truck_number)
        ? [`${line.scaled_on} ${normalizeTicket(line.truck_number)}`]
        : [],
    ofCandidate: (c) =>
      normalizeTicket(c.truck_number)
        ? [...new Set(c.days)].map((day) => `${day} ${normalizeTicket(c.truck_number)}`)
        : [],
  });
  return matches;
}

type Keyed = { ofLine(line: StatementLine): string[]; ofCandidate(c: MatchCandidate): string[] };

function groupBy(
  list: readonly MatchCandidate[],
  keysOf: (c: MatchCandidate) => string[],
): Map<string, MatchCandidate[]> {
  const groups = new Map<string, MatchCandidate[]>();
  for (const c of list)
    for (const key of keysOf(c)) {
      const group = groups.get(key);
      if (group) group.push(c);
      else groups.set(key, [c]);
    }
  return groups;
}

/** A weighed load must fit within the scales' tolerance; a load with only an estimate, within a quarter. */
function netFits(line: StatementLine, c: MatchCandidate): boolean {
  if (line.net_pounds === null) return false;
  if (c.net_pounds !== null) return Math.abs(line.net_pounds - c.net_pounds) <= getNetTolerance(c.net_pounds);
  if (c.estimated_volume === null || c.estimated_wood_unit_type_id !== UNIT.ton) return true;
  return Math.abs(toTonThousandths(line.net_pounds) - c.estimated_volume) * 4 <= c.estimated_volume;
}
