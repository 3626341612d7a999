import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { company, companySubscription } from "#db/schema";
import { isLiveStatus } from "~/modules/billing/shared/billing-status.server";
import { listOutput, outputName } from "~/web/output";
import { procedure } from "~/web/procedure";
import { createAdminListInput, SUBSCRIPTION_FILTERS } from "../rules/lists";
import { buildContainsCondition, parseTypedId } from "./part.server";

const LIVE = ["active", "trialing", "past_due"];
const TROUBLE = ["past_due", "unpaid", "incomplete"];

export const subscriptionShape = {
  is_active: z.boolean().describe("A subscription that is paid, or a plan that was given."),
  tier: z.enum(["basic", "professional"]).nullable(),
  status: z.string().nullable().describe("Stripe's status; null if nothing was bought."),
  is_given: z.boolean().describe("The plan was given by the people who run the site."),
  current_period_end: z.string().nullable(),
  cancel_at: z.string().nullable(),
  trial_end: z.string().nullable(),
  synced_at: z.string().nullable().describe("When this was last read from Stripe."),
};
export const subscriptionOutput = z.strictObject(subscriptionShape);

type Bought = typeof companySubscription.$inferSelect | null;

/** Subscription state of a company, for super users. */
function standingOf(is_professional: boolean, row: Bought): z.output<typeof subscriptionOutput> {
  const live = isLiveStatus(row?.status ?? null);
  return {
    is_active: live || is_professional,
    tier: live ? (row?.tier ?? null) : is_professional ? "professional" : null,
    status: row?.status ?? null,
    is_given: is_professional && !live,
    current_period_end: row?.current_period_end ?? null,
    cancel_at: row?.cancel_at ?? null,
    trial_end: row?.trial_end ?? null,
    synced_at: row?.synced_at ?? null,
  };
}

/** Read any company's subscription state. */
export async function readSubscription(read: Read, of: { id: number; is_professional: boolean }) {
  const [row] = await read
    .select()
    .from(companySubscription)
    .where(eq(companySubscription.company_id, of.id));
  return standingOf(of.is_professional, row ?? null);
}

/** List companies with a current or past subscription or a granted plan, for super users; paginated. */
export const listSubscriptions = procedure({
  name: "listSubscriptions",
  audience: "super",
  input: z.strictObject(createAdminListInput(SUBSCRIPTION_FILTERS)),
  output: listOutput("subscriptions", z.strictObject({ company: outputName, ...subscriptionShape })),
  async run(ctx, { q, show = "all", sort, take, skip }) {
    const { status, cancel_at } = companySubscription;
    const live = inArray(status, LIVE);
    const which: SQL | undefined = {
      all: or(isNotNull(status), eq(company.is_professional, true)),
      live,
      trouble: inArray(status, TROUBLE),
      ending: and(live, isNotNull(cancel_at)),
      ended: and(isNotNull(status), sql`NOT (${live})`, sql`${status} NOT IN ('unpaid', 'incomplete')`),
      given: and(eq(company.is_professional, true), sql`(${live}) IS NOT 1`),
    }[show];
    const where = and(
      eq(company.is_deleted, false),
      which,
      q ? or(buildContainsCondition(sql`${company.name}`, q), eq(company.id, parseTypedId(q))) : undefined,
    );
    const [rows, [counted]] = await Promise.all([
      ctx.read
        .select({
          id: company.id,
          name: company.name,
          is_professional: company.is_professional,
          bought: companySubscription,
        })
        .from(company)
        .leftJoin(companySubscription, eq(companySubscription.company_id, company.id))
        .where(where)
        .orderBy(...(sort === "name" ? [asc(company.name), asc(company.id)] : [desc(company.id)]))
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
      ctx.read
        .select({ n: sql<number>`count(*)` })
        .from(company)
        .leftJoin(companySubscription, eq(companySubscription.company_id, company.id))
        .where(where),
    ]);
    return {
      subscriptions: rows.map(({ id, name, is_professional, bought }) => ({
        company: { id, name },
        ...standingOf(is_professional, bought),
      })),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});
