import type Stripe from "stripe";
import * as made from "./connected-objects";
import { session as sessionObject } from "./objects";
import { Wrong } from "./parameters";
import { found, type World } from "./world";

/**
 * Outcome of a card payment on a hosted page; `challenge_left` is a customer who leaves the bank's question open,
 * `processing` money that a bank sends days later.
 */
export type CardOutcome = "paid" | "declined" | "challenge_failed" | "challenge_left" | "processing";

/**
 * Stripe's state of connected accounts: their identities, payments, refunds and disputes. Each act emits the events
 * that Stripe would send to the endpoint of connected accounts.
 */
export class Connected {
  readonly accounts = new Map<string, Stripe.Account>();
  /** Pages of account links, by id: their account, and where they lead back. */
  readonly links = new Map<string, { account: string; return_url: string; refresh_url: string }>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  /** Account that owns a session, a payment and what resulted from it. */
  readonly #owners = new Map<string, string>();
  /** Refuses every refund, as an account without money does. */
  refusesRefunds = false;

  constructor(private readonly world: World) {}

  ownerOf = (id: string): string | null => this.#owners.get(id) ?? null;
  /** Refuse another account's item: for this one it doesn't exist. */
  owned<T extends { id: string }>(item: T, account: string | null): T {
    if (this.ownerOf(item.id) !== account)
      throw new Wrong(`No such object: '${item.id}'`, "resource_missing", 404);
    return item;
  }
  #tell(type: Parameters<World["tell"]>[0], object: { id: string }): void {
    const owner = object.id.startsWith("acct_") ? object.id : this.ownerOf(object.id);
    this.world.tell(type, object, owner ?? undefined);
  }

  /** Fill in the details that Stripe requested from a company. */
  answer(id: string, change: Partial<Stripe.Account> = {}): Stripe.Account {
    const account = found(this.accounts, id, "account");
    Object.assign(
      account,
      {
        details_submitted: true,
        charges_enabled: true,
        payouts_enabled: true,
        requirements: made.requirements([]),
      },
      change,
    );
    this.#tell("account.updated", account);
    return account;
  }
  /** Disconnect the company's account from the program. */
  disconnect(id: string): void {
    const gone = found(this.accounts, id, "account");
    this.accounts.delete(id);
    this.#tell("account.application.deauthorized", { ...gone });
  }

  openSession(
    account: string | null,
    input: {
      amount: number;
      success_url: string | null;
      cancel_url: string | null;
      expires_at: number;
      metadata: Record<string, string>;
    },
  ): Stripe.Checkout.Session {
    const of = found(this.accounts, account ?? "", "account");
    if (!of.charges_enabled) throw new Wrong("Your account cannot currently make live charges.");
    const least = this.world.now() + 1_800;
    if (input.expires_at < least)
      throw new Wrong("The expires_at timestamp must be at least 30 minutes from Checkout Session creation.");
    const id = this.world.id("cs_test");
    const opened = sessionObject(id, this.world.now(), {
      mode: "payment",
      customer: null,
      ...input,
      url: `${this.world.base}/pay/${id}`,
    });
    this.world.sessions.set(id, opened);
    this.#owners.set(id, of.id);
    return opened;
  }

  /** Act as a customer on the page on which an invoice is paid. */
  pay(session: Stripe.Checkout.Session, outcome: CardOutcome): Stripe.Checkout.Session {
    const owner = this.ownerOf(session.id);
    if (session.status !== "open" || owner === null || session.expires_at <= this.world.now())
      throw new Wrong("This page isn't open anymore.");
    if (outcome === "declined" || outcome === "challenge_failed") return session;
    const now = this.world.now();
    const begun = typeof session.payment_intent === "string" ? session.payment_intent : null;
    const ids = { intent: begun ?? this.world.id("pi"), charge: this.world.id("ch") };
    const amount = session.amount_total ?? 0;
    if (outcome === "challenge_left") {
      const asks = made.paymentIntent(ids.intent, now, { amount, charge: null, status: "requires_action" });
      this.intents.set(ids.intent, asks);
      this.#owners.set(ids.intent, owner);
      session.payment_intent = ids.intent;
      return session;
    }
    const isPaid = outcome === "paid";
    const intent = made.paymentIntent(ids.intent, now, {
      amount,
      charge: ids.charge,
      status: isPaid ? "succeeded" : "processing",
    });
    const charge = made.charge(ids.charge, now, {
      amount,
      intent: ids.intent,
      status: isPaid ? "succeeded" : "pending",
    });
    this.intents.set(ids.intent, intent);
    this.charges.set(ids.charge, charge);
    for (const id of Object.values(ids)) this.#owners.set(id, owner);
    Object.assign(session, {
      status: "complete",
      payment_status: isPaid ? "paid" : "unpaid",
      payment_intent: ids.intent,
      url: null,
    });
    this.#tell("checkout.session.completed", session);
    return session;
  }

  /** Days later the bank has sent the money, or reports that it has none. */
  arrive(sessionId: string, isPaid: boolean): void {
    const session = found(this.world.sessions, sessionId, "checkout.session");
    const { intent, charge } = this.#moneyOf(session);
    Object.assign(intent, { status: isPaid ? "succeeded" : "requires_payment_method" });
    Object.assign(charge, {
      status: isPaid ? "succeeded" : "failed",
      amount_captured: isPaid ? charge.amount : 0,
      captured: isPaid,
    });
    if (isPaid) session.payment_status = "paid";
    const how = isPaid ? "succeeded" : "failed";
    this.#tell(`checkout.session.async_payment_${how}`, session);
  }

  #moneyOf(session: Stripe.Checkout.Session) {
    const intent = found(this.intents, String(session.payment_intent), "payment_intent");
    return { intent, charge: found(this.charges, String(intent.latest_charge), "charge") };
  }

  refund(
    intentId: string,
    input: { amount?: number; metadata?: Record<string, string> } = {},
    account: string | null = this.ownerOf(intentId),
  ): Stripe.Refund {
    const intent = this.owned(found(this.intents, intentId, "payment_intent"), account);
    const charge = found(this.charges, String(intent.latest_charge), "charge");
    const amount = input.amount ?? charge.amount - charge.amount_refunded;
    if (charge.status !== "succeeded") throw new Wrong("The charge has no money.", "charge_not_captured");
    if (this.refusesRefunds) throw new Wrong("Insufficient funds.", "balance_insufficient");
    if (charge.disputed) throw new Wrong("The charge is disputed.", "charge_disputed");
    if (amount <= 0 || amount > charge.amount - charge.amount_refunded)
      throw new Wrong("Refund amount is greater than unrefunded amount.", "charge_already_refunded");
    const id = this.world.id("re");
    const item = made.refund(id, this.world.now(), {
      amount,
      charge: charge.id,
      intent: intent.id,
      metadata: input.metadata ?? {},
    });
    charge.amount_refunded += amount;
    this.refunds.set(id, item);
    if (account !== null) this.#owners.set(id, account);
    this.#tell("refund.created", item);
    if (account === null) this.#tell("charge.refunded", charge);
    return item;
  }
  /** The card's bank rejects a refund: the money is back with the company. */
  refundFails(id: string): void {
    const refund = found(this.refunds, id, "refund");
    refund.status = "failed";
    const charge = found(this.charges, String(refund.charge), "charge");
    charge.amount_refunded -= refund.amount;
    this.#tell("refund.failed", refund);
  }

  dispute(intentId: string, amount?: number): Stripe.Dispute {
    const intent = found(this.intents, intentId, "payment_intent");
    const charge = found(this.charges, String(intent.latest_charge), "charge");
    charge.disputed = true;
    const id = this.world.id("dp");
    const item = made.dispute(id, this.world.now(), {
      amount: amount ?? charge.amount,
      charge: charge.id,
      intent: intent.id,
      due_by: this.world.now() + 7 * 86_400,
    });
    this.disputes.set(id, item);
    const owner = this.ownerOf(intentId);
    if (owner !== null) this.#owners.set(id, owner);
    this.#tell("charge.dispute.created", item);
    return item;
  }
  disputeEnds(id: string, status: "won" | "lost"): void {
    const dispute = found(this.disputes, id, "dispute");
    dispute.status = status;
    this.#tell("charge.dispute.closed", dispute);
  }
}
