import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { company, companyFeatureAccess, companySubscription, stripeEvent } from "#db/schema";
import { refusalOf } from "#db/testing/acting";
import { testDatabase } from "#db/testing/test-database";
import { stripe } from "~/core/stripe/client.server";
import { setFeature } from "~/features/companies/set-feature.server";
import { FAKE_SECRET, signed } from "../../../e2e/support/stripe/server";
import { openPortal, returnFromStripe, startCheckout } from "./checkout.server";
import { pullSubscriptions, takeSubscriptionEvent } from "./events.server";
import { setUpStripe } from "./setup.server";
import { getSubscriptionPage } from "./subscription.server";
import { payingSite } from "./testing/paying.server";

const db = await testDatabase();
const site = await payingSite(db);
const { world, time } = site;
afterAll(() => site.close());

const DAY = 86_400_000;
type Company = Awaited<ReturnType<typeof site.company>>;

const sessionIn = (url: string) => url.split("/").at(-1) ?? "";
const customerOf = async (id: number) => {
  const [row] = await db.read
    .select()
    .from(companySubscription)
    .where(eq(companySubscription.company_id, id));
  return row?.stripe_customer_id ?? "";
};
const subOf = async ({ id }: Company) => {
  const customer = await customerOf(id);
  return [...world.subscriptions.values()].find((sub) => sub.customer === customer)?.id ?? "";
};
/** What is kept of a company: its row at Stripe without the time of the pull, its features, its tier. */
async function kept(id: number) {
  const [row] = await db.read
    .select()
    .from(companySubscription)
    .where(eq(companySubscription.company_id, id));
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
}
async function subscribed(tier: "basic" | "professional" = "basic") {
  const who = await site.company();
  const { url } = await who.admin.call(startCheckout, { tier });
  world.pay(sessionIn(url), "paid");
  for (const event of world.takeEvents()) await site.send(event);
  return who;
}
const sendAll = async () => {
  const all = [];
  for (const event of world.takeEvents()) all.push((await site.send(event)).status);
  return all;
};

test("a company that pays has what it paid for, and what Stripe says of it is on its page", async () => {
  const who = await site.company();
  expect((await who.admin.call(getSubscriptionPage, {})).in_force).toBeNull();
  const { url } = await who.admin.call(startCheckout, { tier: "professional" });
  expect(url.startsWith(`${site.base}/pay/`)).toBe(true);
  expect((await kept(who.id)).features).toEqual([]);
  world.pay(sessionIn(url), "declined");
  world.pay(sessionIn(url), "challenge_failed");
  expect(world.takeEvents()).toEqual([]);
  world.pay(sessionIn(url), "paid");
  expect(await sendAll()).toEqual([200, 200, 200]);
  const all = {
    tier: "professional",
    status: "active",
    cancels: false,
    professional: true,
    features: [1, 2, 3],
  };
  expect(await kept(who.id)).toEqual(all);
  const page = await who.admin.call(getSubscriptionPage, {});
  expect(page.in_force).toEqual({ words: "Professional, renews Dec 20, 2026.", needs: null });
  expect(page.granted.map(({ words }) => words)).toEqual(Array(3).fill("In your subscription"));
  const again = await refusalOf(who.second.call(startCheckout, { tier: "basic" }));
  expect(again.message).toBe("You have a subscription. Manage it here.");
  const portal = await who.admin.call(openPortal, { card: true });
  expect(portal.url).toContain("/portal/");
});

test("who comes back before any event finds it in force; who left the page finds nothing changed", async () => {
  const who = await site.company();
  const { url } = await who.admin.call(startCheckout, { tier: "basic" });
  await who.admin.call(returnFromStripe, { session_id: "portal" });
  expect((await kept(who.id)).features).toEqual([]);
  world.pay(sessionIn(url), "paid");
  world.takeEvents();
  await who.admin.call(returnFromStripe, { session_id: "somebody else's" });
  expect(await kept(who.id)).toMatchObject({ tier: "basic", features: [1, 2], professional: false });
});

test("two admins at once get one page; another subscription closes the page of the first", async () => {
  const who = await site.company();
  const [one, two] = await Promise.all([
    who.admin.call(startCheckout, { tier: "basic" }),
    who.second.call(startCheckout, { tier: "basic" }),
  ]);
  expect(two.url).toBe(one.url);
  const other = await who.second.call(startCheckout, { tier: "professional" });
  expect(other.url).not.toBe(one.url);
  expect(() => world.pay(sessionIn(one.url), "paid")).toThrow("isn't open");
  expect([...world.customers.values()].filter((c) => c.metadata.company_id === String(who.id))).toHaveLength(
    1,
  );
});

test("only an admin pays, and only a person", async () => {
  const who = await site.company();
  const { actor } = who.admin;
  const plain = { ...actor.permissions, is_primary: false };
  Object.assign(actor, { permissions: plain });
  expect((await refusalOf(who.admin.call(startCheckout, { tier: "basic" }))).kind).toBe("forbidden");
  expect((await refusalOf(who.admin.call(openPortal, {}))).kind).toBe("forbidden");
});

test("an event without a true signature is not taken, nor one that is old; a secret that is being replaced is good", async () => {
  const who = await subscribed();
  world.giveUp(await subOf(who), "canceled");
  const [event] = world.takeEvents();
  if (!event) throw new Error("no event");
  const { raw, signature } = signed(event, "whsec_somebody_else", time.at);
  expect((await takeSubscriptionEvent(raw, signature, site.app)).status).toBe(400);
  expect((await takeSubscriptionEvent(raw, "", site.app)).status).toBe(400);
  const old = signed(event, FAKE_SECRET, time.at - 301_000);
  expect((await takeSubscriptionEvent(old.raw, old.signature, site.app)).status).toBe(400);
  const good = signed(event, FAKE_SECRET, time.at);
  const bent = Buffer.from(good.payload.replace(event.id, "evt_other"));
  expect((await takeSubscriptionEvent(bent, good.signature, site.app)).status).toBe(400);
  expect((await kept(who.id)).features).toEqual([1, 2]);
  const older = signed(event, "whsec_older00000", time.at);
  expect((await takeSubscriptionEvent(older.raw, older.signature, site.app)).status).toBe(200);
  expect((await kept(who.id)).features).toEqual([]);
});

test("what an event claims is never taken for true: only what Stripe answers counts", async () => {
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
  expect(unknown?.failure).toBe("No company here is meant.");
});

const orders = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, i) => orders(all.filter((_, j) => j !== i)).map((rest) => [one, ...rest]));

test("four events in each of their 24 orders, each twice, and each one lost, end in the same rows", async () => {
  const ends = new Set<string>();
  const story = async () => {
    const who = await site.company();
    const { url } = await who.admin.call(startCheckout, { tier: "basic" });
    world.pay(sessionIn(url), "paid");
    world.changeTo(await subOf(who), "timbertally_professional_month");
    const events = world.takeEvents();
    expect(events).toHaveLength(4);
    return { who, events };
  };
  for (const order of orders([0, 1, 2, 3])) {
    const { who, events } = await story();
    for (const at of order) {
      const event = events[at];
      if (event)
        expect([await site.send(event), await site.send(event)].map((a) => a.status)).toEqual([200, 200]);
    }
    ends.add(JSON.stringify(await kept(who.id)));
  }
  for (const lost of [0, 1, 2, 3]) {
    const { who, events } = await story();
    for (const event of events) if (event !== events[lost]) await site.send(event);
    ends.add(JSON.stringify(await kept(who.id)));
  }
  expect([...ends].map((text) => JSON.parse(text))).toEqual([
    { tier: "professional", status: "active", cancels: false, professional: true, features: [1, 2, 3] },
  ]);
});

test("a renewal that is refused keeps the features and asks for the card; unpaid and canceled end them", async () => {
  const who = await subscribed("professional");
  const sub = await subOf(who);
  time.at += 30 * DAY;
  world.renew(sub, false);
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "past_due", features: [1, 2, 3], professional: true });
  expect((await who.admin.call(getSubscriptionPage, {})).in_force?.words).toBe(
    "Professional. Your card was refused.",
  );
  world.recover(sub);
  await sendAll();
  expect((await who.admin.call(getSubscriptionPage, {})).in_force?.needs).toBeNull();
  world.giveUp(sub, "unpaid");
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "unpaid", features: [], professional: false });
});

test("an end that was chosen goes on until its day, and can be taken back", async () => {
  const who = await subscribed();
  const sub = await subOf(who);
  world.cancelAtEnd(sub, true);
  await sendAll();
  const words = async () => (await who.admin.call(getSubscriptionPage, {})).in_force?.words;
  expect(await words()).toMatch(/^Basic, ends .*\. It isn't renewed\.$/);
  expect(await kept(who.id)).toMatchObject({ cancels: true, features: [1, 2] });
  world.cancelAtEnd(sub, false);
  await sendAll();
  expect(await words()).toMatch(/^Basic, renews /);
  world.cancelAtEnd(sub, true);
  time.at += 30 * DAY;
  world.renew(sub, true);
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "canceled", features: [] });
});

test("a feature that was granted stays when a subscription ends, and a customer that is deleted at Stripe has none", async () => {
  const who = await subscribed("professional");
  await db.batch([setFeature(db.write, who.id, 3, true, new Date(time.at))]);
  world.deleteCustomer(await customerOf(who.id));
  expect(new Set(await sendAll())).toEqual(new Set([200]));
  expect(await kept(who.id)).toEqual({
    tier: null,
    status: null,
    cancels: false,
    professional: false,
    features: [3],
  });
});

test("what is tried longer than a subscription lasts, and what was granted while it lasted, stays when it ends", async () => {
  const who = await site.company();
  const at = new Date(time.at).toISOString();
  const ends = new Date(time.at + 90 * DAY).toISOString();
  await db.batch([
    {
      sql: `INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at)
        VALUES (?, 1, 1, ?, ?), (?, 3, 1, ?, ?)`,
      params: [who.id, at, ends, who.id, at, ends],
    },
  ]);
  const { url } = await who.admin.call(startCheckout, { tier: "basic" });
  world.pay(sessionIn(url), "paid");
  await sendAll();
  const features = {
    sql: "UPDATE company_feature_access SET expires_at = NULL WHERE company_id = ? AND feature_id = 2",
    params: [who.id],
  };
  await db.batch([features]);
  world.giveUp(await subOf(who), "canceled");
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "canceled", features: [2, 3] });
});

test("an endpoint that was down costs nobody a feature: who wasn't pulled is pulled by the hour", async () => {
  const who = await subscribed();
  time.at += 30 * DAY + 3_600_000;
  world.renew(await subOf(who), true);
  world.takeEvents();
  expect((await kept(who.id)).features).toEqual([1, 2]);
  const doing = {
    heartbeat: () => Promise.resolve(),
    signal: new AbortController().signal,
    attempt: 1,
    failure: null,
    note: () => undefined,
  };
  await pullSubscriptions.run(site.app, {}, doing);
  time.at += 25 * DAY;
  expect((await kept(who.id)).features).toEqual([1, 2]);
  time.at += 10 * DAY;
  expect((await kept(who.id)).features).toEqual([]);
});

test("a trial that goes on is not paid twice: the card is asked for its money when it ends", async () => {
  const who = await site.company();
  const ends = new Date(time.at + 10 * DAY).toISOString();
  await db.batch([
    {
      sql: "INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at) VALUES (?, 1, 1, ?, ?)",
      params: [who.id, new Date(time.at).toISOString(), ends],
    },
  ]);
  const { url } = await who.admin.call(startCheckout, { tier: "basic" });
  world.pay(sessionIn(url), "paid");
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "trialing", features: [1, 2] });
  expect((await who.admin.call(getSubscriptionPage, {})).in_force?.words).toMatch(
    /^Basic\. Your free trial goes on/,
  );
});

test("what Stripe doesn't answer is said, and the event is sent again", async () => {
  const who = await subscribed();
  world.giveUp(await subOf(who), "canceled");
  const [event] = world.takeEvents();
  if (!event) throw new Error("no event");
  world.isDown = true;
  expect((await site.send(event)).status).toBe(503);
  const refused = await refusalOf(who.admin.call(openPortal, {}));
  expect([refused.kind, refused.message]).toEqual([
    "unavailable",
    "Sorry, an error occurred. Stripe couldn't be reached. Try again in a minute.",
  ]);
  world.isDown = false;
  expect((await kept(who.id)).features).toEqual([1, 2]);
  expect((await site.send(event)).status).toBe(200);
  expect((await kept(who.id)).features).toEqual([]);
});

test("setting up makes everything once, and a new amount is a new price that takes the old one's place", async () => {
  expect(site.setUp.made).toHaveLength(7);
  expect(site.setUp.secrets).toHaveLength(2);
  const again = await setUpStripe(db, await stripe(), { site: "https://timber.example" });
  expect([again.made, again.secrets]).toEqual([[], []]);
  const dearer = await setUpStripe(db, await stripe(), {
    site: "https://timber.example",
    amounts: { basic: 5900 },
  });
  expect(dearer.made).toEqual(["price Basic"]);
  const who = await subscribed();
  const { products } = await who.admin.call(getSubscriptionPage, {});
  expect(products.map(({ name, unit_amount }) => [name, unit_amount])).toEqual([
    ["Basic", 5_900],
    ["Professional", 14_900],
  ]);
});
