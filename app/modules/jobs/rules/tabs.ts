import { PAGES } from "~/pages";
import type { JobAccessKey } from "~/web/page";
import type { JobRights } from "./permissions";

/** A tab of a job and its pages; the tab links to the first page. */
export type JobTab = { label: string; sections: { path: string; label: string }[] };

const JOB = "/jobs/:jobId";
/** Pages that a job's tabs link to, in display order, as declared in each feature's `pages.ts`. */
const SECTIONS = PAGES.flatMap(({ address, section }) =>
  section ? [{ path: address.slice(JOB.length + 1), ...section }] : [],
).sort((a, b) => a.place - b.place);

/**
 * Return whether each job page has content for the user. `reads`: the user may read jobs. `loads`: the user may read
 * loads, which checks and blank sheets require. `pay`: the user may see the job's pay.
 */
export const getJobPageAccess = (
  rights: JobRights,
  reads: boolean,
  loads: boolean,
  pay: boolean,
): Record<JobAccessKey, boolean> => ({
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

/** Return a job's tabs with the pages that have content for the user; omit tabs without pages. */
export function listJobTabs(doors: Record<JobAccessKey, boolean>): JobTab[] {
  const open = SECTIONS.filter(({ door }) => doors[door]);
  return [...new Set(open.map(({ tab }) => tab))].map((label) => ({
    label,
    sections: open.filter(({ tab }) => tab === label).map(({ path, label: word }) => ({ path, label: word })),
  }));
}
