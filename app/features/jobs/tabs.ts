import type { JobRights } from "~/core/jobs/permissions";
import { PAGES } from "~/pages";
import type { JobDoor } from "~/web/page";

/** What belongs together: a tab with its pages, the first of which it leads to. */
export type JobTab = { label: string; sections: { path: string; label: string }[] };

const JOB = "/jobs/:jobId";
/** The pages that a job's tabs lead to, in their order, as the nouns' `pages.ts` say them. */
const SECTIONS = PAGES.flatMap(({ address, section }) =>
  section ? [{ path: address.slice(JOB.length + 1), ...section }] : [],
).sort((a, b) => a.place - b.place);

/**
 * Who finds something on which of a job's pages: `reads` is who may read jobs, `loads` who may read the loads that checks
 * and blank sheets are about, `pay` who sees what it pays.
 */
export const jobDoors = (
  rights: JobRights,
  reads: boolean,
  loads: boolean,
  pay: boolean,
): Record<JobDoor, boolean> => ({
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

/** A job's tabs, each with the pages that the person can see something on; a tab without one is left out. */
export function jobTabs(doors: Record<JobDoor, boolean>): JobTab[] {
  const open = SECTIONS.filter(({ door }) => doors[door]);
  return [...new Set(open.map(({ tab }) => tab))].map((label) => ({
    label,
    sections: open.filter(({ tab }) => tab === label).map(({ path, label: word }) => ({ path, label: word })),
  }));
}
