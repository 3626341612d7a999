import { basename } from "node:path";
import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../client.server";
import {
  type ImportMode,
  type ImportResult,
  importShapes,
  replaceColumns,
} from "../geo-import/import.server";
import { groundFeature } from "../schema";
import { parseTigerFeature } from "./rows";

/** Return a file's dataset without its edition: "tl_2025_26039_roads.zip" becomes "26039_roads". */
const getDataset = (file: string): string =>
  basename(file)
    .replace(/\.(zip|json|geojson)$/i, "")
    .replace(/^tl_\d{4}_/i, "")
    .toLowerCase()
    .slice(0, 80);

/**
 * Import a TIGER/Line file of the Census (a zipped shapefile, or GeoJSON) as the roads, waters and towns on every map.
 * A newer edition of a file replaces the older one completely.
 */
export function importTigerFile(db: Database, file: string, way: ImportMode): Promise<ImportResult> {
  const dataset = getDataset(file);
  return importShapes(db, file, {
    ...way,
    kind: `ground ${dataset}`,
    begin: (import_id) => (feature) => {
      const row = parseTigerFeature(feature);
      if (row === null || row === "refused") return row;
      return db.write
        .insert(groundFeature)
        .values({ ...row, dataset, import_id })
        .onConflictDoUpdate({
          target: [groundFeature.dataset, groundFeature.source_id],
          set: replaceColumns(["import_id", ...Object.keys(row)]),
        })
        .toSQL();
    },
    end: (import_id) => [
      db.write
        .delete(groundFeature)
        .where(and(eq(groundFeature.dataset, dataset), ne(groundFeature.import_id, import_id)))
        .toSQL(),
    ],
  });
}
