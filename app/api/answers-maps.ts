import { z } from "zod";

/** What the calls about land and places answer: townships, sections, miles, EUDR. */
const place = z.array(z.number()).min(2).max(3).describe("Longitude, latitude (WGS 84).");
const areas = z.strictObject({
  type: z.literal("MultiPolygon"),
  coordinates: z.array(z.array(z.array(place))),
});
const approximate = z.boolean().describe("Calculated from the meridian, not surveyed. Check the deed.");

export const townships = z.strictObject({
  townships: z.array(
    z.strictObject({
      plssid: z.string().nullable().describe("The survey's identifier; null where it is approximate."),
      label: z.string(),
      township: z.string(),
      range: z.string(),
      plss_meridian_code: z.string(),
      is_approximate: approximate,
      geom: areas,
    }),
  ),
  is_more: z.boolean().describe("There are more than were sent. Ask for a smaller box."),
});

export const section = z.strictObject({
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

export const mileage = z.strictObject({
  mileage: z.number().describe("Miles by road."),
  mileage_is_estimate: z.boolean().describe("The straight-line distance times 1.3, not a road distance."),
});

export const mapLayers = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      properties: z.strictObject({
        kind: z.enum(["county", "township"]),
        name: z.string(),
        is_approximate: z.boolean(),
      }),
      geometry: areas,
    }),
  ),
});

const geometry = z.union([
  areas,
  z.strictObject({ type: z.literal("LineString"), coordinates: z.array(place) }),
  z.strictObject({ type: z.literal("Point"), coordinates: place }),
]);

export const jobLayers = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      properties: z.strictObject({
        kind: z.enum(["county", "township", "area", "pin", "road", "destination"]),
        name: z.string(),
        is_approximate: z.boolean(),
      }),
      geometry,
    }),
  ),
});

export const eudr = z.strictObject({
  file_name: z.string(),
  problems: z.array(z.string()).describe("In words; empty if there is nothing to fix."),
  geojson: z.string().describe("The file's text. Keep it unchanged: six decimals are required."),
});
