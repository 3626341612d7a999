import { and, count, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { exportRun } from "#db/schema";
import { checkMayExport, mayExport } from "~/core/access/export.server";
import { checkDisk, withinQuota } from "~/core/files/quota.server";
import { enqueue } from "~/core/work/work.server";
import { formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow, Refusal } from "~/web/refusal";
import type { Column } from "./columns";
import {
  COLUMN_CHOICES,
  DAYS_KEPT,
  EXPORT_KINDS,
  type ExportColumnChoice,
  type ExportKind,
  fileOf,
  isLong,
  KIND_NAMES,
  MOST_ROWS,
  tooMany,
} from "./kinds";
import { type RunInput, runInputOf } from "./run-input";
import { writeExport } from "./runs.server";
import { countOf, idsOfSource, type Source } from "./source.server";
import { columnsOf, readTemplate } from "./templates.server";
import { bytesOf, chunksOf } from "./write.server";

/** How many exports of one company may run or wait, so that others don't queue behind more. */
const MOST_WAITING = 5;

const queryInput = z.string().max(4000).default("");
const kindInput = z.enum(KIND_NAMES, "Choose what the file is for");
const columnsInput = z.enum(COLUMN_CHOICES).default("standard");

/** The page on which an export is chosen: how many tickets it is of, and the last ones that were written. */
export const getExportPage = procedure({
  name: "getExportPage",
  may: "trip_ticket.read",
  input: z.strictObject({ query: queryInput }),
  async run(ctx, { query }) {
    if (!(await mayExport(ctx))) return { allowed: false as const };
    const [total, runs] = await Promise.all([countOf(ctx, { query }), recentRuns(ctx)]);
    return { allowed: true as const, total, runs };
  },
});

/** Columns and separator of a kind, as the acting company has them. */
async function layoutOf(ctx: Ctx<CompanyActor>, kind: ExportKind, choice: ExportColumnChoice) {
  const { type } = EXPORT_KINDS[kind];
  if (type === "FPA" || type === "LIMS" || type === "CARIBOU") return readTemplate(ctx, type);
  return { columns: await columnsOf(ctx, choice), separator: "," };
}

/**
 * Begins an export of a list or a selection. A short one is to be fetched at once, at `file`; a long one becomes a run
 * (its id, else 0), which is written beside the requests.
 */
export const startExport = procedure({
  name: "startExport",
  may: "trip_ticket.read",
  input: z.strictObject({ query: queryInput, kind: kindInput, columns: columnsInput }),
  async run(ctx, { query, kind, columns }) {
    await checkMayExport(ctx);
    const total = await countOf(ctx, { query });
    if (total === 0) throw notNow("No trip tickets found");
    const problem = tooMany(kind, total);
    if (problem) throw invalid({ kind: [problem] });
    if (!isLong(kind, total)) return ctx.commit([], { run: 0, file: paths.exportFile(query, kind, columns) });
    return beginRun(ctx, { query }, kind, columns, total).then(({ id }) => ({ run: id, file: "" }));
  },
});

/** Record the run, and put the writing of its file on the queue. */
export async function beginRun(
  ctx: Ctx<CompanyActor>,
  source: Source,
  kind: ExportKind,
  choice: ExportColumnChoice | readonly Column[],
  total: number,
) {
  await withinQuota(ctx, 0);
  await checkDisk();
  const [waiting] = await ctx.read
    .select({ n: count() })
    .from(exportRun)
    .where(and(eq(exportRun.company_id, ctx.actor.company.id), isNull(exportRun.finished_at)));
  if ((waiting?.n ?? 0) >= MOST_WAITING)
    throw new Refusal(
      "tooMany",
      "Your company has several exports under way. Start this one when they're done.",
      {
        retryAfter: 60,
      },
    );
  const layout =
    typeof choice === "string" ? await layoutOf(ctx, kind, choice) : { columns: choice, separator: "," };
  const picked = "query" in source && /(^|&)(selection|ids)=?/.test(source.query);
  const fixed: Source = picked
    ? { dto: { trip_ticket_ids: await idsOfSource(ctx, source, MOST_ROWS) } }
    : source;
  const input: RunInput = {
    source: fixed,
    columns: layout.columns,
    separator: layout.separator,
    zone: ctx.actor.zone,
    kind,
    ...(ctx.actor.user ? {} : { key: ctx.actor.key }),
  };
  const now = ctx.now.toISOString();
  return ctx.commit(
    [
      mustHit(
        ctx.write.insert(exportRun).values({
          user_id: ctx.actor.user?.id ?? null,
          company_id: ctx.actor.company.id,
          type: EXPORT_KINDS[kind].type,
          format: EXPORT_KINDS[kind].format,
          input,
          rows_total: total,
          created_at: now,
          last_modified_at: now,
        }),
      ),
      enqueue(writeExport, { run: newest(exportRun) }, { lane: `c${ctx.actor.company.id}` }),
    ],
    { id: newest(exportRun), rows_total: total },
  );
}

/** A short export's own bytes, written while they are fetched. */
export const readExport = procedure({
  name: "readExport",
  may: "trip_ticket.read",
  input: z.strictObject({ query: queryInput, kind: kindInput, columns: columnsInput }),
  async run(ctx, { query, kind, columns }) {
    await checkMayExport(ctx);
    const ids = await idsOfSource(ctx, { query }, MOST_ROWS);
    if (isLong(kind, ids.length)) throw notNow("This is a large export. Start it on the list's Export page.");
    const layout = await layoutOf(ctx, kind, columns);
    const body = bytesOf(kind, chunksOf(ctx, ids), layout.columns, layout.separator, ctx.actor.zone);
    return { ...fileOf(EXPORT_KINDS[kind].format), body };
  },
});

const ownRuns = (ctx: Ctx<CompanyActor>) =>
  and(
    eq(exportRun.company_id, ctx.actor.company.id),
    ctx.actor.user ? eq(exportRun.user_id, ctx.actor.user.id) : isNull(exportRun.user_id),
  );

type RunRow = typeof exportRun.$inferSelect;

/** How far a run is, in words that its page and programs share. */
function runOf(ctx: Ctx<CompanyActor>, row: RunRow) {
  const { kind } = runInputOf(row);
  const expired = row.finished_at !== null && row.failure === null && !isKept(row, ctx.now);
  const state = row.failure
    ? ("failed" as const)
    : expired
      ? ("expired" as const)
      : row.finished_at
        ? ("ready" as const)
        : ("under way" as const);
  return {
    id: row.id,
    kind: EXPORT_KINDS[kind].label,
    type: row.type,
    format: row.format,
    file_name: fileOf(EXPORT_KINDS[kind].format).name,
    state,
    rows_done: Math.min(row.rows_done, row.rows_total),
    rows_total: row.rows_total,
    bytes: row.bytes,
    failure: row.failure,
    created: { at: row.created_at, text: formatInstant(row.created_at, ctx.actor.zone, ctx.now) },
  };
}

const isKept = (row: RunRow, now: Date) =>
  row.storage_key !== null &&
  row.finished_at !== null &&
  Date.parse(row.finished_at) + DAYS_KEPT * 86_400_000 > now.getTime();

async function recentRuns(ctx: Ctx<CompanyActor>) {
  const rows = await ctx.read
    .select()
    .from(exportRun)
    .where(ownRuns(ctx))
    .orderBy(desc(exportRun.created_at), desc(exportRun.id))
    .limit(5);
  return rows.map((row) => runOf(ctx, row));
}

async function ownRun(ctx: Ctx<CompanyActor>, id: number): Promise<RunRow> {
  const [row] = await ctx.read
    .select()
    .from(exportRun)
    .where(and(eq(exportRun.id, id), ownRuns(ctx)));
  if (!row) throw missing("We couldn't find that export, or you don't have access to it.");
  return row;
}

/** A run of one's own: how far it is. */
export const getExportRun = procedure({
  name: "getExportRun",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  run: async (ctx, { id }) => runOf(ctx, await ownRun(ctx, id)),
});

/** Where a finished run's bytes lie, for who began it and may still export. */
export const getExportFile = procedure({
  name: "getExportFile",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const row = await ownRun(ctx, id);
    await checkMayExport(ctx);
    if (!row.storage_key || !isKept(row, ctx.now))
      throw missing(
        row.finished_at ? "This export has expired. Start it again." : "This export isn't ready yet.",
      );
    const { kind } = runInputOf(row);
    return {
      ...fileOf(EXPORT_KINDS[kind].format),
      storage_key: row.storage_key,
      etag: `"export-${row.id}-${row.bytes}"`,
    };
  },
});
