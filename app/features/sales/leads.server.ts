import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { prepared } from "#db/prepared.server";
import { lead, user } from "#db/schema";
import { mailDuty } from "~/core/outbox/duty.server";
import { emailInput, nameOf, phoneInput, plainEmail } from "~/domain/people/person";
import { apiPhone, formatPhone } from "~/domain/people/phone";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";

/** What the sales form says when it fails (spec 1, section 8). */
export const SALES_SORRY = "Sorry, an error occurred while contacting our sales team.";

/** What is known already of who asks, for the form. */
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

const findPhone = prepared((read) =>
  read
    .select({ phone: user.phone_number })
    .from(user)
    .where(eq(user.id, sql.placeholder("id"))),
);

async function phoneOf(ctx: Pick<Ctx, "read">, userId: number): Promise<string> {
  const [row] = await findPhone(ctx.read, { id: userId });
  return row?.phone ? formatPhone(row.phone) : "";
}

/** Somebody wants to hear of a subscription: kept for the sales team, with who asks. */
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
    first_name: nameOf("First name"),
    last_name: nameOf("Last name"),
    email: emailInput,
    phone_number: z.string("Phone is required").max(40, "Invalid phone number").pipe(phoneInput),
  }),
  output: idOutput,
  run: async (ctx, input) =>
    ctx.commit(
      [
        mustHit(
          ctx.write.insert(lead).values({
            ...input,
            email: plainEmail(input.email),
            phone_number: apiPhone(input.phone_number) ?? input.phone_number,
            user_id: ctx.actor.user?.id ?? null,
            company_id: ctx.actor.company?.id ?? null,
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await mailDuty(ctx, {
          subject: `${input.company_name} asks about a subscription`,
          text: [
            `${input.first_name} ${input.last_name} of ${input.company_name} asks to be contacted.`,
            `Phone: ${formatPhone(apiPhone(input.phone_number) ?? input.phone_number)}. The email address is there too:`,
          ],
          path: "/admin/leads",
          topic: `lead:${plainEmail(input.email)}`,
        })),
      ],
      { id: newest(lead) },
    ),
});
