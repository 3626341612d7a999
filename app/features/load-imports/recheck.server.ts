import { and, eq, isNull } from "drizzle-orm";
import { loadImportRow } from "#db/schema";
import { dayOf } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { mayMiss } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { type Checked, checkRows, printOf, type RowMeant } from "./check.server";
import { type Columns, wordsOfRow } from "./columns";
import { doublesOf } from "./doubles.server";
import { explainedBefore, knownFor } from "./known.server";
import { type Explained, meaningOf, zonesOfRow } from "./meaning";
import type { ImportRow } from "./own.server";
import { readRow } from "./read-row";

/** The import as it is to be checked: before it is written, or with what a commit changes. */
export type Checkable = {
  id: number;
  job_id: number | null;
  headings: string[];
  columns: Columns;
  zone: string;
};
type Row = Pick<ImportRow, "line" | "cells" | "mended" | "is_sure" | "is_left_out">;

/** What every row of an import comes to now, by line; `more` is explained by the very commit that asks. */
export async function checkImport(
  ctx: Ctx<CompanyActor>,
  of: Checkable,
  rows: readonly Row[],
  more: readonly Explained[] = [],
): Promise<Map<number, Checked>> {
  const today = dayOf(ctx.now, of.zone);
  const named = rows.map((row) => ({ row, words: wordsOfRow(row, of.headings, of.columns) }));
  // What was explained last goes before what was explained then.
  const told = new Set(more.map((e) => `${e.job_id} ${e.field} ${e.word}`));
  const before = (await explainedBefore(ctx)).filter((e) => !told.has(`${e.job_id} ${e.field} ${e.word}`));
  const explained = [...more, ...before];
  const words = new Set(named.map((row) => row.words.job));
  const jobs = await knownFor(ctx, of.job_id, words, explained);
  const rowsMeant = named.map(({ row, words }): RowMeant => {
    const meant = meaningOf({ words }, { jobs, job: of.job_id, explained });
    const zones = zonesOfRow(meant, of.zone);
    const read = readRow(words, of.columns, { zones, today });
    return { line: row.line, is_sure: row.is_sure, is_left_out: row.is_left_out, read, meant };
  });
  const open = rowsMeant
    .filter((row) => !row.is_left_out)
    .map((row) => ({ ...row, print: row.meant.job && printOf(row.read, row.meant) }));
  return checkRows(rowsMeant, await doublesOf(ctx, of.id, open), { now: ctx.now, zone: of.zone });
}

/** The steps that write what rows come to, of those that changed; a row that is a load already stays as it is. */
export function checkedSteps(
  ctx: Pick<Ctx, "write">,
  importId: number,
  rows: readonly ImportRow[],
  found: ReadonlyMap<number, Checked>,
): Step[] {
  return rows.flatMap((row) => {
    const now = found.get(row.line);
    if (!now || row.trip_ticket_id !== null) return [];
    const { load, problem, is_question, asked, print, paper_number } = row;
    const before = { load, problem, is_question, asked, print, paper_number };
    if (JSON.stringify(before) === JSON.stringify(now)) return [];
    return [
      mayMiss(
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
