import type Stripe from "stripe";
import { SubscriptionBilling } from "./billed";
import { type CardOutcome, ConnectedAccounts } from "./connected";
import * as made from "./objects";
import { RefusedCallError } from "./parameters";

/** An event as sent: its own fields, and the changed object's state at that time. */
export type SentEvent = Pick<Stripe.Event, "id" | "object" | "created" | "livemode" | "pending_webhooks"> & {
  api_version: string;
  account?: string;
  type: Stripe.Event["type"];
  request: null;
  data: { object: object };
};

const MONTH = 30 * 86_400;

/**
 * Fake Stripe state: customers, prices, subscriptions and sessions, with its own clock. Each change queues the events
 * that Stripe would send. A test may deliver them twice, late, out of order, or never.
 */
export class FakeStripe {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly portals = new Map<string, Stripe.BillingPortal.Session>();
  readonly configurations = new Map<string, { id: string }>();
  readonly endpoints = new Map<string, { id: string; url: string; enabled_events: string[] }>();
  /** Response for each idempotency key, with the original request. */
  readonly answered = new Map<string, { asked: string; answer: object }>();
  /** True to return 500 for every call, as when Stripe is down. */
  isDown = false;
  /** Accounts of companies, and the payments into them. */
  readonly connected = new ConnectedAccounts(this);
  /** Subscription charges to customers. */
  readonly billed = new SubscriptionBilling(this);
  /** Each customer's test clock, and its card for renewals if a test set one. */
  readonly clocks = new Map<string, string>();
  readonly cards = new Map<string, string>();
  /** All events since the start. */
  readonly sent: SentEvent[] = [];
  readonly #chosen = new Map<string, { price: string; trial_end: number | null }>();
  #events: SentEvent[] = [];
  #count = 0;
  #ahead = 0;

  constructor(
    /** Base address of the hosted pages. */
    public base: string,
    private readonly clock: () => number = Date.now,
  ) {}

  now = (): number => Math.floor(this.clock() / 1000) + this.#ahead;
  /** Advance the clock. */
  later(seconds: number): void {
    this.#ahead += seconds;
  }
  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, "0")}`;
  }

  /** Return the events queued since the last call. */
  takeEvents(): SentEvent[] {
    this.endPages();
    const events = this.#events;
    this.#events = [];
    return events;
  }
  tell(type: SentEvent["type"], object: object, account?: string): void {
    const event: SentEvent = {
      id: this.id("evt"),
      object: "event",
      api_version: "2026-10-28.endive",
      created: this.now(),
      livemode: false,
      pending_webhooks: 1,
      ...(account ? { account } : {}),
      type,
      request: null,
      data: { object: structuredClone(object) },
    };
    this.#events.push(event);
    this.sent.push(event);
  }

  /** Start a customer's subscription, and pay its first period. */
  subscribe(customer: string, price: string, trial_end: number | null): Stripe.Subscription {
    findOrThrow(this.customers, customer, "customer");
    const id = this.id("sub");
    const now = this.now();
    const of = findOrThrow(this.prices, price, "price");
    const sub = made.buildSubscription(id, now, {
      customer,
      price: of,
      ends: trial_end ?? now + MONTH,
      trial_end,
    });
    this.subscriptions.set(id, sub);
    this.tell("customer.subscription.created", sub);
    const lines = [{ description: lineOf(sub), amount: trial_end ? 0 : (of.unit_amount ?? 0) }];
    this.billed.bill(sub, { lines, reason: "subscription_create", isPaid: true });
    return sub;
  }

  openSession(input: {
    customer: string;
    price: string;
    trial_end: number | null;
    success_url: string | null;
    cancel_url: string | null;
    metadata: Record<string, string>;
  }): Stripe.Checkout.Session {
    const price = findOrThrow(this.prices, input.price, "price");
    if (input.trial_end && input.trial_end < this.now() + 48 * 3600)
      throw new RefusedCallError("The trial_end timestamp has to be at least 2 days in the future.");
    findOrThrow(this.customers, input.customer, "customer");
    const id = this.id("cs_test");
    const opened = made.buildCheckoutSession(id, this.now(), {
      mode: "subscription",
      customer: input.customer,
      amount: input.trial_end ? 0 : (price.unit_amount ?? 0),
      success_url: input.success_url,
      cancel_url: input.cancel_url,
      metadata: input.metadata,
      expires_at: this.now() + 86_400,
      url: `${this.base}/pay/${id}`,
    });
    this.sessions.set(id, opened);
    this.#chosen.set(id, { price: price.id, trial_end: input.trial_end });
    return opened;
  }

  /** Pay as a customer on the payment page. */
  pay(sessionId: string, outcome: CardOutcome): Stripe.Checkout.Session {
    this.endPages();
    const session = findOrThrow(this.sessions, sessionId, "checkout.session");
    if (session.mode === "payment") return this.connected.pay(session, outcome);
    const chosen = this.#chosen.get(sessionId);
    const customer = session.customer;
    if (session.status !== "open" || !chosen || typeof customer !== "string")
      throw new RefusedCallError("This page isn't open anymore.");
    if (outcome !== "paid") return session;
    const { trial_end } = chosen;
    const { id } = this.subscribe(customer, chosen.price, trial_end);
    Object.assign(session, {
      status: "complete",
      payment_status: trial_end ? "no_payment_required" : "paid",
      subscription: id,
      url: null,
    });
    this.tell("checkout.session.completed", session);
    return session;
  }

  /** Expire pages past their expiry time, as Stripe does. */
  endPages(): void {
    for (const { id, status, expires_at } of this.sessions.values())
      if (status === "open" && expires_at <= this.now()) this.expire(id);
  }
  expire(sessionId: string): Stripe.Checkout.Session {
    const session = findOrThrow(this.sessions, sessionId, "checkout.session");
    if (session.status !== "open") throw new RefusedCallError("Only open sessions can be expired.");
    Object.assign(session, { status: "expired", url: null });
    const begun = this.connected.intents.get(String(session.payment_intent));
    if (begun) begun.status = "canceled";
    this.tell("checkout.session.expired", session, this.connected.ownerOf(session.id) ?? undefined);
    return session;
  }

  #change(id: string, change: Partial<Stripe.Subscription>): Stripe.Subscription {
    const sub = findOrThrow(this.subscriptions, id, "subscription");
    Object.assign(sub, change);
    this.tell(
      sub.status === "canceled" ? "customer.subscription.deleted" : "customer.subscription.updated",
      sub,
    );
    return sub;
  }
  /** Begin a subscription's next period: its payment succeeds or fails. */
  renew(id: string, isPaid: boolean): void {
    const sub = findOrThrow(this.subscriptions, id, "subscription");
    const [item] = sub.items.data;
    if (!item) return;
    const from = item.current_period_end;
    const next = made.buildSubscriptionItem(id, item.price, from, from + MONTH);
    if (sub.cancel_at_period_end) {
      this.#change(id, { status: "canceled", ended_at: from, cancel_at: null });
      return;
    }
    this.#change(id, {
      items: made.buildList("/v1/subscription_items", [next]),
      status: isPaid ? "active" : "past_due",
    });
    const lines = [{ description: lineOf(sub), amount: item.price.unit_amount ?? 0 }];
    this.billed.bill(sub, { lines, reason: "subscription_cycle", isPaid });
  }
  /** Pay a failed renewal with another card. */
  recover(id: string): void {
    const sub = this.#change(id, { status: "active" });
    for (const invoice of this.billed.of(String(sub.customer)))
      if (invoice.status === "open") this.billed.collect(invoice);
  }
  giveUp = (id: string, status: "unpaid" | "canceled") => this.#change(id, { status });
  cancelAtEnd = (id: string, is: boolean) => {
    const [item] = findOrThrow(this.subscriptions, id, "subscription").items.data;
    return this.#change(id, {
      cancel_at_period_end: is,
      cancel_at: is ? (item?.current_period_end ?? null) : null,
    });
  };
  changeTo(id: string, lookup: string): void {
    const [item] = findOrThrow(this.subscriptions, id, "subscription").items.data;
    const to = [...this.prices.values()].find((p) => p.lookup_key === lookup);
    if (!item || !to) throw new RefusedCallError("No such price.");
    const { current_period_start: from, current_period_end: end } = item;
    const share = (cents: number | null) =>
      Math.round(((cents ?? 0) * Math.max(0, end - this.now())) / (end - from));
    const lines = [
      { description: "Unused time on the old price", amount: -share(item.price.unit_amount) },
      { description: "Remaining time on the new price", amount: share(to.unit_amount) },
    ];
    this.billed.next(id, lines);
    this.#change(id, {
      items: made.buildList("/v1/subscription_items", [made.buildSubscriptionItem(id, to, from, end)]),
    });
  }
  deleteCustomer(id: string): void {
    const gone = findOrThrow(this.customers, id, "customer");
    for (const sub of this.subscriptions.values()) if (sub.customer === id) this.giveUp(sub.id, "canceled");
    this.customers.delete(id);
    this.tell("customer.deleted", gone);
  }
}

const lineOf = ({ items }: Stripe.Subscription): string =>
  `1 × ${items.data[0]?.price.lookup_key ?? "subscription"}`;

/** Return the item with an id, or throw Stripe's error if there is none. */
export function findOrThrow<T>(all: ReadonlyMap<string, T>, id: string, kind: string): T {
  const item = all.get(id);
  if (!item) throw new RefusedCallError(`No such ${kind}: '${id}'`, "resource_missing", 404);
  return item;
}
