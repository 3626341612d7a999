import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { loadImportRow, tripTicket } from "#db/schema";
import { buildDeleteTicketSteps } from "~/modules/trip-tickets/shared/delete-steps.server";
import { paperLoadInput, planPaperTicket } from "~/modules/trip-tickets/shared/enter-load.server";
import { requireVisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import { expectOneRow, expectTrue } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { forbidden, notFound, unprocessable } from "~/web/refusal";
import { getRowGroup, requireOwnImport } from "./own.server";

const rowInput = z.strictObject({ import_id: z.number().int(), line: z.number().int() });

/**
 * Save one row as a ticket in one commit with its pay, as if the row were keyed; from then on the row refers to the
 * ticket.
 */
export const saveImportRow = procedure({
  name: "saveImportRow",
  may: "trip_ticket.create",
  input: rowInput,
  async run(ctx, { import_id, line }) {
    await requireOwnImport(ctx, import_id);
    const [row] = await ctx.read
      .select()
      .from(loadImportRow)
      .where(and(eq(loadImportRow.load_import_id, import_id), eq(loadImportRow.line, line)));
    if (!row) throw notFound();
    if (getRowGroup(row) !== "right") return { id: import_id };
    const { steps, id } = await planPaperTicket(ctx, paperLoadInput.parse(row.load), {
      paper: row.paper_number ?? undefined,
    });
    return ctx.commit(
      [
        ...steps,
        expectOneRow(
          ctx.write
            .update(loadImportRow)
            .set({ trip_ticket_id: id })
            .where(
              and(
                eq(loadImportRow.load_import_id, import_id),
                eq(loadImportRow.line, line),
                isNull(loadImportRow.trip_ticket_id),
                isNotNull(loadImportRow.load),
                eq(loadImportRow.is_skipped, false),
              ),
            ),
        ),
      ],
      { id: import_id },
    );
  },
});

/**
 * Delete the load of one row, and reopen the row. Refused if the load is on a pay statement, was received by the mill,
 * or was created by another company.
 */
export const undoImportRow = procedure({
  name: "undoImportRow",
  may: "trip_ticket.delete",
  input: rowInput,
  async run(ctx, { import_id, line }) {
    await requireOwnImport(ctx, import_id);
    const [row] = await ctx.read
      .select({ ticket: loadImportRow.trip_ticket_id })
      .from(loadImportRow)
      .where(and(eq(loadImportRow.load_import_id, import_id), eq(loadImportRow.line, line)));
    if (!row?.ticket) return { id: import_id };
    const isRow = and(
      eq(loadImportRow.load_import_id, import_id),
      eq(loadImportRow.line, line),
      eq(loadImportRow.trip_ticket_id, row.ticket),
    );
    const open = expectOneRow(
      ctx.write
        .update(loadImportRow)
        .set({ trip_ticket_id: null, load: null, can_override: true, problem: TAKEN_BACK })
        .where(isRow),
    );
    const [there] = await ctx.read
      .select({ deleted: tripTicket.is_deleted })
      .from(tripTicket)
      .where(eq(tripTicket.id, row.ticket));
    if (!there || there.deleted) return ctx.commit([open], { id: import_id });
    const ticket = await requireVisibleTicket(ctx, row.ticket);
    const t = ticket.row.trip_ticket;
    if (t.creator_company_id !== ctx.actor.company.id) throw forbidden("Another company made this load.");
    if (t.received_at) throw unprocessable("The mill has received it.");
    const office = ticket.roles.has("creator") || ticket.roles.has("land_manager");
    if (t.version !== KEYED_VERSION && !office) throw unprocessable("It was changed after the import.");
    const paid = sql`EXISTS (SELECT 1 FROM amount_owed s WHERE s.trip_ticket_id = ${row.ticket} AND s.posted_lines > 0)`;
    const [statement] = await ctx.read.select({ there: sql<number>`${paid}` }).from(sql`(SELECT 1)`);
    if (statement?.there) throw unprocessable("It's on a pay statement.");
    const unpaid = expectTrue(sql`NOT ${paid}`);
    return ctx.commit([unpaid, open, ...(await buildDeleteTicketSteps(ctx, ticket, t.version + 1))], {
      id: import_id,
    });
  },
});
/** Version of a load that hasn't changed since it was keyed. */
const KEYED_VERSION = 2;
const TAKEN_BACK = "Its load was taken back. Save it unchanged to bring it in again, or leave it out.";
