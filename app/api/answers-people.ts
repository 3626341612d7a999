import { z } from "zod";
import { meta } from "./answers";

/** What the calls about companies' people answer. */
const id = z.number().int();
const version = z.number().int().describe("An edit sends this plus one.");
const words = z.string();

const person = z.strictObject({
  id,
  first_name: words,
  last_name: words,
  avatar_url: words.nullable(),
});

export const peopleAnswers = {
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
