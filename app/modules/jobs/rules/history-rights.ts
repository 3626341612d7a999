import type { CompanyPermissions, Entity } from "~/lib/access/crew-permissions";
import type { Activity, Diff } from "~/modules/history/rules/history";

/** Entity that a user must be allowed to read to see each activity in a job's history. */
const OF_ACTIVITY: Partial<Record<Activity, Entity>> = {
  comment_added: "comment",
  comment_updated: "comment",
  comment_removed: "comment",
  company_added: "job_company",
  company_accepted: "job_company",
  company_declined: "job_company",
  company_removed: "job_company",
  file_added: "file",
  file_removed: "file",
  photo_added: "photo",
  photo_removed: "photo",
  landing_inventory_updated: "landing_inventory",
};
/** Entity that a user must be allowed to read to see a line of a changed job, by the line's whole key. */
const OF_KEY: Record<string, Entity> = {
  product: "job_product",
  destination: "job_destination",
  road: "road",
  notes: "road",
  way: "road",
};
/** Keys of contract lines; all other lines with `readers` are prices. */
export const CONTRACT_KEYS = ["cut", "skid", "haul"].flatMap((role) => [
  `${role}_contract_name`,
  `${role}_contract_file`,
]);
/** Separator in the keys of a destination's products and distance: "Mill yard, miles". No job field itself has a comma. */
export const DESTINATION_KEY_SEPARATOR = ", ";

export const JOB_UPDATED: Activity = "job_updated";

export type HistoryRights = {
  /** Activities to omit entirely. */
  hidden: Activity[];
  /** Keys to omit from a changed job. */
  hidden_keys: string[];
  rates: boolean;
  contracts: boolean;
  mixes: boolean;
};

/** Return the parts of a job's history visible with a crew's flags; the job's other pages hide the same parts. */
export function getHistoryRights(may: CompanyPermissions): HistoryRights {
  const closed = <K extends string>(of: Partial<Record<K, Entity>>) =>
    (Object.entries(of) as [K, Entity][]).filter(([, entity]) => !may[entity].read).map(([name]) => name);
  return {
    hidden: closed(OF_ACTIVITY),
    hidden_keys: closed(OF_KEY),
    rates: may.job_rate.read,
    contracts: may.job_company.read,
    mixes: may.job_destination.read,
  };
}

/**
 * Check whether a history line may be shown to a crew with these rights; access to the prices and contracts themselves
 * is checked elsewhere.
 */
export function canReadDiff(activity: string, { key, readers }: Diff, rights: HistoryRights): boolean {
  if (readers) return CONTRACT_KEYS.includes(key) ? rights.contracts : rights.rates;
  if (activity !== JOB_UPDATED) return true;
  return !rights.hidden_keys.includes(key) && (rights.mixes || !key.includes(DESTINATION_KEY_SEPARATOR));
}
