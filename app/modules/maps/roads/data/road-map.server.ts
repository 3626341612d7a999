import { z } from "zod";
import { parseCoordinates } from "~/lib/geo/coordinates";
import { computeMilesAlong, formatMiles } from "~/lib/geo/geo";
import { parseView } from "~/lib/geo/view";
import { requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { procedure } from "~/web/procedure";
import { drawJobMap } from "../../shared/job-map.server";
import { MAX_ROAD_POINTS } from "../rules/roads";

/** Map of the job's land in the road form; returned by `getRoadMap`. */
export type RoadMap = Awaited<ReturnType<typeof getRoadMap.run>>;

/** Return the job's land and the route typed or clicked so far; lines that aren't valid coordinates are left out. */
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
    const { job } = await requireJobRight(ctx, id, road_id === null ? "add_road" : "see_roads");
    const points = text
      .split(/\r\n|\n|\r/)
      .flatMap((line) => parseCoordinates(line) ?? [])
      .slice(0, MAX_ROAD_POINTS);
    const { drawing } = await drawJobMap(ctx, job, { view: parseView(view), draws: { road_id, points } });
    const count = `${points.length} ${points.length === 1 ? "point" : "points"}`;
    return {
      drawing,
      layer: `/api/jobs/${id}/map`,
      size:
        points.length > 1
          ? `${count}, ${formatMiles(computeMilesAlong(points))}`
          : points.length
            ? count
            : null,
    };
  },
});
