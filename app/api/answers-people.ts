import { z } from "zod";
import { meta } from "./answers";

/** What the calls about companies' people answer. */
const id = z.number().int();
const version = z.number().int().describe("Send this plus one with an edit.");
const words = z.string();

const person = z.strictObject({
  id,
  first_name: words,
  last_name: words,
  avatar_url: words.nullable(),
});

const crewName = z.strictObject({ id, name: words, is_primary: z.boolean() });

export const peopleAnswers = {
  employees: z.strictObject({
    employees: z.array(
      z.strictObject({
        user: person.extend({ email: words.nullable(), phone_number: words.nullable(), version }),
        crews: z.array(crewName),
        is_admin: z.boolean(),
      }),
    ),
    meta,
  }),
  account: z.strictObject({
    user: person.extend({
      email: words.nullable(),
      user_phone: z.strictObject({ phone_number: words }).nullable(),
      companies: z.array(z.strictObject({ id, name: words, logo_url: words.nullable() })),
      default_company_id: id.nullable(),
      is_super_user: z.boolean(),
      crew_member: z.array(z.strictObject({ crew_id: id, crew: crewName.extend({ company_id: id }) })),
      version,
    }),
  }),
  founded: z.strictObject({ id }),
  asked: z.strictObject({ request_id: id }),
  answered: z.strictObject({ request_id: id }),
  crews: z.strictObject({
    crews: z.array(
      z.strictObject({
        crew: z.strictObject({ id, company_id: id, name: words, is_primary: z.boolean(), version }),
        crew_member: z.array(z.strictObject({ user_id: id, user: person })),
      }),
    ),
    meta,
  }),
  employed: z.strictObject({ user_id: id }),
  employeeChanged: z.strictObject({ user_id: id, version }),
  ok: z.strictObject({ ok: z.literal(true) }),
  permission: z.strictObject({ crew_id: id, entity_id: id, version }),
  user: z.strictObject({ id, version }),
};
