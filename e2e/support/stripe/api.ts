import { CLOCK_CALLS, customerWords, setCard } from "./clock-api";
import { CONNECTED_CALLS, openPayment } from "./connected-api";
import * as made from "./objects";
import { inside, knows, need, partsOf, readSent, type Sent, textOf, Wrong, wordsOf } from "./parameters";
import { found, type World } from "./world";

type Call = (world: World, sent: Sent, id: string, account: string | null) => object;

/** Calls that this program makes, and no others: each accepts its own parameters alone. */
const CALLS: Record<string, Call> = {
  "POST /v1/customers": (w, sent) => {
    knows(sent, ["name", "email", "metadata", "test_clock", "payment_method", "invoice_settings"]);
    const id = w.id("cus");
    const customer = made.customer(id, w.now(), customerWords(sent));
    const clock = textOf(sent, "test_clock");
    if (clock !== null) w.clocks.set(id, clock);
    setCard(w, id, sent);
    w.customers.set(id, customer);
    return customer;
  },
  "POST /v1/customers/:id": (w, sent, id) => {
    knows(sent, ["email", "invoice_settings"]);
    const customer = found(w.customers, id, "customer");
    customer.email = textOf(sent, "email") ?? customer.email;
    setCard(w, id, sent);
    return customer;
  },
  "GET /v1/subscriptions": (w, sent) => {
    knows(sent, ["customer", "status", "limit"]);
    const of = need(sent, "customer");
    found(w.customers, of, "customer");
    const all = [...w.subscriptions.values()].filter(
      (sub) => sub.customer === of && (textOf(sent, "status") === "all" || sub.status !== "canceled"),
    );
    return made.listOf("/v1/subscriptions", all.reverse());
  },
  "GET /v1/products": (w, sent) => {
    knows(sent, ["active", "limit"]);
    return made.listOf("/v1/products", [...w.products.values()]);
  },
  "POST /v1/products": (w, sent) => {
    knows(sent, ["name", "metadata"]);
    const id = w.id("prod");
    const product = made.product(id, w.now(), need(sent, "name"), wordsOf(sent, "metadata"));
    w.products.set(id, product);
    return product;
  },
  "GET /v1/prices": (w, sent) => {
    knows(sent, ["lookup_keys", "active", "limit"]);
    const keys = Object.values(inside(sent, "lookup_keys"));
    const all = [...w.prices.values()].filter(({ lookup_key }) => lookup_key && keys.includes(lookup_key));
    return made.listOf("/v1/prices", all);
  },
  "POST /v1/prices": (w, sent) => {
    knows(sent, ["product", "currency", "unit_amount", "recurring", "lookup_key", "transfer_lookup_key"]);
    const lookup_key = textOf(sent, "lookup_key");
    const before = [...w.prices.values()].find((p) => lookup_key && p.lookup_key === lookup_key);
    if (before && textOf(sent, "transfer_lookup_key") !== "true")
      throw new Wrong("A price with this lookup key exists.", "resource_already_exists");
    if (before) before.lookup_key = null;
    const of = found(w.products, need(sent, "product"), "product");
    const price = made.price(w.id("price"), w.now(), {
      product: of.id,
      unit_amount: Number(need(sent, "unit_amount")),
      currency: need(sent, "currency"),
      lookup_key,
    });
    w.prices.set(price.id, price);
    return price;
  },
  "GET /v1/checkout/sessions": (w, sent, _, account) => {
    knows(sent, ["customer", "payment_intent", "limit"]);
    const of = textOf(sent, "customer");
    const paid = textOf(sent, "payment_intent");
    const all = [...w.sessions.values()].filter(
      (s) =>
        (!of || s.customer === of) &&
        (!paid || s.payment_intent === paid) &&
        w.connected.ownerOf(s.id) === account,
    );
    return made.listOf("/v1/checkout/sessions", all.reverse());
  },
  "POST /v1/checkout/sessions": (w, sent, _, account) => {
    if (textOf(sent, "mode") === "payment") return openPayment(w, sent, account);
    knows(sent, [
      "mode",
      "customer",
      "line_items",
      "success_url",
      "cancel_url",
      "metadata",
      "subscription_data",
    ]);
    const [item] = partsOf(sent, "line_items");
    const more = inside(sent, "subscription_data");
    knows(more, ["trial_end", "trial_settings"]);
    const trial_end = textOf(more, "trial_end");
    if (need(sent, "mode") !== "subscription" || !item) throw new Wrong("line_items: missing");
    return w.openSession({
      customer: need(sent, "customer"),
      price: need(item, "price"),
      trial_end: trial_end === null ? null : Number(trial_end),
      success_url: textOf(sent, "success_url"),
      cancel_url: textOf(sent, "cancel_url"),
      metadata: wordsOf(sent, "metadata"),
    });
  },
  "POST /v1/checkout/sessions/:id/expire": (w, _, id, account) => {
    w.connected.owned(found(w.sessions, id, "checkout.session"), account);
    return w.expire(id);
  },
  "GET /v1/billing_portal/configurations": (w, sent) => {
    knows(sent, ["active", "is_default", "limit"]);
    return made.listOf("/v1/billing_portal/configurations", [...w.configurations.values()]);
  },
  "POST /v1/billing_portal/configurations": (w, sent) => {
    knows(sent, ["features", "default_return_url"]);
    const item = { id: w.id("bpc"), object: "billing_portal.configuration" };
    w.configurations.set(item.id, item);
    return item;
  },
  "POST /v1/billing_portal/configurations/:id": (w, sent, id) => {
    knows(sent, ["features"]);
    return found(w.configurations, id, "configuration");
  },
  "GET /v1/webhook_endpoints": (w, sent) => {
    knows(sent, ["limit"]);
    return made.listOf("/v1/webhook_endpoints", [...w.endpoints.values()]);
  },
  "POST /v1/webhook_endpoints/:id": (w, sent, id) => {
    knows(sent, ["enabled_events"]);
    const item = found(w.endpoints, id, "webhook_endpoint");
    item.enabled_events = Object.values(inside(sent, "enabled_events")).map(String);
    return item;
  },
  "POST /v1/webhook_endpoints": (w, sent) => {
    knows(sent, ["url", "enabled_events", "api_version", "connect"]);
    const enabled_events = Object.values(inside(sent, "enabled_events")).map(String);
    const item = { id: w.id("we"), object: "webhook_endpoint", url: need(sent, "url"), enabled_events };
    w.endpoints.set(item.id, item);
    return { ...item, secret: "whsec_0000000000" };
  },
  "POST /v1/billing_portal/sessions": (w, sent) => {
    knows(sent, ["customer", "return_url", "flow_data"]);
    const of = found(w.customers, need(sent, "customer"), "customer");
    const id = w.id("bps");
    const session = made.portalSession(id, w.now(), {
      customer: of.id,
      return_url: textOf(sent, "return_url"),
      configuration: "bpc_000001",
      url: `${w.base}/portal/${id}`,
    });
    w.portals.set(id, session);
    return session;
  },
  "GET /v1/invoices": (w, sent) => {
    knows(sent, ["customer", "limit", "expand"]);
    const of = need(sent, "customer");
    found(w.customers, of, "customer");
    const isWhole = Object.values(inside(sent, "expand")).includes("data.payments");
    const all = w.billed.of(of).map(({ payments, ...one }) => (isWhole ? { ...one, payments } : one));
    return made.listOf("/v1/invoices", all);
  },
  "GET /v1/charges": (w, sent) => {
    knows(sent, ["customer", "limit"]);
    const of = need(sent, "customer");
    const all = [...w.connected.charges.values()].filter(({ customer }) => customer === of);
    return made.listOf("/v1/charges", all.reverse());
  },
  "GET /v1/payment_intents/:id": (w, _, id, account) =>
    w.connected.owned(found(w.connected.intents, id, "payment_intent"), account),
  ...CONNECTED_CALLS,
  ...CLOCK_CALLS,
};

/** Answer a call: repeat the response for the same idempotency key, and refuse a key that was used for something else. */
export function answerCall(
  world: World,
  request: { method: string; path: string; body: string; key: string | null; account: string | null },
): { status: number; answer: object } {
  const { method, body, key, account } = request;
  const [path = "", query = ""] = request.path.split("?");
  const what = `${account ?? ""} ${path} ${body}`;
  world.endPages();
  const before = key ? world.answered.get(key) : undefined;
  try {
    if (before && before.asked !== what)
      throw new Wrong(
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
    if (!call) throw new Wrong(`Unrecognized request URL (${method}: ${path}).`, null, 404);
    const place =
      instant
        .split(" ")[1]
        ?.split("/")
        .findIndex((step) => step.startsWith(":")) ?? -1;
    const answer = call(world, readSent(method === "GET" ? query : body), parts[place] ?? "", account);
    if (key) world.answered.set(key, { asked: what, answer: structuredClone(answer) });
    return { status: 200, answer };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const { message, code, status } = error;
    return { status, answer: { error: { type: "invalid_request_error", message, code } } };
  }
}
