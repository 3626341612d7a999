import type Stripe from "stripe";
import { madeOnce } from "#db/outliving";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { Refusal, SORRY } from "~/web/refusal";

/** The version of Stripe's API that this program was written for; the endpoint that sends events is made with it too. */
export const STRIPE_VERSION = "2026-10-28.endive";

/** Where people pay, manage a subscription and open an account, on pages of Stripe's own. */
const HOSTED = ["https://checkout.stripe.com", "https://billing.stripe.com", "https://connect.stripe.com"];

/** Where a company sees its payouts, and answers disputes. */
export const STRIPE_DASHBOARD = "https://dashboard.stripe.com/";

/** Whether this site takes subscriptions by card. A database is seeded before the site's settings are complete: without a key nothing else is asked. */
export const takesCards = (): boolean =>
  Boolean(process.env.STRIPE_SECRET_KEY) && env().STRIPE_SECRET_KEY !== undefined;

/** The hosts that a form's answer may lead to: Stripe's where there is a key, else none. */
export const payingHosts = (): readonly string[] => {
  const { STRIPE_API_BASE } = env();
  if (!takesCards()) return [];
  return STRIPE_API_BASE ? [STRIPE_API_BASE] : HOSTED;
};

const LIMIT_MS = 8_000;
const RETRIES = 2;

/**
 * Stripe, by its own package, which is read by the first question and only where there is a key: it is large, and most
 * sites have none. Never ask it inside a commit.
 */
export const stripe: () => Promise<Stripe> = madeOnce(() => {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env();
  if (!STRIPE_SECRET_KEY) throw new Error("STRIPE_SECRET_KEY is not set");
  return stripeOf(STRIPE_SECRET_KEY, STRIPE_API_BASE);
});

/** The package's client for a key, at Stripe or at another host in its place. */
export async function stripeOf(key: string, at?: string): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const base = at ? new URL(at) : null;
  return new Client(key, {
    apiVersion: STRIPE_VERSION,
    timeout: LIMIT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: "Timbertally" },
    ...(base ? { host: base.hostname, port: Number(base.port), protocol: "http" } : {}),
  });
}

/** The code that Stripe refused with, where it did. */
export const stripeCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

const REFUSED = new Set(["StripeInvalidRequestError", "StripePermissionError"]);
/** Whether Stripe answered, and refused: it isn't as it was thought to be there. */
export const isRefused = (error: unknown): boolean =>
  isOfStripe(error) && "type" in error && REFUSED.has(String(error.type));

const isOfStripe = (error: unknown): error is Error =>
  error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");

/**
 * Ask Stripe something for a page or a form: where it gives no answer, or refuses, that is logged and the person is told
 * that nothing came of it. Nothing is written then.
 */
export async function asked<T>(what: string, question: (client: Stripe) => Promise<T>): Promise<T> {
  try {
    return await question(await stripe());
  } catch (error) {
    if (!isOfStripe(error)) throw error;
    log.error({ err: error, what }, "Stripe gave no answer that could be used");
    throw new Refusal("unavailable", `${SORRY}. Stripe couldn't be reached. Try again in a minute.`, {
      retryAfter: 60,
    });
  }
}
