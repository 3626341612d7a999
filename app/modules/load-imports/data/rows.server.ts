import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { loadImport, loadImportRow } from "#db/schema";
import { typedKeys } from "~/lib/object/records";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { updateWithVersion } from "~/web/revise.server";
import { type LearnedName, listNameChoices, NAME_FIELDS } from "../rules/alias-rules";
import { getRowTexts, LOAD_FIELD_KEYS, LOAD_FIELDS, type LoadField, readLoadColumns } from "../rules/columns";
import { readRow } from "../rules/read-row";
import { readImportJobs } from "./lookup.server";
import { type ImportRow, type LoadImport, readImportRows, requireIdleImport } from "./own.server";
import { buildStoreChecksSteps, checkImportRows } from "./recheck.server";

export const MAX_CELL_LENGTH = 200;
/** Typed text of a column that replaces the text of its cell. */
const cell = () => createTrimmedTextSchema(MAX_CELL_LENGTH).optional();
const cells = {
  paper_number: cell(),
  job: cell(),
  day: cell(),
  loaded: cell(),
  dropped_off: cell(),
  destination: cell(),
  product: cell(),
  species: cell(),
  hauler: cell(),
  truck: cell(),
  driver: cell(),
  scale_ticket: cell(),
  gross: cell(),
  tare: cell(),
  net: cell(),
  volume: cell(),
  unit: cell(),
  cutter: cell(),
  skidder: cell(),
  loader: cell(),
  machine: cell(),
  landing: cell(),
} satisfies Record<LoadField, ReturnType<typeof cell>>;

/** Return an import with its columns and rows; refuse if its columns are unknown or work on it is under way. */
export async function requireOpenImport(ctx: Ctx<CompanyActor>, id: number) {
  const idleImport = await requireIdleImport(ctx, id);
  if (!idleImport.columns) throw unprocessable("Say what its columns mean first.");
  return {
    found: idleImport,
    columns: readLoadColumns(idleImport.columns),
    rows: await readImportRows(ctx, id),
  };
}

/** Steps that check all rows with their new content, and fail unless the import is idle and unchanged since it was read. */
export async function buildRecheckImportSteps(
  ctx: Ctx<CompanyActor>,
  match: LoadImport,
  rows: readonly ImportRow[],
  more: readonly LearnedName[] = [],
): Promise<Step[]> {
  const of = { ...match, columns: readLoadColumns(match.columns ?? {}) };
  const checked = await checkImportRows(ctx, of, rows, more);
  return [
    updateWithVersion(ctx, loadImport, match, {}, isNull(loadImport.action)),
    ...buildStoreChecksSteps(ctx, match.id, rows, checked),
  ];
}

export const unsavedRowCondition = (id: number, line: number) =>
  and(
    eq(loadImportRow.load_import_id, id),
    eq(loadImportRow.line, line),
    isNull(loadImportRow.trip_ticket_id),
  );

/** A user's decision on a row: undecided, save as it is, or leave out. */
const SETTLED = ["open", "sure", "left_out"] as const;
const settledAs = (as: (typeof SETTLED)[number]) => ({
  is_confirmed: as === "sure",
  is_skipped: as === "left_out",
});

/** Data of the page for one row: its text by field, its problem, and the next row with a problem. */
export const getImportRow = procedure({
  name: "getImportRow",
  may: "trip_ticket.create",
  input: z.strictObject({ import_id: z.number().int(), line: z.number().int() }),
  async run(ctx, { import_id, line }) {
    const { found, columns, rows } = await requireOpenImport(ctx, import_id);
    const row = rows.find((r) => r.line === line);
    if (!row) throw notFound("There's no such row.");
    if (row.trip_ticket_id !== null) throw unprocessable("This row is already a trip ticket.");
    const words = getRowTexts(row, found.headings, columns);
    const asNamed = found.job_id === null ? words.job : "";
    const jobs = await readImportJobs(ctx, found.job_id, new Set([asNamed]), []);
    const job = jobs.length === 1 ? jobs[0] : undefined;
    const names = typedKeys(NAME_FIELDS).map(
      (field) => [field, listNameChoices(job, field).map((c) => c.name)] as const,
    );
    return {
      id: import_id,
      line,
      problem: row.problem,
      is_question: row.can_override,
      assumed: readRow(words, columns, {
        zones: { job_zone: found.zone, mill_zone: found.zone },
        today: getDay(ctx.now, found.zone),
      }).assumed,
      as: row.is_skipped ? "left_out" : row.is_confirmed ? "sure" : "open",
      words,
      fields: LOAD_FIELD_KEYS.filter((field) => field !== "job" || found.job_id === null).map((field) => ({
        field,
        label: LOAD_FIELDS[field],
        heading: columns[field] ?? null,
      })),
      names: Object.fromEntries(names),
      cells: found.headings.flatMap((heading, index) =>
        row.cells[index] ? [{ heading, cell: row.cells[index] ?? "" }] : [],
      ),
      next: rows.find((r) => r.line > line && isWrong(r))?.line ?? null,
    };
  },
});

const isWrong = (row: ImportRow) =>
  row.trip_ticket_id === null && !row.is_skipped && row.problem !== null && row.problem !== "";

/** Correct the text of one row, and check all rows again. Only differences from the row's cells are stored. */
export const correctImportRow = procedure({
  name: "mendImportRow",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    line: z.number().int(),
    ...cells,
    as: z.enum(SETTLED, "Choose what to do with the row.").optional(),
  }),
  output: idOutput,
  async run(ctx, { import_id, line, as, ...typed }) {
    const { found, columns, rows } = await requireOpenImport(ctx, import_id);
    const row = rows.find((r) => r.line === line);
    if (!row) throw notFound("There's no such row.");
    if (row.trip_ticket_id !== null) throw unprocessable("This row is already a trip ticket.");
    const plain = getRowTexts({ ...row, corrections: {} }, found.headings, columns);
    const corrections: Record<string, string> = { ...row.corrections };
    for (const field of LOAD_FIELD_KEYS) {
      const word = typed[field];
      if (word === undefined) continue;
      if (word === plain[field]) delete corrections[field];
      else corrections[field] = word;
    }
    const patch = { corrections, ...(as === undefined ? {} : settledAs(as)) };
    const next = rows.map((r) => (r.line === line ? { ...r, ...patch } : r));
    return ctx.commit(
      [
        expectOneRow(ctx.write.update(loadImportRow).set(patch).where(unsavedRowCondition(import_id, line))),
        ...(await buildRecheckImportSteps(ctx, found, next)),
      ],
      { id: import_id },
    );
  },
});

/** Mark several rows as correct as they are, or as left out, or remove these marks. */
export const markImportRows = procedure({
  name: "settleImportRows",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    lines: z.array(z.number().int().positive()).max(1_500).default([]),
    as: z.enum(SETTLED, "Choose what to do with the rows."),
  }),
  output: idOutput,
  async run(ctx, { import_id, lines, as }) {
    if (lines.length === 0) throw invalid({ lines: ["Select the rows first."] });
    const { found, rows } = await requireOpenImport(ctx, import_id);
    const set = new Set(lines);
    const patch = settledAs(as);
    const chosen = rows.filter((r) => set.has(r.line) && r.trip_ticket_id === null);
    if (chosen.length === 0) throw unprocessable("These rows are already trip tickets.");
    const next = rows.map((r) => (chosen.includes(r) ? { ...r, ...patch } : r));
    const list = JSON.stringify(chosen.map((r) => r.line));
    return ctx.commit(
      [
        allowAnyRows(
          ctx.write
            .update(loadImportRow)
            .set(patch)
            .where(
              sql`${loadImportRow.load_import_id} = ${import_id} AND ${loadImportRow.trip_ticket_id} IS NULL
                AND ${loadImportRow.line} IN (SELECT value FROM json_each(${list}))`,
            ),
        ),
        ...(await buildRecheckImportSteps(ctx, found, next)),
      ],
      { id: import_id },
    );
  },
});
