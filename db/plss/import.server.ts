import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { eq, sql } from "drizzle-orm";
import { unzip } from "~/domain/files/zip.server";
import type { Database, Statement } from "../client.server";
import { plssImport, plssMeridian, plssSection, plssTownship, usState } from "../schema";
import { firstBytes, geoJsonFeatures, NotPlss, type PlssFeature, shapeFeatures } from "./features";
import { sectionRow, townshipRow } from "./rows";

export type ImportOptions = {
  kind: "townships" | "sections";
  /** Only this state's, by its two letters. */
  state?: string;
  now: () => Date;
  /** So many features are written at once, and so often it is noted how far the import came. */
  batch?: number;
  progress?: (done: number, refused: number) => void;
};
export type Imported = { done: number; refused: number; resumedAt: number; wasFinished: boolean };

const MOST_UNPACKED = 1_500 * 1024 * 1024;

/**
 * Read a file of the public survey (BLM CadNSDI: GeoJSON, or a zipped shapefile) into the townships or sections.
 * Existing rows, by their survey identifier, are updated. Each batch records its progress in the same transaction, so
 * that an import that broke off continues where it stopped; a completed file is skipped.
 */
export async function importPlss(db: Database, file: string, options: ImportOptions): Promise<Imported> {
  const { batch = 400, progress = () => {} } = options;
  const sha256 = await hashOf(file);
  const kind = options.state ? `${options.kind} ${options.state}` : options.kind;
  const known = await begun(db, { file_name: basename(file), sha256, kind }, options.now());
  let { features_done: done, features_refused: refused } = known;
  const resumedAt = done;
  if (known.is_finished) return { done, refused, resumedAt, wasFinished: true };
  const statementOf = await makerOf(db, options);
  let waiting: Statement[] = [];
  let seen = 0;
  const write = async (is_finished: boolean) => {
    const note = db.write
      .update(plssImport)
      .set({
        features_done: done,
        features_refused: refused,
        is_finished,
        last_modified_at: options.now().toISOString(),
      })
      .where(eq(plssImport.id, known.id));
    await db.batch([...waiting, note.toSQL()]);
    waiting = [];
    progress(done, refused);
  };
  for await (const feature of featuresOf(file)) {
    if (seen++ < resumedAt) continue;
    const statement = statementOf(feature);
    done++;
    if (statement === "refused") refused++;
    else if (statement) waiting.push(statement);
    if (done % batch === 0) await write(false);
  }
  await write(true);
  return { done, refused, resumedAt, wasFinished: false };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

async function begun(db: Database, what: { file_name: string; sha256: string; kind: string }, now: Date) {
  const at = now.toISOString();
  await db.batch([
    db.write
      .insert(plssImport)
      .values({ ...what, started_at: at, last_modified_at: at })
      .onConflictDoNothing()
      .toSQL(),
  ]);
  await db.catchUp();
  const rows = await db.read.select().from(plssImport).where(eq(plssImport.sha256, what.sha256));
  const row = rows.find((r) => r.kind === what.kind);
  if (!row) throw new Error("the import was not noted");
  return row;
}

/** Make the statement for a feature: null for another state's, "refused" if it isn't a township or section. */
async function makerOf(db: Database, { kind, state }: ImportOptions) {
  const states = new Map((await db.read.select().from(usState)).map((s) => [s.stusps, s.id]));
  const meridians = new Set((await db.read.select().from(plssMeridian)).map((m) => m.code));
  return (feature: PlssFeature): Statement | "refused" | null => {
    if (kind === "sections") {
      const row = sectionRow(feature);
      if (!row) return "refused";
      if (state && !row.plssid.startsWith(state)) return null;
      return db.write
        .insert(plssSection)
        .values(row)
        .onConflictDoUpdate({ target: plssSection.frstdivid, set: replaced(Object.keys(row)) })
        .toSQL();
    }
    const found = townshipRow(feature);
    if (!found) return "refused";
    const { stusps, ...row } = found;
    if (state && stusps !== state) return null;
    const us_state_id = states.get(stusps);
    if (us_state_id === undefined || !meridians.has(row.plss_meridian_code)) return "refused";
    return db.write
      .insert(plssTownship)
      .values({ ...row, us_state_id })
      .onConflictDoUpdate({
        target: plssTownship.plssid,
        set: replaced([...Object.keys(row), "us_state_id"]),
      })
      .toSQL();
  };
}

const replaced = (columns: string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded."${name}"`)]));

async function* featuresOf(file: string): AsyncGenerator<PlssFeature> {
  const start = await firstBytes(file);
  if (!start.startsWith("PK")) {
    yield* geoJsonFeatures(file);
    return;
  }
  if ((await stat(file)).size > MOST_UNPACKED)
    throw new NotPlss("This archive is too large; import one state at a time, or GeoJSON.");
  const parts = unzip(await readFile(file), (name) => /\.(shp|dbf|prj)$/i.test(name), MOST_UNPACKED);
  const part = (ending: string) => [...parts].find(([name]) => name.toLowerCase().endsWith(ending))?.[1];
  const [shp, dbf] = [part(".shp"), part(".dbf")];
  if (!shp || !dbf) throw new NotPlss("There is no .shp with its .dbf in this archive.");
  yield* shapeFeatures(shp, dbf, part(".prj")?.toString("utf8") ?? null);
}
