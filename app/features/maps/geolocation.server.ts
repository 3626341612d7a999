import { z } from "zod";
import { placeOfAddress } from "~/core/whereabouts/ip-place.server";
import type { Point } from "~/domain/geo/geo";
import { procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { companyPlace } from "./company-start.server";

/** How exact a place is that nobody's device has said, in meters (spec 2, section 9). */
const ACCURACY = 50_000;

/**
 * About where the caller is, for a device that doesn't say. The first way that knows it: a proxy in front (GEO_HEADERS), the
 * deployment's file of addresses, the service that it names, what the same browser said within the hour, the town of the acting
 * company, the middle of its state.
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
    const addressed = await placeOfAddress(ctx.address, ctx.now.getTime());
    if (addressed) return { ...answer(addressed, "address"), credit: addressed.credit };
    const said = ctx.said();
    if (said) return answer(said, "device");
    const home = await companyPlace(ctx);
    if (!home) throw missing("We don't know where you are.");
    return answer(home, "company");
  },
});
