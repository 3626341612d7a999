import { z } from "zod";
import { newest } from "#db/newest";
import { company, companyDestination } from "#db/schema";
import { contractorInput, contractorSteps } from "~/core/noted/join-links.server";
import { emailInput, phoneInput } from "~/domain/people/person";
import { trimmed } from "~/domain/text/input";
import { procedure } from "~/web/procedure";
import { invalid, Refusal } from "~/web/refusal";
import { createDestination, newDestinationSteps } from "./destinations.server";

const short = trimmed(80, "Use 80 characters at most").optional();

/**
 * As {@link createDestination} by its form, which may name who to call at a mill that isn't on Timbertally: then the mill
 * is recorded in the same batch, the pin is its own, and it sees the loads once somebody of it has joined.
 */
export const createDestinationAtMill = procedure({
  name: "createDestinationAtMill",
  may: "company_destination.create",
  input: createDestination.input.extend({
    mill_name: trimmed(120, "A company name can be at most 120 characters").optional(),
    mill_first_name: short,
    mill_last_name: short,
    mill_phone_number: phoneInput.optional(),
    mill_email: emailInput.optional(),
  }),
  async run(
    ctx,
    { mill_name, mill_first_name, mill_last_name, mill_phone_number, mill_email, ...destination },
  ) {
    const made = { id: newest(companyDestination) };
    const onPin = !destination.destination_company_location_id && !destination.destination_company_id;
    const contact = mill_phone_number || mill_email;
    if (!mill_name || !onPin || !contact)
      return ctx.commit(await newDestinationSteps(ctx, destination), made);
    const parsed = z.strictObject(contractorInput).safeParse({
      name: mill_name,
      first_name: mill_first_name ?? "",
      last_name: mill_last_name ?? "",
      phone_number: mill_phone_number,
      email: mill_email,
    });
    if (!parsed.success) {
      const wrong = parsed.error.issues.map((i) => [`mill_${String(i.path[0])}`, [i.message]]);
      throw invalid(Object.fromEntries(wrong));
    }
    const noted = await contractorSteps(ctx, parsed.data, { is_mill: true }).catch((error) => {
      const taken = error instanceof Refusal && error.facts.fields?.name;
      throw taken
        ? invalid({ mill_first_name: [`${mill_name} is among your contacts: choose it as the mill.`] })
        : error;
    });
    return ctx.commit([...noted, ...(await newDestinationSteps(ctx, destination, newest(company)))], made);
  },
});
