import { z } from "zod";
import type { job } from "#db/schema";
import { findNearestTown } from "~/lib/basemap/towns.server";
import { fitView, parseView, type View } from "~/lib/geo/view";
import { requireVisibleJob } from "~/modules/jobs/shared/authorize.server";
import { readJobLandNotice } from "~/modules/land/shared/job-land.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { drawJobMap, type JobMapData, requireJobWithLand } from "../shared/job-map.server";

/** A map drawn on a printed sheet, one below the other. */
export type PaperMap = { title: string; drawing: JobMapData["drawing"] };

/** Return the page of a job's map; `look` is a view that its links request. */
export const getJobMap = procedure({
  name: "getJobMap",
  may: "job.read",
  input: z.strictObject({ id: z.number().int(), look: z.string().max(60).nullable() }),
  async run(ctx, { id, look }) {
    const job = await requireJobWithLand(ctx, id);
    const seen = await requireVisibleJob(ctx, id);
    const map = await drawJobMap(ctx, job.job, { view: parseView(look), around: look !== "land" });
    const may_edit = seen.rights.edit;
    return {
      name: job.job.name,
      may_edit,
      /** Notice if the land under the pin or the areas differs from the job's description. */
      other_land: may_edit ? await readJobLandNotice(ctx.read, seen) : null,
      map,
      paper: look === "paper" ? await paperMaps(ctx, job.job, map) : null,
    };
  },
});

/** Maps to drive by: the land with its mills, the last miles from the nearest town, the land from near. */
async function paperMaps(
  ctx: Ctx<CompanyActor>,
  theirs: typeof job.$inferSelect,
  whole: JobMapData,
): Promise<PaperMap[]> {
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

/** View of the last miles; null if it would show the same as the other two. */
async function approachTo(from: View, to: View): Promise<{ town: string; view: View } | null> {
  const near = await findNearestTown(to);
  const view = near && fitView([to, near.town], to.zoom);
  if (!view || view.zoom <= from.zoom || view.zoom >= to.zoom - 1) return null;
  return { town: near.town.name, view };
}
