import type Stripe from "stripe";
import { type CardOutcome, Connected } from "./connected";
import * as made from "./objects";
import { Wrong } from "./parameters";

/** An event as it is sent: what it says of itself, and the object as it was then. */
export type SentEvent = Pick<Stripe.Event, "id" | "object" | "created" | "livemode" | "pending_webhooks"> & {
  api_version: string;
  account?: string;
  type: Stripe.Event["type"];
  request: null;
  data: { object: object };
};

const MONTH = 30 * 86_400;

/**
 * What Stripe would know: customers, prices, subscriptions, sessions, with a clock of its own. Each act changes it and leaves
 * the events that Stripe would send, which a test delivers as it likes: twice, late, in another order, or never.
 */
export class World {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly portals = new Map<string, Stripe.BillingPortal.Session>();
  readonly configurations = new Map<string, { id: string }>();
  readonly endpoints = new Map<string, { id: string; url: string }>();
  /** What was answered under an idempotency key, and to what. */
  readonly answered = new Map<string, { asked: string; answer: object }>();
  /** Answers nothing but 500, as when Stripe is down. */
  isDown = false;
  /** The accounts of companies, and what is paid into them. */
  readonly connected = new Connected(this);
  readonly #chosen = new Map<string, { price: string; trial_end: number | null }>();
  #events: SentEvent[] = [];
  #count = 0;
  #ahead = 0;

  constructor(
    /** Where its hosted pages are. */
    public base: string,
    private readonly clock: () => number = Date.now,
  ) {}

  now = (): number => Math.floor(this.clock() / 1000) + this.#ahead;
  /** Move the clock on. */
  later(seconds: number): void {
    this.#ahead += seconds;
  }
  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(6, "0")}`;
  }

  /** What would have been sent since it was last asked. */
  takeEvents(): SentEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
  tell(type: SentEvent["type"], object: object, account?: string): void {
    this.#events.push({
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
    });
  }

  openSession(given: {
    customer: string;
    price: string;
    trial_end: number | null;
    success_url: string | null;
    cancel_url: string | null;
    metadata: Record<string, string>;
  }): Stripe.Checkout.Session {
    const at = found(this.prices, given.price, "price");
    if (given.trial_end && given.trial_end < this.now() + 48 * 3600)
      throw new Wrong("The trial_end timestamp has to be at least 2 days in the future.");
    found(this.customers, given.customer, "customer");
    const id = this.id("cs_test");
    const opened = made.session(id, this.now(), {
      mode: "subscription",
      customer: given.customer,
      amount: given.trial_end ? 0 : (at.unit_amount ?? 0),
      success_url: given.success_url,
      cancel_url: given.cancel_url,
      metadata: given.metadata,
      expires_at: this.now() + 86_400,
      url: `${this.base}/pay/${id}`,
    });
    this.sessions.set(id, opened);
    this.#chosen.set(id, { price: at.id, trial_end: given.trial_end });
    return opened;
  }

  /** What the person does on the page that they pay on. */
  pay(sessionId: string, outcome: CardOutcome): Stripe.Checkout.Session {
    const session = found(this.sessions, sessionId, "checkout.session");
    if (session.mode === "payment") return this.connected.pay(session, outcome);
    const chosen = this.#chosen.get(sessionId);
    const customer = session.customer;
    if (session.status !== "open" || !chosen || typeof customer !== "string")
      throw new Wrong("This page isn't open anymore.");
    if (outcome !== "paid") return session;
    const id = this.id("sub");
    const at = this.now();
    const { trial_end } = chosen;
    const sub = made.subscription(id, at, {
      customer,
      price: found(this.prices, chosen.price, "price"),
      ends: trial_end ?? at + MONTH,
      trial_end,
    });
    this.subscriptions.set(id, sub);
    Object.assign(session, {
      status: "complete",
      payment_status: trial_end ? "no_payment_required" : "paid",
      subscription: id,
      url: null,
    });
    this.tell("customer.subscription.created", sub);
    this.tell("invoice.paid", { id: this.id("in"), object: "invoice", customer });
    this.tell("checkout.session.completed", session);
    return session;
  }

  expire(sessionId: string): Stripe.Checkout.Session {
    const session = found(this.sessions, sessionId, "checkout.session");
    if (session.status !== "open") throw new Wrong("Only open sessions can be expired.");
    Object.assign(session, { status: "expired", url: null });
    this.tell("checkout.session.expired", session, this.connected.ownerOf(session.id) ?? undefined);
    return session;
  }

  #change(id: string, change: Partial<Stripe.Subscription>): Stripe.Subscription {
    const sub = found(this.subscriptions, id, "subscription");
    Object.assign(sub, change);
    this.tell(
      sub.status === "canceled" ? "customer.subscription.deleted" : "customer.subscription.updated",
      sub,
    );
    return sub;
  }
  /** The next period begins: its payment is taken, or refused. */
  renew(id: string, isPaid: boolean): void {
    const sub = found(this.subscriptions, id, "subscription");
    const [item] = sub.items.data;
    if (!item) return;
    const from = item.current_period_end;
    const next = made.subscriptionItem(id, item.price, from, from + MONTH);
    if (sub.cancel_at_period_end) {
      this.#change(id, { status: "canceled", ended_at: from, cancel_at: null });
      return;
    }
    this.#change(id, {
      items: made.listOf("/v1/subscription_items", [next]),
      status: isPaid ? "active" : "past_due",
    });
    this.tell(isPaid ? "invoice.paid" : "invoice.payment_failed", {
      id: this.id("in"),
      object: "invoice",
      customer: sub.customer,
    });
  }
  recover = (id: string) => this.#change(id, { status: "active" });
  giveUp = (id: string, status: "unpaid" | "canceled") => this.#change(id, { status });
  cancelAtEnd = (id: string, is: boolean) => {
    const [item] = found(this.subscriptions, id, "subscription").items.data;
    return this.#change(id, {
      cancel_at_period_end: is,
      cancel_at: is ? (item?.current_period_end ?? null) : null,
    });
  };
  changeTo(id: string, lookup: string): void {
    const [item] = found(this.subscriptions, id, "subscription").items.data;
    const to = [...this.prices.values()].find((p) => p.lookup_key === lookup);
    if (!item || !to) throw new Wrong("No such price.");
    const { current_period_start: from, current_period_end: end } = item;
    this.#change(id, {
      items: made.listOf("/v1/subscription_items", [made.subscriptionItem(id, to, from, end)]),
    });
  }
  deleteCustomer(id: string): void {
    const gone = found(this.customers, id, "customer");
    for (const sub of this.subscriptions.values()) if (sub.customer === id) this.giveUp(sub.id, "canceled");
    this.customers.delete(id);
    this.tell("customer.deleted", gone);
  }
}

/** What is there under an id, or what Stripe says where it isn't. */
export function found<T>(all: ReadonlyMap<string, T>, id: string, kind: string): T {
  const one = all.get(id);
  if (!one) throw new Wrong(`No such ${kind}: '${id}'`, "resource_missing", 404);
  return one;
}
