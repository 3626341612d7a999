import { z } from "zod";
import type { job } from "#db/schema";
import { findNearestTown } from "~/lib/basemap/towns.server";
import { fitView, parseView, type View } from "~/lib/geo/view";
import { requireVisibleJob } from "~/modules/jobs/shared/authorize.server";
import { findJobLandNotice } from "~/modules/land/shared/job-land.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { drawJobMap, type JobMapData, requireJobLandAccess } from "../shared/job-map.server";

/** One map of a printed page, which shows its maps one below the other. */
export type PrintedMap = { title: string; drawing: JobMapData["drawing"] };

/** Return the page of a job's map; `look` is the view that a link on the page requests. */
export const getJobMap = procedure({
  name: "getJobMap",
  may: "job.read",
  input: z.strictObject({ id: z.number().int(), look: z.string().max(60).nullable() }),
  async run(ctx, { id, look }) {
    const job = await requireJobLandAccess(ctx, id);
    const seen = await requireVisibleJob(ctx, id);
    const map = await drawJobMap(ctx, job.job, { view: parseView(look), around: look !== "land" });
    const may_edit = seen.rights.edit;
    return {
      name: job.job.name,
      may_edit,
      /** Notice shown if the land at the pin or in the areas differs from the job's land description. */
      other_land: may_edit ? await findJobLandNotice(ctx.read, seen) : null,
      map,
      paper: look === "paper" ? await paperMaps(ctx, job.job, map) : null,
    };
  },
});

/**
 * Draw the printed maps for drivers: the land with its mills, the last miles from the nearest town, and a close view of
 * the land.
 */
async function paperMaps(
  ctx: Ctx<CompanyActor>,
  theirs: typeof job.$inferSelect,
  whole: JobMapData,
): Promise<PrintedMap[]> {
  const near = (await drawJobMap(ctx, theirs)).drawing;
  const approach = whole.ways.length ? await approachTo(whole.drawing.view, near.view) : null;
  return [
    ...(near.view.zoom > whole.drawing.view.zoom
      ? [{ title: "The job and its destinations", drawing: whole.drawing }]
      : []),
    ...(approach
      ? [
          {
            title: `From ${approach.town} to the land`,
            drawing: (await drawJobMap(ctx, theirs, { view: approach.view })).drawing,
          },
        ]
      : []),
    { title: "The land", drawing: near },
  ];
}

/** Return the view of the last miles; null if it would show the same as the other two maps. */
async function approachTo(from: View, to: View): Promise<{ town: string; view: View } | null> {
  const near = await findNearestTown(to);
  const view = near && fitView([to, near.town], to.zoom);
  if (!view || view.zoom <= from.zoom || view.zoom >= to.zoom - 1) return null;
  return { town: near.town.name, view };
}
