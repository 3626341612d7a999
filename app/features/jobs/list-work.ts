import { formatVolume } from "~/domain/measures/measures";
import { STATUS } from "~/domain/tickets/trip-ticket";

/** Loads of one job, status and unit, as the database counts them; volumes in thousandths. */
type JobLoads = {
  status: number;
  unit: number | null;
  loads: number;
  volume: number;
  unscaled: number;
  last: string | null;
};
type ContractVolume = { unit: number; volume: number };
/** What a list says of a job's work. A bar is the unit of the contract: what came, of how much. */
export type JobWork = {
  loads: number;
  delivered: string;
  open: number;
  unscaled: number;
  last: string | null;
  bar: { done: number; whole: number; words: string } | null;
};

/** What the list of open loads has; what nobody has claimed is in the list of available ones. */
const OPEN: readonly number[] = [STATUS.claimed, STATUS.inTransit, STATUS.paused, STATUS.inYard];

/** A job's work in one line: units are never added together, and the bar is of one unit alone. */
export function jobWorkOf(groups: readonly JobLoads[], contracts: readonly ContractVolume[]): JobWork {
  const sum = (of: readonly JobLoads[], key: "loads" | "volume" | "unscaled") =>
    of.reduce((n, group) => n + group[key], 0);
  const done = groups.filter((g) => g.status === STATUS.completed);
  const volumes = new Map<number, number>();
  for (const { unit, volume } of done)
    if (unit !== null && volume > 0) volumes.set(unit, (volumes.get(unit) ?? 0) + volume);
  const planned = new Map<number, number>();
  for (const { unit, volume } of contracts) planned.set(unit, (planned.get(unit) ?? 0) + volume);
  const [most] = [...planned].sort((a, b) => b[1] - a[1]);
  return {
    loads: sum(done, "loads"),
    delivered: [...volumes]
      .sort(([a], [b]) => a - b)
      .map(([unit, volume]) => formatVolume(volume, unit))
      .join(", "),
    open: sum(
      groups.filter((g) => OPEN.includes(g.status)),
      "loads",
    ),
    unscaled: sum(groups, "unscaled"),
    last: groups.reduce<string | null>((last, g) => (g.last && g.last > (last ?? "") ? g.last : last), null),
    bar: most
      ? {
          done: volumes.get(most[0]) ?? 0,
          whole: most[1],
          words: `${formatVolume(volumes.get(most[0]) ?? 0, most[0])} of ${formatVolume(most[1], most[0])}`,
        }
      : null,
  };
}
