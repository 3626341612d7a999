import { z } from "zod";
import { answers } from "./answers";

/** What the calls about assignment and about many tickets answer. */
const id = z.number().int();
const count = z.number().int();
const person = z.strictObject({ id, first_name: z.string(), last_name: z.string() });

const choice = z.strictObject({
  company: z.strictObject({ id, name: z.string() }),
  users: z.array(person).describe("Empty if the caller can't assign anyone."),
  is_named: z.boolean(),
  named_user_id: id.nullable(),
});

export const cutters = z.strictObject({ cutters: z.array(choice) });
export const skidders = z.strictObject({ skidders: z.array(choice) });
export const haulers = z.strictObject({ haulers: z.array(choice) });
export const destinations = z.strictObject({
  destinations: z.array(z.strictObject({ id, name: z.string(), is_named: z.boolean() })),
});
export const { changed, changedTicket } = answers;
export const begun = z.strictObject({
  id: id.describe("Identifies the run. Ask for it to see the result."),
});
export const run = z.strictObject({
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
      trip_ticket_number: count,
      is_deleted: z.boolean(),
      outcome: z.string().nullable().describe("done, unchanged or refused; null while it waits."),
      reason: z.string().nullable(),
    }),
  ),
});
