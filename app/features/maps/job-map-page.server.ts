import { z } from "zod";
import type { job } from "#db/schema";
import { townNear } from "~/core/ground/towns.server";
import { visibleJob } from "~/core/jobs/standing.server";
import { parseView, type View, viewOf } from "~/domain/geo/view";
import { jobLandNotice } from "~/features/plss/job-land.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { type JobMapData, jobMapOf, jobOnLand } from "./job-map.server";

/** What is drawn on a sheet of paper, one below the other. */
export type PaperMap = { title: string; drawing: JobMapData["drawing"] };

/** The page of a job's map; `look` is a view that its links ask for. */
export const getJobMap = procedure({
  name: "getJobMap",
  may: "job.read",
  input: z.strictObject({ id: z.number().int(), look: z.string().max(60).nullable() }),
  async run(ctx, { id, look }) {
    const found = await jobOnLand(ctx, id);
    const seen = await visibleJob(ctx, id);
    const map = await jobMapOf(ctx, found.job, { view: parseView(look), around: look !== "land" });
    const may_edit = seen.rights.edit;
    return {
      name: found.job.name,
      may_edit,
      /** The land under the pin or the areas, where the job says another one. */
      other_land: may_edit ? await jobLandNotice(ctx.read, seen) : null,
      map,
      paper: look === "paper" ? await paperMaps(ctx, found.job, map) : null,
    };
  },
});

/** To drive by: the land with its mills, the last miles from the nearest town, the land from near. */
async function paperMaps(
  ctx: Ctx<CompanyActor>,
  theirs: typeof job.$inferSelect,
  whole: JobMapData,
): Promise<PaperMap[]> {
  const near = (await jobMapOf(ctx, theirs)).drawing;
  const approach = whole.ways.length ? await approachTo(whole.drawing.view, near.view) : null;
  return [
    ...(near.view.zoom > whole.drawing.view.zoom
      ? [{ title: "The job and its destinations", drawing: whole.drawing }]
      : []),
    ...(approach
      ? [
          {
            title: `From ${approach.town} to the land`,
            drawing: (await jobMapOf(ctx, theirs, { view: approach.view })).drawing,
          },
        ]
      : []),
    { title: "The land", drawing: near },
  ];
}

/** The view of the last miles; null where it would show what the other two show. */
async function approachTo(from: View, to: View): Promise<{ town: string; view: View } | null> {
  const near = await townNear(to);
  const view = near && viewOf([to, near.town], to.zoom);
  if (!view || view.zoom <= from.zoom || view.zoom >= to.zoom - 1) return null;
  return { town: near.town.name, view };
}
