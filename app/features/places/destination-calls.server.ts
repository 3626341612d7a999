import { z } from "zod";
import { fieldErrors } from "~/web/perform.server";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { createDestination, destinationFields } from "./destinations.server";

const flat = z.strictObject(destinationFields).partial();

/**
 * Creates a destination as a program asks for it: what it is in `dto`, as the specification has it (spec 2, section 7),
 * or beside `company_id`.
 */
export const createDestinationByCall = procedure({
  name: "createDestination",
  may: "company_destination.create",
  input: flat.extend({
    company_id: z.number().int(),
    dto: z.strictObject(destinationFields).optional(),
  }),
  run(ctx, { company_id, dto, ...beside }) {
    if (dto && Object.keys(beside).length)
      throw invalid({ dto: ["Put every field in dto, or none of them."] });
    const parsed = createDestination.input.safeParse({ company_id, ...(dto ?? beside) });
    if (!parsed.success) throw invalid(fieldErrors(parsed.error));
    return createDestination.run(ctx, parsed.data);
  },
});
