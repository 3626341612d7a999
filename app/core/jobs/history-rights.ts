import type { CompanyPermissions, Entity } from "~/domain/access/crew-permissions";
import type { Activity, Diff } from "~/domain/history/history";

/** The entity that someone must be allowed to read for a job's history to show the activity. */
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
/** The lines of a changed job that concern its other entities, by their whole key. */
const OF_KEY: Record<string, Entity> = {
  product: "job_product",
  destination: "job_destination",
  road: "road",
  notes: "road",
  way: "road",
};
/** Of what has readers, these are contracts; all else is prices. */
export const CONTRACT_KEYS = ["cut", "skid", "haul"].flatMap((role) => [
  `${role}_contract_name`,
  `${role}_contract_file`,
]);
/** What a destination takes, and how far it is: "Mill yard, miles". No field of a job itself has a comma. */
export const MIX_SIGN = ", ";

export const JOB_CHANGED: Activity = "job_updated";

export type HistoryRights = {
  /** Activities that are left out as a whole. */
  hidden: Activity[];
  /** Keys that are left out of a changed job. */
  hidden_keys: string[];
  rates: boolean;
  contracts: boolean;
  mixes: boolean;
};

/** What a crew's flags leave of a job's history: nobody learns from it what the job's other pages do not show them. */
export function historyRights(may: CompanyPermissions): HistoryRights {
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
 * Whether a line of an entry may be shown to such a crew; whose prices and contracts it reads is checked elsewhere.
 */
export function tellsOf(activity: string, { key, readers }: Diff, rights: HistoryRights): boolean {
  if (readers) return CONTRACT_KEYS.includes(key) ? rights.contracts : rights.rates;
  if (activity !== JOB_CHANGED) return true;
  return !rights.hidden_keys.includes(key) && (rights.mixes || !key.includes(MIX_SIGN));
}
