import { getCustomerFields, setRenewalCard, TEST_MODE_CALLS } from "./clock-api";
import { CONNECTED_ACCOUNT_CALLS, openPaymentPage } from "./connected-api";
import * as made from "./objects";
import {
  type CallParameters,
  getNestedParams,
  getParamList,
  getStringMap,
  getTextParam,
  parseCallParameters,
  RefusedCallError,
  refuseUnknownParams,
  requireParam,
} from "./parameters";
import { type FakeStripe, findOrThrow } from "./world";

type Call = (world: FakeStripe, sent: CallParameters, id: string, account: string | null) => object;

/** All Stripe calls that the program makes. Each call accepts only the parameters that the program sends. */
const CALLS: Record<string, Call> = {
  "POST /v1/customers": (w, sent) => {
    refuseUnknownParams(sent, [
      "name",
      "email",
      "metadata",
      "test_clock",
      "payment_method",
      "invoice_settings",
    ]);
    const id = w.id("cus");
    const customer = made.buildCustomer(id, w.now(), getCustomerFields(sent));
    const clock = getTextParam(sent, "test_clock");
    if (clock !== null) w.clocks.set(id, clock);
    setRenewalCard(w, id, sent);
    w.customers.set(id, customer);
    return customer;
  },
  "POST /v1/customers/:id": (w, sent, id) => {
    refuseUnknownParams(sent, ["email", "invoice_settings"]);
    const customer = findOrThrow(w.customers, id, "customer");
    customer.email = getTextParam(sent, "email") ?? customer.email;
    setRenewalCard(w, id, sent);
    return customer;
  },
  "GET /v1/subscriptions": (w, sent) => {
    refuseUnknownParams(sent, ["customer", "status", "limit"]);
    const of = requireParam(sent, "customer");
    findOrThrow(w.customers, of, "customer");
    const all = [...w.subscriptions.values()].filter(
      (sub) => sub.customer === of && (getTextParam(sent, "status") === "all" || sub.status !== "canceled"),
    );
    return made.buildList("/v1/subscriptions", all.reverse());
  },
  "GET /v1/products": (w, sent) => {
    refuseUnknownParams(sent, ["active", "limit"]);
    return made.buildList("/v1/products", [...w.products.values()]);
  },
  "POST /v1/products": (w, sent) => {
    refuseUnknownParams(sent, ["name", "metadata"]);
    const id = w.id("prod");
    const product = made.buildProduct(
      id,
      w.now(),
      requireParam(sent, "name"),
      getStringMap(sent, "metadata"),
    );
    w.products.set(id, product);
    return product;
  },
  "GET /v1/prices": (w, sent) => {
    refuseUnknownParams(sent, ["lookup_keys", "active", "limit"]);
    const keys = Object.values(getNestedParams(sent, "lookup_keys"));
    const all = [...w.prices.values()].filter(({ lookup_key }) => lookup_key && keys.includes(lookup_key));
    return made.buildList("/v1/prices", all);
  },
  "POST /v1/prices": (w, sent) => {
    refuseUnknownParams(sent, [
      "product",
      "currency",
      "unit_amount",
      "recurring",
      "lookup_key",
      "transfer_lookup_key",
    ]);
    const lookup_key = getTextParam(sent, "lookup_key");
    const before = [...w.prices.values()].find((p) => lookup_key && p.lookup_key === lookup_key);
    if (before && getTextParam(sent, "transfer_lookup_key") !== "true")
      throw new RefusedCallError("A price with this lookup key exists.", "resource_already_exists");
    if (before) before.lookup_key = null;
    const of = findOrThrow(w.products, requireParam(sent, "product"), "product");
    const price = made.buildPrice(w.id("price"), w.now(), {
      product: of.id,
      unit_amount: Number(requireParam(sent, "unit_amount")),
      currency: requireParam(sent, "currency"),
      lookup_key,
    });
    w.prices.set(price.id, price);
    return price;
  },
  "GET /v1/checkout/sessions": (w, sent, _, account) => {
    refuseUnknownParams(sent, ["customer", "payment_intent", "limit"]);
    const of = getTextParam(sent, "customer");
    const paid = getTextParam(sent, "payment_intent");
    const all = [...w.sessions.values()].filter(
      (s) =>
        (!of || s.customer === of) &&
        (!paid || s.payment_intent === paid) &&
        w.connected.ownerOf(s.id) === account,
    );
    return made.buildList("/v1/checkout/sessions", all.reverse());
  },
  "POST /v1/checkout/sessions": (w, sent, _, account) => {
    if (getTextParam(sent, "mode") === "payment") return openPaymentPage(w, sent, account);
    refuseUnknownParams(sent, [
      "mode",
      "customer",
      "line_items",
      "success_url",
      "cancel_url",
      "metadata",
      "subscription_data",
    ]);
    const [item] = getParamList(sent, "line_items");
    const more = getNestedParams(sent, "subscription_data");
    refuseUnknownParams(more, ["trial_end", "trial_settings"]);
    const trial_end = getTextParam(more, "trial_end");
    if (requireParam(sent, "mode") !== "subscription" || !item)
      throw new RefusedCallError("line_items: missing");
    return w.openSession({
      customer: requireParam(sent, "customer"),
      price: requireParam(item, "price"),
      trial_end: trial_end === null ? null : Number(trial_end),
      success_url: getTextParam(sent, "success_url"),
      cancel_url: getTextParam(sent, "cancel_url"),
      metadata: getStringMap(sent, "metadata"),
    });
  },
  "POST /v1/checkout/sessions/:id/expire": (w, _, id, account) => {
    w.connected.owned(findOrThrow(w.sessions, id, "checkout.session"), account);
    return w.expire(id);
  },
  "GET /v1/billing_portal/configurations": (w, sent) => {
    refuseUnknownParams(sent, ["active", "is_default", "limit"]);
    return made.buildList("/v1/billing_portal/configurations", [...w.configurations.values()]);
  },
  "POST /v1/billing_portal/configurations": (w, sent) => {
    refuseUnknownParams(sent, ["features", "default_return_url"]);
    const item = { id: w.id("bpc"), object: "billing_portal.configuration" };
    w.configurations.set(item.id, item);
    return item;
  },
  "POST /v1/billing_portal/configurations/:id": (w, sent, id) => {
    refuseUnknownParams(sent, ["features"]);
    return findOrThrow(w.configurations, id, "configuration");
  },
  "GET /v1/webhook_endpoints": (w, sent) => {
    refuseUnknownParams(sent, ["limit"]);
    return made.buildList("/v1/webhook_endpoints", [...w.endpoints.values()]);
  },
  "POST /v1/webhook_endpoints/:id": (w, sent, id) => {
    refuseUnknownParams(sent, ["enabled_events"]);
    const item = findOrThrow(w.endpoints, id, "webhook_endpoint");
    item.enabled_events = Object.values(getNestedParams(sent, "enabled_events")).map(String);
    return item;
  },
  "POST /v1/webhook_endpoints": (w, sent) => {
    refuseUnknownParams(sent, ["url", "enabled_events", "api_version", "connect"]);
    const enabled_events = Object.values(getNestedParams(sent, "enabled_events")).map(String);
    const item = {
      id: w.id("we"),
      object: "webhook_endpoint",
      url: requireParam(sent, "url"),
      enabled_events,
    };
    w.endpoints.set(item.id, item);
    return { ...item, secret: "whsec_0000000000" };
  },
  "POST /v1/billing_portal/sessions": (w, sent) => {
    refuseUnknownParams(sent, ["customer", "return_url", "flow_data"]);
    const of = findOrThrow(w.customers, requireParam(sent, "customer"), "customer");
    const id = w.id("bps");
    const session = made.buildPortalSession(id, w.now(), {
      customer: of.id,
      return_url: getTextParam(sent, "return_url"),
      configuration: "bpc_000001",
      url: `${w.base}/portal/${id}`,
    });
    w.portals.set(id, session);
    return session;
  },
  "GET /v1/invoices": (w, sent) => {
    refuseUnknownParams(sent, ["customer", "limit", "expand"]);
    const of = requireParam(sent, "customer");
    findOrThrow(w.customers, of, "customer");
    const isWhole = Object.values(getNestedParams(sent, "expand")).includes("data.payments");
    const all = w.billed.of(of).map(({ payments, ...one }) => (isWhole ? { ...one, payments } : one));
    return made.buildList("/v1/invoices", all);
  },
  "GET /v1/charges": (w, sent) => {
    refuseUnknownParams(sent, ["customer", "limit"]);
    const of = requireParam(sent, "customer");
    const all = [...w.connected.charges.values()].filter(({ customer }) => customer === of);
    return made.buildList("/v1/charges", all.reverse());
  },
  "GET /v1/payment_intents/:id": (w, _, id, account) =>
    w.connected.owned(findOrThrow(w.connected.intents, id, "payment_intent"), account),
  ...CONNECTED_ACCOUNT_CALLS,
  ...TEST_MODE_CALLS,
};

/**
 * Handle an API call. A repeated idempotency key gets the same response again, and a key that was used for a different
 * call is refused.
 */
export function handleApiCall(
  world: FakeStripe,
  request: { method: string; path: string; body: string; key: string | null; account: string | null },
): { status: number; answer: object } {
  const { method, body, key, account } = request;
  const [path = "", query = ""] = request.path.split("?");
  const what = `${account ?? ""} ${path} ${body}`;
  world.endPages();
  const before = key ? world.answered.get(key) : undefined;
  try {
    if (before && before.asked !== what)
      throw new RefusedCallError(
        "Keys for idempotent requests can only be used with the same parameters.",
        "idempotency_key_in_use",
      );
    if (before) return { status: 200, answer: before.answer };
    const parts = path.split("/");
    const instant = Object.keys(CALLS).find((name) => {
      const [verb, known = ""] = name.split(" ");
      const steps = known.split("/");
      return (
        verb === method &&
        steps.length === parts.length &&
        steps.every((step, i) => step.startsWith(":") || step === parts[i])
      );
    });
    const call = instant && CALLS[instant];
    if (!call) throw new RefusedCallError(`Unrecognized request URL (${method}: ${path}).`, null, 404);
    const place =
      instant
        .split(" ")[1]
        ?.split("/")
        .findIndex((step) => step.startsWith(":")) ?? -1;
    const answer = call(
      world,
      parseCallParameters(method === "GET" ? query : body),
      parts[place] ?? "",
      account,
    );
    if (key) world.answered.set(key, { asked: what, answer: structuredClone(answer) });
    return { status: 200, answer };
  } catch (error) {
    if (!(error instanceof RefusedCallError)) throw error;
    const { message, code, status } = error;
    return { status, answer: { error: { type: "invalid_request_error", message, code } } };
  }
}
