import { desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { loadImport, loadImportColumns, loadImportRow } from "#db/schema";
import { withinQuota } from "~/core/files/quota.server";
import { uploadOf } from "~/core/files/upload.server";
import { WEIGHT_UNITS } from "~/domain/measures/units";
import { keysOf } from "~/domain/records/records";
import { DATE_ORDERS } from "~/domain/time/read-when";
import { formatInstant } from "~/domain/time/time";
import { readText } from "~/features/reconcile/read-statement.server";
import { askForSheet, readSentStatement, sheetInput } from "~/features/reconcile/sent-statement.server";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type Step } from "~/web/procedure";
import { invalid, notNow } from "~/web/refusal";
import { revise } from "~/web/revise.server";
import { accountOf } from "~/web/work-limit.server";
import {
  findFileOrder,
  LOAD_FIELD_KEYS,
  LOAD_FIELDS,
  LOAD_VOLUME_UNITS,
  loadUnitQuestions,
  meantTwice,
  missingColumns,
  readLoadColumns,
  withOrder,
} from "./columns";
import { jobsOffered } from "./known.server";
import { importAddedOutput } from "./output";
import { restingImport, rowsOf } from "./own.server";
import { checkedSteps, checkImport } from "./recheck.server";
import { rememberedColumns, suggestColumns } from "./remembered-columns.server";

/** Maximum number of rows of one import. Several of them go through at any time (`imported` in `work-limit.server.ts`). */
export const MOST_IMPORTED = 1_500;
/** Characters of pasted rows: some 1,500 of them. */
const MOST_PASTED = 250_000;
/** The same as a form sends it; what is a little longer is refused with its text left to be shortened. */
export const PASTED_ROWS = { name: "text", bytes: 1024 * 1024 };
const ROWS_AT_ONCE = 200;

/** The page: the jobs that loads can be keyed on, and what came in before. */
export const listImports = procedure({
  name: "listImports",
  may: "trip_ticket.create",
  input: z.strictObject({}),
  async run(ctx) {
    const count = (where: ReturnType<typeof sql>) =>
      sql<number>`(SELECT count(*) FROM load_import_row r WHERE r.load_import_id = ${loadImport.id} AND ${where})`;
    const [jobs, imports] = await Promise.all([
      jobsOffered(ctx),
      ctx.read
        .select({
          id: loadImport.id,
          file_name: loadImport.file_name,
          created_at: loadImport.created_at,
          rows: count(sql`1`),
          loads: count(sql`r.trip_ticket_id IS NOT NULL`),
          open: count(sql`r.trip_ticket_id IS NULL AND NOT r.is_left_out`),
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

/** Keep rows of delivered loads, pasted or uploaded. Columns that the company explained before are read at once. */
export const addImport = procedure({
  name: "addImport",
  limit: { work: "files" },
  may: "trip_ticket.create",
  byHash: ["text"],
  input: z.strictObject({
    /** The job of all the rows; left out where each row names its own. */
    job_id: z.number().int().optional(),
    /** The rows with their line of headings, where they were pasted or a program sends them. */
    text: z.string().max(MOST_PASTED, "This is too long to paste. Send it as a file.").optional(),
    /** The uploaded file's key, where one was chosen. */
    file: z.string().max(200).optional(),
    sheet: sheetInput,
  }),
  output: importAddedOutput,
  async run(ctx, input) {
    const upload = input.file ? uploadOf(input.file) : null;
    if (!upload && !input.text?.trim()) throw invalid({ text: ["Paste the rows, or choose their file."] });
    const offered = await jobsOffered(ctx);
    if (input.job_id !== undefined && !offered.some((job) => job.id === input.job_id))
      throw invalid({ job_id: ["Choose a job that takes loads."] });
    const read = upload
      ? await readSentStatement(upload.path, accountOf(ctx.actor), undefined, {
          of: "loads",
          sheet: input.sheet,
        })
      : readText(input.text ?? "", "loads");
    if ("sheets" in read) throw askForSheet(read.sheets);
    const at = upload ? "file" : "text";
    if ("problem" in read) throw invalid({ [at]: [read.problem] });
    if (read.lines.length > MOST_IMPORTED)
      throw invalid({
        [at]: [
          `At most ${MOST_IMPORTED.toLocaleString("en-US")} rows can come in at once. Send them in parts.`,
        ],
      });
    const bytes = Buffer.byteLength(JSON.stringify(read.lines));
    const quota = await withinQuota(ctx, bytes);
    const remembered = await rememberedColumns(ctx, read.headings);
    const rows = read.lines.map((cells, index) => ({
      line: index + 1,
      cells,
      mended: {},
      is_sure: false,
      is_left_out: false,
    }));
    const columns =
      remembered && withOrder(remembered, findFileOrder(rows, read.headings, remembered), remembered.dates);
    const job_id = input.job_id ?? null;
    const { zone } = ctx.actor;
    const found = columns
      ? await checkImport(ctx, { id: 0, job_id, headings: read.headings, columns, zone }, rows)
      : null;
    const id = newest(loadImport);
    const steps: Step[] = [
      mustHit(
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
        mayMiss(
          ctx.write.insert(loadImportRow).values(
            rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({
              ...row,
              ...found?.get(row.line),
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

/** What is asked where the dates of a file don't prove which comes first. */
const DATES_EITHER = "These dates can be read two ways. Choose which comes first, the month or the day.";
const DATES_MIXED =
  "Some of these dates have the month first and some the day. Choose one; rows with the other are listed.";

/** Say which column means what, remember it for the company, and check every row that is not a load yet. */
export const mapImport = procedure({
  name: "mapImport",
  may: "trip_ticket.create",
  input: z.strictObject({
    import_id: z.number().int(),
    ...headings,
    /** The unit of weights whose heading and cell name none; pounds where it is left out. */
    weights: z.enum(keysOf(WEIGHT_UNITS), "Choose a unit of weight.").optional(),
    /** The unit of the volume, unless a column or a cell names it. Needed where the heading doesn't name it either. */
    volume_unit: z.enum(keysOf(LOAD_VOLUME_UNITS), "Choose a unit of volume.").optional(),
    /** Which comes first in the dates, where the file doesn't prove it by itself. */
    dates: z.enum(keysOf(DATE_ORDERS), "Choose which comes first in the dates.").optional(),
  }),
  output: idOutput,
  async run(ctx, { import_id, dates, ...given }) {
    const found = await restingImport(ctx, import_id);
    const named: Record<string, string> = {};
    for (const field of keysOf(given)) if (given[field]) named[field] = given[field] ?? "";
    const fields = readLoadColumns(named);
    for (const field of LOAD_FIELD_KEYS) {
      const name = fields[field];
      if (name && !found.headings.includes(name)) throw invalid({ [field]: ["There's no such column."] });
    }
    const twice = meantTwice(fields).map(({ field, other }) => [
      field,
      [`This column is chosen for "${LOAD_FIELDS[other]}". A column means one thing.`],
    ]);
    if (twice.length > 0) throw invalid(Object.fromEntries(twice));
    const missed = missingColumns(fields);
    if (missed) throw notNow(missed);
    const unclear = loadUnitQuestions(fields);
    if (Object.keys(unclear).length) throw invalid(unclear);
    if (found.job_id === null && !fields.job)
      throw invalid({ job: ["Choose the column that names the job."] });
    const rows = await rowsOf(ctx, import_id);
    const order = findFileOrder(rows, found.headings, fields);
    const columns = withOrder(fields, order, dates ?? (await suggestColumns(ctx, found.headings)).dates);
    if (!columns) throw invalid({ dates: [order === "mixed" ? DATES_MIXED : DATES_EITHER] });
    const { zone } = ctx.actor;
    const checked = await checkImport(ctx, { ...found, columns, zone }, rows);
    const company_id = ctx.actor.company.id;
    const kept = { columns: { ...columns }, last_modified_at: ctx.now.toISOString() };
    return ctx.commit(
      [
        revise(ctx, loadImport, found, { columns: kept.columns, zone }, isNull(loadImport.act)),
        mayMiss(
          ctx.write
            .insert(loadImportColumns)
            .values({ company_id, ...kept })
            .onConflictDoUpdate({ target: loadImportColumns.company_id, set: kept }),
        ),
        ...checkedSteps(ctx, import_id, rows, checked),
      ],
      { id: import_id },
    );
  },
});
