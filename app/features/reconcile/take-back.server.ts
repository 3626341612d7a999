import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { millStatementLine } from "#db/schema";
import { visibleTicket } from "~/core/tickets/ticket-row.server";
import { changeInput } from "~/features/trip-tickets/change-plan.server";
import { changeTicket } from "~/features/trip-tickets/update.server";
import { mustHit } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { missing, notNow, Refusal } from "~/web/refusal";
import { isTakenField, nowOf, refusedBecause } from "./accept.server";
import { statementTakenBackOutput } from "./output";
import { statementHead } from "./own.server";

/** How many loads one request takes back. */
const MOST_AT_ONCE = 500;

/**
 * Takes back what was accepted, load by load: the ticket gets the values that it had before, by the same change as an edit,
 * and the line is open again. A load that was changed since is refused, because its page knows more than the statement.
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
    await statementHead(ctx, statement_id);
    if (lines.length === 0) throw notNow("Select the loads to take back.");
    let taken_back = 0;
    let refused = 0;
    for (const line of [...new Set(lines)].slice(0, MOST_AT_ONCE)) {
      try {
        await ctx.apart(takeBackLine, { statement_id, line });
        taken_back++;
      } catch (error) {
        if (!(error instanceof Refusal) || error.kind === "unavailable") throw error;
        await ctx.apart(refuseTakingBack, { statement_id, line, reason: refusedBecause(error) });
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

/** One line, with its ticket, in one commit. */
const takeBackLine = procedure({
  name: "takeBackStatementLine",
  may: "trip_ticket.update",
  input: z.strictObject(lineInput),
  async run(ctx, input) {
    const head = await statementHead(ctx, input.statement_id);
    const [line] = await ctx.read.select().from(millStatementLine).where(accepted(input));
    if (!line?.trip_ticket_id) throw missing("This load isn't accepted.");
    const opened = mustHit(
      ctx.write
        .update(millStatementLine)
        .set({ accepted_at: null, taken: null, refused_reason: null })
        .where(accepted(input)),
    );
    const ticket = await visibleTicket(ctx, line.trip_ticket_id);
    const t = ticket.row.trip_ticket;
    // Accepting it wrote nothing, or it was accepted before it was kept what that changed.
    if (!line.taken) return ctx.commit([opened], { id: t.id });
    const { before, after } = line.taken;
    const names = Object.keys(after).filter(isTakenField);
    const now = nowOf(t, names);
    if (names.some((name) => now[name] !== after[name]))
      throw notNow("The load was changed after it was accepted. Correct it on its own page.");
    // A load that wasn't scaled has no unit either.
    const { scaled_wood_unit_type_id, ...rest } = before;
    const unit = before.scaled_volume === null ? {} : { scaled_wood_unit_type_id };
    const change = changeInput.parse({ id: t.id, version: t.version + 1, ...rest, ...unit });
    const content = `Taken back from statement ${head.id} of ${head.mill}`;
    // It becomes what it was before, so nobody has to confirm it once more.
    return changeTicket(ctx, change, { steps: [opened], content }, true);
  },
});

/** Writes down why a load was not taken back; it stays accepted. */
const refuseTakingBack = procedure({
  name: "refuseTakingBack",
  may: "trip_ticket.update",
  input: z.strictObject({ ...lineInput, reason: z.string().max(300) }),
  async run(ctx, { reason, ...input }) {
    await statementHead(ctx, input.statement_id);
    const step = ctx.write.update(millStatementLine).set({ refused_reason: reason }).where(accepted(input));
    return ctx.commit([{ build: step, mustHit: false }], { line: input.line });
  },
});
