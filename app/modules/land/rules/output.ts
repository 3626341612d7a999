import { z } from "zod";
import { areasOutput } from "~/web/geojson-output";

/** Output schemas for surveyed land. */
const approximate = z.boolean().describe("Calculated from the meridian, not surveyed. Check the deed.");

export const townshipsOutput = z.strictObject({
  townships: z.array(
    z.strictObject({
      plssid: z.string().nullable().describe("The survey's identifier; null where it is approximate."),
      label: z.string(),
      township: z.string(),
      range: z.string(),
      plss_meridian_code: z.string(),
      is_approximate: approximate,
      geom: areasOutput,
    }),
  ),
  is_more: z.boolean().describe("There are more than were sent. Ask for a smaller box."),
});

export const sectionOutput = z.strictObject({
  land: z
    .strictObject({
      township: z.string(),
      range: z.string(),
      section: z.string().nullable(),
      plss_meridian_code: z.string(),
      meridian: z.string().nullable(),
      is_approximate: approximate,
    })
    .nullable()
    .describe("Null if the land isn't surveyed in townships, or if it isn't known."),
});
