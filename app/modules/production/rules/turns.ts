/** Delivered load with the durations of its parts in minutes; null if a time is missing. */
export type LoadDurations = {
  /** Grouping key: a destination or a job. */
  key: number;
  /** Time in seconds since 1970; `day` is its calendar day in the reader's zone. */
  at: number;
  day: number;
  /** Driver: a person at a hauler; null if none is named. */
  driver: string | null;
  landing: number | null;
  haul: number | null;
  mill: number | null;
};

/** Maximum length of a cycle in minutes; anything longer includes a break. */
const LONGEST_CYCLE = 12 * 60;
/** Minimum number of loads for which a median is shown. */
const ENOUGH = 5;

/**
 * Compute the median duration and `ninety`, the duration that nine of ten loads don't exceed; null for fewer than five
 * loads.
 */
export function computeDurationPercentiles(minutes: readonly (number | null)[]) {
  const known = minutes.flatMap((m) => (m !== null && m >= 0 ? [m] : [])).sort((a, b) => a - b);
  const at = (share: number) => known[Math.max(0, Math.ceil(known.length * share) - 1)] ?? null;
  const enough = known.length >= ENOUGH;
  return { n: known.length, median: enough ? at(0.5) : null, ninety: enough ? at(0.9) : null };
}

/**
 * Compute turn times by destination or job: at the landing, on the road, at the mill, and between consecutive drop-offs
 * of a driver's day. The day's first load has no cycle time.
 */
export function computeTurnTimes(turns: readonly LoadDurations[]) {
  const ordered = [...turns].sort((a, b) => a.at - b.at);
  const lastOf = new Map<string, number>();
  const map = new Map<number, { turns: LoadDurations[]; cycles: number[]; left_out: number }>();
  for (const turn of ordered) {
    const group = map.get(turn.key) ?? { turns: [], cycles: [], left_out: 0 };
    map.set(turn.key, group);
    group.turns.push(turn);
    if (turn.driver === null) continue;
    const shift = `${turn.driver} ${turn.day}`;
    const last = lastOf.get(shift);
    lastOf.set(shift, turn.at);
    const minutes = last === undefined ? null : Math.floor((turn.at - last) / 60);
    if (minutes === null || minutes > LONGEST_CYCLE) group.left_out++;
    else group.cycles.push(minutes);
  }
  return [...map]
    .map(([key, { turns: own, cycles, left_out }]) => ({
      key,
      loads: own.length,
      landing: computeDurationPercentiles(own.map((t) => t.landing)),
      haul: computeDurationPercentiles(own.map((t) => t.haul)),
      mill: computeDurationPercentiles(own.map((t) => t.mill)),
      cycle: computeDurationPercentiles(cycles),
      left_out,
    }))
    .sort((a, b) => b.loads - a.loads || a.key - b.key);
}
