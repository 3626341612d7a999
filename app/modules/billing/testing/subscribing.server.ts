import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { billingInvoice, company, companyFeatureAccess, companySubscription } from "#db/schema";
import { startCheckout } from "../data/checkout.server";
import { pullSubscriptionsTask } from "../shared/billing-events.server";
import { createStripeTestSite } from "./paying.server";

export const DAY_MS = 86_400_000;
type Tier = "basic" | "professional";

/** Create a test site whose companies subscribe, with functions for their actions and for reading the messages and rows. */
export async function createSubscriptionTestSite(db: Database) {
  const site = await createStripeTestSite(db);
  const { world, time } = site;
  const rowOf = async (id: number) => {
    const [row] = await db.read
      .select()
      .from(companySubscription)
      .where(eq(companySubscription.company_id, id));
    return row;
  };
  const customerOf = async (id: number) => (await rowOf(id))?.stripe_customer_id ?? "";
  const subOf = async ({ id }: { id: number }) => {
    const customer = await customerOf(id);
    return [...world.subscriptions.values()].find((sub) => sub.customer === customer)?.id ?? "";
  };
  /** Read a company's stored subscription, features and tier, without the time of the pull. */
  const kept = async (id: number) => {
    const row = await rowOf(id);
    const features = await db.read
      .select()
      .from(companyFeatureAccess)
      .where(eq(companyFeatureAccess.company_id, id))
      .orderBy(companyFeatureAccess.feature_id);
    const [named] = await db.read.select().from(company).where(eq(company.id, id));
    return {
      tier: row?.tier ?? null,
      status: row?.status ?? null,
      cancels: row?.cancel_at !== null,
      professional: named?.is_professional,
      features: features
        .filter((f) => f.is_active && (f.expires_at === null || Date.parse(f.expires_at) > time.at))
        .map((f) => f.feature_id),
    };
  };
  /** Read a company's stored charges, oldest first. */
  const charged = async (id: number) =>
    (
      await db.read
        .select()
        .from(billingInvoice)
        .where(eq(billingInvoice.company_id, id))
        .orderBy(billingInvoice.created_at, billingInvoice.id)
    ).map(({ status, total_cents, due_cents, refunded_cents, dispute_status }) => [
      status,
      total_cents,
      due_cents,
      refunded_cents,
      dispute_status,
    ]);
  const sendAll = async () => {
    const statuses: number[] = [];
    for (const event of world.takeEvents()) statuses.push((await site.send(event)).status);
    return statuses;
  };
  /** Start a checkout; return the id of the payment page opened at Stripe. */
  const press = async ({ admin }: Awaited<ReturnType<typeof site.company>>, tier: Tier = "basic") =>
    getSessionId((await admin.call(startCheckout, { tier })).url);
  /** Create a company that has paid for a subscription. */
  const subscribed = async (tier: Tier = "basic") => {
    const who = await site.company();
    world.pay(await press(who, tier), "paid");
    await sendAll();
    return who;
  };
  /** Run the hourly pull task. */
  const hourly = () =>
    pullSubscriptionsTask.run(
      site.app,
      {},
      {
        heartbeat: () => Promise.resolve(),
        signal: new AbortController().signal,
        attempt: 1,
        failure: null,
        note: () => undefined,
      },
    );
  return { ...site, customerOf, subOf, kept, charged, sendAll, press, subscribed, hourly };
}

/** Get the id of a payment page from its URL. */
export const getSessionId = (url: string) => url.split("/").at(-1) ?? "";
