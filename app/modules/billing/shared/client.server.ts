import type Stripe from "stripe";
import { lazy } from "~/lib/process-state";
import { env, hasStripeKey } from "~/web/env.server";
import { log } from "~/web/log.server";
import { AppError, GENERIC_ERROR_MESSAGE } from "~/web/refusal";

/** Version of Stripe's API that this program was written for; the webhook endpoint is also created with this version. */
export const STRIPE_VERSION = "2026-10-28.endive";

/** Stripe's pages to pay, manage a subscription, and open an account. */
const HOSTED = ["https://checkout.stripe.com", "https://billing.stripe.com", "https://connect.stripe.com"];

/** Stripe's site where a company sees its payouts and disputes. */
export const STRIPE_DASHBOARD = "https://dashboard.stripe.com/";

/**
 * Check whether this site accepts card payments. Without a key, no other setting is checked, because a database is
 * seeded before the settings are complete.
 */
export const areCardPaymentsEnabled = (): boolean => hasStripeKey() && env().STRIPE_SECRET_KEY !== undefined;

/** Return the hosts that a form may redirect to: Stripe's if there is a key, else none. */
export const listPaymentHosts = (): readonly string[] => {
  const { STRIPE_API_BASE } = env();
  if (!areCardPaymentsEnabled()) return [];
  return STRIPE_API_BASE ? [STRIPE_API_BASE] : HOSTED;
};

const LIMIT_MS = 8_000;
const RETRIES = 2;

/**
 * Return Stripe's client, loaded on first use and only with a key, because the package is large and most sites have no
 * key. Never call it inside a commit.
 */
export const getStripeClient: () => Promise<Stripe> = lazy(() => {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env();
  if (!STRIPE_SECRET_KEY) throw new Error("STRIPE_SECRET_KEY is not set");
  return createStripeClient(STRIPE_SECRET_KEY, STRIPE_API_BASE);
});

/** Create a Stripe client for a key; `instant` is another host to use instead of Stripe's. */
export async function createStripeClient(key: string, instant?: string): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const base = instant ? new URL(instant) : null;
  return new Client(key, {
    apiVersion: STRIPE_VERSION,
    timeout: LIMIT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: "Timbertally" },
    ...(base ? { host: base.hostname, port: Number(base.port), protocol: "http" } : {}),
  });
}

/** Return Stripe's error code; undefined if the error has none. */
export const getStripeErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

const REFUSED = new Set(["StripeInvalidRequestError", "StripePermissionError"]);
/** Check whether Stripe refused a request, which means that Stripe's state differs from the expected one. */
export const isStripeRefusal = (error: unknown): boolean =>
  isOfStripe(error) && "type" in error && REFUSED.has(String(error.type));

const isOfStripe = (error: unknown): error is Error =>
  error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");

/**
 * Call Stripe for a page or form. If Stripe doesn't respond or refuses, log the error and tell the user that the call
 * failed; in that case nothing has been written.
 */
export async function callStripe<T>(what: string, question: (client: Stripe) => Promise<T>): Promise<T> {
  try {
    return await question(await getStripeClient());
  } catch (error) {
    if (!isOfStripe(error)) throw error;
    log.error({ err: error, what }, "Stripe gave no answer that could be used");
    throw new AppError(
      "unavailable",
      `${GENERIC_ERROR_MESSAGE}. Stripe couldn't be reached. Try again in a minute.`,
      {
        retryAfter: 60,
      },
    );
  }
}
