import { formatScaledAndEstimated, formatVolume } from "~/lib/units/measures";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { type FilterQuery, formatFilter } from "~/modules/trip-tickets/rules/filter-query";
import { STATUS_GROUPS } from "~/modules/trip-tickets/rules/status-groups";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";

/** A product's ids, with its name. */
type WorkProduct = {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
  name: string;
};
/** Loads of one product, status and unit, as the database counts them; volumes in thousandths of their unit. */
export type LoadGroup = WorkProduct & {
  status: number;
  unit: number | null;
  loads: number;
  volume: number;
  unscaled: number;
  /** Part of the delivered volume that is estimated instead of scaled. */
  estimated: number;
};
/** Contract volume of one product. */
export type ContractVolume = WorkProduct & { unit: number; volume: number | null };

/** Stages of a load, which are the columns of the work table. */
export const WORK_STAGES = {
  done: STATUS_GROUPS.delivered,
  under_way: STATUS_GROUPS.under_way,
  waiting: STATUS_GROUPS.available,
} as const;
export type WorkStage = keyof typeof WORK_STAGES;
export const STAGE_NAMES = ["done", "under_way", "waiting"] as const satisfies readonly WorkStage[];

/** Number of loads, with the link to the list of exactly these loads. */
export type LoadCountLink = { loads: number; href: string };
type Volumes = { unit: number; volume: number; estimated: number }[];
export type ProductWorkRow = {
  key: string;
  name: string;
  stages: Record<WorkStage, LoadCountLink & { volumes: string }>;
  unscaled: LoadCountLink;
  bars: WorkBar[];
};
/** Bar for one unit of one product. `whole` is the contract volume, or the volume of the loads if that is larger. */
export type WorkBar = {
  unit: number;
  whole: number;
  contract: number | null;
  parts: Record<WorkStage, number>;
  words: string;
};

const listOf = (filter: FilterQuery, available: boolean): string =>
  `/trip-tickets?${available ? "view=available&" : ""}${formatFilter(filter)}`;

/** Link to the list of loads at a stage. Available loads have a separate list, which has no other statuses. */
const stageHref = (stage: WorkStage, filter: FilterQuery): string =>
  listOf({ ...filter, trip_ticket_status_ids: [...WORK_STAGES[stage].statuses] }, stage === "waiting");

const unscaledHref = (filter: FilterQuery): string =>
  listOf({ ...filter, trip_ticket_status_ids: [STATUS.completed], scaled: false }, false);

/**
 * Return a filter that finds exactly a product's loads, or null if the list can't do so. The list has no filter for
 * species groups, or for a type without species if another product has that type with a species.
 */
function filterOf(job: number, of: WorkProduct, all: readonly WorkProduct[]): FilterQuery | null {
  const others = all.filter(
    (p) => p.product_type_id === of.product_type_id && formatProductKey(p) !== formatProductKey(of),
  );
  const species = of.wood_species_id;
  if (species === null ? others.length > 0 : others.some((p) => p.wood_species_id === species)) return null;
  return {
    job_ids: [job],
    product_type_ids: [of.product_type_id],
    ...(species === null ? {} : { wood_species_ids: [species] }),
  };
}

const sumsOf = (groups: readonly LoadGroup[]): Volumes => {
  const sums = new Map<number, Volumes[number]>();
  for (const { unit, volume, estimated } of groups)
    if (unit !== null && volume > 0) {
      const sum = sums.get(unit) ?? { unit, volume: 0, estimated: 0 };
      sums.set(unit, { unit, volume: sum.volume + volume, estimated: sum.estimated + estimated });
    }
  return [...sums.values()].sort((a, b) => a.unit - b.unit);
};

/** Format volumes, such as "220 tons, 6.2 MBF": each unit by itself, since tons and board feet can't be added. */
const volumesText = (volumes: Volumes): string =>
  volumes.map(({ unit, volume, estimated }) => formatScaledAndEstimated(volume, estimated, unit)).join(", ");

const loadsOf = (groups: readonly LoadGroup[]) => groups.reduce((n, g) => n + g.loads, 0);
const isAt = (stage: WorkStage) => (group: LoadGroup) =>
  WORK_STAGES[stage].statuses.some((s) => s === group.status);
const byStage = <T>(of: (stage: WorkStage) => T): Record<WorkStage, T> => ({
  done: of("done"),
  under_way: of("under_way"),
  waiting: of("waiting"),
});

function barsOf(name: string, groups: readonly LoadGroup[], contract: ContractVolume | undefined): WorkBar[] {
  const units = new Set(sumsOf(groups.filter((g) => STAGE_NAMES.some((s) => isAt(s)(g)))).map((v) => v.unit));
  if (contract?.volume) units.add(contract.unit);
  return [...units].sort().map((unit) => {
    const parts = byStage(
      (stage) => sumsOf(groups.filter(isAt(stage))).find((v) => v.unit === unit)?.volume ?? 0,
    );
    const sum = parts.done + parts.under_way + parts.waiting;
    const planned = contract?.unit === unit ? contract.volume : null;
    const lines = STAGE_NAMES.filter((stage) => parts[stage] > 0).map(
      (stage) => `${formatVolume(parts[stage], unit)} ${WORK_STAGES[stage].label.toLowerCase()}`,
    );
    const of = planned ? `${formatVolume(planned, unit)} in the contract` : "";
    return {
      unit,
      whole: Math.max(sum, planned ?? 0),
      contract: planned,
      parts,
      words: `${name}: ${[...lines, of].filter(Boolean).join(", ")}`,
    };
  });
}

/**
 * Return a job's work by product: loads and volume at each stage, the contract volume, and a link from each number to
 * its list.
 */
export function createWorkRows(
  job: number,
  groups: readonly LoadGroup[],
  contracts: readonly ContractVolume[],
): ProductWorkRow[] {
  const all = new Map<string, WorkProduct>([...contracts, ...groups].map((p) => [formatProductKey(p), p]));
  const products = [...all.values()];
  return products.map((product) => {
    const key = formatProductKey(product);
    const mine = groups.filter((g) => formatProductKey(g) === key);
    const filter = filterOf(job, product, products);
    return {
      key,
      name: product.name,
      stages: byStage((stage) => {
        const matches = mine.filter(isAt(stage));
        return {
          loads: loadsOf(matches),
          volumes: volumesText(sumsOf(matches)),
          href: filter ? stageHref(stage, filter) : "",
        };
      }),
      unscaled: { loads: mine.reduce((n, g) => n + g.unscaled, 0), href: filter ? unscaledHref(filter) : "" },
      bars: barsOf(
        product.name,
        mine,
        contracts.find((c) => formatProductKey(c) === key),
      ),
    };
  });
}

/** Return the totals of a job: loads are added up over all products, volumes only within a unit. */
export function sumJobWork(job: number, groups: readonly LoadGroup[]) {
  const filter = { job_ids: [job] };
  return {
    stages: byStage((stage) => {
      const matches = groups.filter(isAt(stage));
      return {
        loads: loadsOf(matches),
        volumes: volumesText(sumsOf(matches)),
        href: stageHref(stage, filter),
      };
    }),
    unscaled: { loads: groups.reduce((n, g) => n + g.unscaled, 0), href: unscaledHref(filter) },
  };
}
