import { z } from "zod";
import { outputId as id } from "~/web/output";

const count = z.number().int();

export const startedBulkRunOutput = z.strictObject({
  id: id.describe("Identifies the run. Ask for it to see the result."),
});
export const bulkRunOutput = z.strictObject({
  id,
  act: z.string(),
  what: z.string(),
  total: count,
  finished: z.boolean(),
  done: count,
  unchanged: count,
  refused: count,
  waiting: count,
  page: count,
  trip_tickets: z.array(
    z.strictObject({
      trip_ticket_id: id,
      trip_ticket_number: count.nullable().describe("null where the company can no longer see the ticket."),
      is_deleted: z.boolean().describe("True where the company can no longer see it, for whatever reason."),
      outcome: z.string().nullable().describe("done, unchanged or refused; null while it waits."),
      reason: z.string().nullable(),
    }),
  ),
});
