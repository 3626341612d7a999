import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "#db/testing/test-database";
import { getStripeClient } from "../shared/client.server";
import { createSubscriptionTestSite } from "../testing/subscribing.server";
import { setUpStripe } from "./setup.server";
import { getSubscriptionPage } from "./subscription.server";

const db = await openTestDatabase();
const site = await createSubscriptionTestSite(db);
const { subscribed } = site;
afterAll(() => site.close());

test("setup creates everything once, and a new amount creates a new price that replaces the old one", async () => {
  expect(site.setUp.made).toHaveLength(7);
  expect(site.setUp.secrets).toHaveLength(2);
  const again = await setUpStripe(db, await getStripeClient(), { site: "https://timber.example" });
  expect([again.made, again.secrets]).toEqual([[], []]);
  const dearer = await setUpStripe(db, await getStripeClient(), {
    site: "https://timber.example",
    amounts: { basic: 5900 },
  });
  expect(dearer.made).toEqual(["price Standard"]);
  const who = await subscribed();
  const { products } = await who.admin.call(getSubscriptionPage, {});
  expect(products.map(({ name, unit_amount }) => [name, unit_amount])).toEqual([
    ["Standard", 5_900],
    ["Professional", 14_900],
  ]);
});
