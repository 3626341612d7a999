import type Stripe from "stripe";
import * as made from "./connected-objects";
import { listOf } from "./objects";
import { inside, knows, need, partsOf, type Sent, textOf, Wrong, wordsOf } from "./parameters";
import { found, type World } from "./world";

type Call = (world: World, sent: Sent, id: string, account: string | null) => object;

/** Refuse an account disconnected from the program. */
function reach(w: World, account: string | null): void {
  if (account !== null && !w.connected.accounts.has(account))
    throw new Wrong(
      `The provided key does not have access to account '${account}', or it does not exist.`,
      "account_invalid",
      403,
    );
}

/** A session expanded as requested: with its payment and that payment's charge inside. */
function expanded(w: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const intent = w.connected.intents.get(String(session.payment_intent));
  if (!intent) return session;
  const latest_charge = w.connected.charges.get(String(intent.latest_charge)) ?? null;
  return { ...session, payment_intent: { ...intent, latest_charge } };
}

/** Open a page on which one amount is paid into a connected account. */
export function openPayment(w: World, sent: Sent, account: string | null): Stripe.Checkout.Session {
  reach(w, account);
  knows(sent, [
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
  const [item] = partsOf(sent, "line_items");
  const priced = item && inside(item, "price_data");
  if (!priced) throw new Wrong("line_items: missing");
  knows(priced, ["currency", "unit_amount", "product_data"]);
  const amount = Number(need(priced, "unit_amount"));
  if (need(priced, "currency") !== "usd" || !Number.isInteger(amount) || amount < 50 || amount > 99_999_999)
    throw new Wrong("The amount can't be charged.", "amount_too_small");
  return w.connected.openSession(account, {
    amount,
    success_url: textOf(sent, "success_url"),
    cancel_url: textOf(sent, "cancel_url"),
    expires_at: Number(need(sent, "expires_at")),
    metadata: wordsOf(sent, "metadata"),
  });
}

/** Calls that this program makes for connected accounts. */
export const CONNECTED_CALLS: Record<string, Call> = {
  "POST /v1/accounts": (w, sent) => {
    knows(sent, ["type", "business_profile", "metadata"]);
    if (need(sent, "type") !== "standard") throw new Wrong("type: unknown");
    const id = w.id("acct");
    const account = made.account(id, w.now(), wordsOf(sent, "metadata"));
    w.connected.accounts.set(id, account);
    return account;
  },
  "GET /v1/accounts/:id": (w, _, id) => {
    reach(w, id);
    return found(w.connected.accounts, id, "account");
  },
  "POST /v1/account_links": (w, sent) => {
    knows(sent, ["account", "type", "refresh_url", "return_url"]);
    const account = need(sent, "account");
    reach(w, account);
    if (need(sent, "type") !== "account_onboarding") throw new Wrong("type: unknown");
    const id = w.id("link");
    w.connected.links.set(id, {
      account,
      return_url: need(sent, "return_url"),
      refresh_url: need(sent, "refresh_url"),
    });
    return made.accountLink(w.now(), `${w.base}/onboard/${id}`);
  },
  "GET /v1/checkout/sessions/:id": (w, sent, id, account) => {
    knows(sent, ["expand"]);
    reach(w, account);
    return expanded(w, w.connected.owned(found(w.sessions, id, "checkout.session"), account));
  },
  "GET /v1/refunds": (w, sent, _, account) => {
    knows(sent, ["payment_intent", "limit"]);
    const of = w.connected.owned(
      found(w.connected.intents, need(sent, "payment_intent"), "payment_intent"),
      account,
    );
    const all = [...w.connected.refunds.values()].filter((r) => r.payment_intent === of.id);
    return listOf("/v1/refunds", all.reverse());
  },
  "POST /v1/refunds": (w, sent, _, account) => {
    knows(sent, ["payment_intent", "amount", "metadata"]);
    reach(w, account);
    return w.connected.refund(
      need(sent, "payment_intent"),
      { amount: Number(need(sent, "amount")), metadata: wordsOf(sent, "metadata") },
      account,
    );
  },
  "GET /v1/disputes": (w, sent, _, account) => {
    knows(sent, ["payment_intent", "limit"]);
    const of = w.connected.owned(
      found(w.connected.intents, need(sent, "payment_intent"), "payment_intent"),
      account,
    );
    const all = [...w.connected.disputes.values()].filter((d) => d.payment_intent === of.id);
    return listOf("/v1/disputes", all.reverse());
  },
};
