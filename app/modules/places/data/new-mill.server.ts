import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company, companyDestination } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { buildContractorSteps, contractorInput } from "~/modules/companies/shared/join-links.server";
import { callPhoneInput, emailInput } from "~/modules/people/rules/person";
import { procedure } from "~/web/procedure";
import { AppError, invalid } from "~/web/refusal";
import { buildCreateDestinationSteps, createDestination } from "../shared/destinations.server";

const short = createTrimmedTextSchema(80, "Use 80 characters at most").optional();

/**
 * Like {@link createDestination}, by its form, which may name a contact at a mill that isn't on Timbertally. The same
 * commit then records the mill as the pin's owner, and the mill sees the loads once one of its people has joined.
 */
export const createDestinationAtMill = procedure({
  name: "createDestinationAtMill",
  may: "company_destination.create",
  input: createDestination.input.extend({
    mill_name: createTrimmedTextSchema(120, "A company name can be at most 120 characters").optional(),
    mill_first_name: short,
    mill_last_name: short,
    mill_phone_number: callPhoneInput.optional(),
    mill_email: emailInput.optional(),
  }),
  async run(
    ctx,
    { mill_name, mill_first_name, mill_last_name, mill_phone_number, mill_email, ...destination },
  ) {
    const created = { id: selectInsertedId(companyDestination) };
    const onPin = !destination.destination_company_location_id && !destination.destination_company_id;
    const contact = mill_phone_number || mill_email;
    if (!mill_name || !onPin || !contact)
      return ctx.commit(await buildCreateDestinationSteps(ctx, destination), created);
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
    const noted = await buildContractorSteps(ctx, parsed.data, { is_mill: true }).catch((error) => {
      const taken = error instanceof AppError && error.facts.fields?.name;
      throw taken
        ? invalid({ mill_first_name: [`${mill_name} is among your contacts: choose it as the mill.`] })
        : error;
    });
    return ctx.commit(
      [...noted, ...(await buildCreateDestinationSteps(ctx, destination, selectInsertedId(company)))],
      created,
    );
  },
});
