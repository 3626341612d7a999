import { z } from "zod";
import type { Point } from "~/lib/geo/geo";
import { locateAddress } from "~/lib/ip-geolocation/ip-place.server";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { readCompanyPoint } from "../shared/company-start.server";

/** Accuracy in meters of a location that doesn't come from a device (docs/domain.md#land-description). */
const ACCURACY = 50_000;

/**
 * Return the approximate location of a caller whose device reports none. Sources, in this order: headers of a proxy
 * (GEO_HEADERS), the deployment's file of addresses, its address service, the location that the same browser reported
 * within the hour, the acting company's town, and the middle of the company's state.
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
