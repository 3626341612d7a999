import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { millStatementLine } from "#db/schema";
import { ticketChangeInput } from "~/modules/trip-tickets/shared/change-plan.server";
import { requireVisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import { changeTicket } from "~/modules/trip-tickets/shared/update.server";
import { expectOneRow } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { AppError, notFound, unprocessable } from "~/web/refusal";
import { statementTakenBackOutput } from "../rules/output";
import { getCurrentValues, getRefusalReason, isAppliedField } from "./accept.server";
import { readStatementHead } from "./own.server";

/** Maximum number of loads undone by one request. */
const MAX_AT_ONCE = 500;

/**
 * Undo accepted lines, load by load: the ticket gets its previous values like in an edit, and the line can be accepted
 * again. A load changed after acceptance is rejected, because its ticket is more current than the statement.
 */
export const takeBackStatement = procedure({
  name: "takeBackStatement",
  may: "trip_ticket.update",
  input: z.strictObject({
    statement_id: z.number().int(),
    lines: z.array(z.number().int().positive()).max(5_000).default([]),
  }),
  output: statementTakenBackOutput,
  async run(ctx, { statement_id, lines }) {
    await readStatementHead(ctx, statement_id);
    if (lines.length === 0) throw unprocessable("Select the loads to take back.");
    let taken_back = 0;
    let refused = 0;
    for (const line of [...new Set(lines)].slice(0, MAX_AT_ONCE)) {
      try {
        await ctx.apart(takeBackLine, { statement_id, line });
        taken_back++;
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
        await ctx.apart(refuseTakingBack, { statement_id, line, reason: getRefusalReason(error) });
        refused++;
      }
    }
    return ctx.commit([], { id: statement_id, taken_back, refused });
  },
});

const lineInput = { statement_id: z.number().int(), line: z.number().int() };
const accepted = ({ statement_id, line }: { statement_id: number; line: number }) =>
  and(
    eq(millStatementLine.mill_statement_id, statement_id),
    eq(millStatementLine.line, line),
    isNotNull(millStatementLine.accepted_at),
  );

/** Undo one accepted line and restore its ticket in one commit. */
const takeBackLine = procedure({
  name: "takeBackStatementLine",
  may: "trip_ticket.update",
  input: z.strictObject(lineInput),
  async run(ctx, input) {
    const head = await readStatementHead(ctx, input.statement_id);
    const [line] = await ctx.read.select().from(millStatementLine).where(accepted(input));
    if (!line?.trip_ticket_id) throw notFound("This load isn't accepted.");
    const opened = expectOneRow(
      ctx.write
        .update(millStatementLine)
        .set({ accepted_at: null, applied_values: null, refused_reason: null })
        .where(accepted(input)),
    );
    const ticket = await requireVisibleTicket(ctx, line.trip_ticket_id);
    const t = ticket.row.trip_ticket;
    // No values to restore: accepting the line changed nothing, or happened before such changes were recorded.
    if (!line.applied_values) return ctx.commit([opened], { id: t.id });
    const { before, after } = line.applied_values;
    const names = Object.keys(after).filter(isAppliedField);
    const now = getCurrentValues(t, names);
    if (names.some((name) => now[name] !== after[name]))
      throw unprocessable("The load was changed after it was accepted. Correct it on its own page.");
    // An unscaled load has no unit.
    const { scaled_wood_unit_type_id, ...rest } = before;
    const unit = before.scaled_volume === null ? {} : { scaled_wood_unit_type_id };
    const change = ticketChangeInput.parse({ id: t.id, version: t.version + 1, ...rest, ...unit });
    const content = `Taken back from statement ${head.id} of ${head.mill}`;
    // Skip confirmations, because the values are the ticket's previous ones.
    return changeTicket(ctx, change, { steps: [opened], content }, true);
  },
});

/** Store why an accepted load wasn't undone; the load stays accepted. */
const refuseTakingBack = procedure({
  name: "refuseTakingBack",
  may: "trip_ticket.update",
  input: z.strictObject({ ...lineInput, reason: z.string().max(300) }),
  async run(ctx, { reason, ...input }) {
    await readStatementHead(ctx, input.statement_id);
    const step = ctx.write.update(millStatementLine).set({ refused_reason: reason }).where(accepted(input));
    return ctx.commit([{ build: step, mustHit: false }], { line: input.line });
  },
});
