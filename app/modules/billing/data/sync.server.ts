import { eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { billingProduct, CHECKOUT_STATUSES, companySubscription, TIERS } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import type { App } from "~/web/app.server";
import { allowAnyRows, toStatement } from "~/web/commit.server";
import { log } from "~/web/log.server";
import { procedure, type Step } from "~/web/procedure";
import { type BilledInvoiceRow, toBilledInvoiceRows } from "../shared/billed.server";
import {
  type BillingStatus,
  getBillingStatus,
  getPaidUntil,
  isLiveStatus,
} from "../shared/billing-status.server";
import { getStripeClient, getStripeErrorCode } from "../shared/client.server";
import { getStripePullStart } from "../shared/pull-clock.server";

/** Maximum number of rows to request from Stripe; a customer has one or two. */
const MAX_ROWS = 100;

/** Number of recent payment pages to search for the newest page for a subscription. */
const LAST_PAGES = 10;

/** Fetch a customer's current state from Stripe: subscriptions, newest payment page, and charges. */
async function pull(customer: string) {
  const client = await getStripeClient();
  const of = { customer, limit: MAX_ROWS };
  try {
    const [subscriptions, sessions, invoices, charges] = await Promise.all([
      client.subscriptions.list({ ...of, status: "all" }),
      client.checkout.sessions.list({ customer, limit: LAST_PAGES }),
      client.invoices.list({ ...of, expand: ["data.payments"] }),
      client.charges.list(of),
    ]);
    const disputed = charges.data.map(async (charge) => ({
      payment_intent: charge.payment_intent,
      amount_refunded: charge.amount_refunded,
      dispute: charge.disputed ? await disputeAbout(client, charge) : null,
    }));
    return {
      subscriptions: subscriptions.data,
      page: sessions.data.find(({ mode }) => mode === "subscription") ?? null,
      billed: toBilledInvoiceRows(invoices.data, await Promise.all(disputed)),
    };
  } catch (error) {
    // A customer deleted at Stripe has no subscription; charges pulled earlier remain stored.
    if (getStripeErrorCode(error) === "resource_missing")
      return { subscriptions: [], page: null, billed: [] };
    throw error;
  }
}

/** Return Stripe's status of the newest dispute about a charge. */
async function disputeAbout(client: Stripe, { payment_intent }: Stripe.Charge): Promise<string | null> {
  const intent = typeof payment_intent === "string" ? payment_intent : payment_intent?.id;
  if (!intent) return null;
  const { data } = await client.disputes.list({ payment_intent: intent, limit: 1 });
  return data[0]?.status ?? null;
}

/** Find the customer of a payment, for events such as disputes that don't name it. Null if the payment has no customer. */
export async function findPayingCustomer(payment_intent: string): Promise<string | null> {
  try {
    const { customer } = await (await getStripeClient()).paymentIntents.retrieve(payment_intent);
    return typeof customer === "string" ? customer : (customer?.id ?? null);
  } catch (error) {
    if (getStripeErrorCode(error) === "resource_missing") return null;
    throw error;
  }
}

/**
 * Fetch a customer's state from Stripe and store it for the customer's company: subscription, features, tier. No data
 * of the triggering event is used, so events may arrive twice, late, in any order, or never. If a fetch that began
 * later is already stored, the result is discarded. False if the customer belongs to no company.
 */
export const syncStripeCustomer = ({ db, now }: App, customer: string): Promise<boolean> =>
  sync(customer, {
    read: db.read,
    now: now(),
    keep: (steps) => db.batch(steps.map(({ build }) => toStatement(build))),
  });

/** Pull and store the acting company's own subscription, in a separate commit. */
export const pullOwnSubscription = procedure({
  name: "pullOwnSubscription",
  may: "company.read",
  input: z.strictObject({ customer: createTextSchema(255) }),
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
  const start = getStripePullStart(now);
  const { subscriptions, page, billed } = await pull(customer);
  const { standing, live } = getBillingStatus(subscriptions, sold);
  if (live > 1)
    log.error({ company: row.company_id, customer, live }, "a company pays for more than one subscription");
  const features =
    sold
      .find(({ tier }) => tier === standing.tier)
      ?.feature_ids.split(",")
      .map(Number) ?? [];
  const of = { company: row.company_id, start };
  await keep([
    ...keepSteps(row.company_id, { standing, features, start, now: now.toISOString() }),
    ...keepPage(of, page),
    ...keepBilled(of, billed),
  ]);
  return true;
}

type Of = { company: number; start: string };
type OpenedPage = Pick<Stripe.Checkout.Session, "id" | "status" | "expires_at" | "metadata">;

/** Build the steps that store a payment page just opened for the acting company. */
export const buildCheckoutPageSteps = (company: number, page: OpenedPage, now: Date): Step[] =>
  keepPage({ company, start: getStripePullStart(now) }, page);

/** Build the steps that store the state of the latest payment page. */
function keepPage({ company, start }: Of, page: OpenedPage | null): Step[] {
  const status = CHECKOUT_STATUSES.find((known) => known === page?.status);
  if (!page || !status)
    return [
      allowAnyRows(sql`DELETE FROM billing_checkout WHERE company_id = ${company} AND synced_at < ${start}`),
    ];
  const tier = TIERS.find((known) => known === page.metadata?.tier) ?? null;
  return [
    allowAnyRows(sql`INSERT INTO billing_checkout (company_id, stripe_session_id, tier, status, expires_at, synced_at)
      VALUES (${company}, ${page.id}, ${tier}, ${status}, ${new Date(page.expires_at * 1000).toISOString()}, ${start})
      ON CONFLICT (company_id) DO UPDATE SET stripe_session_id = excluded.stripe_session_id, tier = excluded.tier,
        status = excluded.status, expires_at = excluded.expires_at, synced_at = excluded.synced_at
      WHERE billing_checkout.synced_at < excluded.synced_at`),
  ];
}

/** Build the steps that store the current state of the company's invoices, unless a later pull is already stored. */
function keepBilled({ company, start }: Of, rows: readonly BilledInvoiceRow[]): Step[] {
  if (!rows.length) return [];
  const at = (name: keyof BilledInvoiceRow) => sql.raw(`value ->> '${name}'`);
  return [
    allowAnyRows(sql`INSERT INTO billing_invoice (id, company_id, number, status, created_at, due_at, currency, subtotal_cents,
        tax_cents, total_cents, due_cents, refunded_cents, dispute_status, lines, url, pdf_url, synced_at)
      SELECT ${at("id")}, ${company}, ${at("number")}, ${at("status")}, ${at("created_at")}, ${at("due_at")}, ${at("currency")},
        ${at("subtotal_cents")}, ${at("tax_cents")}, ${at("total_cents")}, ${at("due_cents")}, ${at("refunded_cents")},
        ${at("dispute_status")}, ${at("lines")}, ${at("url")}, ${at("pdf_url")}, ${start}
      FROM json_each(${JSON.stringify(rows)}) WHERE 1
      ON CONFLICT (id) DO UPDATE SET number = excluded.number, status = excluded.status, due_at = excluded.due_at,
        subtotal_cents = excluded.subtotal_cents, tax_cents = excluded.tax_cents, total_cents = excluded.total_cents,
        due_cents = excluded.due_cents, refunded_cents = excluded.refunded_cents,
        dispute_status = excluded.dispute_status, lines = excluded.lines, url = excluded.url, pdf_url = excluded.pdf_url,
        synced_at = excluded.synced_at
      WHERE billing_invoice.synced_at < excluded.synced_at AND billing_invoice.company_id = excluded.company_id`),
  ];
}

type Pulled = { standing: BillingStatus; features: readonly number[]; start: string; now: string };

/** Build the steps that store the fetched subscription and features; they change nothing if a later fetch is stored. */
function keepSteps(company: number, pulled: Pulled): Step[] {
  const { standing, features, start, now } = pulled;
  const until = getPaidUntil(standing);
  const isKept = sql`EXISTS (SELECT 1 FROM company_subscription s WHERE s.company_id = ${company} AND s.synced_at = ${start})`;
  const inputs = until ? features : [];
  const listed = jsonListSql(inputs);
  return [
    // Set the company's professional flag before company_subscription changes.
    sql`UPDATE company SET is_professional = ${standing.tier === "professional" && isLiveStatus(standing.status) ? 1 : 0}
      WHERE id = ${company} AND EXISTS (SELECT 1 FROM company_subscription s WHERE s.company_id = ${company}
        AND (s.synced_at IS NULL OR s.synced_at < ${start})
        AND (s.tier = 'professional' OR ${standing.tier === "professional" ? 1 : 0} = 1))`,
    sql`UPDATE company_subscription SET stripe_subscription_id = ${standing.stripe_subscription_id}, tier = ${standing.tier},
        status = ${standing.status}, current_period_end = ${standing.current_period_end},
        cancel_at = ${standing.cancel_at}, trial_end = ${standing.trial_end}, synced_at = ${start}
      WHERE company_id = ${company} AND (synced_at IS NULL OR synced_at < ${start})`,
    // Granted features have no end date and stay unchanged; trials that end later also stay unchanged.
    sql`INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at, is_subscribed)
      SELECT ${company}, value, 1, ${now}, ${until}, 1 FROM json_each(${JSON.stringify(inputs)}) WHERE ${isKept}
      ON CONFLICT (company_id, feature_id) DO UPDATE
        SET is_active = 1, expires_at = excluded.expires_at, is_subscribed = 1
        WHERE company_feature_access.is_active = 0 OR company_feature_access.expires_at < excluded.expires_at
          OR (company_feature_access.is_subscribed = 1 AND company_feature_access.expires_at IS NOT NULL)`,
    sql`UPDATE company_feature_access SET expires_at = ${now}
      WHERE company_id = ${company} AND is_subscribed = 1 AND expires_at > ${now}
        AND feature_id NOT IN ${listed} AND ${isKept}`,
  ].map(allowAnyRows);
}
