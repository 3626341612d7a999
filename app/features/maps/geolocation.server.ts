import { eq } from "drizzle-orm";
import { z } from "zod";
import { company, usState } from "#db/schema";
import { townsNamed } from "~/core/ground/towns.server";
import type { Point } from "~/domain/geo/geo";
import { procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";

/** How exact a place is that nobody's device has said, in meters (spec 2, section 9). */
const ACCURACY = 50_000;

/**
 * About where the caller is, for a device that doesn't say: as a proxy in front tells by the address (GEO_HEADERS), else
 * the town of the acting company, else the middle of its state. No other service is asked, so no address leaves the server.
 */
export const getGeolocation = procedure({
  name: "getGeolocation",
  input: z.strictObject({}),
  output: z.strictObject({
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number().describe("In meters."),
    source: z.enum(["address", "company"]),
  }),
  async run(ctx) {
    const answer = ({ latitude, longitude }: Point, source: "address" | "company") => ({
      latitude,
      longitude,
      accuracy: ACCURACY,
      source,
    });
    const near = ctx.near();
    if (near) return answer(near, "address");
    const [home] = await ctx.read
      .select({ city: company.city, state: usState })
      .from(company)
      .innerJoin(usState, eq(usState.id, company.us_state_id))
      .where(eq(company.id, ctx.actor.company.id));
    if (!home) throw missing("We don't know where you are.");
    const where = { state_ids: [home.state.id], near: null };
    const [town] = home.city ? await townsNamed(home.city, where, 1) : [];
    return answer(town ?? middleOf(home.state), "company");
  },
});

function middleOf({ min_latitude, max_latitude, min_longitude, max_longitude }: typeof usState.$inferSelect) {
  const east = max_longitude < min_longitude ? max_longitude + 360 : max_longitude;
  return {
    latitude: (min_latitude + max_latitude) / 2,
    longitude: (((min_longitude + east) / 2 + 540) % 360) - 180,
  };
}
