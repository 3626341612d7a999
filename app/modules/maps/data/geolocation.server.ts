import { z } from "zod";
import type { Point } from "~/lib/geo/geo";
import { locateAddress } from "~/lib/ip-geolocation/ip-place.server";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { readCompanyPoint } from "../shared/company-start.server";

/** Accuracy of a place that doesn't come from a device, in meters (docs/domain.md#land-description). */
const ACCURACY = 50_000;

/**
 * Approximate place of the caller, for a device that doesn't report one. Uses the first source that has it: a proxy in
 * front (GEO_HEADERS), the deployment's file of addresses, the service that it names, the same browser's report within
 * the hour, the town of the acting company, the middle of its state.
 */
export const getGeolocation = procedure({
  name: "getGeolocation",
  input: z.strictObject({}),
  output: z.strictObject({
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number().describe("In meters."),
    source: z
      .enum(["address", "device", "company"])
      .describe(
        "From the network address, from what the same browser said within the hour, or from the company.",
      ),
    credit: z
      .strictObject({ text: z.string(), href: z.string() })
      .nullable()
      .describe("The credit to show with it, as the address file's license requires."),
  }),
  async run(ctx) {
    const answer = ({ latitude, longitude }: Point, source: "address" | "device" | "company") => ({
      latitude,
      longitude,
      accuracy: ACCURACY,
      source,
      credit: null,
    });
    const near = ctx.near();
    if (near) return answer(near, "address");
    const addressed = await locateAddress(ctx.address, ctx.now.getTime());
    if (addressed) return { ...answer(addressed, "address"), credit: addressed.credit };
    const point = ctx.said();
    if (point) return answer(point, "device");
    const home = await readCompanyPoint(ctx);
    if (!home) throw notFound("We don't know where you are.");
    return answer(home, "company");
  },
});
