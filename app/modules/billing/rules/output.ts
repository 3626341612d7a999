import { z } from "zod";
import { listOutput } from "~/web/output";
import { ACCOUNT_STATES } from "./account-standing";

const text = z.string().nullable();

const product = z.strictObject({
  tier: z.enum(["basic", "professional"]),
  name: z.string(),
  unit_amount: z.number().int().describe("Cents for each interval."),
  currency: z.string(),
  interval: z.string(),
  feature_ids: z.array(z.number().int()),
});

/** Plans for sale. */
export const billingProductsOutput = listOutput("billing_products", product);

/** Subscription state of a company. */
export const billingOutput = z.strictObject({
  subscription: z.strictObject({
    is_active: z.boolean(),
    tier: product.shape.tier.nullable(),
    status: text.describe("As the card payment provider calls it; null before the first."),
    current_period_end: text,
    cancel_at: text,
    trial_end: text,
  }),
});

/** Subscription charges of a company, in cents and unix seconds, as in the API's other invoices. */
export const billingInvoicesOutput = listOutput(
  "billing_invoices",
  z.strictObject({
    id: z.string().describe("As the card payment provider calls it."),
    number: text,
    status: z.enum(["open", "paid", "uncollectible", "void"]),
    created: z.number().int().describe("Unix seconds."),
    due_date: z.number().int().nullable().describe("Unix seconds."),
    currency: z.string(),
    subtotal: z.number().int(),
    tax: z.number().int(),
    total: z.number().int(),
    amount_due: z.number().int(),
    amount_refunded: z.number().int(),
    lines: z.array(z.strictObject({ description: z.string(), amount: z.number().int() })),
    invoice_pdf: text,
  }),
);

/** URL of a Stripe page where the user continues. */
export const stripePageOutput = z.strictObject({ url: z.string() });

/** State of a company's card payments from its own customers. */
export const paymentAccountOutput = z.strictObject({
  company_stripe_account: z.strictObject({
    state: z.enum(ACCOUNT_STATES),
    charges_enabled: z.boolean().describe("Whether its customers can pay by card."),
    payouts_enabled: z.boolean(),
    details_submitted: z.boolean(),
  }),
});
