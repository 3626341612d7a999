import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { billingProduct, companySubscription } from "#db/schema";
import { began } from "~/core/stripe/began.server";
import { stripe, stripeCode } from "~/core/stripe/client.server";
import {
  type BillingStanding,
  billingStanding,
  givenUntil,
  isLive,
  type Told,
} from "~/core/stripe/standing.server";
import { text } from "~/domain/text/input";
import type { App } from "~/web/app.server";
import { mayMiss, statementOf } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { procedure, type Step } from "~/web/procedure";

/** Stripe gives a hundred at most; a customer has one or two. */
const MOST = 100;

/** A customer's subscriptions as they are at Stripe now. One that was deleted there has none. */
async function pull(customer: string): Promise<readonly Told[]> {
  const client = await stripe();
  try {
    return (await client.subscriptions.list({ customer, status: "all", limit: MOST })).data;
  } catch (error) {
    if (stripeCode(error) === "resource_missing") return [];
    throw error;
  }
}

/**
 * Pull how a customer's company stands at Stripe, and keep it: its subscription, its features, its tier. Whatever made
 * somebody ask says nothing of it itself, so events may come twice, late, in any order, or never. A pull that began before one
 * that is kept already is left out. False where the customer is nobody's.
 */
export const syncCustomer = ({ db, now }: App, customer: string): Promise<boolean> =>
  sync(customer, {
    read: db.read,
    now: now(),
    keep: (steps) => db.batch(steps.map(({ build }) => statementOf(build))),
  });

/** The same for the acting company, as a commit of its own. */
export const pullOwnSubscription = procedure({
  name: "pullOwnSubscription",
  may: "company.read",
  input: z.strictObject({ customer: text(255) }),
  run: (ctx, { customer }) =>
    sync(customer, {
      read: ctx.read,
      now: ctx.now,
      keep: (steps) => ctx.commit(steps, { company_id: ctx.actor.company.id }),
    }),
});

type Keeping = { read: Read; now: Date; keep(steps: Step[]): Promise<unknown> };

async function sync(customer: string, { read, now, keep }: Keeping): Promise<boolean> {
  const [[row], sold] = await Promise.all([
    read.select().from(companySubscription).where(eq(companySubscription.stripe_customer_id, customer)),
    read.select().from(billingProduct),
  ]);
  if (!row) return false;
  const start = began(now);
  const { standing, live } = billingStanding(await pull(customer), sold);
  if (live > 1)
    log.error({ company: row.company_id, customer, live }, "a company pays for more than one subscription");
  const features =
    sold
      .find(({ tier }) => tier === standing.tier)
      ?.feature_ids.split(",")
      .map(Number) ?? [];
  await keep(keepSteps(row.company_id, { standing, features, start, now: now.toISOString() }));
  return true;
}

type Pulled = { standing: BillingStanding; features: readonly number[]; start: string; now: string };

/** What a pull writes: nothing at all where a later one has been kept. */
function keepSteps(company: number, pulled: Pulled): Step[] {
  const { standing, features, start, now } = pulled;
  const until = givenUntil(standing);
  const isKept = sql`EXISTS (SELECT 1 FROM company_subscription s WHERE s.company_id = ${company} AND s.synced_at = ${start})`;
  const given = until ? features : [];
  const listed = sql`(SELECT value FROM json_each(${JSON.stringify(given)}))`;
  return [
    // Before the row changes: what it brought to the company's name.
    sql`UPDATE company SET is_professional = ${standing.tier === "professional" && isLive(standing.status) ? 1 : 0}
      WHERE id = ${company} AND EXISTS (SELECT 1 FROM company_subscription s WHERE s.company_id = ${company}
        AND (s.synced_at IS NULL OR s.synced_at < ${start})
        AND (s.tier = 'professional' OR ${standing.tier === "professional" ? 1 : 0} = 1))`,
    sql`UPDATE company_subscription SET stripe_subscription_id = ${standing.stripe_subscription_id}, tier = ${standing.tier},
        status = ${standing.status}, current_period_end = ${standing.current_period_end},
        cancel_at = ${standing.cancel_at}, trial_end = ${standing.trial_end}, synced_at = ${start}
      WHERE company_id = ${company} AND (synced_at IS NULL OR synced_at < ${start})`,
    // What was granted has no end, and stays as it is, as does what is tried for longer.
    sql`INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at, is_subscribed)
      SELECT ${company}, value, 1, ${now}, ${until}, 1 FROM json_each(${JSON.stringify(given)}) WHERE ${isKept}
      ON CONFLICT (company_id, feature_id) DO UPDATE
        SET is_active = 1, expires_at = excluded.expires_at, is_subscribed = 1
        WHERE company_feature_access.is_active = 0 OR company_feature_access.expires_at < excluded.expires_at
          OR (company_feature_access.is_subscribed = 1 AND company_feature_access.expires_at IS NOT NULL)`,
    sql`UPDATE company_feature_access SET expires_at = ${now}
      WHERE company_id = ${company} AND is_subscribed = 1 AND expires_at > ${now}
        AND feature_id NOT IN ${listed} AND ${isKept}`,
  ].map(mayMiss);
}
