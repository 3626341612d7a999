import { and, asc, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { groundFeature } from "#db/schema";
import type { Box } from "~/lib/geo/geo";
import { decodeLines, type FlatLine } from "~/lib/geo/packed";

/** Imported road, water or town; `rank` 1 for a highway, 5 for a track. */
export type NearbyFeature = Pick<typeof groundFeature.$inferSelect, "kind" | "rank" | "name" | "name_key"> & {
  lines: FlatLine[];
};

/** Highest rank shown at each zoom: rank 1 shows highways only, rank 5 also tracks. */
const RANKS: Record<number, number> = { 7: 1, 8: 2, 9: 3, 10: 3, 11: 3, 12: 4 };
export const getMaxRankAtZoom = (zoom: number): number => (zoom < 7 ? 0 : (RANKS[Math.floor(zoom)] ?? 5));

const inBox = (box: Box, rank: number): SQL =>
  sql`${groundFeature.id} IN (SELECT id FROM ground_feature_box WHERE west <= ${box.max_longitude} AND east >= ${box.min_longitude} AND south <= ${box.max_latitude} AND north >= ${box.min_latitude} AND least <= ${rank})`;

/**
 * Read the imported features in a box (`npx tsx db/scripts/import-ground.ts`), larger ones first; empty if the box
 * crosses the 180th meridian.
 */
export async function readNearbyFeatures(
  read: Read,
  box: Box,
  rank: number,
  most: number,
): Promise<NearbyFeature[]> {
  if (rank === 0 || box.min_longitude > box.max_longitude) return [];
  const { kind, rank: own, name, name_key, geom } = groundFeature;
  const rows = await read
    .select({ kind, rank: own, name, name_key, geom })
    .from(groundFeature)
    .where(inBox(box, rank))
    .orderBy(
      asc(own),
      desc(
        sql`${groundFeature.east} - ${groundFeature.west} + ${groundFeature.north} - ${groundFeature.south}`,
      ),
      groundFeature.id,
    )
    .limit(most);
  return rows.map(({ geom: packed, ...row }) => ({ ...row, lines: decodeLines(packed) }));
}

/** Find imported towns whose name starts with this key; built-in towns come first (`findTownsByName`). */
export async function readImportedTowns(read: Read, key: string, most: number) {
  if (key.length < 3) return [];
  return read
    .select({ name: groundFeature.name, latitude: groundFeature.south, longitude: groundFeature.west })
    .from(groundFeature)
    .where(
      and(
        sql`${groundFeature.kind} = 'town'`,
        gte(groundFeature.name_key, key),
        lt(groundFeature.name_key, `${key}\uffff`),
      ),
    )
    .orderBy(groundFeature.name_key, groundFeature.id)
    .limit(most);
}
