import { z } from "zod";

/** Schemas of the GeoJSON that procedures return. */
const place = z.array(z.number()).min(2).max(3).describe("Longitude, latitude (WGS 84).");

export const areasOutput = z.strictObject({
  type: z.literal("MultiPolygon"),
  coordinates: z.array(z.array(z.array(place))),
});

const geometry = z.union([
  areasOutput,
  z.strictObject({ type: z.literal("LineString"), coordinates: z.array(place) }),
  z.strictObject({ type: z.literal("Point"), coordinates: place }),
]);

/** Return the schema of a feature collection with these kinds of features and this geometry. */
const featuresOf = <K extends string, G extends z.ZodType>(kinds: readonly [K, ...K[]], shape: G) =>
  z.strictObject({
    type: z.literal("FeatureCollection"),
    features: z.array(
      z.strictObject({
        type: z.literal("Feature"),
        properties: z.strictObject({
          kind: z.enum(kinds),
          name: z.string(),
          is_approximate: z.boolean(),
        }),
        geometry: shape,
      }),
    ),
  });

export const countyLayersOutput = featuresOf(["county", "township"], areasOutput);
export const jobLayersOutput = featuresOf(
  ["county", "township", "area", "pin", "road", "landing", "destination"],
  geometry,
);

/** Schema of the base layer of every map, whose data is included in the program. */
export const baseMapOutput = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      properties: z.strictObject({
        kind: z.enum(["neighbor", "lake", "river", "state", "state-name", "town"]),
        name: z.string(),
        is_approximate: z.boolean(),
      }),
      geometry: z.union([
        z.strictObject({ type: z.literal("Polygon"), coordinates: z.array(z.array(place)) }),
        geometry,
      ]),
    }),
  ),
});

/** Schema of the features near the viewed area when zoomed in, for the interactive map. */
export const nearbyFeaturesOutput = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      properties: z.strictObject({
        kind: z.enum(["street", "water", "stream", "town", "county", "township", "section"]),
        name: z.string(),
        rank: z.number().describe("How small it is: 1 a highway, 5 a track."),
        is_approximate: z.boolean(),
      }),
      geometry: z.union([
        z.strictObject({ type: z.literal("MultiLineString"), coordinates: z.array(z.array(place)) }),
        geometry,
      ]),
    }),
  ),
  meta: z.strictObject({
    more: z.boolean().describe("Whether there is more than was sent."),
    has_roads: z.boolean().describe("Whether this deployment imported roads, waters or towns at all."),
  }),
});

/** Schema of the features on a company's map of all its jobs and places. */
export const companyMapOutput = z.strictObject({
  type: z.literal("FeatureCollection"),
  features: z.array(
    z.strictObject({
      type: z.literal("Feature"),
      properties: z.strictObject({
        kind: z.enum(["job", "landing", "destination", "location", "load", "area"]),
        id: z.number().nullable(),
        name: z.string(),
        about: z.string(),
        is_active: z.boolean(),
        job_id: z.number().nullable(),
        count: z.number().nullable().describe("So many loads are on the way; null for a place."),
      }),
      geometry,
    }),
  ),
  meta: z.strictObject({
    total: z.number(),
    more: z.boolean().describe("Whether there is more than was sent."),
  }),
});
