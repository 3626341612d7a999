import { afterAll, expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { createSubscriptionTestSite, DAY_MS, getSessionId } from "../testing/subscribing.server";
import { openPortal, refreshSubscription, startCheckout } from "./checkout.server";
import { getSubscriptionPage } from "./subscription.server";

const db = await openTestDatabase();
const site = await createSubscriptionTestSite(db);
const { world, time, kept, charged, sendAll, press, hourly } = site;
afterAll(() => site.close());

test("a paid checkout grants the plan's features and shows Stripe's status on the subscription page", async () => {
  const who = await site.company();
  expect((await who.admin.call(getSubscriptionPage, {})).in_force).toBeNull();
  const { url } = await who.admin.call(startCheckout, { tier: "professional" });
  expect(url.startsWith(`${site.base}/pay/`)).toBe(true);
  expect((await kept(who.id)).features).toEqual([]);
  world.pay(getSessionId(url), "declined");
  world.pay(getSessionId(url), "challenge_failed");
  expect(world.takeEvents()).toEqual([]);
  world.pay(getSessionId(url), "paid");
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
  const again = await catchError(who.second.call(startCheckout, { tier: "basic" }));
  expect(again.message).toBe("You have a subscription. Manage it here.");
  const portal = await who.admin.call(openPortal, { card: true });
  expect(portal.url).toContain("/portal/");
});

test("returning from Stripe after paying grants the plan before any event, and returning without paying changes nothing", async () => {
  const who = await site.company();
  const { url } = await who.admin.call(startCheckout, { tier: "basic" });
  await who.admin.call(refreshSubscription, {});
  expect((await kept(who.id)).features).toEqual([]);
  world.pay(getSessionId(url), "paid");
  world.takeEvents();
  await who.admin.call(refreshSubscription, {});
  expect(await kept(who.id)).toMatchObject({ tier: "basic", features: [1, 2], professional: false });
});

type Started = Awaited<ReturnType<typeof site.company>>;
test("shows that an abandoned payment page has expired, charges nothing, and lets the company pay again", async () => {
  const left = async (who: Started) => (await who.admin.call(getSubscriptionPage, {})).left;
  const started = async () => {
    const who = await site.company();
    expect(await left(who)).toBeNull();
    const session = await press(who);
    world.pay(session, "challenge_left");
    expect(await left(who)).toMatchObject({
      is_open: true,
      words: "You started to subscribe to Standard and haven't paid yet.",
    });
    expect((await left(who))?.needs).toMatch(/^Nothing was charged\. You can finish until .*\.$/);
    return { who, session };
  };
  const ENDED = {
    is_open: false,
    words: "You started to subscribe to Standard and didn't finish.",
    needs: "That page has ended, and nothing was charged. You can subscribe again.",
  };
  const ways = {
    "by the event": async () => expect(await sendAll()).toEqual([200]),
    "by who opens the page later": (who: Started) => who.admin.call(refreshSubscription, {}),
    "by the hour": () => hourly(),
  };
  for (const [way, tell] of Object.entries(ways)) {
    const { who, session } = await started();
    time.at += 23 * 3_600_000;
    await who.admin.call(refreshSubscription, {});
    expect((await left(who))?.is_open).toBe(true);
    time.at += 2 * 3_600_000;
    if (way !== "by the event") world.takeEvents();
    await tell(who);
    expect(await left(who), way).toEqual(ENDED);
    expect(await kept(who.id)).toMatchObject({ tier: null, status: null, features: [] });
    expect(await charged(who.id)).toEqual([]);
    expect(() => world.pay(session, "paid")).toThrow("isn't open");
    const again = await press(who, "professional");
    expect(again).not.toBe(session);
    world.pay(again, "paid");
    await sendAll();
    expect(await left(who)).toBeNull();
    expect(await kept(who.id)).toMatchObject({ tier: "professional", features: [1, 2, 3] });
    expect(await charged(who.id)).toEqual([["paid", 14_900, 0, 0, null]]);
  }
  const { who } = await started();
  time.at += 9 * DAY_MS;
  await hourly();
  expect(await left(who), "a week later it isn't said anymore").toBeNull();
});

test("two simultaneous admins get the same payment page, and choosing another plan closes that page", async () => {
  const who = await site.company();
  const [one, two] = await Promise.all([
    who.admin.call(startCheckout, { tier: "basic" }),
    who.second.call(startCheckout, { tier: "basic" }),
  ]);
  expect(two.url).toBe(one.url);
  const other = await who.second.call(startCheckout, { tier: "professional" });
  expect(other.url).not.toBe(one.url);
  expect(() => world.pay(getSessionId(one.url), "paid")).toThrow("isn't open");
  expect([...world.customers.values()].filter((c) => c.metadata.company_id === String(who.id))).toHaveLength(
    1,
  );
});

test("only an admin can pay or open the portal", async () => {
  const who = await site.company();
  const { actor } = who.admin;
  const plain = { ...actor.permissions, is_primary: false };
  Object.assign(actor, { permissions: plain });
  expect((await catchError(who.admin.call(startCheckout, { tier: "basic" }))).kind).toBe("forbidden");
  expect((await catchError(who.admin.call(openPortal, {}))).kind).toBe("forbidden");
});

test("charges the card when a running free trial ends, not before", async () => {
  const who = await site.company();
  const ends = new Date(time.at + 10 * DAY_MS).toISOString();
  await db.batch([
    {
      sql: "INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at) VALUES (?, 1, 1, ?, ?)",
      params: [who.id, new Date(time.at).toISOString(), ends],
    },
  ]);
  const { url } = await who.admin.call(startCheckout, { tier: "basic" });
  world.pay(getSessionId(url), "paid");
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "trialing", features: [1, 2] });
  expect((await who.admin.call(getSubscriptionPage, {})).in_force?.words).toMatch(
    /^Standard\. Your free trial runs until/,
  );
});
