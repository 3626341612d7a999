import { z } from "zod";
import { outputId as id, listOutput, outputVersion as version } from "~/web/output";

/** Output schemas for a company's people. */
const words = z.string();

const person = z.strictObject({
  id,
  first_name: words,
  last_name: words,
  avatar_url: words.nullable(),
});

const crewName = z.strictObject({ id, name: words, is_primary: z.boolean() });

export const employeesOutput = listOutput(
  "employees",
  z.strictObject({
    user: person.extend({ email: words.nullable(), phone_number: words.nullable(), version }),
    crews: z.array(crewName),
    is_admin: z.boolean(),
  }),
);
export const accountOutput = z.strictObject({
  user: person.extend({
    email: words.nullable(),
    user_phone: z.strictObject({ phone_number: words }).nullable(),
    companies: z.array(z.strictObject({ id, name: words, logo_url: words.nullable() })),
    default_company_id: id.nullable(),
    is_super_user: z.boolean(),
    crew_member: z.array(z.strictObject({ crew_id: id, crew: crewName.extend({ company_id: id }) })),
    version,
  }),
});
/** Id of a request to join, pending or answered. */
export const joinRequestOutput = z.strictObject({ request_id: id });
export const crewsOutput = listOutput(
  "crews",
  z.strictObject({
    crew: z.strictObject({ id, company_id: id, name: words, is_primary: z.boolean(), version }),
    crew_member: z.array(z.strictObject({ user_id: id, user: person })),
  }),
);
export const employeeCreatedOutput = z.strictObject({ user_id: id });
export const employeeChangedOutput = z.strictObject({ user_id: id, version });
export const employeeRemovedOutput = z.strictObject({ ok: z.literal(true) });
export const userChangedOutput = z.strictObject({ id, version });
