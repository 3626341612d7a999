import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { insertRow } from "#db/factories";
import { periodClose, stripeEvent } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { getPermutations } from "#db/testing/orders";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { recordPayment } from "~/modules/settlements/shared/payments.server";
import { runProcedure } from "~/web/run-procedure.server";
import { FAKE_WEBHOOK_SECRET, signEvent } from "../../../../e2e/support/stripe/server";
import { payByCard } from "../data/card.server";
import { getInvoicePage } from "../data/page.server";
import { CARD_PAYMENT_LABEL, createCardQueries } from "../testing/card-questions.server";
import { createCardTestSite } from "../testing/cards.server";
import { acceptAccountEvent } from "./card-events.server";

const db = await openTestDatabase();
const site = await createCardTestSite(db);
const { world, time } = site;
const { connected } = world;
afterAll(() => site.close());

const today = getDay(new Date(), "America/Detroit");
const { cardsOf, seen, due, papers, sound, hourly } = createCardQueries(db, site);

test("stores the same rows for four events in all 24 orders, sent twice, with any one of them lost", async () => {
  const all = await site.billing();
  const ends = new Set<string>();
  const story = async () => {
    const { id } = await all.issued(all.hauler);
    const intent = await site.pay(id);
    time.at += 1_000;
    connected.refund(intent, { amount: 4_550 });
    time.at += 1_000;
    const { id: dispute } = connected.dispute(intent, 10_000);
    connected.disputeEnds(dispute, "lost");
    const events = world.takeEvents();
    expect(events).toHaveLength(4);
    return { id, events };
  };
  const rows = async (id: number) => {
    const [card] = await cardsOf(id);
    ends.add(
      JSON.stringify([
        await papers(all, id),
        await due(all, id),
        card?.received_cents,
        card?.applied_cents,
        card?.status,
      ]),
    );
  };
  for (const order of getPermutations([0, 1, 2, 3])) {
    const { id, events } = await story();
    for (const index of order) {
      const event = events[index];
      if (event)
        expect([await site.send(event), await site.send(event)].map((a) => a.status)).toEqual([200, 200]);
    }
    await rows(id);
  }
  for (const lost of [0, 1, 2, 3]) {
    const { id, events } = await story();
    for (const event of events) if (event !== events[lost]) await site.send(event);
    await rows(id);
  }
  const { id } = await story();
  time.at += 2 * 86_400_000;
  await hourly();
  await rows(id);
  expect([...ends].map((text) => JSON.parse(text))).toEqual([
    [
      [
        [49_550, CARD_PAYMENT_LABEL],
        [-49_550, `${CARD_PAYMENT_LABEL}, taken back: Refunded to the card`],
        [45_000, CARD_PAYMENT_LABEL],
        [-45_000, `${CARD_PAYMENT_LABEL}, taken back: The card's bank took it back: a dispute was lost`],
        [35_000, CARD_PAYMENT_LABEL],
      ],
      { status: "open", amount_due: 14_550 },
      35_000,
      35_000,
      "paid",
    ],
  ]);
  await sound(all);
});

test("expires an abandoned payment page without an event, tells issuer and customer, and allows another payment", async () => {
  const all = await site.billing();
  const WORDS = "The customer began to pay $495.50 by card and didn't finish. Nothing was charged.";
  const said = async (id: number) =>
    (await all.hauler.call(getInvoicePage, { invoice_id: id })).cards.map(({ words }) => words);
  const ways: Record<string, (id: number) => Promise<unknown>> = {
    "by the event": () => site.sendAll(),
    "by who opens the link later": (id) => site.come(id),
    "by the hour": () => hourly(),
    "by who pays again": (id) => site.press(id),
  };
  for (const [way, tell] of Object.entries(ways)) {
    const { id } = await all.issued(all.hauler);
    const session = site.sessionOf((await site.press(id)).url);
    world.pay(session, "challenge_left");
    await site.come(id);
    expect((await cardsOf(id)).map(({ status }) => status)).toEqual(["open"]);
    expect(await said(id)).toEqual([]);
    expect((await seen(id)).card).toMatchObject({ pay_cents: 49_550, asks: false, is_unfinished: false });
    time.at += 40 * 60_000;
    expect((await seen(id)).card.asks).toBe(true);
    if (way !== "by the event") world.takeEvents();
    await tell(id);
    expect((await cardsOf(id))[0], way).toMatchObject({
      status: "expired",
      received_cents: 0,
      applied_cents: 0,
    });
    expect(await due(all, id)).toEqual({ status: "open", amount_due: 49_550 });
    if (way !== "by who pays again") {
      expect((await seen(id)).card).toMatchObject({ pay_cents: 49_550, asks: false, is_unfinished: true });
      expect(await said(id)).toEqual([WORDS]);
    }
    await site.pay(id);
    await site.sendAll();
    expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
    expect(await said(id)).toEqual([]);
    expect(await papers(all, id)).toEqual([[49_550, CARD_PAYMENT_LABEL]]);
  }
  await sound(all);
});

test("counts a payment once when its event and the returning customer arrive at the same time", async () => {
  const all = await site.billing();
  const { id } = await all.invoiced(await all.stated(7_700));
  await site.pay(id);
  const events = world.takeEvents();
  await Promise.all([site.come(id), ...events.map(site.send), site.come(id), ...events.map(site.send)]);
  expect(await papers(all, id)).toEqual([[7_700, CARD_PAYMENT_LABEL]]);
  await sound(all);
});

test("ignores an event's claims, events of another account, and events with an invalid signature", async () => {
  const all = await site.billing();
  const rival = await site.billing();
  const { id } = await all.issued(all.hauler);
  const session = site.sessionOf((await site.press(id)).url);
  world.tell(
    "checkout.session.completed",
    { id: session, object: "checkout.session", payment_status: "paid", amount_total: 49_550 },
    all.account,
  );
  expect(await site.sendAll()).toEqual([200]);
  expect(await due(all, id)).toEqual({ status: "open", amount_due: 49_550 });
  world.pay(session, "paid");
  const [event] = world.takeEvents();
  if (!event) throw new Error("no event");
  const theirs = { ...event, id: "evt_of_another", account: rival.account };
  expect((await site.send(theirs)).status).toBe(200);
  const [kept] = await db.read.select().from(stripeEvent).where(eq(stripeEvent.id, "evt_of_another"));
  expect(kept?.failure).toBe("No company here has this account.");
  expect((await site.send({ ...event, id: "evt_unknown", account: "acct_unknown" })).status).toBe(200);
  expect((await due(all, id)).status).toBe("open");
  for (const [secret, at] of [
    ["whsec_somebody_else", time.at],
    [FAKE_WEBHOOK_SECRET, time.at - 301_000],
  ] as const) {
    const { raw, signature } = signEvent(event, secret, at);
    expect((await acceptAccountEvent(raw, signature, site.app)).status).toBe(400);
  }
  expect((await due(all, id)).status).toBe("open");
  world.isDown = true;
  expect((await site.send(event)).status).toBe(503);
  expect((await catchError(site.press(id))).kind).toBe("unavailable");
  world.isDown = false;
  expect((await site.send(event)).status).toBe(200);
  expect((await due(all, id)).status).toBe("paid");
});

test("dates a card payment after the payer's closed books, and rejects payment by a wrong link", async () => {
  const all = await site.billing();
  const statement = await all.stated(5_000);
  const { id } = await all.invoiced(statement);
  await site.pay(id);
  const day = (days: number) => getDay(new Date(time.at + days * 86_400_000), "America/Detroit");
  await insertRow(db, periodClose, {
    company_id: all.ids.manager.id,
    closed_through: day(1),
    reason: "Month",
    creator_company_id: all.ids.manager.id,
    created_at: new Date(time.at).toISOString(),
  });
  await site.sendAll();
  expect(await due(all, id)).toEqual({ status: "paid", amount_due: 0 });
  const { paper } = await all.hauler.call(getInvoicePage, { invoice_id: id });
  expect(paper.payments.map((p) => p.day)).toEqual([day(2)]);
  const forged = runProcedure(payByCard, site.stranger(), {
    invoice_id: id,
    sig: "k1.AAAAAAAAAAAAAAAAAAAAAA",
  });
  expect((await catchError(forged)).kind).toBe("missing");
  await sound(all);
});

test("closes the card page when the payer records a payment, and offers cards only if the issuer takes them", async () => {
  const all = await site.billing();
  const statement = await all.stated(5_000);
  const { id } = await all.invoiced(statement);
  await site.press(id);
  const paid = { settlement_statement_id: statement, amount: "50", method: "check" as const, paid_on: today };
  await all.manager.call(recordPayment, paid);
  const rows = await db.batch([
    {
      sql: "SELECT input FROM background_job WHERE name = 'closing pages to pay on' AND unique_key = ?",
      params: [`invoice:${id}`],
    },
  ]);
  expect(rows[0]?.rows.map((row) => JSON.parse(String(row.input)))).toEqual([{ invoice: id }]);
  const mine = await all.issued(all.manager);
  expect((await seen(mine.id)).card).toMatchObject({ pay_cents: null, on_its_way_cents: null });
  expect((await catchError(site.press(mine.id))).message).toBe(
    "This invoice can't be paid by card now. Pay it as it says.",
  );
});
