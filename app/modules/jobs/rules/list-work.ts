import { formatMeasured, formatVolume } from "~/lib/units/measures";

/** Completed loads of one product and unit of a job, added up; volumes in thousandths. */
type DoneLoads = { unit: number | null; loads: number; volume: number; unscaled: number; estimated: number };
type ContractVolume = { unit: number; volume: number };
/** A job's work as shown in a list. The bar is in the unit of the contract: delivered volume out of the total. */
export type JobWork = {
  loads: number;
  delivered: string;
  open: number;
  unscaled: number;
  last: { at: string; zone: string } | null;
  bar: { done: number; whole: number; words: string } | null;
};

/** Parts of a job's work in one line; `open` are the loads in the list of open loads. */
export type WorkParts = {
  done: readonly DoneLoads[];
  open: number;
  last: { at: string; zone: string } | null;
  contracts: readonly ContractVolume[];
};

/** Build a job's work in one line: units are never added together, and the bar is of one unit only. */
export function toJobWork({ done, open, last, contracts }: WorkParts): JobWork {
  const sum = (key: "loads" | "unscaled") => done.reduce((n, group) => n + group[key], 0);
  const volumes = new Map<number, number>();
  const estimates = new Map<number, number>();
  for (const { unit, volume, estimated } of done)
    if (unit !== null && volume > 0) {
      volumes.set(unit, (volumes.get(unit) ?? 0) + volume);
      estimates.set(unit, (estimates.get(unit) ?? 0) + estimated);
    }
  const label = (unit: number) => formatMeasured(volumes.get(unit) ?? 0, estimates.get(unit) ?? 0, unit);
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
