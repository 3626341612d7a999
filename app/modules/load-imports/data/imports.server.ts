import { desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { loadImport, loadImportColumns, loadImportRow } from "#db/schema";
import { buildQuotaCheckSteps } from "~/lib/files/quota.server";
import { getUpload } from "~/lib/files/upload.server";
import { typedKeys } from "~/lib/object/records";
import { chooseDateOrder, DATE_ORDERS } from "~/lib/time/read-when";
import { formatInstant } from "~/lib/time/time";
import { WEIGHT_UNITS } from "~/lib/units/units";
import { parseDelimitedTable } from "~/modules/reconcile/shared/read-statement.server";
import {
  createChooseSheetError,
  readSentStatement,
  sheetField,
} from "~/modules/reconcile/shared/sent-statement.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type Step } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { updateWithVersion } from "~/web/revise.server";
import { getUsageAccount } from "~/web/usage-limit.server";
import {
  findDoubleMappings,
  findFileDateOrder,
  getLoadUnitQuestions,
  getMissingColumnsMessage,
  LOAD_FIELD_KEYS,
  LOAD_FIELDS,
  LOAD_VOLUME_UNITS,
  readLoadColumns,
} from "../rules/columns";
import { importAddedOutput } from "../rules/output";
import { readImportableJobs } from "./lookup.server";
import { readImportRows, requireIdleImport } from "./own.server";
import { buildStoreChecksSteps, checkImportRows } from "./recheck.server";
import { readRememberedColumns, suggestColumns } from "./remembered-columns.server";

/**
 * Maximum number of rows in one import. A company may run several imports at once (`imported` in
 * `usage-limit.server.ts`).
 */
export const MAX_IMPORT_ROWS = 1_500;
/** Maximum characters of pasted rows: some 1,500 rows. */
const MAX_PASTED = 250_000;
/** Limit of the pasted text in a form. Text slightly over `MAX_PASTED` is refused but returned to be shortened. */
export const PASTED_ROWS_LIMIT = { name: "text", bytes: 1024 * 1024 };
const ROWS_AT_ONCE = 200;

/** Data of the import page: the jobs on which loads can be keyed, and earlier imports. */
export const listImports = procedure({
  name: "listImports",
  may: "trip_ticket.create",
  input: z.strictObject({}),
  async run(ctx) {
    const count = (where: ReturnType<typeof sql>) =>
      sql<number>`(SELECT count(*) FROM load_import_row r WHERE r.load_import_id = ${loadImport.id} AND ${where})`;
    const [jobs, imports] = await Promise.all([
      readImportableJobs(ctx),
      ctx.read
        .select({
          id: loadImport.id,
          file_name: loadImport.file_name,
          created_at: loadImport.created_at,
          rows: count(sql`1`),
          loads: count(sql`r.trip_ticket_id IS NOT NULL`),
          open: count(sql`r.trip_ticket_id IS NULL AND NOT r.is_skipped`),
        })
        .from(loadImport)
        .where(eq(loadImport.company_id, ctx.actor.company.id))
        .orderBy(desc(loadImport.created_at), desc(loadImport.id))
        .limit(20),
    ]);
    return {
      jobs: jobs.map(({ id, name }) => ({ value: id, label: name })),
      imports: imports.map((i) => ({
        ...i,
        created: formatInstant(i.created_at, ctx.actor.zone, ctx.now),
      })),
    };
  },
});

/**
 * Store rows of delivered loads, pasted or uploaded. If the company has explained their columns before, the rows are
 * read immediately.
 */
export const addImport = procedure({
  name: "addImport",
  limit: { work: "files" },
  may: "trip_ticket.create",
  byHash: ["text"],
  input: z.strictObject({
    /** Job of all the rows; omitted if each row names its own. */
    job_id: z.number().int().optional(),
    /** Rows with their line of headings, pasted by a user or sent by a program. */
    text: z.string().max(MAX_PASTED, "This is too long to paste. Send it as a file.").optional(),
    /** Key of the uploaded file, if one was chosen. */
    file: z.string().max(200).optional(),
    sheet: sheetField,
  }),
  output: importAddedOutput,
  async run(ctx, input) {
    const upload = input.file ? getUpload(input.file) : null;
    if (!upload && !input.text?.trim()) throw invalid({ text: ["Paste the rows, or choose their file."] });
    const offered = await readImportableJobs(ctx);
    if (input.job_id !== undefined && !offered.some((job) => job.id === input.job_id))
      throw invalid({ job_id: ["Choose a job that takes loads."] });
    const read = upload
      ? await readSentStatement(upload.path, getUsageAccount(ctx.actor), undefined, {
          of: "loads",
          sheet: input.sheet,
        })
      : parseDelimitedTable(input.text ?? "", "loads");
    if ("sheets" in read) throw createChooseSheetError(read.sheets);
    const target = upload ? "file" : "text";
    if ("problem" in read) throw invalid({ [target]: [read.problem] });
    if (read.lines.length > MAX_IMPORT_ROWS)
      throw invalid({
        [target]: [
          `At most ${MAX_IMPORT_ROWS.toLocaleString("en-US")} rows can come in at once. Send them in parts.`,
        ],
      });
    const bytes = Buffer.byteLength(JSON.stringify(read.lines));
    const quota = await buildQuotaCheckSteps(ctx, bytes);
    const remembered = await readRememberedColumns(ctx, read.headings);
    const rows = read.lines.map((cells, index) => ({
      line: index + 1,
      cells,
      corrections: {},
      is_confirmed: false,
      is_skipped: false,
    }));
    const dates =
      remembered &&
      chooseDateOrder(findFileDateOrder(rows, read.headings, remembered), { remembered: remembered.dates });
    const columns = remembered && dates && !("question" in dates) ? { ...remembered, ...dates } : null;
    const job_id = input.job_id ?? null;
    const { zone } = ctx.actor;
    const match = columns
      ? await checkImportRows(ctx, { id: 0, job_id, headings: read.headings, columns, zone }, rows)
      : null;
    const id = selectInsertedId(loadImport);
    const steps: Step[] = [
      expectOneRow(
        ctx.write.insert(loadImport).values({
          company_id: ctx.actor.company.id,
          creator_user_id: ctx.actor.user?.id ?? null,
          job_id,
          file_name: upload?.file_name ?? null,
          bytes,
          headings: read.headings,
          columns,
          zone,
          created_at: ctx.now.toISOString(),
        }),
      ),
    ];
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      steps.push(
        allowAnyRows(
          ctx.write.insert(loadImportRow).values(
            rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({
              ...row,
              ...match?.get(row.line),
              load_import_id: id,
            })),
          ),
        ),
      );
    return ctx.commit([...steps, ...quota], { id, rows: rows.length, mapped: columns !== null });
  },
});

const heading = () => z.string().max(200).optional();
const headings = {
  paper_number: heading(),
  job: heading(),
  day: heading(),
  loaded: heading(),
  dropped_off: heading(),
  destination: heading(),
  product: heading(),
  species: heading(),
  hauler: heading(),
  truck: heading(),
  driver: heading(),
  scale_ticket: heading(),
  gross: heading(),
  tare: heading(),
  net: heading(),
  volume: heading(),
  unit: heading(),
  cutter: heading(),
  skidder: heading(),
  loader: heading(),
  machine: heading(),
  landing: heading(),
} satisfies Record<keyof typeof LOAD_FIELDS, ReturnType<typeof heading>>;

/** Set the meaning of each column, remember it for the company, and check every row that hasn't become a load. */
export const mapImportColumns = procedure({
  name: "mapImport",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    ...headings,
    /** Unit of weights whose heading and cell name none; defaults to pounds. */
    weights: z.enum(typedKeys(WEIGHT_UNITS), "Choose a unit of weight.").optional(),
    /** Unit of the volume, unless a column or a cell names it. Required if the heading doesn't name it either. */
    volume_unit: z.enum(typedKeys(LOAD_VOLUME_UNITS), "Choose a unit of volume.").optional(),
    /** Order of day and month in the dates, for a file whose dates fit both orders. */
    dates: z.enum(typedKeys(DATE_ORDERS), "Choose which comes first in the dates.").optional(),
  }),
  output: idOutput,
  async run(ctx, { import_id, dates, ...given }) {
    const idleImport = await requireIdleImport(ctx, import_id);
    const named: Record<string, string> = {};
    for (const field of typedKeys(given)) if (given[field]) named[field] = given[field] ?? "";
    const fields = readLoadColumns(named);
    for (const field of LOAD_FIELD_KEYS) {
      const name = fields[field];
      if (name && !idleImport.headings.includes(name))
        throw invalid({ [field]: ["There's no such column."] });
    }
    const twice = findDoubleMappings(fields).map(({ field, other }) => [
      field,
      [`This column is chosen for "${LOAD_FIELDS[other]}". A column means one thing.`],
    ]);
    if (twice.length > 0) throw invalid(Object.fromEntries(twice));
    const missed = getMissingColumnsMessage(fields);
    if (missed) throw unprocessable(missed);
    const unclear = getLoadUnitQuestions(fields);
    if (Object.keys(unclear).length) throw invalid(unclear);
    if (idleImport.job_id === null && !fields.job)
      throw invalid({ job: ["Choose the column that names the job."] });
    const rows = await readImportRows(ctx, import_id);
    const choice = chooseDateOrder(findFileDateOrder(rows, idleImport.headings, fields), {
      chosen: dates,
      remembered: (await suggestColumns(ctx, idleImport.headings)).dates,
    });
    if ("question" in choice) throw invalid({ dates: [choice.question] });
    const columns = { ...fields, ...choice };
    const { zone } = ctx.actor;
    const checked = await checkImportRows(ctx, { ...idleImport, columns, zone }, rows);
    const company_id = ctx.actor.company.id;
    const stored = { columns: { ...columns }, last_modified_at: ctx.now.toISOString() };
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          loadImport,
          idleImport,
          { columns: stored.columns, zone },
          isNull(loadImport.action),
        ),
        allowAnyRows(
          ctx.write
            .insert(loadImportColumns)
            .values({ company_id, ...stored })
            .onConflictDoUpdate({ target: loadImportColumns.company_id, set: stored }),
        ),
        ...buildStoreChecksSteps(ctx, import_id, rows, checked),
      ],
      { id: import_id },
    );
  },
});
