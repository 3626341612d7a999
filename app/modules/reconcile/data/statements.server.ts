import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, millStatement, millStatementLine, statementMapping } from "#db/schema";
import { buildQuotaCheckSteps } from "~/lib/files/quota.server";
import { getUpload } from "~/lib/files/upload.server";
import { typedKeys } from "~/lib/object/records";
import { chooseDateOrder, DATE_ORDERS } from "~/lib/time/read-when";
import { formatInstant } from "~/lib/time/time";
import { WEIGHT_UNITS } from "~/lib/units/units";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { getUsageAccount } from "~/web/usage-limit.server";
import { MATCHED_BY_CORRECTION, mergeCorrections } from "../rules/corrections";
import { matchLines } from "../rules/matching";
import { statementAddedOutput } from "../rules/output";
import {
  findStatementDateOrder,
  getUnitQuestions,
  type Mapping,
  parseStatementLine,
  parseStoredMapping,
  STATEMENT_FIELD_KEYS,
  VOLUME_COLUMN_UNITS,
} from "../rules/statement";
import { parseDelimitedTable } from "../shared/read-statement.server";
import { createChooseSheetError, readSentStatement, sheetField } from "../shared/sent-statement.server";
import { type MillLoadRequest, readMillLoads, readMills, readMillTimeZone } from "./candidates.server";
import { getLineDateRange, requireOwnStatement } from "./own.server";
import { readRememberedMapping, suggestMapping } from "./remembered-mapping.server";

/** Maximum number of characters of a pasted statement: about 3,000 lines. */
const MAX_PASTED = 250_000;
/**
 * Byte limit for the pasted text field. A text slightly over `MAX_PASTED` is rejected but stays in the form, so that
 * the user can shorten it.
 */
export const PASTED_TEXT_LIMIT = { name: "text", bytes: 1024 * 1024 };

/** Number of lines in one multi-row insert; SQLite allows 32,766 values in all. */
const ROWS_AT_ONCE = 200;

/** Return the page data: available mills, and the acting company's statements. */
export const listStatements = procedure({
  name: "listStatements",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  async run(ctx) {
    const [mills, statements] = await Promise.all([
      readMills(ctx),
      ctx.read
        .select({
          id: millStatement.id,
          mill: company.name,
          file_name: millStatement.file_name,
          created_at: millStatement.created_at,
          published: sql<number>`${millStatement.published_from_id} IS NOT NULL`,
          lines: sql<number>`(SELECT count(*) FROM mill_statement_line l WHERE l.mill_statement_id = ${millStatement.id})`,
          accepted: sql<number>`(SELECT count(*) FROM mill_statement_line l WHERE l.mill_statement_id = ${millStatement.id} AND l.accepted_at IS NOT NULL)`,
        })
        .from(millStatement)
        .innerJoin(company, eq(company.id, millStatement.mill_company_id))
        .where(eq(millStatement.company_id, ctx.actor.company.id))
        .orderBy(desc(millStatement.created_at), desc(millStatement.id))
        .limit(20),
    ]);
    return {
      mills,
      may_add: ctx.actor.permissions.trip_ticket.update,
      statements: statements.map((s) => ({
        ...s,
        created: { at: s.created_at, text: formatInstant(s.created_at, ctx.actor.zone, ctx.now) },
      })),
    };
  },
});

/**
 * Save a mill's statement, pasted or uploaded. If the mill's columns were mapped before, the mapping is applied at
 * once.
 */
export const addStatement = procedure({
  name: "addStatement",
  limit: { work: "files" },
  may: "trip_ticket.update",
  byHash: ["text"],
  input: z.strictObject({
    mill_company_id: z.number("Choose the mill").int(),
    /** Text of the statement, if it was pasted or sent by an API client. */
    text: z.string().max(MAX_PASTED, "This is too long to paste. Send it as a file.").optional(),
    /** Key of the uploaded file. */
    file: z.string().max(200).optional(),
    sheet: sheetField,
  }),
  output: statementAddedOutput,
  async run(ctx, input) {
    const mills = await readMills(ctx);
    if (!mills.some((mill) => mill.id === input.mill_company_id))
      throw invalid({ mill_company_id: ["Choose a mill that your loads go to."] });
    const upload = input.file ? getUpload(input.file) : null;
    if (!upload && !input.text?.trim()) throw invalid({ text: ["Paste the statement, or choose its file."] });
    const read = upload
      ? await readSentStatement(upload.path, getUsageAccount(ctx.actor), undefined, { sheet: input.sheet })
      : parseDelimitedTable(input.text ?? "");
    if ("sheets" in read) throw createChooseSheetError(read.sheets);
    if ("problem" in read) throw invalid({ [upload ? "file" : "text"]: [read.problem] });
    const bytes = Buffer.byteLength(JSON.stringify(read.lines));
    const quota = await buildQuotaCheckSteps(ctx, bytes);
    const remembered = await readRememberedMapping(ctx, input.mill_company_id, read.headings);
    const now = ctx.now.toISOString();
    const statement = selectInsertedId(millStatement);
    const unread = read.lines.map((cells, index) => ({ line: index + 1, cells }));
    const dates =
      remembered &&
      chooseDateOrder(findStatementDateOrder(unread, read.headings, remembered), {
        remembered: remembered.dates,
      });
    const mapping = remembered && dates && !("question" in dates) ? { ...remembered, ...dates } : null;
    const lines = mapping
      ? await readAndMatch(ctx, input.mill_company_id, unread, { headings: read.headings, mapping })
      : unread;
    const steps: Step[] = [
      expectOneRow(
        ctx.write.insert(millStatement).values({
          company_id: ctx.actor.company.id,
          mill_company_id: input.mill_company_id,
          creator_user_id: ctx.actor.user?.id ?? null,
          file_name: upload?.file_name ?? null,
          headings: read.headings,
          bytes,
          columns: mapping,
          mapped_at: mapping ? now : null,
          created_at: now,
        }),
      ),
    ];
    for (let position = 0; position < lines.length; position += ROWS_AT_ONCE)
      steps.push(
        allowAnyRows(
          ctx.write.insert(millStatementLine).values(
            lines.slice(position, position + ROWS_AT_ONCE).map((line) => ({
              ...line,
              mill_statement_id: statement,
            })),
          ),
        ),
      );
    steps.push(...quota);
    return ctx.commit(steps, { id: statement, lines: lines.length, mapped: mapping !== null });
  },
});

const weightUnit = () => z.enum(typedKeys(WEIGHT_UNITS), "Choose a unit of weight.").optional();
const heading = () => z.string().max(200).optional();

/** Save the field of each column, remember the mapping for the mill, and match the lines not accepted yet. */
export const mapStatement = procedure({
  name: "mapStatement",
  may: "trip_ticket.update",
  input: z.strictObject({
    statement_id: z.number().int(),
    trip_ticket_number: heading(),
    scale_ticket_number: heading(),
    scaled_on: heading(),
    truck_number: heading(),
    gross: heading(),
    tare: heading(),
    net: heading(),
    scaled_volume: heading(),
    unit: heading(),
    product: heading(),
    deduction: heading(),
    price: heading(),
    gross_unit: weightUnit(),
    tare_unit: weightUnit(),
    net_unit: weightUnit(),
    deduction_unit: weightUnit(),
    volume_unit: z.enum(typedKeys(VOLUME_COLUMN_UNITS), "Choose a unit of volume.").optional(),
    /** For API clients: one unit for all weights. */
    weights: weightUnit(),
    /** Order of day and month in the dates, needed if the statement's dates are ambiguous. */
    dates: z.enum(typedKeys(DATE_ORDERS), "Choose which comes first in the dates.").optional(),
  }),
  output: idOutput,
  async run(ctx, { statement_id, ...given }) {
    const statement = await requireOwnStatement(ctx, statement_id);
    const named: Record<string, string> = {};
    for (const [field, name] of Object.entries(given)) if (name) named[field] = name;
    const columns = parseStoredMapping(named);
    for (const field of STATEMENT_FIELD_KEYS) {
      const name = columns[field];
      if (name && !statement.headings.includes(name))
        throw invalid({ [field]: ["The statement doesn't have that column."] });
    }
    if (
      !columns.trip_ticket_number &&
      !columns.scale_ticket_number &&
      !(columns.scaled_on && columns.truck_number)
    )
      throw unprocessable(
        "Loads are matched by ticket number, scale ticket, or date with truck. Choose one of these columns.",
      );
    if (!columns.net && !columns.scaled_volume && !(columns.gross && columns.tare))
      throw unprocessable("Choose the column for volume, for net, or for gross and tare.");
    const questions = getUnitQuestions(columns);
    if (Object.keys(questions).length) throw invalid(questions);
    const choice = chooseDateOrder(findStatementDateOrder(statement.lines, statement.headings, columns), {
      chosen: columns.dates,
      remembered: (await suggestMapping(ctx, statement)).dates,
    });
    if ("question" in choice) throw invalid({ dates: [choice.question] });
    const mapping: Mapping = { ...columns, ...choice };
    const open = statement.lines.filter((line) => !line.accepted_at);
    const taken = new Set(
      statement.lines.flatMap((l) => (l.accepted_at && l.trip_ticket_id ? [l.trip_ticket_id] : [])),
    );
    const lines = await readAndMatch(ctx, statement.mill_company_id, open, {
      headings: statement.headings,
      mapping,
      taken,
    });
    const now = ctx.now.toISOString();
    const own = { company_id: ctx.actor.company.id, mill_company_id: statement.mill_company_id };
    const stored = { columns: { ...mapping }, last_modified_at: now };
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(millStatement)
            .set({ columns: stored.columns, mapped_at: now })
            .where(eq(millStatement.id, statement_id)),
        ),
        allowAnyRows(
          ctx.write
            .insert(statementMapping)
            .values({ ...own, ...stored })
            .onConflictDoUpdate({
              target: [statementMapping.company_id, statementMapping.mill_company_id],
              set: stored,
            }),
        ),
        ...lines.map(({ line, cells, ...values }) =>
          allowAnyRows(
            ctx.write
              .update(millStatementLine)
              .set({
                ...values,
                refused_reason: null,
              })
              .where(
                and(
                  eq(millStatementLine.mill_statement_id, statement_id),
                  eq(millStatementLine.line, line),
                  sql`${millStatementLine.accepted_at} IS NULL`,
                ),
              ),
          ),
        ),
      ],
      { id: statement_id },
    );
  },
});

type Unread = { line: number; cells: string[] };

/** Parse the lines by their mapping, merge the mill's corrections, and match each line to a load. */
async function readAndMatch(
  ctx: Ctx<CompanyActor>,
  mill: number,
  unread: readonly Unread[],
  { headings, mapping, taken }: { headings: string[]; mapping: Mapping; taken?: ReadonlySet<number> },
) {
  const read = unread.map(({ line, cells }) => ({
    line,
    cells,
    ...parseStatementLine(cells, headings, mapping),
  }));
  const { lines, counted } = mergeCorrections(read);
  const matching = lines.filter(({ line }) => !counted.has(line));
  const millLoadRequest: MillLoadRequest = {
    numbers: matching.flatMap((line) => line.trip_ticket_number ?? []),
    scaleTickets: matching.flatMap((line) => line.scale_ticket_number ?? []),
    ...getLineDateRange(await readMillTimeZone(ctx, mill), matching),
  };
  const matches = matchLines(matching, await readMillLoads(ctx, mill, millLoadRequest), taken);
  const matched = new Map(matches.map((match) => [match.line, match]));
  return lines.map((line) => ({
    ...line,
    trip_ticket_id: matched.get(line.line)?.id ?? null,
    matched_by: counted.has(line.line) ? MATCHED_BY_CORRECTION : (matched.get(line.line)?.by ?? null),
  }));
}
