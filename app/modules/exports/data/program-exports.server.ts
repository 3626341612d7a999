import { z } from "zod";
import { requireMayExport } from "~/lib/access/export.server";
import { typedKeys } from "~/lib/object/records";
import { DATE_FORM_KEYS } from "~/lib/time/date-forms";
import { procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { EXPORT_COLUMNS } from "../rules/columns";
import { EXPORT_KINDS, EXPORT_TYPES, getTooManyMessage, KIND_NAMES } from "../rules/kinds";
import { exportBegunOutput, exportRunOutput } from "../rules/output";
import { getExportRun, startRun } from "./exports.server";
import { countSourceTickets, sourceInput } from "./source.server";
import { getColumnProblems } from "./templates.server";

const columnInput = z.strictObject({
  key: z
    .enum(["", ...typedKeys(EXPORT_COLUMNS)], {
      error: ({ input }) => `There's no column ${String(input).slice(0, 60)}.`,
    })
    .describe("A fact of the ticket; empty for a column that says the same in every line."),
  value: z.string().trim().min(1).max(60).describe("The heading."),
  dates: z
    .enum(DATE_FORM_KEYS)
    .optional()
    .describe("How a moment is written; as 2026-11-16 14:05 if left out."),
  always: z.string().trim().max(60).optional().describe("What a column without a fact says in every line."),
});

/**
 * Start an export for a program: `type` picks the audience, `dto` the tickets, `columns` the facts
 * and headings in place of the type's own. Answers with the run; fetch its file when it's ready.
 */
export const exportTickets = procedure({
  name: "exportTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    type: z.enum(EXPORT_TYPES).default("DEFAULT"),
    format: z.enum(["csv", "xlsx", "lines", "pages", "json"]).optional(),
    columns: z.array(columnInput).max(80).optional(),
    dto: sourceInput.default({}),
  }),
  output: exportBegunOutput,
  async run(ctx, { type, format, columns, dto }) {
    await requireMayExport(ctx);
    const offered = KIND_NAMES.filter((name) => EXPORT_KINDS[name].type === type);
    const kind = offered.find((name) => !format || EXPORT_KINDS[name].format === format);
    if (!kind)
      throw invalid({
        format: [`${type} is written as ${offered.map((n) => EXPORT_KINDS[n].format).join(" or ")}.`],
      });
    const [odd] = (columns ?? []).flatMap((column) => Object.values(getColumnProblems(column)));
    if (odd) throw invalid({ columns: [odd] });
    const total = await countSourceTickets(ctx, { dto });
    if (total === 0) throw unprocessable("No trip tickets found");
    const problem = getTooManyMessage(kind, total);
    if (problem) throw invalid({ type: [problem] });
    return startRun(ctx, { dto }, kind, columns?.length ? columns : "standard", total);
  },
});

/** Progress of a program's export. */
export const getTicketExport = procedure({
  name: "getTicketExport",
  may: "trip_ticket.read",
  input: z.strictObject({ export_id: z.number().int() }),
  output: exportRunOutput,
  async run(ctx, { export_id }) {
    const run = await getExportRun.run(ctx, { id: export_id });
    return {
      id: run.id,
      type: run.type,
      format: run.format,
      state: run.state,
      rows_done: run.rows_done,
      rows_total: run.rows_total,
      file_name: run.file_name,
      file_url: run.state === "ready" ? `/api/trip-tickets/exports/${run.id}/file` : null,
      message: run.failure,
      created_at: run.created.at,
    };
  },
});
