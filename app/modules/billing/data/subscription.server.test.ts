import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { buildSetFeatureStatement } from "~/modules/companies/data/set-feature.server";
import { getCompany } from "~/modules/companies/shared/company.server";
import { createSubscriptionTestSite, DAY_MS, getSessionId } from "../testing/subscribing.server";
import { startCheckout } from "./checkout.server";
import { getSubscriptionPage } from "./subscription.server";

const db = await openTestDatabase();
const site = await createSubscriptionTestSite(db);
const { world, time, kept, sendAll, subscribed, subOf, customerOf } = site;
afterAll(() => site.close());

test("a declined renewal keeps the features and requests a new card; an unpaid subscription loses the features", async () => {
  const who = await subscribed("professional");
  const sub = await subOf(who);
  time.at += 30 * DAY_MS;
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

test("a scheduled cancellation takes effect at the end of the period, and can be undone before that", async () => {
  const who = await subscribed();
  const sub = await subOf(who);
  world.cancelAtEnd(sub, true);
  await sendAll();
  const words = async () => (await who.admin.call(getSubscriptionPage, {})).in_force?.words;
  expect(await words()).toMatch(/^Standard, ends .*\. It isn't renewed\.$/);
  expect(await kept(who.id)).toMatchObject({ cancels: true, features: [1, 2] });
  world.cancelAtEnd(sub, false);
  await sendAll();
  expect(await words()).toMatch(/^Standard, renews /);
  // The free plan and the paid plan have different names.
  const plan = async () => (await who.admin.call(getCompany, {})).plan;
  expect(await plan()).toBe("Standard");
  world.cancelAtEnd(sub, true);
  time.at += 30 * DAY_MS;
  world.renew(sub, true);
  await sendAll();
  expect(await kept(who.id)).toMatchObject({ status: "canceled", features: [] });
  expect(await plan()).toBe("Basic");
});

test("keeps a granted feature after the customer is deleted at Stripe, and ends subscribed features", async () => {
  const who = await subscribed("professional");
  await db.batch([buildSetFeatureStatement(db.write, who.id, 3, true, new Date(time.at))]);
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

test("keeps a longer trial and a granted feature when the subscription ends", async () => {
  const who = await site.company();
  const timestamp = new Date(time.at).toISOString();
  const ends = new Date(time.at + 90 * DAY_MS).toISOString();
  await db.batch([
    {
      sql: `INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at, expires_at)
        VALUES (?, 1, 1, ?, ?), (?, 3, 1, ?, ?)`,
      params: [who.id, timestamp, ends, who.id, timestamp, ends],
    },
  ]);
  const { url } = await who.admin.call(startCheckout, { tier: "basic" });
  world.pay(getSessionId(url), "paid");
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
