import type Stripe from "stripe";
import * as made from "./billed-objects";
import * as money from "./connected-objects";
import { Wrong } from "./parameters";
import { found, type World } from "./world";

type Line = { description: string; amount: number };

/** What customers were charged for their subscriptions: invoices, and the money that came by them. */
export class Billed {
  readonly invoices = new Map<string, Stripe.Invoice>();
  /** What a change within a period adds to the next invoice, by subscription. */
  readonly #pending = new Map<string, Line[]>();

  constructor(private readonly world: World) {}

  of = (customer: string): Stripe.Invoice[] =>
    [...this.invoices.values()].filter((one) => one.customer === customer).reverse();

  /** Put lines on the next invoice of a subscription, as a change within its period does. */
  next(sub: string, lines: readonly Line[]): void {
    this.#pending.set(sub, [...(this.#pending.get(sub) ?? []), ...lines]);
  }

  /** Ask for a period of a subscription, and take the money where the card gives it. */
  bill(
    sub: Stripe.Subscription,
    { lines, reason, isPaid }: { lines: Line[]; reason: Stripe.Invoice.BillingReason; isPaid: boolean },
  ): Stripe.Invoice {
    const id = this.world.id("in");
    const one = made.invoice(id, this.world.now(), {
      customer: customerOf(sub),
      subscription: sub.id,
      number: `TT-${String(this.invoices.size + 1).padStart(4, "0")}`,
      lines: [...(this.#pending.get(sub.id) ?? []), ...lines],
      reason,
      base: this.world.base,
    });
    this.#pending.delete(sub.id);
    this.invoices.set(id, one);
    sub.latest_invoice = id;
    if (isPaid) this.collect(one);
    else this.refuse(one);
    return one;
  }

  refuse(one: Stripe.Invoice): void {
    one.attempted = true;
    one.attempt_count += 1;
    this.world.tell("invoice.payment_failed", one);
  }

  /** The money of an open invoice comes in. */
  collect(one: Stripe.Invoice): void {
    if (one.status !== "open") throw new Wrong("Invoice is not open.");
    const at = this.world.now();
    const { connected } = this.world;
    if (one.total > 0) {
      const ids = { intent: this.world.id("pi"), charge: this.world.id("ch") };
      const of = { customer: one.customer };
      const intent = money.paymentIntent(ids.intent, at, {
        amount: one.total,
        charge: ids.charge,
        status: "succeeded",
      });
      const charge = money.charge(ids.charge, at, {
        amount: one.total,
        intent: ids.intent,
        status: "succeeded",
      });
      connected.intents.set(ids.intent, Object.assign(intent, of));
      connected.charges.set(ids.charge, Object.assign(charge, of));
      one.payments?.data.push(
        made.invoicePayment(this.world.id("inpay"), at, {
          invoice: one.id,
          amount: one.total,
          intent: ids.intent,
        }),
      );
    }
    Object.assign(one, { status: "paid", amount_paid: one.total, amount_remaining: 0, attempted: true });
    one.status_transitions.paid_at = at;
    this.world.tell("invoice.paid", one);
  }

  /** Nobody asks for an open invoice anymore. */
  drop(id: string, status: "uncollectible" | "void"): void {
    const one = found(this.invoices, id, "invoice");
    one.status = status;
    if (status === "void") one.amount_remaining = 0;
    this.world.tell(status === "void" ? "invoice.voided" : "invoice.marked_uncollectible", one);
  }

  /** The payment by which an invoice was paid. */
  intentOf(id: string): string {
    const paid = found(this.invoices, id, "invoice").payments?.data[0]?.payment.payment_intent;
    return String(paid);
  }
}

const customerOf = ({ customer }: Stripe.Subscription): string =>
  typeof customer === "string" ? customer : customer.id;
