import { formatScaledAndEstimated, formatVolume } from "~/lib/units/measures";

/** Completed loads of one product and unit of a job, added up; volumes in thousandths. */
type DoneLoads = { unit: number | null; loads: number; volume: number; unscaled: number; estimated: number };
type ContractVolume = { unit: number; volume: number };
/** Work on a job as shown in a list. The bar compares the delivered volume with the contract, in the contract's unit. */
export type JobWork = {
  loads: number;
  delivered: string;
  open: number;
  unscaled: number;
  last: { at: string; zone: string } | null;
  bar: { done: number; whole: number; words: string } | null;
};

/** Data for one job's work; `open` is the number of loads in the list of open loads. */
export type JobWorkData = {
  done: readonly DoneLoads[];
  open: number;
  last: { at: string; zone: string } | null;
  contracts: readonly ContractVolume[];
};

/**
 * Summarize a job's work for one row of the list. Volumes in different units are never added together, and the bar has
 * one unit only.
 */
export function toJobWork({ done, open, last, contracts }: JobWorkData): JobWork {
  const sum = (key: "loads" | "unscaled") => done.reduce((n, group) => n + group[key], 0);
  const volumes = new Map<number, number>();
  const estimates = new Map<number, number>();
  for (const { unit, volume, estimated } of done)
    if (unit !== null && volume > 0) {
      volumes.set(unit, (volumes.get(unit) ?? 0) + volume);
      estimates.set(unit, (estimates.get(unit) ?? 0) + estimated);
    }
  const label = (unit: number) =>
    formatScaledAndEstimated(volumes.get(unit) ?? 0, estimates.get(unit) ?? 0, unit);
  const planned = new Map<number, number>();
  for (const { unit, volume } of contracts) planned.set(unit, (planned.get(unit) ?? 0) + volume);
  const [most] = [...planned].sort((a, b) => b[1] - a[1]);
  return {
    loads: sum("loads"),
    delivered: [...volumes]
      .sort(([a], [b]) => a - b)
      .map(([unit]) => label(unit))
      .join(", "),
    open,
    unscaled: sum("unscaled"),
    last,
    bar: most
      ? {
          done: volumes.get(most[0]) ?? 0,
          whole: most[1],
          words: `${label(most[0])} of ${formatVolume(most[1], most[0])}`,
        }
      : null,
  };
}
