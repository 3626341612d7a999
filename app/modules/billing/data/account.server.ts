import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyStripeAccount } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { requireAdmin } from "~/web/admin";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { procedure, type ReadCtx } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { getAccountMessage, getAccountState } from "../rules/account-standing";
import { paymentAccountOutput, stripePageOutput } from "../rules/output";
import { areCardPaymentsEnabled, callStripe, STRIPE_DASHBOARD } from "../shared/client.server";
import { pullAccount } from "../shared/pull-account.server";

const ADMINS = "Only an admin of your company can set up card payments.";
const NO_CARDS = "This site doesn't take cards.";
const PAGE = "/company/payment-account";
const back = (more: string) => `${env().PUBLIC_URL}${PAGE}${more}`;

const a = companyStripeAccount;

/**
 * Read the acting company's Stripe account for card payments, as last fetched from Stripe; undefined if the company has
 * none.
 */
export async function readPaymentAccount(ctx: ReadCtx) {
  const [row] = await ctx.read.select().from(a).where(eq(a.company_id, ctx.actor.company.id));
  return row;
}

/** Store the acting company's Stripe account; an existing one is replaced only if it is disconnected. */
const keepAccount = procedure({
  name: "keepAccount",
  may: "company.update",
  input: z.strictObject({ account: createTextSchema(255) }),
  run: (ctx, { account }) =>
    ctx.commit(
      [
        allowAnyRows(sql`INSERT INTO company_stripe_account (company_id, stripe_account_id, created_at)
          VALUES (${ctx.actor.company.id}, ${account}, ${ctx.now.toISOString()})
          ON CONFLICT (company_id) DO UPDATE SET stripe_account_id = excluded.stripe_account_id, synced_at = NULL,
            details_submitted = 0, charges_enabled = 0, payouts_enabled = 0, requirement_count = 0, disabled_reason = NULL,
            is_disconnected = 0, created_at = excluded.created_at
          WHERE company_stripe_account.is_disconnected = 1`),
      ],
      { company_id: ctx.actor.company.id },
    ),
});

/**
 * Return the Stripe page where the acting company identifies itself and enters its payout account; Stripe then
 * redirects back to this site. The first admin's request creates the account, and two simultaneous requests get the
 * same account.
 */
export const startPaymentAccountSetup = procedure({
  name: "startPaymentAccount",
  fresh: true,
  may: "company.update",
  limit: { work: "requests" },
  input: z.strictObject({}),
  output: stripePageOutput,
  async run(ctx) {
    requireAdmin(ctx.actor, ADMINS);
    if (!areCardPaymentsEnabled()) throw unprocessable(NO_CARDS);
    const known = await readPaymentAccount(ctx);
    if (!known || known.is_disconnected) {
      const { id, name } = ctx.actor.company;
      const [row] = await ctx.read.select({ at: company.created_at }).from(company).where(eq(company.id, id));
      const response = await callStripe("a payment account", (client) =>
        client.accounts.create(
          { type: "standard", business_profile: { name }, metadata: { company_id: String(id) } },
          {
            idempotencyKey: `timbertally-account-${id}-${row?.at ?? ""}-${known?.stripe_account_id ?? "first"}`,
          },
        ),
      );
      await ctx.apart(keepAccount, { account: response.id });
    }
    const account = (await readPaymentAccount(ctx))?.stripe_account_id;
    if (!account) throw unprocessable(NO_CARDS);
    const { url } = await callStripe("the page of a payment account", (client) =>
      client.accountLinks.create({
        account,
        type: "account_onboarding",
        refresh_url: back("?again"),
        return_url: back("?returned"),
      }),
    );
    return { url };
  },
});

/** Pull the account's state when an admin returns from Stripe, without waiting for an event. */
export const refreshPaymentAccount = procedure({
  name: "refreshPaymentAccount",
  may: "company.read",
  limit: { work: "requests" },
  input: z.strictObject({}),
  async run(ctx) {
    const row = await readPaymentAccount(ctx);
    if (!areCardPaymentsEnabled() || !row) return { told: false };
    await callStripe("how the account stands", () =>
      ctx.apart(pullAccount, { account: row.stripe_account_id }),
    );
    return { told: true };
  },
});

/** Start or stop offering card payment on the company's invoices. */
export const setCardPaymentsOffered = procedure({
  name: "offerCards",
  fresh: true,
  may: "company.update",
  input: z.strictObject({ offers: z.boolean().default(false) }),
  output: z.strictObject({ offers: z.boolean() }),
  async run(ctx, { offers }) {
    requireAdmin(ctx.actor, ADMINS);
    if (!(await readPaymentAccount(ctx))) throw notFound("Your company has no payment account yet.");
    const update = ctx.write
      .update(a)
      .set({ is_paused: !offers })
      .where(eq(a.company_id, ctx.actor.company.id));
    return ctx.commit([expectOneRow(update)], { offers });
  },
});

/** Return the acting company's card-payment state, for API clients. */
export const getPaymentAccount = procedure({
  name: "getPaymentAccount",
  may: "company.read",
  input: z.strictObject({}),
  output: paymentAccountOutput,
  async run(ctx) {
    const row = await readPaymentAccount(ctx);
    return {
      company_stripe_account: {
        state: getAccountState(row ?? null),
        charges_enabled: row?.charges_enabled ?? false,
        payouts_enabled: row?.payouts_enabled ?? false,
        details_submitted: row?.details_submitted ?? false,
      },
    };
  },
});

/** Return the data of the payment account page: the account's state as text, and what an admin may do about it. */
export const getPaymentAccountPage = procedure({
  name: "getPaymentAccountPage",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const row = await readPaymentAccount(ctx);
    const state = getAccountState(row ?? null);
    const cards = areCardPaymentsEnabled();
    return {
      cards,
      is_demo: env().DEMO,
      is_admin: ctx.actor.permissions.is_primary && ctx.actor.user !== null,
      state,
      said: getAccountMessage(state, row),
      dashboard: cards && row && !row.is_disconnected ? STRIPE_DASHBOARD : null,
    };
  },
});
