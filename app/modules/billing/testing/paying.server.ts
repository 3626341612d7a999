import { vi } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { log } from "~/web/log.server";
import {
  FAKE_API_KEY,
  FAKE_WEBHOOK_SECRET,
  signEvent,
  startFakeStripe,
} from "../../../../e2e/support/stripe/server";
import type { SentEvent } from "../../../../e2e/support/stripe/world";
import { setUpStripe } from "../data/setup.server";
import { handleSubscriptionEvent } from "../shared/billing-events.server";
import { getStripeClient } from "../shared/client.server";

/** Set up a test site that accepts cards through a fake Stripe, with a clock that tests advance. */
export async function createStripeTestSite(db: Database) {
  const time = { at: Date.parse("2026-11-20T15:00:00Z") };
  const fake = await startFakeStripe({ clock: () => time.at });
  vi.stubEnv("STRIPE_SECRET_KEY", FAKE_API_KEY);
  vi.stubEnv("STRIPE_WEBHOOK_SECRETS", `whsec_older00000,${FAKE_WEBHOOK_SECRET}`);
  vi.stubEnv("STRIPE_API_BASE", fake.base);
  const setUp = await setUpStripe(db, await getStripeClient(), { site: "https://timber.example" });
  const app = { db, now: () => new Date(time.at), log };
  const send = (event: SentEvent) => {
    const { raw, signature } = signEvent(event, FAKE_WEBHOOK_SECRET, time.at);
    return handleSubscriptionEvent(raw, signature, app);
  };
  const company = async () => {
    const { id, admins } = await makeCompany(db);
    const [one, two] = [await makeUser(db, {}, [admins]), await makeUser(db, {}, [admins])];
    const now = () => new Date(time.at);
    return { id, admin: await actAs(db, one, id, now), second: await actAs(db, two, id, now) };
  };
  return { ...fake, setUp, app, time, send, company };
}
