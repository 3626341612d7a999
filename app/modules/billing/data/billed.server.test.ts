import { afterAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createSubscriptionTestSite, DAY_MS } from "../testing/subscribing.server";
import { listBillingInvoices } from "./billed.server";
import { getSubscriptionPage } from "./subscription.server";

const db = await openTestDatabase();
const site = await createSubscriptionTestSite(db);
const { world, time, charged, sendAll, subscribed, subOf, customerOf, kept } = site;
const { billed, connected } = world;
afterAll(() => site.close());

type Company = Awaited<ReturnType<typeof subscribed>>;
const wordsOf = async ({ admin }: Company) =>
  (await admin.call(getSubscriptionPage, {})).billed.map(({ words, total_cents }) => [words, total_cents]);
/** Return the payment intent of a company's newest invoice. */
const lastIntent = async ({ id }: Company) => billed.intentOf(billed.of(await customerOf(id))[0]?.id ?? "");

test("a company's page and the API show its subscription charges exactly as Stripe has them", async () => {
  const who = await subscribed();
  const sub = await subOf(who);
  time.at += 30 * DAY_MS;
  world.renew(sub, false);
  await sendAll();
  expect(await wordsOf(who)).toEqual([
    ["$49.00 not paid yet", 4_900],
    ["Paid", 4_900],
  ]);
  world.recover(sub);
  await sendAll();
  time.at += 15 * DAY_MS;
  world.changeTo(sub, "timbertally_professional_month");
  time.at += 15 * DAY_MS;
  world.renew(sub, true);
  await sendAll();
  expect(await wordsOf(who)).toEqual([
    ["Paid", 14_900 + 7_450 - 2_450],
    ["Paid", 4_900],
    ["Paid", 4_900],
  ]);
  const { billing_invoices } = await who.admin.call(listBillingInvoices, {});
  // Expected charges, computed line by line from the fake Stripe's own objects.
  const theirs = billed.of(await customerOf(who.id));
  expect(billing_invoices).toEqual(
    theirs.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      status: "paid",
      created: invoice.created,
      due_date: null,
      currency: "usd",
      subtotal: invoice.lines.data.reduce((all, { amount }) => all + amount, 0),
      tax: 0,
      total: connected.charges.get(String(connected.intents.get(billed.intentOf(invoice.id))?.latest_charge))
        ?.amount_captured,
      amount_due: 0,
      amount_refunded: 0,
      lines: invoice.lines.data.map(({ description, amount }) => ({ description, amount })),
      invoice_pdf: invoice.invoice_pdf,
    })),
  );
  expect(billing_invoices[0]?.lines.map(({ amount }) => amount)).toEqual([-2_450, 7_450, 14_900]);
  const page = await who.admin.call(getSubscriptionPage, {});
  expect(page.billed[0]?.url).toBe(theirs[0]?.hosted_invoice_url);
});

test("shows a refund or dispute on the paid invoice without ending the subscription", async () => {
  const who = await subscribed();
  const intent = await lastIntent(who);
  connected.refund(intent, { amount: 900 });
  expect(await sendAll()).toEqual([200, 200]);
  expect(await wordsOf(who)).toEqual([["Paid, $9.00 refunded", 4_900]]);
  connected.refund(intent);
  await sendAll();
  expect(await wordsOf(who)).toEqual([["Refunded", 4_900]]);
  expect(await charged(who.id)).toEqual([["paid", 4_900, 0, 4_900, null]]);
  for (const [end, words] of [
    ["won", "Paid"],
    ["lost", "Reversed by your bank"],
  ] as const) {
    const other = await subscribed("professional");
    const { id } = connected.dispute(await lastIntent(other));
    expect(await sendAll()).toEqual([200]);
    expect(await wordsOf(other)).toEqual([["Paid, under dispute", 14_900]]);
    connected.disputeEnds(id, end);
    await sendAll();
    expect(await wordsOf(other)).toEqual([[words, 14_900]]);
    expect(await kept(other.id)).toMatchObject({ status: "active", features: [1, 2, 3] });
  }
  world.tell("charge.dispute.created", { id: "dp_x", object: "dispute", payment_intent: "pi_unknown" });
  expect(await sendAll()).toEqual([200]);
});

test("keeps an unpaid invoice's final status, and keeps charges after the customer is deleted at Stripe", async () => {
  const who = await subscribed();
  const sub = await subOf(who);
  time.at += 30 * DAY_MS;
  world.renew(sub, false);
  const open = billed.of(await customerOf(who.id))[0]?.id ?? "";
  world.giveUp(sub, "unpaid");
  billed.drop(open, "uncollectible");
  await sendAll();
  expect((await wordsOf(who))[0]).toEqual(["Not paid", 4_900]);
  billed.drop(open, "void");
  await sendAll();
  expect((await wordsOf(who))[0]).toEqual(["Void", 4_900]);
  expect((await charged(who.id))[1]).toEqual(["void", 4_900, 0, 0, null]);
  world.deleteCustomer(await customerOf(who.id));
  await sendAll();
  expect(await charged(who.id)).toHaveLength(2);
});

test("ignores invoice data in an event, and shows charges only to the company's own admins", async () => {
  const who = await subscribed();
  const other = await subscribed("professional");
  const [mine] = billed.of(await customerOf(who.id));
  world.tell("invoice.paid", {
    ...mine,
    total: 1,
    amount_paid: 1,
    status: "void",
    customer: await customerOf(who.id),
  });
  world.tell("invoice.paid", { ...mine, customer: await customerOf(other.id) });
  expect(await sendAll()).toEqual([200, 200]);
  expect(await charged(who.id)).toEqual([["paid", 4_900, 0, 0, null]]);
  expect(await charged(other.id)).toEqual([["paid", 14_900, 0, 0, null]]);
  const seen = await other.admin.call(listBillingInvoices, {});
  expect(seen.billing_invoices.map(({ total }) => total)).toEqual([14_900]);
  Object.assign(who.admin.actor, { permissions: { ...who.admin.actor.permissions, is_primary: false } });
  expect((await catchError(who.admin.call(listBillingInvoices, {}))).kind).toBe("forbidden");
  expect((await who.admin.call(getSubscriptionPage, {})).billed).toEqual([]);
});
