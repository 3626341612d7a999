import { PAGES } from "~/pages";
import type { JobPathKey } from "~/web/page";
import type { JobRights } from "./permissions";

/** A tab with its pages; it links to the first. */
export type JobTab = { label: string; sections: { path: string; label: string }[] };

const JOB = "/jobs/:jobId";
/** Pages that a job's tabs link to, in order, as listed in the features' `pages.ts`. */
const SECTIONS = PAGES.flatMap(({ address, section }) =>
  section ? [{ path: address.slice(JOB.length + 1), ...section }] : [],
).sort((a, b) => a.place - b.place);

/**
 * Job pages that have content for the user: `reads` is the right to read jobs, `loads` the right to read the loads that
 * checks and blank sheets are about, `pay` the right to see its pay.
 */
export const getJobPaths = (
  rights: JobRights,
  reads: boolean,
  loads: boolean,
  pay: boolean,
): Record<JobPathKey, boolean> => ({
  read: reads,
  loads,
  pay,
  map: reads && rights.see_map,
  roads: rights.see_roads,
  sorts: reads && (rights.see_destinations || rights.see_products),
  rates: rights.see_rates,
  inventory: rights.see_inventory,
  companies: rights.see_companies,
  owner: rights.see_owner,
  comments: rights.see_comments,
  files: rights.see_files,
  photos: rights.see_photos,
  history: reads && rights.see_history,
});

/** Return a job's tabs, each with the pages that have content for the person; a tab without one is left out. */
export function listJobTabs(doors: Record<JobPathKey, boolean>): JobTab[] {
  const open = SECTIONS.filter(({ door }) => doors[door]);
  return [...new Set(open.map(({ tab }) => tab))].map((label) => ({
    label,
    sections: open.filter(({ tab }) => tab === label).map(({ path, label: word }) => ({ path, label: word })),
  }));
}
