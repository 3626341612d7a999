import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { companyStripeAccount, invoiceCardPayment } from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { createTextSchema } from "~/lib/text/input";
import { getAccountState } from "~/modules/billing/rules/account-standing";
import { areCardPaymentsEnabled, callStripe, isStripeRefusal } from "~/modules/billing/shared/client.server";
import { idField } from "~/modules/settlements/rules/inputs";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { formatInvoiceTitle } from "../rules/paper";
import type { InvoiceRow } from "./access.server";
import { type CardPaymentRow, syncCardPayment } from "./card-sync.server";
import { buildPublicUrl } from "./link.server";
import { requireLinkedInvoice } from "./linked.server";

const c = invoiceCardPayment;

/** Stripe's limits for a card payment in dollars, in cents. */
const LEAST = 50;
const MAX_ROWS = 99_999_999;
/** Time that a payment page stays open: Stripe's minimum, plus one minute for the request to reach Stripe. */
const OPEN_MS = 31 * 60_000;

/** Time during which an unfinished payment is mentioned on the invoice. */
const TOLD_MS = 7 * 86_400_000;

const NOT_OFFERED = "This invoice can't be paid by card now. Pay it as it says.";
const ON_ITS_WAY = "A payment is on its way. Don't pay again.";

/** Return the issuer's Stripe account if it can take card payments now, or else null. */
async function accountFor({ read }: Pick<ReadCtx, "read">, company: number): Promise<string | null> {
  if (!areCardPaymentsEnabled()) return null;
  const [row] = await read
    .select()
    .from(companyStripeAccount)
    .where(eq(companyStripeAccount.company_id, company));
  return row && getAccountState(row) === "takes_cards" ? row.stripe_account_id : null;
}

/** Payment pages of an invoice that are open or have a payment under way. */
const liveCards = ({ read }: Pick<ReadCtx, "read">, invoice: number) =>
  read
    .select()
    .from(c)
    .where(and(eq(c.invoice_id, invoice), inArray(c.status, ["open", "processing"])))
    .orderBy(desc(c.id));

/**
 * Return the card options of an invoice's public page: the amount to pay by card, the amount of a payment under way,
 * and whether the last payment was left unfinished. `asks` is set if a payment page has ended and its outcome isn't
 * known yet.
 */
export async function readCardPaymentOptions(ctx: Pick<ReadCtx, "read" | "now">, row: InvoiceRow) {
  const left = row.status === "open" ? row.total_cents - row.paid_cents : 0;
  const cards = left > 0 && areCardPaymentsEnabled() ? await liveCards(ctx, row.id) : [];
  const waiting = cards.filter(({ status }) => status === "processing");
  const on_its_way = waiting.reduce((all, { requested_cents }) => all + requested_cents, 0);
  const account =
    left >= LEAST && left <= MAX_ROWS && on_its_way === 0 ? await accountFor(ctx, row.company_id) : null;
  const now = ctx.now.toISOString();
  return {
    pay_cents: account ? left : null,
    on_its_way_cents: on_its_way || null,
    asks: cards.some(({ status, expires_at }) => status === "open" && expires_at < now),
    is_unfinished: account !== null && (await readUnfinishedCardPayment(ctx, row.id)) !== null,
  };
}

/** Return the newest payment page if it expired or its payment failed, so that nothing was charged. */
export async function readUnfinishedCardPayment(
  { read, now }: Pick<ReadCtx, "read" | "now">,
  invoice: number,
) {
  const [last] = await read.select().from(c).where(eq(c.invoice_id, invoice)).orderBy(desc(c.id)).limit(1);
  if (!last || (last.status !== "expired" && last.status !== "failed")) return null;
  return now.getTime() - Date.parse(last.created_at) < TOLD_MS ? last : null;
}

const keepPage = procedure({
  name: "keepPage",
  audience: "anyone",
  input: z.strictObject({
    invoice_id: idField,
    account: createTextSchema(255),
    session: createTextSchema(255),
    url: createTextSchema(2_000),
    requested_cents: z.number().int(),
    expires_at: createTextSchema(40),
  }),
  run: (ctx, { account, session, ...page }) =>
    ctx.commit(
      [
        allowAnyRows(
          ctx.write
            .insert(c)
            .values({
              ...page,
              stripe_account_id: account,
              stripe_session_id: session,
              created_at: ctx.now.toISOString(),
            })
            .onConflictDoNothing(),
        ),
      ],
      {},
    ),
});

function sessionOf(row: InvoiceRow, cents: number, expires_at: number): Stripe.Checkout.SessionCreateParams {
  const here = buildPublicUrl(row.id);
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: cents, product_data: { name: formatInvoiceTitle(row) } },
      },
    ],
    ...(row.customer_email ? { customer_email: row.customer_email } : {}),
    client_reference_id: `invoice-${row.id}`,
    metadata: { invoice_id: String(row.id) },
    success_url: `${here}&paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${here}&left`,
    expires_at,
  };
}

/** Reuse an older payment page if it has the right amount; close it otherwise. */
async function olderPage(
  ctx: Ctx,
  card: CardPaymentRow,
  want: { account: string; cents: number },
): Promise<string | null> {
  const same = card.stripe_account_id === want.account && card.requested_cents === want.cents;
  const minute = new Date(ctx.now.getTime() + 60_000).toISOString();
  if (!same || card.expires_at < minute)
    await callStripe("closing a page to pay on", async (client) => {
      try {
        await client.checkout.sessions.expire(card.stripe_session_id, undefined, {
          stripeAccount: card.stripe_account_id,
        });
      } catch (error) {
        // The page isn't open anymore, or its account is gone. Its outcome is fetched below.
        if (!isStripeRefusal(error)) throw error;
      }
    });
  const { status } = await callStripe("what became of a page to pay on", () =>
    ctx.apart(syncCardPayment, { card_payment_id: card.id }),
  );
  if (status === "processing") throw unprocessable(ON_ITS_WAY);
  return status === "open" ? card.url : null;
}

/**
 * Open Stripe's payment page for the whole amount left, payable to the issuer's own account. Repeated or simultaneous
 * requests get the same page; a page with another amount is closed first.
 */
export const payByCard = procedure({
  name: "payByCard",
  audience: "anyone",
  input: z.strictObject({ invoice_id: idField, sig: createTextSchema(100) }),
  output: z.strictObject({ url: z.string() }),
  async run(ctx, { invoice_id, sig }) {
    const known = await requireLinkedInvoice(ctx, invoice_id, sig);
    await ctx.count([
      { limit: 60, bucket: `card:${ctx.address}` },
      { limit: 30, bucket: `card:invoice:${known.id}` },
    ]);
    const account = await accountFor(ctx, known.company_id);
    if (!account) throw unprocessable(NOT_OFFERED);
    for (const card of await liveCards(ctx, known.id)) {
      const url = await olderPage(ctx, card, { account, cents: known.total_cents - known.paid_cents });
      if (url) return { url };
    }
    // Read the invoice again, because an older page may just have turned out to be paid.
    const row = await requireLinkedInvoice(ctx, invoice_id, sig);
    if (row.status === "void") throw unprocessable("This invoice is void. Nothing is due.");
    if (row.status === "paid") throw unprocessable("This invoice is already paid.");
    const cents = row.total_cents - row.paid_cents;
    if (cents < LEAST || cents > MAX_ROWS)
      throw unprocessable(`${formatMoney(cents)} can't be paid by card. Pay it as the invoice says.`);
    const [last] = await ctx.read
      .select({ id: c.id })
      .from(c)
      .where(eq(c.invoice_id, row.id))
      .orderBy(desc(c.id))
      .limit(1);
    const ends = Math.floor((ctx.now.getTime() + OPEN_MS) / 60_000) * 60;
    const session = await callStripe("a page to pay on", (client) =>
      client.checkout.sessions.create(sessionOf(row, cents, ends), {
        stripeAccount: account,
        idempotencyKey: `timbertally-invoice-${row.id}-${row.created_at}-${cents}-${last?.id ?? "first"}-${ends}`,
      }),
    );
    if (!session.url) throw unprocessable(NOT_OFFERED);
    await ctx.apart(keepPage, {
      invoice_id: row.id,
      account,
      session: session.id,
      url: session.url,
      requested_cents: cents,
      expires_at: new Date(session.expires_at * 1000).toISOString(),
    });
    const [kept] = await ctx.read
      .select()
      .from(c)
      .where(and(eq(c.invoice_id, row.id), eq(c.status, "open")));
    if (kept?.stripe_session_id === session.id) return { url: session.url };
    // A simultaneous request stored its page first. This page was never shown, so it is closed.
    await callStripe("closing a page to pay on", (client) =>
      client.checkout.sessions.expire(session.id, undefined, { stripeAccount: account }),
    );
    if (!kept?.url) throw unprocessable("Reload this page, then press Pay again.");
    return { url: kept.url };
  },
});

/** After a customer returns from Stripe's page, fetch the outcome immediately instead of waiting for an event. */
export const syncCardPaymentsOnReturn = procedure({
  name: "syncCardPaymentsOnReturn",
  audience: "anyone",
  input: z.strictObject({ invoice_id: idField, sig: createTextSchema(100) }),
  async run(ctx, { invoice_id, sig }) {
    const row = await requireLinkedInvoice(ctx, invoice_id, sig);
    if (!areCardPaymentsEnabled()) return;
    const lately = new Date(ctx.now.getTime() - 2 * OPEN_MS).toISOString();
    const cards = await ctx.read
      .select({ id: c.id })
      .from(c)
      .where(
        and(
          eq(c.invoice_id, row.id),
          or(gt(c.created_at, lately), inArray(c.status, ["open", "processing"])),
        ),
      )
      .orderBy(desc(c.id))
      .limit(3);
    if (!cards.length) return;
    await ctx.count([
      { limit: 60, bucket: `card:${ctx.address}` },
      { limit: 30, bucket: `card:invoice:${row.id}` },
    ]);
    for (const { id } of cards)
      await callStripe("what became of a page to pay on", () =>
        ctx.apart(syncCardPayment, { card_payment_id: id }),
      );
  },
});
