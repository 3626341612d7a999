import type Stripe from "stripe";
import * as made from "./connected-objects";
import { buildCheckoutSession as sessionObject } from "./objects";
import { RefusedCallError } from "./parameters";
import { type FakeStripe, findOrThrow } from "./world";

/**
 * Outcome of a card payment on a hosted page. `challenge_left`: the customer leaves without answering the bank's
 * question. `processing`: the bank sends the money days later.
 */
export type CardOutcome = "paid" | "declined" | "challenge_failed" | "challenge_left" | "processing";

/**
 * State of connected accounts: identities, payments, refunds and disputes. Each change emits the events that Stripe
 * would send to the webhook for connected accounts.
 */
export class ConnectedAccounts {
  readonly accounts = new Map<string, Stripe.Account>();
  /** Account link pages by id: their account, and their return addresses. */
  readonly links = new Map<string, { account: string; return_url: string; refresh_url: string }>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  /** Owner account of each session and payment, and of their charges, refunds and disputes. */
  readonly #owners = new Map<string, string>();
  /** True to refuse every refund, as Stripe does for an account without enough balance. */
  refusesRefunds = false;

  constructor(private readonly world: FakeStripe) {}

  ownerOf = (id: string): string | null => this.#owners.get(id) ?? null;
  /** Return an item, or throw "not found" if another account owns it. */
  owned<T extends { id: string }>(item: T, account: string | null): T {
    if (this.ownerOf(item.id) !== account)
      throw new RefusedCallError(`No such object: '${item.id}'`, "resource_missing", 404);
    return item;
  }
  #tell(type: Parameters<FakeStripe["tell"]>[0], object: { id: string }): void {
    const owner = object.id.startsWith("acct_") ? object.id : this.ownerOf(object.id);
    this.world.tell(type, object, owner ?? undefined);
  }

  /** Complete the company details that Stripe requires, as the company would. */
  answer(id: string, change: Partial<Stripe.Account> = {}): Stripe.Account {
    const account = findOrThrow(this.accounts, id, "account");
    Object.assign(
      account,
      {
        details_submitted: true,
        charges_enabled: true,
        payouts_enabled: true,
        requirements: made.buildRequirements([]),
      },
      change,
    );
    this.#tell("account.updated", account);
    return account;
  }
  /** Disconnect the company's account from the program. */
  disconnect(id: string): void {
    const gone = findOrThrow(this.accounts, id, "account");
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
    const of = findOrThrow(this.accounts, account ?? "", "account");
    if (!of.charges_enabled) throw new RefusedCallError("Your account cannot currently make live charges.");
    const least = this.world.now() + 1_800;
    if (input.expires_at < least)
      throw new RefusedCallError(
        "The expires_at timestamp must be at least 30 minutes from Checkout Session creation.",
      );
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

  /** Pay as a customer on an invoice's payment page. */
  pay(session: Stripe.Checkout.Session, outcome: CardOutcome): Stripe.Checkout.Session {
    const owner = this.ownerOf(session.id);
    if (session.status !== "open" || owner === null || session.expires_at <= this.world.now())
      throw new RefusedCallError("This page isn't open anymore.");
    if (outcome === "declined" || outcome === "challenge_failed") return session;
    const now = this.world.now();
    const begun = typeof session.payment_intent === "string" ? session.payment_intent : null;
    const ids = { intent: begun ?? this.world.id("pi"), charge: this.world.id("ch") };
    const amount = session.amount_total ?? 0;
    if (outcome === "challenge_left") {
      const asks = made.buildPaymentIntent(ids.intent, now, {
        amount,
        charge: null,
        status: "requires_action",
      });
      this.intents.set(ids.intent, asks);
      this.#owners.set(ids.intent, owner);
      session.payment_intent = ids.intent;
      return session;
    }
    const isPaid = outcome === "paid";
    const intent = made.buildPaymentIntent(ids.intent, now, {
      amount,
      charge: ids.charge,
      status: isPaid ? "succeeded" : "processing",
    });
    const charge = made.buildCharge(ids.charge, now, {
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

  /** Complete a bank payment days later: paid, or failed. */
  arrive(sessionId: string, isPaid: boolean): void {
    const session = findOrThrow(this.world.sessions, sessionId, "checkout.session");
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
    const intent = findOrThrow(this.intents, String(session.payment_intent), "payment_intent");
    return { intent, charge: findOrThrow(this.charges, String(intent.latest_charge), "charge") };
  }

  refund(
    intentId: string,
    input: { amount?: number; metadata?: Record<string, string> } = {},
    account: string | null = this.ownerOf(intentId),
  ): Stripe.Refund {
    const intent = this.owned(findOrThrow(this.intents, intentId, "payment_intent"), account);
    const charge = findOrThrow(this.charges, String(intent.latest_charge), "charge");
    const amount = input.amount ?? charge.amount - charge.amount_refunded;
    if (charge.status !== "succeeded")
      throw new RefusedCallError("The charge has no money.", "charge_not_captured");
    if (this.refusesRefunds) throw new RefusedCallError("Insufficient funds.", "balance_insufficient");
    if (charge.disputed) throw new RefusedCallError("The charge is disputed.", "charge_disputed");
    if (amount <= 0 || amount > charge.amount - charge.amount_refunded)
      throw new RefusedCallError(
        "Refund amount is greater than unrefunded amount.",
        "charge_already_refunded",
      );
    const id = this.world.id("re");
    const item = made.buildRefund(id, this.world.now(), {
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
  /** Make a refund fail at the card's bank: the money returns to the company. */
  refundFails(id: string): void {
    const refund = findOrThrow(this.refunds, id, "refund");
    refund.status = "failed";
    const charge = findOrThrow(this.charges, String(refund.charge), "charge");
    charge.amount_refunded -= refund.amount;
    this.#tell("refund.failed", refund);
  }

  dispute(intentId: string, amount?: number): Stripe.Dispute {
    const intent = findOrThrow(this.intents, intentId, "payment_intent");
    const charge = findOrThrow(this.charges, String(intent.latest_charge), "charge");
    charge.disputed = true;
    const id = this.world.id("dp");
    const item = made.buildDispute(id, this.world.now(), {
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
    const dispute = findOrThrow(this.disputes, id, "dispute");
    dispute.status = status;
    this.#tell("charge.dispute.closed", dispute);
  }
}
