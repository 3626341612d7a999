import { afterAll, describe, expect, test, vi } from "vitest";
import { insertRow, makeCompany, makeUser } from "#db/factories";
import { companySubscription } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { log } from "~/web/log.server";
import {
  FAKE_API_KEY,
  FAKE_WEBHOOK_SECRET,
  signEvent,
  startFakeStripe,
} from "../../../../e2e/support/stripe/server";
import type { SentEvent } from "../../../../e2e/support/stripe/world";
import { handleSubscriptionEvent } from "../shared/billing-events.server";
import { getStripeClient } from "../shared/client.server";
import { listBillingInvoices } from "./billed.server";
import { openPortal, refreshSubscription, startCheckout } from "./checkout.server";
import { setUpStripe } from "./setup.server";
import { getBilling, getSubscriptionPage } from "./subscription.server";

/**
 * Test the whole lifecycle of a subscription through Stripe's API alone. With STRIPE_TEST_KEY the test uses Stripe's
 * test mode, on a separate clock; otherwise the fake Stripe. It has never been run against Stripe.
 */
const KEY = process.env.STRIPE_TEST_KEY;
if (KEY && !/^(sk|rk)_test_\w+$/.test(KEY))
  throw new Error("STRIPE_TEST_KEY must be a key of Stripe's test mode (sk_test_…): a live one is refused.");
const where = KEY
  ? "at Stripe, in its test mode"
  : "at the fake (STRIPE_TEST_KEY isn't set: not run against Stripe)";

const DAY = 86_400;
const SITE = "https://timber.example";
/** Wait between checks of the clock, in milliseconds; Stripe's test clock takes a while to advance. */
const WAIT_MS = KEY ? 2_000 : 1;

vi.setConfig({ testTimeout: KEY ? 300_000 : 30_000 });

const db = await openTestDatabase();
let index = Math.floor(Date.now() / 1000);
const start = index;
const fake = KEY ? null : await startFakeStripe({ clock: () => start * 1000 });
vi.stubEnv("STRIPE_SECRET_KEY", KEY ?? FAKE_API_KEY);
vi.stubEnv("STRIPE_WEBHOOK_SECRETS", FAKE_WEBHOOK_SECRET);
if (fake) vi.stubEnv("STRIPE_API_BASE", fake.base);
const client = await getStripeClient();
const clock = await client.testHelpers.testClocks.create({ frozen_time: index, name: "Timbertally" });
afterAll(async () => {
  // Deleting the test clock also deletes its customers.
  await client.testHelpers.testClocks.del(clock.id).catch(() => undefined);
  await fake?.close();
});

const app = { db, now: () => new Date(index * 1000), log };
const SOLD = await setUpStripe(db, client, { site: SITE });
const prices = (
  await client.prices.list({ lookup_keys: ["timbertally_basic_month", "timbertally_professional_month"] })
).data;
const priceOf = (tier: string) => prices.find((p) => p.lookup_key === `timbertally_${tier}_month`)?.id ?? "";

/** Advance Stripe's clock and the test's clock together. */
async function later(seconds: number) {
  index += seconds;
  await client.testHelpers.testClocks.advance(clock.id, { frozen_time: index });
  for (let i = 0; i < 100; i++) {
    if ((await client.testHelpers.testClocks.retrieve(clock.id)).status === "ready") return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error("Stripe's clock didn't get there.");
}

/** Create a company whose customer at Stripe is on the test clock and has a card. */
async function company() {
  const { id, admins } = await makeCompany(db);
  const { id: customer } = await client.customers.create({
    name: "Aho Logging",
    test_clock: clock.id,
    payment_method: "pm_card_visa",
    invoice_settings: { default_payment_method: "pm_card_visa" },
  });
  await insertRow(db, companySubscription, { company_id: id, stripe_customer_id: customer });
  const admin = await actAs(db, await makeUser(db, {}, [admins]), id, app.now);
  const pulled = async () => {
    await admin.call(refreshSubscription, {});
    const { subscription } = await admin.call(getBilling, {});
    const { billing_invoices } = await admin.call(listBillingInvoices, {});
    return {
      tier: subscription.tier,
      status: subscription.status,
      cancels: subscription.cancel_at !== null,
      charged: billing_invoices.map(({ status, total, amount_due, amount_refunded }) => ({
        status,
        total,
        amount_due,
        amount_refunded,
      })),
    };
  };
  const card = async (name: string) => {
    const { id: method } = await client.paymentMethods.attach(name, { customer });
    await client.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  };
  return { id, customer, admin, pulled, card };
}

describe(where, () => {
  test("running the Stripe setup again creates nothing", async () => {
    expect(SOLD.made.length + SOLD.kept.length).toBeGreaterThan(0);
    expect((await setUpStripe(db, client, { site: SITE })).made).toEqual([]);
  });

  test("a payment page opens with the plan's price, is abandoned, and expires", async () => {
    const { admin, customer } = await company();
    const { url } = await admin.call(startCheckout, { tier: "basic" });
    expect((await admin.call(startCheckout, { tier: "basic" })).url).toBe(url);
    const [session] = (await client.checkout.sessions.list({ customer, limit: 5 })).data;
    expect(session).toMatchObject({ status: "open", mode: "subscription", amount_total: 4_900 });
    await client.checkout.sessions.expire(session?.id ?? "");
    await admin.call(refreshSubscription, {});
    expect((await admin.call(getSubscriptionPage, {})).left?.is_open).toBe(false);
    expect((await admin.call(startCheckout, { tier: "basic" })).url).not.toBe(url);
    expect((await admin.call(openPortal, {}).catch(() => null))?.url ?? "").toMatch(/^https?:/);
  });

  test("subscription lifecycle: paid, refused, recovered, cancellation undone, upgraded, refunded, canceled, deleted", async () => {
    const { id, customer, admin, pulled, card } = await company();
    const { id: sub } = await client.subscriptions.create({ customer, items: [{ price: priceOf("basic") }] });
    const paid = { status: "paid", total: 4_900, amount_due: 0, amount_refunded: 0 };
    expect(await pulled()).toEqual({ tier: "basic", status: "active", cancels: false, charged: [paid] });

    await card("pm_card_chargeCustomerFail");
    await later(32 * DAY);
    const open = { ...paid, status: "open", amount_due: 4_900 };
    expect(await pulled()).toMatchObject({ tier: "basic", status: "past_due", charged: [open, paid] });
    await card("pm_card_visa");
    const [unpaid] = (await client.invoices.list({ customer, limit: 1 })).data;
    await client.invoices.pay(unpaid?.id ?? "");
    expect(await pulled()).toMatchObject({ tier: "basic", status: "active", charged: [paid, paid] });

    await client.subscriptions.update(sub, { cancel_at_period_end: true });
    expect(await pulled()).toMatchObject({ status: "active", cancels: true });
    await client.subscriptions.update(sub, { cancel_at_period_end: false });
    const [item] =
      (await client.subscriptions.list({ customer, status: "all", limit: 1 })).data[0]?.items.data ?? [];
    await client.subscriptions.update(sub, {
      items: [{ id: item?.id ?? "", price: priceOf("professional") }],
      proration_behavior: "create_prorations",
    });
    expect(await pulled()).toMatchObject({ tier: "professional", status: "active", cancels: false });

    const [last] = (await client.invoices.list({ customer, limit: 1, expand: ["data.payments"] })).data;
    const by = last?.payments?.data[0]?.payment.payment_intent;
    await client.refunds.create({
      payment_intent: typeof by === "string" ? by : (by?.id ?? ""),
      amount: 900,
    });
    expect((await pulled()).charged[0]).toEqual({ ...paid, amount_refunded: 900 });

    const before = await pulled();
    const events = (await client.events.list({ limit: 100 })).data.filter(
      ({ data: { object } }) => "customer" in object && object.customer === customer,
    );
    expect(events.length).toBeGreaterThan(4);
    for (const { request: _, ...event } of [...events].sort((a, b) => (a.id < b.id ? 1 : -1))) {
      const sent: SentEvent = {
        ...event,
        api_version: event.api_version ?? "",
        account: undefined,
        request: null,
      };
      const { raw, signature } = signEvent(sent, FAKE_WEBHOOK_SECRET, index * 1000);
      expect((await handleSubscriptionEvent(raw, signature, app)).status).toBe(200);
    }
    expect(await pulled()).toEqual(before);

    await client.subscriptions.cancel(sub);
    expect(await pulled()).toMatchObject({ tier: null, status: "canceled" });
    const { charged } = await pulled();
    await client.testHelpers.testClocks.del(clock.id);
    expect((await pulled()).charged).toEqual(charged);
    expect((await admin.call(getBilling, {})).subscription.is_active).toBe(false);
    expect(id).toBeGreaterThan(0);
  });
});
