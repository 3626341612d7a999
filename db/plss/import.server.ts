import type { Database, Statement } from "../client.server";
import type { ShapeFeature } from "../geo-import/features";
import {
  type ImportMode,
  type ImportResult,
  importShapes,
  replaceColumns,
} from "../geo-import/import.server";
import { plssMeridian, plssSection, plssTownship, usState } from "../schema";
import { toSectionRow, toTownshipRow } from "./rows";

type PlssOptions = ImportMode & {
  kind: "townships" | "sections";
  /** Two-letter code of the only state to import. */
  state?: string;
};

/**
 * Import townships or sections from a public survey file (BLM CadNSDI: GeoJSON, or a zipped shapefile). Rows that
 * already exist, by survey identifier, are updated.
 */
export async function importPlss(db: Database, file: string, options: PlssOptions): Promise<ImportResult> {
  const kind = options.state ? `${options.kind} ${options.state}` : options.kind;
  const statementOf = await makerOf(db, options);
  return importShapes(db, file, { ...options, kind, begin: () => statementOf });
}

/**
 * Return a function that creates the statement for a feature: null for a feature of another state, "refused" for a
 * feature that isn't a township or section.
 */
async function makerOf(db: Database, { kind, state }: PlssOptions) {
  const states = new Map((await db.read.select().from(usState)).map((s) => [s.stusps, s.id]));
  const meridians = new Set((await db.read.select().from(plssMeridian)).map((m) => m.code));
  return (feature: ShapeFeature): Statement | "refused" | null => {
    if (kind === "sections") {
      const row = toSectionRow(feature);
      if (!row) return "refused";
      if (state && !row.plssid.startsWith(state)) return null;
      return db.write
        .insert(plssSection)
        .values(row)
        .onConflictDoUpdate({ target: plssSection.frstdivid, set: replaceColumns(Object.keys(row)) })
        .toSQL();
    }
    const townshipRow = toTownshipRow(feature);
    if (!townshipRow) return "refused";
    const { stusps, ...row } = townshipRow;
    if (state && stusps !== state) return null;
    const us_state_id = states.get(stusps);
    if (us_state_id === undefined || !meridians.has(row.plss_meridian_code)) return "refused";
    return db.write
      .insert(plssTownship)
      .values({ ...row, us_state_id })
      .onConflictDoUpdate({
        target: plssTownship.plssid,
        set: replaceColumns([...Object.keys(row), "us_state_id"]),
      })
      .toSQL();
  };
}
