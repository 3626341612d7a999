import { eq } from "drizzle-orm";
import type { MultiPolygon } from "geojson";
import { z } from "zod";
import { usCounty, usCountyGeometry } from "#db/schema";
import { parseStoredGeometry, toMultiPolygon } from "~/lib/geo/geometry";
import { readTownshipsInBox } from "~/modules/land/shared/townships.server";
import { countyLayersOutput } from "~/web/geojson-output";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";

const MAX_TOWNSHIPS = 400;

/** Return a county's outline and its townships as GeoJSON, for the interactive map. */
export const getCountyLayers = procedure({
  name: "getCountyLayers",
  input: z.strictObject({ county_id: z.number().int().min(0) }),
  output: countyLayersOutput,
  async run(ctx, { county_id }) {
    const [row] = await ctx.read
      .select({ county: usCounty, geom: usCountyGeometry.geom })
      .from(usCounty)
      .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
      .where(eq(usCounty.id, county_id));
    if (!row) throw notFound("We couldn't find that county.");
    const townships = await readTownshipsInBox(ctx.read, row.county, MAX_TOWNSHIPS);
    return {
      type: "FeatureCollection" as const,
      features: [
        feature("county", row.county.name, false, toMultiPolygon(parseStoredGeometry(row.geom))),
        ...townships.map((t) => feature("township", `${t.township} ${t.range}`, t.is_approximate, t.geom)),
      ],
    };
  },
});

const feature = (
  kind: "county" | "township",
  name: string,
  is_approximate: boolean,
  geometry: MultiPolygon,
) => ({ type: "Feature" as const, properties: { kind, name, is_approximate }, geometry });
