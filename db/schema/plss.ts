import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, instant } from "./columns";
import { plssMeridian, usState } from "./reference";

const box = () => ({
  west: real("west").notNull(),
  south: real("south").notNull(),
  east: real("east").notNull(),
  north: real("north").notNull(),
});

/**
 * A surveyed township as published by the Bureau of Land Management (CadNSDI): `TWNSHPNO` and `RANGENO` as numbers,
 * fractions in quarters, `geom` GeoJSON in WGS 84. Search by location with the R*Tree in db/derived.sql.
 */
export const plssTownship = sqliteTable(
  "plss_township",
  {
    id: id(),
    plssid: text("plssid").notNull(),
    us_state_id: integer("us_state_id")
      .notNull()
      .references(() => usState.id),
    plss_meridian_code: text("plss_meridian_code")
      .notNull()
      .references(() => plssMeridian.code),
    township_number: integer("township_number").notNull(),
    township_fraction: integer("township_fraction").notNull().default(0),
    township_direction: text("township_direction").notNull(),
    range_number: integer("range_number").notNull(),
    range_fraction: integer("range_fraction").notNull().default(0),
    range_direction: text("range_direction").notNull(),
    label: text("label").notNull(),
    geom: text("geom").notNull(),
    ...box(),
  },
  (t) => [
    uniqueIndex("plss_township_plssid").on(t.plssid),
    index("plss_township_name").on(t.us_state_id, t.township_number, t.range_number),
  ],
);

/** A section (first division) of a township; `frstdivno` without leading zeros. */
export const plssSection = sqliteTable(
  "plss_section",
  {
    id: id(),
    frstdivid: text("frstdivid").notNull(),
    plssid: text("plssid").notNull(),
    frstdivno: text("frstdivno").notNull(),
    geom: text("geom").notNull(),
    ...box(),
  },
  (t) => [
    uniqueIndex("plss_section_frstdivid").on(t.frstdivid),
    index("plss_section_township").on(t.plssid, t.frstdivno),
  ],
);

/** Progress of an import, so that an interrupted import continues where it stopped. */
export const plssImport = sqliteTable(
  "plss_import",
  {
    id: id(),
    file_name: text("file_name").notNull(),
    sha256: text("sha256").notNull(),
    kind: text("kind").notNull(),
    features_done: integer("features_done").notNull().default(0),
    features_refused: integer("features_refused").notNull().default(0),
    is_finished: flag("is_finished"),
    started_at: instant("started_at").notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
  },
  (t) => [uniqueIndex("plss_import_file").on(t.sha256, t.kind)],
);
