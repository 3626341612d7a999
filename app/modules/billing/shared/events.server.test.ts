import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { stripeEvent } from "#db/schema";
import { catchError } from "#db/testing/acting";
import { getPermutations } from "#db/testing/orders";
import { openTestDatabase } from "#db/testing/test-database";
import { FAKE_WEBHOOK_SECRET, signEvent } from "../../../../e2e/support/stripe/server";
import { openPortal, startCheckout } from "../data/checkout.server";
import { syncStripeCustomer } from "../data/sync.server";
import { createSubscriptionTestSite, DAY_MS, getSessionId } from "../testing/subscribing.server";
import { handleSubscriptionEvent } from "./billing-events.server";

const db = await openTestDatabase();
const site = await createSubscriptionTestSite(db);
const { world, time, kept, charged, sendAll, subscribed, subOf, customerOf, hourly } = site;
afterAll(() => site.close());

test("rejects an event with an invalid or old signature, and accepts the previous secret during rotation", async () => {
  const who = await subscribed();
  world.giveUp(await subOf(who), "canceled");
  const [event] = world.takeEvents();
  if (!event) throw new Error("no event");
  const { raw, signature } = signEvent(event, "whsec_somebody_else", time.at);
  expect((await handleSubscriptionEvent(raw, signature, site.app)).status).toBe(400);
  expect((await handleSubscriptionEvent(raw, "", site.app)).status).toBe(400);
  const old = signEvent(event, FAKE_WEBHOOK_SECRET, time.at - 301_000);
  expect((await handleSubscriptionEvent(old.raw, old.signature, site.app)).status).toBe(400);
  const good = signEvent(event, FAKE_WEBHOOK_SECRET, time.at);
  const bent = Buffer.from(good.payload.replace(event.id, "evt_other"));
  expect((await handleSubscriptionEvent(bent, good.signature, site.app)).status).toBe(400);
  expect((await kept(who.id)).features).toEqual([1, 2]);
  // Clocks may differ by two minutes in either direction.
  for (const off of [-120_000, 120_000]) {
    world.tell("customer.subscription.updated", {
      id: "sub_x",
      object: "subscription",
      customer: "cus_nobody",
    });
    const [nobody] = world.takeEvents();
    const sent = signEvent(nobody ?? event, FAKE_WEBHOOK_SECRET, time.at + off);
    expect((await handleSubscriptionEvent(sent.raw, sent.signature, site.app)).status).toBe(200);
  }
  const older = signEvent(event, "whsec_older00000", time.at);
  expect((await handleSubscriptionEvent(older.raw, older.signature, site.app)).status).toBe(200);
  expect((await kept(who.id)).features).toEqual([]);
});

test("ignores an event's data and stores only Stripe's API responses", async () => {
  const who = await subscribed();
  const customer = await customerOf(who.id);
  world.tell("customer.subscription.updated", {
    id: "sub_claimed",
    object: "subscription",
    customer,
    status: "canceled",
    items: { data: [{ price: { lookup_key: "timbertally_professional_month" } }] },
  });
  expect(await sendAll()).toEqual([200]);
  expect(await kept(who.id)).toMatchObject({ tier: "basic", status: "active", features: [1, 2] });
  const none = await site.company();
  world.tell("checkout.session.completed", {
    id: "cs_claimed",
    object: "checkout.session",
    customer: "cus_nobody",
    payment_status: "paid",
    metadata: { company_id: String(none.id) },
  });
  expect(await sendAll()).toEqual([200]);
  expect((await kept(none.id)).features).toEqual([]);
  const [unknown] = await db.read.select().from(stripeEvent).where(eq(stripeEvent.customer, "cus_nobody"));
  expect(unknown?.failure).toBe("No company here has this account.");
});

test("four events in any order, each sent twice or one lost, result in the same rows", async () => {
  const ends = new Set<string>();
  const story = async () => {
    const who = await site.company();
    const { url } = await who.admin.call(startCheckout, { tier: "basic" });
    world.pay(getSessionId(url), "paid");
    world.changeTo(await subOf(who), "timbertally_professional_month");
    const events = world.takeEvents();
    expect(events).toHaveLength(4);
    return { who, events };
  };
  for (const order of getPermutations([0, 1, 2, 3])) {
    const { who, events } = await story();
    for (const index of order) {
      const event = events[index];
      if (event)
        expect([await site.send(event), await site.send(event)].map((a) => a.status)).toEqual([200, 200]);
    }
    ends.add(JSON.stringify({ ...(await kept(who.id)), charged: await charged(who.id) }));
  }
  for (const lost of [0, 1, 2, 3]) {
    const { who, events } = await story();
    for (const event of events) if (event !== events[lost]) await site.send(event);
    ends.add(JSON.stringify({ ...(await kept(who.id)), charged: await charged(who.id) }));
  }
  expect([...ends].map((text) => JSON.parse(text))).toEqual([
    {
      tier: "professional",
      status: "active",
      cancels: false,
      professional: true,
      features: [1, 2, 3],
      charged: [["paid", 4_900, 0, 0, null]],
    },
  ]);
});

test("keeps features during an endpoint outage, because the hourly task fetches companies that weren't updated", async () => {
  const who = await subscribed();
  time.at += 30 * DAY_MS + 3_600_000;
  world.renew(await subOf(who), true);
  world.takeEvents();
  expect((await kept(who.id)).features).toEqual([1, 2]);
  await hourly();
  time.at += 25 * DAY_MS;
  expect((await kept(who.id)).features).toEqual([1, 2]);
  time.at += 10 * DAY_MS;
  expect((await kept(who.id)).features).toEqual([]);
});

test("returns 503 when Stripe is unreachable, so that Stripe sends the event again", async () => {
  const who = await subscribed();
  world.giveUp(await subOf(who), "canceled");
  const [event] = world.takeEvents();
  if (!event) throw new Error("no event");
  world.isDown = true;
  expect((await site.send(event)).status).toBe(503);
  const refused = await catchError(who.admin.call(openPortal, {}));
  expect([refused.kind, refused.message]).toEqual([
    "unavailable",
    "Sorry, an error occurred. Stripe couldn't be reached. Try again in a minute.",
  ]);
  world.isDown = false;
  expect((await kept(who.id)).features).toEqual([1, 2]);
  expect((await site.send(event)).status).toBe(200);
  expect((await kept(who.id)).features).toEqual([]);
});

test("of two fetches, the one that began later is stored, even if the other finishes after it", async () => {
  const who = await subscribed();
  const customer = await customerOf(who.id);
  world.takeEvents();
  let goOn = () => {};
  let heldBack = () => {};
  const held = new Promise<void>((resolve) => {
    heldBack = resolve;
  });
  const may = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // The older fetch already has Stripe's responses but is delayed before storing them.
  const { db: real } = site.app;
  const slow = new Proxy(real, {
    get: (target, name, receiver) =>
      name !== "batch"
        ? Reflect.get(target, name, receiver)
        : async (...batch: Parameters<typeof real.batch>) => {
            heldBack();
            await may;
            return real.batch(...batch);
          },
  });
  const older = syncStripeCustomer({ ...site.app, db: slow }, customer);
  await held;
  world.changeTo(await subOf(who), "timbertally_professional_month");
  expect(await sendAll()).toContain(200);
  const now = { ...(await kept(who.id)), charged: await charged(who.id) };
  expect(now).toMatchObject({ tier: "professional", professional: true, features: [1, 2, 3] });
  goOn();
  expect(await older).toBe(true);
  expect({ ...(await kept(who.id)), charged: await charged(who.id) }).toEqual(now);
});

test.each([
  ["no id", { id: undefined }],
  ["an id that is a number", { id: 7 }],
  ["no data", { data: undefined }],
  ["data without an object", { data: {} }],
  ["an object that is a text", { data: { object: "sub_1" } }],
  ["a time that isn't one", { created: "yesterday" }],
  ["a time without end", { created: 1e300 }],
  ["a type that is a list", { type: [] }],
])("a signed event with %s is refused and not stored", async (_, bent) => {
  world.tell("customer.subscription.updated", {
    id: "sub_x",
    object: "subscription",
    customer: "cus_nobody",
  });
  const [event] = world.takeEvents();
  if (!event) throw new Error("no event");
  const before = await db.read.select().from(stripeEvent);
  const { raw, signature } = signEvent({ ...event, ...bent } as typeof event, FAKE_WEBHOOK_SECRET, time.at);
  expect((await handleSubscriptionEvent(raw, signature, site.app)).status).toBe(400);
  expect(await db.read.select().from(stripeEvent)).toEqual(before);
});
