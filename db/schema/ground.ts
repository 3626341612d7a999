import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id } from "./columns";

/**
 * Imported roads, waters and towns (`npx tsx db/scripts/import-ground.ts`): `rank` is the size, so that zoomed-out maps
 * show only large features; `geom` is a packed line (app/lib/geo/packed.ts). To find features at a location, use the
 * R*Tree `ground_feature_box` in db/derived.sql.
 */
export const groundFeature = sqliteTable(
  "ground_feature",
  {
    id: id(),
    /** The last import that wrote the row. Rows missing from a newer edition of a file are deleted. */
    import_id: integer("import_id").notNull(),
    /** County or state of the file, and its layer: "26039_roads". */
    dataset: text("dataset").notNull(),
    source_id: text("source_id").notNull(),
    kind: text("kind", { enum: ["road", "water", "stream", "town"] }).notNull(),
    rank: integer("rank").notNull(),
    name: text("name").notNull(),
    /** Name, normalized for searching. */
    name_key: text("name_key").notNull(),
    geom: text("geom").notNull(),
    west: real("west").notNull(),
    south: real("south").notNull(),
    east: real("east").notNull(),
    north: real("north").notNull(),
  },
  (t) => [
    uniqueIndex("ground_feature_source").on(t.dataset, t.source_id),
    index("ground_feature_name").on(t.kind, t.name_key),
  ],
);
