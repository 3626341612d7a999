import { setUpStripe } from "~/modules/billing/data/setup.server";
import { createStripeClient } from "~/modules/billing/shared/client.server";
import { DatabaseOpenError } from "../database";
import { openDatabaseForCommand, runCommand } from "./command";

/**
 * `npx tsx db/scripts/stripe-setup.ts [basic=49 professional=149]`: creates at Stripe everything that subscriptions
 * need, in dollars a month, and prints the settings to put into the environment. It needs STRIPE_SECRET_KEY and
 * PUBLIC_URL; running it again creates no duplicates.
 */
await runCommand("npx tsx db/scripts/stripe-setup.ts [basic=49 professional=149]", async () => {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base, PUBLIC_URL: site } = process.env;
  if (!key) throw new DatabaseOpenError("STRIPE_SECRET_KEY is not set.");
  if (!site?.startsWith("http"))
    throw new DatabaseOpenError("PUBLIC_URL is not set: Stripe sends word of payments there.");
  const amounts: Record<string, number> = {};
  for (const input of process.argv.slice(2)) {
    const [, tier, dollars, cents = "00"] = /^(basic|professional)=(\d{1,5})(?:\.(\d\d))?$/.exec(input) ?? [];
    if (!tier || !dollars)
      throw new DatabaseOpenError(`Name what a subscription costs a month, as basic=49, not ${input}.`);
    amounts[tier] = Number(dollars) * 100 + Number(cents);
  }
  const db = await openDatabaseForCommand();
  try {
    const client = await createStripeClient(key, base);
    const { made, kept, secrets } = await setUpStripe(db, client, { site: new URL(site).origin, amounts });
    for (const name of made) console.log(`made: ${name}`);
    for (const name of kept) console.log(`there already: ${name}`);
    for (const { endpoint, secret } of secrets)
      console.log(`For ${endpoint}, put this into STRIPE_WEBHOOK_SECRETS now; it is shown once:\n${secret}`);
  } finally {
    await db.close();
  }
});
