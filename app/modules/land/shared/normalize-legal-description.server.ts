import { eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { plssMeridian, usCounty } from "#db/schema";
import { getTownshipDirections, NO_DIRECTIONS, normalizeLandDescription } from "~/lib/land-description/land";
import type { FieldErrors } from "~/web/refusal";

type Land = { township: string | null; range: string | null; section: string | null };
type Where = { us_county_id: number | null; plss_meridian_code: string | null };

const ASKS = {
  township: "Add N or S to the township, like T27N",
  range: "Add E or W to the range, like R3W",
};

/**
 * Normalize township, range and section (T27N, R3W, 28) and return an error for each unclear part. Land outside the
 * Public Land Survey, without a meridian, is returned unchanged.
 */
export async function normalizeLegalDescription<L extends Land>(
  read: Read,
  where: Where,
  land: L,
): Promise<{ land: L; errors: FieldErrors }> {
  if (!where.plss_meridian_code || !where.us_county_id) return { land, errors: {} };
  const [[county], [meridian]] = await Promise.all([
    read.select().from(usCounty).where(eq(usCounty.id, where.us_county_id)),
    read.select().from(plssMeridian).where(eq(plssMeridian.code, where.plss_meridian_code)),
  ]);
  const directions = county && meridian ? getTownshipDirections(county, meridian) : NO_DIRECTIONS;
  const texts = { township: land.township ?? "", range: land.range ?? "", section: land.section ?? "" };
  const tidy = normalizeLandDescription(texts, directions);
  const kept = (field: keyof Land) => (land[field] === null ? null : tidy.land[field]);
  return {
    land: { ...land, township: kept("township"), range: kept("range"), section: kept("section") },
    errors: Object.fromEntries(tidy.asks.map((field) => [field, [ASKS[field]]])),
  };
}
