import type { JobRights } from "~/core/jobs/permissions";

/** A job's pages in their order, each shown only to those who can see something on it; `reads` is who may read jobs. */
export function jobTabs(rights: JobRights, reads: boolean): { path: string; label: string }[] {
  const all: [string, string, boolean][] = [
    ["", "Overview", reads],
    ["map", "Map", reads && rights.see_map],
    ["sorts", "Sorts", reads && (rights.see_destinations || rights.see_products)],
    ["landing", "Landing", rights.see_inventory],
    ["companies", "Companies", rights.see_companies],
    ["rates", "Rates", rights.see_rates],
    ["roads", "Roads", rights.see_roads],
    ["files", "Files", rights.see_files],
    ["photos", "Photos", rights.see_photos],
    ["comments", "Comments", rights.see_comments],
    ["history", "History", reads && rights.see_history],
  ];
  return all.filter(([, , open]) => open).map(([path, label]) => ({ path, label }));
}
