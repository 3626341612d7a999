import type Stripe from "stripe";
import * as made from "./billed-objects";
import * as money from "./connected-objects";
import { RefusedCallError } from "./parameters";
import { type FakeStripe, findOrThrow } from "./world";

type Line = { description: string; amount: number };

/** Subscription charges of customers: invoices and their payments. */
export class SubscriptionBilling {
  readonly invoices = new Map<string, Stripe.Invoice>();
  /**
   * Invoice lines for changes within a billing period, by subscription. They are added to the subscription's next
   * invoice.
   */
  readonly #pending = new Map<string, Line[]>();

  constructor(private readonly world: FakeStripe) {}

  of = (customer: string): Stripe.Invoice[] =>
    [...this.invoices.values()].filter((invoice) => invoice.customer === customer).reverse();

  /** Add lines to a subscription's next invoice, as Stripe does after a change within the billing period. */
  next(sub: string, lines: readonly Line[]): void {
    this.#pending.set(sub, [...(this.#pending.get(sub) ?? []), ...lines]);
  }

  /** Bill a subscription period, and collect the amount if the card works. */
  bill(
    sub: Stripe.Subscription,
    { lines, reason, isPaid }: { lines: Line[]; reason: Stripe.Invoice.BillingReason; isPaid: boolean },
  ): Stripe.Invoice {
    const id = this.world.id("in");
    const invoice = made.buildInvoice(id, this.world.now(), {
      customer: customerOf(sub),
      subscription: sub.id,
      number: `TT-${String(this.invoices.size + 1).padStart(4, "0")}`,
      lines: [...(this.#pending.get(sub.id) ?? []), ...lines],
      reason,
      base: this.world.base,
    });
    this.#pending.delete(sub.id);
    this.invoices.set(id, invoice);
    sub.latest_invoice = id;
    if (isPaid) this.collect(invoice);
    else this.refuse(invoice);
    return invoice;
  }

  refuse(invoice: Stripe.Invoice): void {
    invoice.attempted = true;
    invoice.attempt_count += 1;
    this.world.tell("invoice.payment_failed", invoice);
  }

  /** Collect the money of an open invoice. */
  collect(invoice: Stripe.Invoice): void {
    if (invoice.status !== "open") throw new RefusedCallError("Invoice is not open.");
    const now = this.world.now();
    const { connected } = this.world;
    if (invoice.total > 0) {
      const ids = { intent: this.world.id("pi"), charge: this.world.id("ch") };
      const of = { customer: invoice.customer };
      const intent = money.buildPaymentIntent(ids.intent, now, {
        amount: invoice.total,
        charge: ids.charge,
        status: "succeeded",
      });
      const charge = money.buildCharge(ids.charge, now, {
        amount: invoice.total,
        intent: ids.intent,
        status: "succeeded",
      });
      connected.intents.set(ids.intent, Object.assign(intent, of));
      connected.charges.set(ids.charge, Object.assign(charge, of));
      invoice.payments?.data.push(
        made.buildInvoicePayment(this.world.id("inpay"), now, {
          invoice: invoice.id,
          amount: invoice.total,
          intent: ids.intent,
        }),
      );
    }
    Object.assign(invoice, {
      status: "paid",
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempted: true,
    });
    invoice.status_transitions.paid_at = now;
    this.world.tell("invoice.paid", invoice);
  }

  /** Mark an open invoice as uncollectible or void. */
  drop(id: string, status: "uncollectible" | "void"): void {
    const invoice = findOrThrow(this.invoices, id, "invoice");
    invoice.status = status;
    if (status === "void") invoice.amount_remaining = 0;
    this.world.tell(status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", invoice);
  }

  /** Return the id of the payment intent that paid an invoice. */
  intentOf(id: string): string {
    const paid = findOrThrow(this.invoices, id, "invoice").payments?.data[0]?.payment.payment_intent;
    return String(paid);
  }
}

const customerOf = ({ customer }: Stripe.Subscription): string =>
  typeof customer === "string" ? customer : customer.id;
