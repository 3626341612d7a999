import { and, eq, isNull } from "drizzle-orm";
import { loadImportRow } from "#db/schema";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { getRowZones, type LearnedName, resolveRowNames } from "../rules/alias-rules";
import { getRowTexts, type LoadColumnMapping } from "../rules/columns";
import { readRow } from "../rules/read-row";
import { type CheckedRow, checkRows, getRowFingerprint, type ResolvedRow } from "./check.server";
import { findDuplicateRows } from "./duplicates.server";
import { readImportJobs, readLearnedNames } from "./lookup.server";
import type { ImportRow } from "./own.server";

/** An import to check: one that isn't stored yet, or one with the changes of a commit. */
export type CheckableImport = {
  id: number;
  job_id: number | null;
  headings: string[];
  columns: LoadColumnMapping;
  zone: string;
};
type Row = Pick<ImportRow, "line" | "cells" | "corrections" | "is_confirmed" | "is_skipped">;

/** Check every row of an import, and return the results by line; `more` are meanings added by the same commit. */
export async function checkImportRows(
  ctx: Ctx<CompanyActor>,
  of: CheckableImport,
  rows: readonly Row[],
  more: readonly LearnedName[] = [],
): Promise<Map<number, CheckedRow>> {
  const today = getDay(ctx.now, of.zone);
  const named = rows.map((row) => ({ row, words: getRowTexts(row, of.headings, of.columns) }));
  // The newest meaning takes precedence over earlier ones.
  const set = new Set(more.map((e) => `${e.job_id} ${e.field} ${e.word}`));
  const before = (await readLearnedNames(ctx)).filter((e) => !set.has(`${e.job_id} ${e.field} ${e.word}`));
  const explained = [...more, ...before];
  const words = new Set(named.map((row) => row.words.job));
  const jobs = await readImportJobs(ctx, of.job_id, words, explained);
  const rowsMeant = named.map(({ row, words }): ResolvedRow => {
    const meant = resolveRowNames({ words }, { jobs, job: of.job_id, explained });
    const zones = getRowZones(meant, of.zone);
    const read = readRow(words, of.columns, { zones, today });
    return { line: row.line, is_confirmed: row.is_confirmed, is_skipped: row.is_skipped, read, meant };
  });
  const open = rowsMeant
    .filter((row) => !row.is_skipped)
    .map((row) => ({ ...row, print: row.meant.job && getRowFingerprint(row.read, row.meant) }));
  return checkRows(rowsMeant, await findDuplicateRows(ctx, of.id, open), { now: ctx.now, zone: of.zone });
}

/** Steps that store the results of rows that changed; a row that is already a load isn't changed. */
export function buildStoreChecksSteps(
  ctx: Pick<Ctx, "write">,
  importId: number,
  rows: readonly ImportRow[],
  match: ReadonlyMap<number, CheckedRow>,
): Step[] {
  return rows.flatMap((row) => {
    const now = match.get(row.line);
    if (!now || row.trip_ticket_id !== null) return [];
    const { load, problem, can_override, unresolved_names, fingerprint, paper_number } = row;
    const before = { load, problem, can_override, unresolved_names, fingerprint, paper_number };
    if (JSON.stringify(before) === JSON.stringify(now)) return [];
    return [
      allowAnyRows(
        ctx.write
          .update(loadImportRow)
          .set(now)
          .where(
            and(
              eq(loadImportRow.load_import_id, importId),
              eq(loadImportRow.line, row.line),
              isNull(loadImportRow.trip_ticket_id),
            ),
          ),
      ),
    ];
  });
}
