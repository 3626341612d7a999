import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { notification } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { reversePayment } from "~/modules/settlements/shared/payments.server";
import { getPayStatement } from "~/modules/settlements/statements/data/statement.server";
import { CARD_PAYMENT_LABEL, createCardQueries } from "../testing/card-questions.server";
import { createCardTestSite } from "../testing/cards.server";
import { deleteInvoice } from "./issue.server";
import { getInvoicePage } from "./page.server";
import { payInvoice, reverseInvoicePayment } from "./pay.server";

const db = await openTestDatabase();
const site = await createCardTestSite(db);
const { world, time } = site;
const { connected } = world;
afterAll(() => site.close());

const { cardsOf, seen, due, papers, sound, hourly } = createCardQueries(db, site);

test("shows the same cents on statement, invoice and public page after a customer pays by the link", async () => {
  const all = await site.billing();
  const statement = await all.stated(34_265, 10_001, 99);
  const { id } = await all.invoiced(statement);
  expect((await seen(id)).card).toMatchObject({ pay_cents: 44_365, on_its_way_cents: null });
  const { url } = await site.press(id);
  expect(url.startsWith(`${site.base}/pay/`)).toBe(true);
  const session = site.sessionOf(url);
  expect(world.sessions.get(session)).toMatchObject({ amount_total: 44_365, currency: "usd" });
  world.pay(session, "declined");
  world.pay(session, "challenge_failed");
  await site.come(id);
  expect(await due(all, id)).toEqual({ status: "open", amount_due: 44_365 });
  world.pay(session, "paid");
  expect(await site.sendAll()).toEqual([200]);
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  const { paper, card } = await seen(id);
  expect([paper.status, paper.total_cents, paper.left_cents]).toEqual(["paid", 44_365, 0]);
  expect(card.pay_cents).toBeNull();
  const { head } = await all.hauler.call(getPayStatement, { id: statement, page: 0 });
  expect([head.status, head.paid_cents, head.total_cents]).toEqual(["Paid", 44_365, 44_365]);
  expect(await papers(all, id)).toEqual([[44_365, CARD_PAYMENT_LABEL]]);
  await sound(all);
});

test("opens one payment page for repeated or simultaneous clicks, and replaces it if the amount changes", async () => {
  const all = await site.billing();
  const { id } = await all.issued(all.hauler);
  const first = await site.press(id);
  expect(await site.press(id)).toEqual(first);
  const other = await all.issued(all.hauler);
  const [one, two] = await Promise.all([site.press(other.id), site.press(other.id)]);
  expect(one).toEqual(two);
  await all.hauler.call(payInvoice, { invoice_id: id, amount: "95.50" });
  const rest = await site.press(id);
  expect(rest.url).not.toBe(first.url);
  expect(() => world.pay(site.sessionOf(first.url), "paid")).toThrow("isn't open");
  world.pay(site.sessionOf(rest.url), "paid");
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  expect((await cardsOf(id)).map(({ requested_cents, status }) => [requested_cents, status])).toEqual([
    [49_550, "expired"],
    [40_000, "paid"],
  ]);
  expect((await catchError(site.press(id))).message).toBe("This invoice is already paid.");
  await sound(all);
});

test("refunds a card payment that exceeds the amount left, and refunds it in full for a void invoice", async () => {
  const all = await site.billing();
  const { id } = await all.issued(all.hauler);
  const session = site.sessionOf((await site.press(id)).url);
  await all.hauler.call(payInvoice, { invoice_id: id, amount: "95.50" });
  world.pay(session, "paid");
  await site.sendAll();
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  expect(await papers(all, id)).toEqual([
    [9_550, "Other"],
    [40_000, CARD_PAYMENT_LABEL],
  ]);
  expect((await cardsOf(id))[0]).toMatchObject({ received_cents: 40_000, applied_cents: 40_000 });
  await sound(all);
  const gone = await all.issued(all.hauler);
  const late = site.sessionOf((await site.press(gone.id)).url);
  await all.hauler.call(deleteInvoice, { invoice_id: gone.id });
  const intent = String(world.pay(late, "paid").payment_intent);
  await site.sendAll();
  expect((await due(all, gone.id)).status).toBe("void");
  expect((await cardsOf(gone.id))[0]).toMatchObject({ received_cents: 0, applied_cents: 0, status: "paid" });
  const back = [...connected.refunds.values()].filter((r) => r.payment_intent === intent);
  expect(back.map(({ amount }) => amount)).toEqual([49_550]);
  expect((await catchError(site.press(gone.id))).message).toMatch(/void/);
  await sound(all);
});

test("notifies admins of a failed refund and retries it hourly", async () => {
  const all = await site.billing();
  const { id } = await all.issued(all.hauler);
  const session = site.sessionOf((await site.press(id)).url);
  await all.hauler.call(payInvoice, { invoice_id: id });
  world.pay(session, "paid");
  connected.refusesRefunds = true;
  expect(await site.sendAll()).toEqual([200]);
  expect((await cardsOf(id))[0]).toMatchObject({ received_cents: 49_550, applied_cents: 0 });
  const lines = await db.read
    .select()
    .from(notification)
    .where(eq(notification.path, `/invoices/${id}`));
  expect(lines.map(({ title }) => title)).toEqual(["Invoice 1001 was overpaid"]);
  connected.refusesRefunds = false;
  time.at += 2 * 3_600_000;
  await hourly();
  expect((await cardsOf(id))[0]).toMatchObject({ received_cents: 0, applied_cents: 0 });
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  await sound(all);
});

test("reverses the payment for a full or partial refund and a lost dispute, but not for a won dispute", async () => {
  const all = await site.billing();
  const statement = await all.stated(10_000);
  const { id } = await all.invoiced(statement);
  const intent = await site.pay(id);
  await site.sendAll();
  time.at += 60_000;
  connected.refund(intent, { amount: 2_500 });
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "open", amount_due: 2_500 });
  expect((await all.hauler.call(getPayStatement, { id: statement, page: 0 })).head.paid_cents).toBe(7_500);
  expect(await papers(all, id)).toEqual([
    [10_000, CARD_PAYMENT_LABEL],
    [-10_000, `${CARD_PAYMENT_LABEL}, taken back: Refunded to the card`],
    [7_500, CARD_PAYMENT_LABEL],
  ]);
  await sound(all);
  time.at += 60_000;
  const { id: won } = connected.dispute(intent, 7_500);
  await site.sendAll();
  expect((await due(all, id)).amount_due).toBe(2_500);
  expect((await all.hauler.call(getInvoicePage, { invoice_id: id })).cards.map(({ words }) => words)).toEqual(
    [
      expect.stringMatching(
        /^The customer's bank is questioning a card payment of \$75\.00\. Answer at Stripe by /,
      ),
    ],
  );
  connected.disputeEnds(won, "won");
  await site.sendAll();
  expect((await due(all, id)).amount_due).toBe(2_500);
  connected.disputeEnds(connected.dispute(intent, 7_500).id, "lost");
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "open", amount_due: 10_000 });
  const next = await site.pay(id);
  await site.sendAll();
  const failing = connected.refund(next);
  await site.sendAll();
  connected.refundFails(failing.id);
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  await sound(all);
});

test("refunds a card payment with an admin's reason, and rejects reversal as a manual payment by issuer or payer", async () => {
  const all = await site.billing();
  const statement = await all.stated(10_000);
  const { id } = await all.invoiced(statement);
  await site.pay(id);
  await site.sendAll();
  const [paid] = (await all.hauler.call(getInvoicePage, { invoice_id: id })).paper.payments;
  const [card] = await cardsOf(id);
  expect(card?.invoice_payment_id).toBe(paid?.id);
  const rows = await db.batch([
    { sql: "SELECT id FROM settlement_payment WHERE settlement_statement_id = ?", params: [statement] },
  ]);
  const settled = Number(rows[0]?.rows[0]?.id);
  const byPayer = all.manager.call(reversePayment, { settlement_payment_id: settled, reason: "No" });
  expect((await catchError(byPayer)).message).toMatch(
    /^It was paid by card\. .* refunds it on its invoice\.$/,
  );
  const byHand = db.batch([
    {
      sql: `INSERT INTO settlement_payment (settlement_statement_id, amount_cents, method, paid_on, reverses_id, reason,
          creator_company_id, created_at) SELECT settlement_statement_id, -amount_cents, method, paid_on, id, 'x',
          creator_company_id, created_at FROM settlement_payment WHERE id = ?`,
      params: [settled],
    },
  ]);
  await expect(byHand).rejects.toThrow(/goes back at Stripe/);
  await all.hauler.call(reverseInvoicePayment, {
    invoice_payment_id: paid?.id ?? 0,
    reason: "Two loads too many",
  });
  expect((await papers(all, id)).at(-1)).toEqual([
    -10_000,
    `${CARD_PAYMENT_LABEL}, taken back: Refunded to the card: Two loads too many`,
  ]);
  expect(await due(all, id)).toEqual({ status: "open", amount_due: 10_000 });
  expect(
    [...connected.refunds.values()].filter((r) => r.payment_intent === card?.stripe_payment_intent_id),
  ).toHaveLength(1);
  await sound(all);
});

test("shows a delayed bank payment as under way and rejects a second payment until it arrives or fails", async () => {
  const all = await site.billing();
  const { id } = await all.issued(all.hauler);
  const session = site.sessionOf((await site.press(id)).url);
  world.pay(session, "processing");
  await site.sendAll();
  expect((await seen(id)).card).toMatchObject({ pay_cents: null, on_its_way_cents: 49_550 });
  expect((await catchError(site.press(id))).message).toBe("A payment is on its way. Don't pay again.");
  time.at += 4 * 86_400_000;
  connected.arrive(session, true);
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  connected.disputeEnds(connected.dispute(String(world.sessions.get(session)?.payment_intent)).id, "lost");
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "open", amount_due: 49_550 });
  const again = site.sessionOf((await site.press(id)).url);
  world.pay(again, "processing");
  connected.arrive(again, false);
  await site.sendAll();
  expect((await seen(id)).card).toMatchObject({ pay_cents: 49_550, on_its_way_cents: null });
  await sound(all);
});
