import { eq } from "drizzle-orm";
import { z } from "zod";
import { blankSheet, job, tripTicket, usCounty, usState } from "#db/schema";
import { procedure } from "~/web/procedure";
import { verifyQrSignature } from "../../shared/qr.server";
import { selectTickets } from "../../shared/ticket-row.server";
import { readVerification } from "./verify.server";

/**
 * Return the public verification of a book's sheet: whether we issued the sheet, whether it was voided, and if a ticket
 * uses its number, the state of that ticket's load. Handwritten entries are not signed.
 */
export const verifySheet = procedure({
  name: "verifySheet",
  audience: "anyone",
  input: z.strictObject({
    id: z.number().int(),
    sig: z.string().max(100),
    history: z.string().max(100).default(""),
  }),
  async run(ctx, { id, sig, history }) {
    if (!verifyQrSignature("sheet", id, sig)) return { state: "forged" as const };
    const [row] = await ctx.read
      .select({
        number: blankSheet.trip_ticket_number,
        load_number: blankSheet.load_number,
        ticket: blankSheet.trip_ticket_id,
        voided_at: blankSheet.voided_at,
        job: job.name,
        county: usCounty.name,
        stusps: usState.stusps,
      })
      .from(blankSheet)
      .innerJoin(job, eq(job.id, blankSheet.job_id))
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .where(eq(blankSheet.id, id));
    if (!row) return { state: "forged" as const };
    if (row.ticket !== null) {
      const [ticket] = await selectTickets(ctx.read).where(eq(tripTicket.id, row.ticket));
      if (!ticket) return { state: "forged" as const };
      return { state: "claimed" as const, ticket: await readVerification(ctx.read, ticket, null, history) };
    }
    return {
      state: row.voided_at ? ("voided" as const) : ("waiting" as const),
      number: row.number,
      load_number: row.load_number,
      job: row.job,
      county: `${row.county}, ${row.stusps}`,
    };
  },
});
