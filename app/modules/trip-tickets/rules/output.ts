import { z } from "zod";
import { outputId as id } from "~/web/output";

/** Output schemas of the people and destinations that a load may have. */
const person = z.strictObject({ id, first_name: z.string(), last_name: z.string() });

const choice = z.strictObject({
  company: z.strictObject({ id, name: z.string() }),
  users: z.array(person).describe("Empty if the caller can't assign anyone."),
  is_named: z.boolean(),
  named_user_id: id.nullable(),
});

export const cuttersOutput = z.strictObject({ cutters: z.array(choice) });
export const skiddersOutput = z.strictObject({ skidders: z.array(choice) });
export const ticketHaulersOutput = z.strictObject({ haulers: z.array(choice) });
export const ticketDestinationsOutput = z.strictObject({
  destinations: z.array(z.strictObject({ id, name: z.string(), is_named: z.boolean() })),
});

export const createdTicketsOutput = z.strictObject({
  id: id.describe("The first, if several were made."),
  count: id,
});
export const deletedTicketOutput = z.strictObject({ id, number: id });
