import type { CompanyPermissions, Entity } from "~/lib/access/crew-permissions";
import type { Activity, Diff } from "~/modules/history/rules/history";

/** Entity that a user must be allowed to read for a job's history to show the activity. */
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
/** Lines of a changed job that concern its other entities, by their whole key. */
const OF_KEY: Record<string, Entity> = {
  product: "job_product",
  destination: "job_destination",
  road: "road",
  notes: "road",
  way: "road",
};
/** Lines with readers that are contracts; all others are prices. */
export const CONTRACT_KEYS = ["cut", "skid", "haul"].flatMap((role) => [
  `${role}_contract_name`,
  `${role}_contract_file`,
]);
/** Marks what a destination takes and its distance: "Mill yard, miles". No job field itself has a comma. */
export const MIX_SEPARATOR = ", ";

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

/** Parts of a job's history visible with a crew's flags: nothing that the job's other pages hide from the user. */
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

/** True if a line of an entry may be shown to such a crew; access to prices and contracts is checked elsewhere. */
export function canReadDiff(activity: string, { key, readers }: Diff, rights: HistoryRights): boolean {
  if (readers) return CONTRACT_KEYS.includes(key) ? rights.contracts : rights.rates;
  if (activity !== JOB_UPDATED) return true;
  return !rights.hidden_keys.includes(key) && (rights.mixes || !key.includes(MIX_SEPARATOR));
}
