import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { prepareQuery } from "#db/prepared.server";
import { lead, user } from "#db/schema";
import { buildOperatorMailSteps } from "~/lib/mail/operator-mail.server";
import { formatPhone, parsePhoneWithExtension } from "~/lib/text/phone";
import { callPhoneInput, emailInput, normalizeEmail, personNameField } from "~/modules/people/rules/person";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";

/** Message shown when sending the sales form fails. */
export const CONTACT_FAILED = "Sorry, an error occurred while contacting our sales team.";

/** Return the known details of the signed-in user, to fill in the form. */
export const getLeadForm = procedure({
  name: "getLeadForm",
  audience: "known",
  input: z.strictObject({}),
  async run(ctx) {
    const { user: me, company } = ctx.actor;
    return {
      company_name: company?.name ?? "",
      first_name: me?.first_name ?? "",
      last_name: me?.last_name ?? "",
      email: me?.email ?? "",
      phone_number: me ? await phoneOf(ctx, me.id) : "",
    };
  },
});

const findPhone = prepareQuery((read) =>
  read
    .select({ phone: user.phone_number })
    .from(user)
    .where(eq(user.id, sql.placeholder("id"))),
);

async function phoneOf(ctx: Pick<Ctx, "read">, userId: number): Promise<string> {
  const [row] = await findPhone(ctx.read, { id: userId });
  return row?.phone ? formatPhone(row.phone) : "";
}

/** Save a subscription inquiry for the sales team, with its sender. */
export const createLead = procedure({
  name: "createLead",
  limit: { work: "requests" },
  audience: "known",
  input: z.strictObject({
    company_name: z
      .string("Company name is required")
      .trim()
      .min(1, "Company name is required")
      .max(120, "Company name can be at most 120 characters"),
    first_name: personNameField("First name"),
    last_name: personNameField("Last name"),
    email: emailInput,
    phone_number: z.string("Phone is required").max(40, "Invalid phone number").pipe(callPhoneInput),
  }),
  output: idOutput,
  run: async (ctx, input) =>
    ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(lead).values({
            ...input,
            email: normalizeEmail(input.email),
            phone_number: parsePhoneWithExtension(input.phone_number) ?? input.phone_number,
            user_id: ctx.actor.user?.id ?? null,
            company_id: ctx.actor.company?.id ?? null,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await buildOperatorMailSteps(ctx, {
          subject: `${input.company_name} asks about a subscription`,
          text: [
            `${input.first_name} ${input.last_name} of ${input.company_name} asks to be contacted.`,
            `Phone: ${formatPhone(parsePhoneWithExtension(input.phone_number) ?? input.phone_number)}. The email address is there too:`,
          ],
          path: "/admin/leads",
          topic: `lead:${normalizeEmail(input.email)}`,
        })),
      ],
      { id: selectInsertedId(lead) },
    ),
});
