import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyStripeAccount } from "#db/schema";
import { accountState, accountWords } from "~/core/stripe/account-standing";
import { asked, STRIPE_DASHBOARD, takesCards } from "~/core/stripe/client.server";
import { pullAccount } from "~/core/stripe/pull-account.server";
import { text } from "~/domain/text/input";
import { adminOf } from "~/web/admin";
import { mayMiss, mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { procedure, type Reading } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";
import { hostedOutput, paymentAccountOutput } from "./output";

const ADMINS = "Only an admin of your company can set up card payments.";
const NO_CARDS = "This site doesn't take cards.";
const PAGE = "/company/payment-account";
const back = (more: string) => `${env().PUBLIC_URL}${PAGE}${more}`;

const a = companyStripeAccount;

/** The acting company's payment account, as it was last pulled; undefined where it has none. */
export async function paymentAccountOf(ctx: Reading) {
  const [row] = await ctx.read.select().from(a).where(eq(a.company_id, ctx.actor.company.id));
  return row;
}

/** Note which account the acting company has at Stripe; only one that was disconnected there makes room for another. */
const keepAccount = procedure({
  name: "keepAccount",
  may: "company.update",
  input: z.strictObject({ account: text(255) }),
  run: (ctx, { account }) =>
    ctx.commit(
      [
        mayMiss(sql`INSERT INTO company_stripe_account (company_id, stripe_account_id, created_at)
          VALUES (${ctx.actor.company.id}, ${account}, ${ctx.now.toISOString()})
          ON CONFLICT (company_id) DO UPDATE SET stripe_account_id = excluded.stripe_account_id, synced_at = NULL,
            details_submitted = 0, charges_enabled = 0, payouts_enabled = 0, needs = 0, disabled_reason = NULL,
            is_disconnected = 0, created_at = excluded.created_at
          WHERE company_stripe_account.is_disconnected = 1`),
      ],
      { company_id: ctx.actor.company.id },
    ),
});

/**
 * Where the acting company says to Stripe who it is and where to pay out: a page of Stripe's, which leads back. The account is
 * made by the first admin who asks; two at once get the same one.
 */
export const startPaymentAccount = procedure({
  name: "startPaymentAccount",
  fresh: true,
  may: "company.update",
  limit: { work: "requests" },
  input: z.strictObject({}),
  output: hostedOutput,
  async run(ctx) {
    adminOf(ctx.actor, ADMINS);
    if (!takesCards()) throw notNow(NO_CARDS);
    const known = await paymentAccountOf(ctx);
    if (!known || known.is_disconnected) {
      const { id, name } = ctx.actor.company;
      const [row] = await ctx.read.select({ at: company.created_at }).from(company).where(eq(company.id, id));
      const made = await asked("a payment account", (client) =>
        client.accounts.create(
          { type: "standard", business_profile: { name }, metadata: { company_id: String(id) } },
          {
            idempotencyKey: `timbertally-account-${id}-${row?.at ?? ""}-${known?.stripe_account_id ?? "first"}`,
          },
        ),
      );
      await ctx.apart(keepAccount, { account: made.id });
    }
    const account = (await paymentAccountOf(ctx))?.stripe_account_id;
    if (!account) throw notNow(NO_CARDS);
    const { url } = await asked("the page of a payment account", (client) =>
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

/** Back from Stripe: how it is there is pulled at once, so that nobody waits for word of it. */
export const returnToPaymentAccount = procedure({
  name: "returnToPaymentAccount",
  may: "company.read",
  limit: { work: "requests" },
  input: z.strictObject({}),
  async run(ctx) {
    const row = await paymentAccountOf(ctx);
    if (!takesCards() || !row) return { told: false };
    await asked("how the account stands", () => ctx.apart(pullAccount, { account: row.stripe_account_id }));
    return { told: true };
  },
});

/** Offer paying by card on one's invoices, or stop offering it for now. */
export const offerCards = procedure({
  name: "offerCards",
  fresh: true,
  may: "company.update",
  input: z.strictObject({ offers: z.boolean().default(false) }),
  output: z.strictObject({ offers: z.boolean() }),
  async run(ctx, { offers }) {
    adminOf(ctx.actor, ADMINS);
    if (!(await paymentAccountOf(ctx))) throw missing("Your company has no payment account yet.");
    const update = ctx.write
      .update(a)
      .set({ is_paused: !offers })
      .where(eq(a.company_id, ctx.actor.company.id));
    return ctx.commit([mustHit(update)], { offers });
  },
});

/** How the acting company takes cards, as programs are told it. */
export const getPaymentAccount = procedure({
  name: "getPaymentAccount",
  may: "company.read",
  input: z.strictObject({}),
  output: paymentAccountOutput,
  async run(ctx) {
    const row = await paymentAccountOf(ctx);
    return {
      company_stripe_account: {
        state: accountState(row ?? null),
        charges_enabled: row?.charges_enabled ?? false,
        payouts_enabled: row?.payouts_enabled ?? false,
        details_submitted: row?.details_submitted ?? false,
      },
    };
  },
});

/** The page of the payment account: how it stands, in words, and what an admin may do about it. */
export const getPaymentAccountPage = procedure({
  name: "getPaymentAccountPage",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const row = await paymentAccountOf(ctx);
    const state = accountState(row ?? null);
    const cards = takesCards();
    return {
      cards,
      is_demo: env().DEMO,
      is_admin: ctx.actor.permissions.is_primary && ctx.actor.user !== null,
      state,
      said: accountWords(state, row),
      dashboard: cards && row && !row.is_disconnected ? STRIPE_DASHBOARD : null,
    };
  },
});
