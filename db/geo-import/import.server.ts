import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Database, Statement } from "../client.server";
import { plssImport } from "../schema";
import { readFeatures, type ShapeFeature } from "./features";

/** Options for importing any file of shapes. */
export type ImportMode = {
  now: () => Date;
  /** Number of features to write at once; progress is recorded after each batch. */
  batch?: number;
  progress?: (done: number, refused: number) => void;
};
export type ImportResult = { done: number; refused: number; resumedAt: number; wasFinished: boolean };

/** Return the statement that stores a feature; null for a feature to skip, "refused" for a feature that can't be read. */
type StatementOf = (feature: ShapeFeature) => Statement | "refused" | null;

type ShapeImport = ImportMode & {
  /** Kind of rows to create from the file; a file can be imported once per kind. */
  kind: string;
  /** Return the function that converts features to statements, given this import's id. */
  begin: (import_id: number) => StatementOf;
  /** Return the statements to run after the whole file has been imported. */
  end?: (import_id: number) => Statement[];
};

/**
 * Import a file of shapes into the database. Each batch records its progress in the same transaction, so that an
 * interrupted import continues where it stopped. A file that has been imported is skipped.
 */
export async function importShapes(db: Database, file: string, options: ShapeImport): Promise<ImportResult> {
  const { batch = 400, progress = () => {}, kind } = options;
  const sha256 = await hashOf(file);
  const known = await begun(db, { file_name: basename(file), sha256, kind }, options.now());
  let { features_done: done, features_refused: refused } = known;
  const resumedAt = done;
  if (known.is_finished) return { done, refused, resumedAt, wasFinished: true };
  const statementOf = options.begin(known.id);
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
    const last = is_finished ? (options.end?.(known.id) ?? []) : [];
    await db.batch([...waiting, ...last, note.toSQL()]);
    waiting = [];
    progress(done, refused);
  };
  for await (const feature of readFeatures(file)) {
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
  const timestamp = now.toISOString();
  await db.batch([
    db.write
      .insert(plssImport)
      .values({ ...what, started_at: timestamp, last_modified_at: timestamp })
      .onConflictDoNothing()
      .toSQL(),
  ]);
  await db.catchUp();
  const rows = await db.read.select().from(plssImport).where(eq(plssImport.sha256, what.sha256));
  const row = rows.find((r) => r.kind === what.kind);
  if (!row) throw new Error("the import was not noted");
  return row;
}

/** Return the update values for an upsert that overwrites these columns. */
export const replaceColumns = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded."${name}"`)]));
