import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { loadImport, loadImportRow } from "#db/schema";
import { keysOf } from "~/domain/records/records";
import { trimmed } from "~/domain/text/input";
import { dayOf } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { revise } from "~/web/revise.server";
import { LOAD_FIELD_KEYS, LOAD_FIELDS, type LoadField, readLoadColumns, wordsOfRow } from "./columns";
import { knownFor } from "./known.server";
import { choicesFor, type Explained, NAME_FIELDS } from "./meaning";
import { type ImportRow, type LoadImport, restingImport, rowsOf } from "./own.server";
import { readRow } from "./read-row";
import { checkedSteps, checkImport } from "./recheck.server";

export const MOST_CELL = 200;
/** The columns whose words may be typed over, each with what its row says now. */
const cell = () => trimmed(MOST_CELL).optional();
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

/** An import whose columns are known, with its rows; nothing is under way with it. */
export async function openImport(ctx: Ctx<CompanyActor>, id: number) {
  const found = await restingImport(ctx, id);
  if (!found.columns) throw notNow("Say what its columns mean first.");
  return { found, columns: readLoadColumns(found.columns), rows: await rowsOf(ctx, id) };
}

/** Steps that check all rows as they will be, and the guard that the import rests and is what was read. */
export async function recheckSteps(
  ctx: Ctx<CompanyActor>,
  found: LoadImport,
  rows: readonly ImportRow[],
  more: readonly Explained[] = [],
): Promise<Step[]> {
  const of = { ...found, columns: readLoadColumns(found.columns ?? {}) };
  const checked = await checkImport(ctx, of, rows, more);
  return [
    revise(ctx, loadImport, found, {}, isNull(loadImport.act)),
    ...checkedSteps(ctx, found.id, rows, checked),
  ];
}

export const rowIs = (id: number, line: number) =>
  and(
    eq(loadImportRow.load_import_id, id),
    eq(loadImportRow.line, line),
    isNull(loadImportRow.trip_ticket_id),
  );

/** What somebody says of a row: it is meant as it is, it doesn't come in, or neither. */
const SETTLED = ["open", "sure", "left_out"] as const;
const settledAs = (as: (typeof SETTLED)[number]) => ({
  is_sure: as === "sure",
  is_left_out: as === "left_out",
});

/** The page of one row: what it says by meaning, its problem, and the next row with one. */
export const getImportRow = procedure({
  name: "getImportRow",
  may: "trip_ticket.create",
  input: z.strictObject({ import_id: z.number().int(), line: z.number().int() }),
  async run(ctx, { import_id, line }) {
    const { found, columns, rows } = await openImport(ctx, import_id);
    const row = rows.find((r) => r.line === line);
    if (!row) throw missing("There's no such row.");
    if (row.trip_ticket_id !== null) throw notNow("This row is already a trip ticket.");
    const words = wordsOfRow(row, found.headings, columns);
    const asNamed = found.job_id === null ? words.job : "";
    const jobs = await knownFor(ctx, found.job_id, new Set([asNamed]), []);
    const job = jobs.length === 1 ? jobs[0] : undefined;
    const names = keysOf(NAME_FIELDS).map(
      (field) => [field, choicesFor(job, field).map((c) => c.name)] as const,
    );
    return {
      id: import_id,
      line,
      problem: row.problem,
      is_question: row.is_question,
      assumed: readRow(words, columns, {
        zones: { job_zone: found.zone, mill_zone: found.zone },
        today: dayOf(ctx.now, found.zone),
      }).assumed,
      as: row.is_left_out ? "left_out" : row.is_sure ? "sure" : "open",
      words,
      fields: LOAD_FIELD_KEYS.filter((field) => field !== "job" || found.job_id === null).map((field) => ({
        field,
        label: LOAD_FIELDS[field],
        heading: columns[field] ?? null,
      })),
      names: Object.fromEntries(names),
      cells: found.headings.flatMap((heading, at) =>
        row.cells[at] ? [{ heading, cell: row.cells[at] ?? "" }] : [],
      ),
      next: rows.find((r) => r.line > line && isWrong(r))?.line ?? null,
    };
  },
});

const isWrong = (row: ImportRow) =>
  row.trip_ticket_id === null && !row.is_left_out && row.problem !== null && row.problem !== "";

/** Type over what one row says; only what differs from its cells is kept. All rows are checked again beside it. */
export const mendImportRow = procedure({
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
    const { found, columns, rows } = await openImport(ctx, import_id);
    const row = rows.find((r) => r.line === line);
    if (!row) throw missing("There's no such row.");
    if (row.trip_ticket_id !== null) throw notNow("This row is already a trip ticket.");
    const plain = wordsOfRow({ ...row, mended: {} }, found.headings, columns);
    const mended: Record<string, string> = { ...row.mended };
    for (const field of LOAD_FIELD_KEYS) {
      const word = typed[field];
      if (word === undefined) continue;
      if (word === plain[field]) delete mended[field];
      else mended[field] = word;
    }
    const patch = { mended, ...(as === undefined ? {} : settledAs(as)) };
    const next = rows.map((r) => (r.line === line ? { ...r, ...patch } : r));
    return ctx.commit(
      [
        mustHit(ctx.write.update(loadImportRow).set(patch).where(rowIs(import_id, line))),
        ...(await recheckSteps(ctx, found, next)),
      ],
      { id: import_id },
    );
  },
});

/** Say of several rows that they are meant as they are, or that they don't come in, or take that back. */
export const settleImportRows = procedure({
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
    const { found, rows } = await openImport(ctx, import_id);
    const wanted = new Set(lines);
    const patch = settledAs(as);
    const chosen = rows.filter((r) => wanted.has(r.line) && r.trip_ticket_id === null);
    if (chosen.length === 0) throw notNow("These rows are already trip tickets.");
    const next = rows.map((r) => (chosen.includes(r) ? { ...r, ...patch } : r));
    const list = JSON.stringify(chosen.map((r) => r.line));
    return ctx.commit(
      [
        mayMiss(
          ctx.write
            .update(loadImportRow)
            .set(patch)
            .where(
              sql`${loadImportRow.load_import_id} = ${import_id} AND ${loadImportRow.trip_ticket_id} IS NULL
                AND ${loadImportRow.line} IN (SELECT value FROM json_each(${list}))`,
            ),
        ),
        ...(await recheckSteps(ctx, found, next)),
      ],
      { id: import_id },
    );
  },
});
