import type Stripe from "stripe";
import * as made from "./connected-objects";
import { buildList } from "./objects";
import {
  type CallParameters,
  getNestedParams,
  getParamList,
  getStringMap,
  getTextParam,
  RefusedCallError,
  refuseUnknownParams,
  requireParam,
} from "./parameters";
import { type FakeStripe, findOrThrow } from "./world";

type Call = (world: FakeStripe, sent: CallParameters, id: string, account: string | null) => object;

/** Throw an error if the account was disconnected from the program. */
function reach(w: FakeStripe, account: string | null): void {
  if (account !== null && !w.connected.accounts.has(account))
    throw new RefusedCallError(
      `The provided key does not have access to account '${account}', or it does not exist.`,
      "account_invalid",
      403,
    );
}

/** Return a checkout session with its payment and the payment's charge nested inside. */
function expanded(w: FakeStripe, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const intent = w.connected.intents.get(String(session.payment_intent));
  if (!intent) return session;
  const latest_charge = w.connected.charges.get(String(intent.latest_charge)) ?? null;
  return { ...session, payment_intent: { ...intent, latest_charge } };
}

/** Open a page on which one amount is paid into a connected account. */
export function openPaymentPage(
  w: FakeStripe,
  sent: CallParameters,
  account: string | null,
): Stripe.Checkout.Session {
  reach(w, account);
  refuseUnknownParams(sent, [
    "mode",
    "allowed_payment_method_types",
    "adaptive_pricing",
    "line_items",
    "customer_email",
    "client_reference_id",
    "metadata",
    "success_url",
    "cancel_url",
    "expires_at",
  ]);
  const [item] = getParamList(sent, "line_items");
  const priced = item && getNestedParams(item, "price_data");
  if (!priced) throw new RefusedCallError("line_items: missing");
  refuseUnknownParams(priced, ["currency", "unit_amount", "product_data"]);
  const amount = Number(requireParam(priced, "unit_amount"));
  if (
    requireParam(priced, "currency") !== "usd" ||
    !Number.isInteger(amount) ||
    amount < 50 ||
    amount > 99_999_999
  )
    throw new RefusedCallError("The amount can't be charged.", "amount_too_small");
  return w.connected.openSession(account, {
    amount,
    success_url: getTextParam(sent, "success_url"),
    cancel_url: getTextParam(sent, "cancel_url"),
    expires_at: Number(requireParam(sent, "expires_at")),
    metadata: getStringMap(sent, "metadata"),
  });
}

/** Calls that this program makes for connected accounts. */
export const CONNECTED_ACCOUNT_CALLS: Record<string, Call> = {
  "POST /v1/accounts": (w, sent) => {
    refuseUnknownParams(sent, ["type", "business_profile", "metadata"]);
    if (requireParam(sent, "type") !== "standard") throw new RefusedCallError("type: unknown");
    const id = w.id("acct");
    const account = made.buildAccount(id, w.now(), getStringMap(sent, "metadata"));
    w.connected.accounts.set(id, account);
    return account;
  },
  "GET /v1/accounts/:id": (w, _, id) => {
    reach(w, id);
    return findOrThrow(w.connected.accounts, id, "account");
  },
  "POST /v1/account_links": (w, sent) => {
    refuseUnknownParams(sent, ["account", "type", "refresh_url", "return_url"]);
    const account = requireParam(sent, "account");
    reach(w, account);
    if (requireParam(sent, "type") !== "account_onboarding") throw new RefusedCallError("type: unknown");
    const id = w.id("link");
    w.connected.links.set(id, {
      account,
      return_url: requireParam(sent, "return_url"),
      refresh_url: requireParam(sent, "refresh_url"),
    });
    return made.buildAccountLink(w.now(), `${w.base}/onboard/${id}`);
  },
  "GET /v1/checkout/sessions/:id": (w, sent, id, account) => {
    refuseUnknownParams(sent, ["expand"]);
    reach(w, account);
    return expanded(w, w.connected.owned(findOrThrow(w.sessions, id, "checkout.session"), account));
  },
  "GET /v1/refunds": (w, sent, _, account) => {
    refuseUnknownParams(sent, ["payment_intent", "limit"]);
    const of = w.connected.owned(
      findOrThrow(w.connected.intents, requireParam(sent, "payment_intent"), "payment_intent"),
      account,
    );
    const all = [...w.connected.refunds.values()].filter((r) => r.payment_intent === of.id);
    return buildList("/v1/refunds", all.reverse());
  },
  "POST /v1/refunds": (w, sent, _, account) => {
    refuseUnknownParams(sent, ["payment_intent", "amount", "metadata"]);
    reach(w, account);
    return w.connected.refund(
      requireParam(sent, "payment_intent"),
      { amount: Number(requireParam(sent, "amount")), metadata: getStringMap(sent, "metadata") },
      account,
    );
  },
  "GET /v1/disputes": (w, sent, _, account) => {
    refuseUnknownParams(sent, ["payment_intent", "limit"]);
    const of = w.connected.owned(
      findOrThrow(w.connected.intents, requireParam(sent, "payment_intent"), "payment_intent"),
      account,
    );
    const all = [...w.connected.disputes.values()].filter((d) => d.payment_intent === of.id);
    return buildList("/v1/disputes", all.reverse());
  },
};
