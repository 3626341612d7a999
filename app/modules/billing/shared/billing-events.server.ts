import { and, asc, eq, isNotNull, isNull, lt, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { companySubscription, stripeEvent } from "#db/schema";
import { defineTask } from "~/lib/queue/work.server";
import type { App } from "~/web/app.server";
import { toStatement } from "~/web/commit.server";
import { isRecentSql } from "~/web/recent.server";
import { findPayingCustomer, syncStripeCustomer } from "../data/sync.server";
import { areCardPaymentsEnabled } from "./client.server";
import { type EventPointer, handleStripeEvent, type StripeEventResponse } from "./events.server";

/** Handle a Stripe event about companies' subscriptions to the site, as sent to /stripe/events. */
export const handleSubscriptionEvent = (
  raw: Buffer,
  signature: string,
  app?: App,
): Promise<StripeEventResponse> => handleStripeEvent(pull, raw, signature, app);

/** Fetch the state of the customer that an event is about; a dispute's event names only the payment. */
async function pull(app: App, { customer, account, payment_intent }: EventPointer): Promise<boolean> {
  if (account !== null) return true;
  const whose = customer ?? (payment_intent === null ? null : await findPayingCustomer(payment_intent));
  // Events about no customer arrive if someone enabled them at Stripe; ignore them.
  return whose === null || syncStripeCustomer(app, whose);
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AT_ONCE = 200;
const KEPT_DAYS = 30;

/**
 * Fetch every hour each company with an unprocessed event, a period that ended since its last fetch, an expired payment
 * page, or no fetch for a day. Features continue for three days after a period, so no company loses a feature through a
 * missed event or an endpoint that was down for hours.
 */
export const pullSubscriptionsTask = defineTask({
  name: "subscriptions at Stripe",
  input: z.strictObject({}),
  every: 60,
  able: areCardPaymentsEnabled,
  async run(app, _, { heartbeat, signal }) {
    const { db, log } = app;
    const now = app.now();
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const waits = sql`${companySubscription.stripe_customer_id} IN (SELECT e.customer FROM stripe_event e
      WHERE e.processed_at IS NULL AND e.account IS NULL)`;
    // Companies whose open payment page was abandoned and has expired.
    const left = sql`${companySubscription.company_id} IN (SELECT p.company_id FROM billing_checkout p
      WHERE p.status = 'open' AND p.expires_at < ${now.toISOString()})`;
    const due = await db.read
      .select({ customer: companySubscription.stripe_customer_id })
      .from(companySubscription)
      .where(
        or(
          waits,
          left,
          isNull(companySubscription.synced_at),
          not(isRecentSql(companySubscription.synced_at, now, DAY)),
          and(
            lt(companySubscription.current_period_end, now.toISOString()),
            lt(companySubscription.synced_at, companySubscription.current_period_end),
          ),
          // Include a subscription that is still active after its period ended, even if fetched since, because its
          // renewal is late.
          and(
            lt(companySubscription.current_period_end, now.toISOString()),
            eq(companySubscription.status, "active"),
          ),
        ),
      )
      .orderBy(asc(companySubscription.synced_at))
      .limit(AT_ONCE);
    for (const { customer } of due) {
      signal.throwIfAborted();
      await heartbeat();
      try {
        await syncStripeCustomer(app, customer);
        await db.batch(
          [
            toStatement(sql`UPDATE stripe_event SET processed_at = ${now.toISOString()}
              WHERE customer = ${customer} AND account IS NULL AND processed_at IS NULL AND received_at <= ${now.toISOString()}`),
          ],
          { unread: true },
        );
      } catch (error) {
        log.error({ err: error, customer }, "a subscription could not be pulled from Stripe");
      }
    }
    const gone = db.write
      .delete(stripeEvent)
      .where(and(isNotNull(stripeEvent.processed_at), lt(stripeEvent.received_at, ago(KEPT_DAYS * DAY))));
    await db.batch([gone.toSQL()], { unread: true });
  },
});
