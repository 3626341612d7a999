import { z } from "zod";
import { jobFor } from "~/core/jobs/standing.server";
import { parseCoordinates } from "~/domain/geo/coordinates";
import { milesAlong, milesText } from "~/domain/geo/geo";
import { parseView } from "~/domain/geo/view";
import { jobMapOf } from "~/features/maps/job-map.server";
import { procedure } from "~/web/procedure";
import { MOST_POINTS } from "./roads";

/** What the form of a road shows of the job's land; made by `getRoadMap`. */
export type RoadMap = Awaited<ReturnType<typeof getRoadMap.run>>;

/** The job's land with a way on it, as far as it has been typed or clicked; lines that aren't places are left out. */
export const getRoadMap = procedure({
  name: "getRoadMap",
  may: "road.read",
  input: z.strictObject({
    id: z.number().int(),
    road_id: z.number().int().nullable(),
    points: z.string().max(60_000),
    view: z.string().max(60).nullable(),
  }),
  async run(ctx, { id, road_id, points: text, view }) {
    const { job } = await jobFor(ctx, id, road_id === null ? "add_road" : "see_roads");
    const points = text
      .split(/\r\n|\n|\r/)
      .flatMap((line) => parseCoordinates(line) ?? [])
      .slice(0, MOST_POINTS);
    const { drawing } = await jobMapOf(ctx, job, { view: parseView(view), draws: { road_id, points } });
    const count = `${points.length} ${points.length === 1 ? "point" : "points"}`;
    return {
      drawing,
      layer: `/api/jobs/${id}/map`,
      size: points.length > 1 ? `${count}, ${milesText(milesAlong(points))}` : points.length ? count : null,
    };
  },
});
