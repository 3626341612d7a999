import type Stripe from "stripe";
import { buildList } from "./objects";
import {
  type CallParameters,
  getNestedParams,
  getParamList,
  getStringMap,
  getTextParam,
  refuseUnknownParams,
  requireParam,
} from "./parameters";
import { type FakeStripe, findOrThrow } from "./world";

type Call = (world: FakeStripe, sent: CallParameters, id: string, account: string | null) => object;

/** Stripe's test card that can be attached to a customer but whose charges fail. */
const REFUSED_CARD = "pm_card_chargeCustomerFail";

const clockOf = (w: FakeStripe, id: string, status: Stripe.TestHelpers.TestClock.Status = "ready") => ({
  id,
  object: "test_helpers.test_clock",
  frozen_time: w.now(),
  status,
});

/**
 * Stripe's test-mode calls that simulate people, cards and time, so that the same tests run with this fake and with
 * Stripe (docs/billing.md). The program itself makes none of these calls.
 */
export const TEST_MODE_CALLS: Record<string, Call> = {
  "POST /v1/test_helpers/test_clocks": (w, sent) => {
    refuseUnknownParams(sent, ["frozen_time", "name"]);
    requireParam(sent, "frozen_time");
    return clockOf(w, w.id("clock"));
  },
  "GET /v1/test_helpers/test_clocks/:id": (w, _, id) => clockOf(w, id),
  "DELETE /v1/test_helpers/test_clocks/:id": (w, _, id) => {
    for (const [customer, clock] of w.clocks) if (clock === id) w.deleteCustomer(customer);
    return { id, object: "test_helpers.test_clock", deleted: true };
  },
  "POST /v1/test_helpers/test_clocks/:id/advance": (w, sent, id) => {
    refuseUnknownParams(sent, ["frozen_time"]);
    w.later(Number(requireParam(sent, "frozen_time")) - w.now());
    for (const sub of w.subscriptions.values()) {
      const [item] = sub.items.data;
      const isDue = item && item.current_period_end <= w.now() && sub.status !== "canceled";
      const card = w.cards.get(String(sub.customer));
      if (isDue && w.clocks.get(String(sub.customer)) === id) w.renew(sub.id, card !== REFUSED_CARD);
    }
    return clockOf(w, id, "advancing");
  },
  "POST /v1/payment_methods/:id/attach": (w, sent, id) => {
    refuseUnknownParams(sent, ["customer"]);
    findOrThrow(w.customers, requireParam(sent, "customer"), "customer");
    return { id, object: "payment_method", customer: requireParam(sent, "customer") };
  },
  "POST /v1/subscriptions": (w, sent) => {
    refuseUnknownParams(sent, ["customer", "items"]);
    const [item] = getParamList(sent, "items");
    return w.subscribe(requireParam(sent, "customer"), requireParam(item ?? {}, "price"), null);
  },
  "POST /v1/subscriptions/:id": (w, sent, id) => {
    refuseUnknownParams(sent, ["cancel_at_period_end", "items", "proration_behavior"]);
    const ends = getTextParam(sent, "cancel_at_period_end");
    if (ends !== null) w.cancelAtEnd(id, ends === "true");
    const [item] = getParamList(sent, "items");
    if (item) w.changeTo(id, findOrThrow(w.prices, requireParam(item, "price"), "price").lookup_key ?? "");
    return findOrThrow(w.subscriptions, id, "subscription");
  },
  "DELETE /v1/subscriptions/:id": (w, _, id) => w.giveUp(id, "canceled"),
  "POST /v1/invoices/:id/pay": (w, _, id) => {
    const invoice = findOrThrow(w.billed.invoices, id, "invoice");
    w.recover(String(invoice.parent?.subscription_details?.subscription));
    return invoice;
  },
  "GET /v1/events": (w, sent) => {
    refuseUnknownParams(sent, ["limit"]);
    return buildList("/v1/events", [...w.sent].reverse().slice(0, Number(getTextParam(sent, "limit") ?? 10)));
  },
};

/** Set the card for a customer's renewals, if the call specifies a card. */
export function setRenewalCard(w: FakeStripe, customer: string, sent: CallParameters): void {
  const card = getTextParam(getNestedParams(sent, "invoice_settings"), "default_payment_method");
  if (card !== null) w.cards.set(customer, card);
}

/** Return the customer fields in a call that creates a customer. */
export const getCustomerFields = (sent: CallParameters) => ({
  name: getTextParam(sent, "name"),
  email: getTextParam(sent, "email"),
  metadata: getStringMap(sent, "metadata"),
});
