import type { Database } from "#db/client.server";
import { companyFeatureAccess } from "#db/schema";

/** Grant a company the feature that exports need. */
export const grantExportFeature = (db: Database, company_id: number, date: Date) =>
  db.batch([
    db.write
      .insert(companyFeatureAccess)
      .values({ company_id, feature_id: 2, is_active: true, created_at: date.toISOString() })
      .toSQL(),
  ]);

/** Read a streamed file to the end and return its bytes. */
export async function readBytes(body: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
