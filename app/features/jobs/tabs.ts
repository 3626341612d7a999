import type { JobRights } from "~/core/jobs/permissions";

/** One page of a job. */
export type JobSection = { path: string; label: string };
/** What belongs together: a tab with its pages, the first of which it leads to. */
export type JobTab = { label: string; sections: JobSection[] };

type Sections = readonly (readonly [path: string, label: string, open: boolean])[];

/**
 * A job's tabs, each with the pages that the person can see something on; a tab without one is left out. `reads` is
 * who may read jobs, `counts` who may read the loads that checks and blank sheets are about, `pays` who sees what it pays.
 */
export function jobTabs(rights: JobRights, reads: boolean, counts: boolean, pays: boolean): JobTab[] {
  const tabs: readonly (readonly [label: string, sections: Sections])[] = [
    [
      "Work",
      [
        ["", "Overview", reads],
        ["landing", "Landing", rights.see_inventory],
        ["checks", "Checks", counts],
      ],
    ],
    [
      "Map",
      [
        ["map", "Map", reads && rights.see_map],
        ["roads", "Roads", rights.see_roads],
      ],
    ],
    [
      "Sorts and rates",
      [
        ["sorts", "Sorts", reads && (rights.see_destinations || rights.see_products)],
        ["rates", "Rates", rights.see_rates],
      ],
    ],
    ["Money", [["money", "Money", pays]]],
    [
      "People",
      [
        ["companies", "Companies", rights.see_companies],
        ["comments", "Comments", rights.see_comments],
      ],
    ],
    [
      "Papers",
      [
        ["files", "Files", rights.see_files],
        ["photos", "Photos", rights.see_photos],
        ["sheets", "Blank sheets", counts],
        ["history", "History", reads && rights.see_history],
      ],
    ],
  ];
  return tabs
    .map(([label, sections]) => ({
      label,
      sections: sections.filter(([, , open]) => open).map(([path, word]) => ({ path, label: word })),
    }))
    .filter((tab) => tab.sections.length > 0);
}
