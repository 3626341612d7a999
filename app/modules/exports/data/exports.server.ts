import { and, count, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { exportRun } from "#db/schema";
import { canExport, requireExportPermission } from "~/lib/access/export.server";
import { buildQuotaCheckSteps, requireDiskSpace } from "~/lib/files/quota.server";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import { formatInstant } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, invalid, notFound, unprocessable } from "~/web/refusal";
import { addHeadingZones, type ExportColumn } from "../rules/columns";
import {
  COLUMN_CHOICES,
  EXPORT_KIND_KEYS,
  EXPORT_KINDS,
  type ExportColumnChoice,
  type ExportKind,
  getFileType,
  getTooManyMessage,
  isBackgroundExport,
  MAX_EXPORT_ROWS,
  RETENTION_DAYS,
} from "../rules/kinds";
import { type ExportRunInput, getExportRunInput } from "../rules/run-input";
import { writeExportTask } from "../shared/runs.server";
import { countSourceTickets, type ExportSource, readSourceIds } from "./source.server";
import { readExportColumns, readTemplate } from "./templates.server";
import { readExportChunks, writeExportBytes } from "./write.server";

/** Maximum number of running or waiting exports per company, so that one company doesn't block the others. */
const MAX_WAITING = 5;

const queryInput = z.string().max(4000).default("");
const kindInput = z.enum(EXPORT_KIND_KEYS, "Choose what the file is for");
const columnsInput = z.enum(COLUMN_CHOICES).default("standard");

/** Return the data of the export page: number of tickets, and the most recent exports. */
export const getExportPage = procedure({
  name: "getExportPage",
  may: "trip_ticket.read",
  input: z.strictObject({ query: queryInput }),
  async run(ctx, { query }) {
    if (!(await canExport(ctx))) return { allowed: false as const };
    const [total, runs] = await Promise.all([countSourceTickets(ctx, { query }), recentRuns(ctx)]);
    return { allowed: true as const, total, runs };
  },
});

/**
 * Return the acting company's columns and separator for a kind of export. A template for another system keeps its own
 * headings.
 */
async function layoutOf(ctx: Ctx<CompanyActor>, kind: ExportKind, choice: ExportColumnChoice) {
  const { type } = EXPORT_KINDS[kind];
  if (type === "FPA" || type === "LIMS" || type === "CARIBOU") return readTemplate(ctx, type);
  const columns = await readExportColumns(ctx, choice);
  return { columns: addHeadingZones(columns, ctx.actor.zone), separator: "," };
}

/**
 * Start an export of a list or a selection. A short export is downloaded at once from `file`. A long export is written
 * in the background, and `run` is its id (0 for a short one).
 */
export const startExport = procedure({
  name: "startExport",
  may: "trip_ticket.read",
  input: z.strictObject({ query: queryInput, kind: kindInput, columns: columnsInput }),
  async run(ctx, { query, kind, columns }) {
    await requireExportPermission(ctx);
    const total = await countSourceTickets(ctx, { query });
    if (total === 0) throw unprocessable("No trip tickets found");
    const problem = getTooManyMessage(kind, total);
    if (problem) throw invalid({ kind: [problem] });
    if (!isBackgroundExport(kind, total))
      return ctx.commit([], { run: 0, file: paths.exportFile(query, kind, columns) });
    return startExportRun(ctx, { query }, kind, columns, total).then(({ id }) => ({ run: id, file: "" }));
  },
});

/** Record a run, and queue the task that writes its file. */
export async function startExportRun(
  ctx: Ctx<CompanyActor>,
  source: ExportSource,
  kind: ExportKind,
  choice: ExportColumnChoice | readonly ExportColumn[],
  total: number,
) {
  await buildQuotaCheckSteps(ctx, 0);
  await requireDiskSpace();
  const [waiting] = await ctx.read
    .select({ n: count() })
    .from(exportRun)
    .where(and(eq(exportRun.company_id, ctx.actor.company.id), isNull(exportRun.finished_at)));
  if ((waiting?.n ?? 0) >= MAX_WAITING)
    throw new AppError(
      "tooMany",
      "Your company has several exports under way. Start this one when they're done.",
      {
        retryAfter: 60,
      },
    );
  const layout =
    typeof choice === "string" ? await layoutOf(ctx, kind, choice) : { columns: choice, separator: "," };
  const picked = "query" in source && /(^|&)(selection|ids)=?/.test(source.query);
  const fixed: ExportSource = picked
    ? { dto: { trip_ticket_ids: await readSourceIds(ctx, source, MAX_EXPORT_ROWS) } }
    : source;
  const input: ExportRunInput = {
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
      expectOneRow(
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
      buildEnqueueStep(
        writeExportTask,
        { run: selectInsertedId(exportRun) },
        { lane: `c${ctx.actor.company.id}` },
      ),
    ],
    { id: selectInsertedId(exportRun), rows_total: total },
  );
}

/** Return a short export, whose bytes are written while they are downloaded. */
export const downloadShortExport = procedure({
  name: "downloadShortExport",
  may: "trip_ticket.read",
  input: z.strictObject({ query: queryInput, kind: kindInput, columns: columnsInput }),
  async run(ctx, { query, kind, columns }) {
    await requireExportPermission(ctx);
    const ids = await readSourceIds(ctx, { query }, MAX_EXPORT_ROWS);
    if (isBackgroundExport(kind, ids.length))
      throw unprocessable("This is a large export. Start it on the list's Export page.");
    const layout = await layoutOf(ctx, kind, columns);
    const body = writeExportBytes(
      kind,
      readExportChunks(ctx, ids),
      layout.columns,
      layout.separator,
      ctx.actor.zone,
    );
    return { ...getFileType(EXPORT_KINDS[kind].format), body };
  },
});

const ownRuns = (ctx: Ctx<CompanyActor>) =>
  and(
    eq(exportRun.company_id, ctx.actor.company.id),
    ctx.actor.user ? eq(exportRun.user_id, ctx.actor.user.id) : isNull(exportRun.user_id),
  );

type RunRow = typeof exportRun.$inferSelect;

/** Format a run's progress for its page and for API clients. */
function runOf(ctx: Ctx<CompanyActor>, row: RunRow) {
  const { kind } = getExportRunInput(row);
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
    file_name: getFileType(EXPORT_KINDS[kind].format).name,
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
  Date.parse(row.finished_at) + RETENTION_DAYS * 86_400_000 > now.getTime();

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
  if (!row) throw notFound("We couldn't find that export, or you don't have access to it.");
  return row;
}

/** Return the progress of one of the user's own runs. */
export const getExportRun = procedure({
  name: "getExportRun",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  run: async (ctx, { id }) => runOf(ctx, await ownRun(ctx, id)),
});

/** Return the stored file of a finished run, for the user who started it and may still export. */
export const getExportFile = procedure({
  name: "getExportFile",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const row = await ownRun(ctx, id);
    await requireExportPermission(ctx);
    if (!row.storage_key || !isKept(row, ctx.now))
      throw notFound(
        row.finished_at ? "This export has expired. Start it again." : "This export isn't ready yet.",
      );
    const { kind } = getExportRunInput(row);
    return {
      ...getFileType(EXPORT_KINDS[kind].format),
      storage_key: row.storage_key,
      etag: `"export-${row.id}-${row.bytes}"`,
    };
  },
});
