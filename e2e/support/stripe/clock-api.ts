import type Stripe from "stripe";
import { listOf } from "./objects";
import { inside, knows, need, partsOf, type Sent, textOf, wordsOf } from "./parameters";
import { found, type World } from "./world";

type Call = (world: World, sent: Sent, id: string, account: string | null) => object;

/** Stripe's test card that can be attached to a customer but whose charges fail. */
const REFUSED_CARD = "pm_card_chargeCustomerFail";

const clockOf = (w: World, id: string, status: Stripe.TestHelpers.TestClock.Status = "ready") => ({
  id,
  object: "test_helpers.test_clock",
  frozen_time: w.now(),
  status,
});

/**
 * Calls of Stripe's test mode by which a suite does what people, cards and time do, so that the same suite runs on this
 * fake and on Stripe (docs/billing.md). The program itself makes none of them.
 */
export const CLOCK_CALLS: Record<string, Call> = {
  "POST /v1/test_helpers/test_clocks": (w, sent) => {
    knows(sent, ["frozen_time", "name"]);
    need(sent, "frozen_time");
    return clockOf(w, w.id("clock"));
  },
  "GET /v1/test_helpers/test_clocks/:id": (w, _, id) => clockOf(w, id),
  "DELETE /v1/test_helpers/test_clocks/:id": (w, _, id) => {
    for (const [customer, clock] of w.clocks) if (clock === id) w.deleteCustomer(customer);
    return { id, object: "test_helpers.test_clock", deleted: true };
  },
  "POST /v1/test_helpers/test_clocks/:id/advance": (w, sent, id) => {
    knows(sent, ["frozen_time"]);
    w.later(Number(need(sent, "frozen_time")) - w.now());
    for (const sub of w.subscriptions.values()) {
      const [item] = sub.items.data;
      const isDue = item && item.current_period_end <= w.now() && sub.status !== "canceled";
      const card = w.cards.get(String(sub.customer));
      if (isDue && w.clocks.get(String(sub.customer)) === id) w.renew(sub.id, card !== REFUSED_CARD);
    }
    return clockOf(w, id, "advancing");
  },
  "POST /v1/payment_methods/:id/attach": (w, sent, id) => {
    knows(sent, ["customer"]);
    found(w.customers, need(sent, "customer"), "customer");
    return { id, object: "payment_method", customer: need(sent, "customer") };
  },
  "POST /v1/subscriptions": (w, sent) => {
    knows(sent, ["customer", "items"]);
    const [item] = partsOf(sent, "items");
    return w.subscribe(need(sent, "customer"), need(item ?? {}, "price"), null);
  },
  "POST /v1/subscriptions/:id": (w, sent, id) => {
    knows(sent, ["cancel_at_period_end", "items", "proration_behavior"]);
    const ends = textOf(sent, "cancel_at_period_end");
    if (ends !== null) w.cancelAtEnd(id, ends === "true");
    const [item] = partsOf(sent, "items");
    if (item) w.changeTo(id, found(w.prices, need(item, "price"), "price").lookup_key ?? "");
    return found(w.subscriptions, id, "subscription");
  },
  "DELETE /v1/subscriptions/:id": (w, _, id) => w.giveUp(id, "canceled"),
  "POST /v1/invoices/:id/pay": (w, _, id) => {
    const invoice = found(w.billed.invoices, id, "invoice");
    w.recover(String(invoice.parent?.subscription_details?.subscription));
    return invoice;
  },
  "GET /v1/events": (w, sent) => {
    knows(sent, ["limit"]);
    return listOf("/v1/events", [...w.sent].reverse().slice(0, Number(textOf(sent, "limit") ?? 10)));
  },
};

/** Set the card that a customer's renewals are charged to, if a call names one. */
export function setCard(w: World, customer: string, sent: Sent): void {
  const card = textOf(inside(sent, "invoice_settings"), "default_payment_method");
  if (card !== null) w.cards.set(customer, card);
}

/** Fields for creating a customer. */
export const customerWords = (sent: Sent) => ({
  name: textOf(sent, "name"),
  email: textOf(sent, "email"),
  metadata: wordsOf(sent, "metadata"),
});
