import { z } from "zod";
import { requireExportPermission } from "~/lib/access/export.server";
import { typedKeys } from "~/lib/object/records";
import { DATE_FORMAT_KEYS } from "~/lib/time/date-forms";
import { procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { EXPORT_COLUMNS } from "../rules/columns";
import { EXPORT_KIND_KEYS, EXPORT_KINDS, EXPORT_TYPES, getTooManyMessage } from "../rules/kinds";
import { exportRunOutput, startedExportOutput } from "../rules/output";
import { getExportRun, startExportRun } from "./exports.server";
import { countSourceTickets, exportSourceInput } from "./source.server";
import { getColumnProblems } from "./templates.server";

const columnInput = z.strictObject({
  key: z
    .enum(["", ...typedKeys(EXPORT_COLUMNS)], {
      error: ({ input }) => `There's no column ${String(input).slice(0, 60)}.`,
    })
    .describe("A fact of the ticket; empty for a column that says the same in every line."),
  value: z.string().trim().min(1).max(60).describe("The heading."),
  dates: z
    .enum(DATE_FORMAT_KEYS)
    .optional()
    .describe("How a moment is written; as 2026-11-16 14:05 if left out."),
  always: z.string().trim().max(60).optional().describe("What a column without a fact says in every line."),
});

/**
 * Start an export for an API client: `type` selects the target system, `dto` the tickets, and `columns` replaces the
 * type's columns and headings. Returns the run; the client fetches the file when it is ready.
 */
export const exportTickets = procedure({
  name: "exportTickets",
  may: "trip_ticket.read",
  input: z.strictObject({
    type: z.enum(EXPORT_TYPES).default("DEFAULT"),
    format: z.enum(["csv", "xlsx", "lines", "pages", "json"]).optional(),
    columns: z.array(columnInput).max(80).optional(),
    dto: exportSourceInput.default({}),
  }),
  output: startedExportOutput,
  async run(ctx, { type, format, columns, dto }) {
    await requireExportPermission(ctx);
    const offered = EXPORT_KIND_KEYS.filter((name) => EXPORT_KINDS[name].type === type);
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
    return startExportRun(ctx, { dto }, kind, columns?.length ? columns : "standard", total);
  },
});

/** Return the progress of an API client's export. */
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
