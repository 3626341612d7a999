import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import type Stripe from "stripe";
import { z } from "zod";
import { companyStripeAccount, invoiceCardPayment } from "#db/schema";
import { accountState } from "~/core/stripe/account-standing";
import { asked, isRefused, takesCards } from "~/core/stripe/client.server";
import { formatMoney } from "~/domain/money/money";
import { text } from "~/domain/text/input";
import { idInput } from "~/features/settlements/inputs";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure, type Reading } from "~/web/procedure";
import { notNow } from "~/web/refusal";
import type { InvoiceRow } from "./access.server";
import { type CardRow, pullCard } from "./card-sync.server";
import { publicAddress } from "./link.server";
import { linkedInvoice } from "./linked.server";
import { invoiceTitle } from "./paper";

const c = invoiceCardPayment;

/** What Stripe takes by card in dollars at a time, in cents. */
const LEAST = 50;
const MOST = 99_999_999;
/** A page to pay on is open so long: Stripe's shortest, and a minute for the way there. */
const OPEN_MS = 31 * 60_000;

/** A payment that was begun and came to nothing is worth a word for so long. */
const TOLD_MS = 7 * 86_400_000;

const NOT_OFFERED = "This invoice can't be paid by card now. Pay it as it says.";
const ON_ITS_WAY = "A payment is on its way. Don't pay again.";

/** The account that an issuer takes cards with; null where it takes none now. */
async function accountFor({ read }: Pick<Reading, "read">, company: number): Promise<string | null> {
  if (!takesCards()) return null;
  const [row] = await read
    .select()
    .from(companyStripeAccount)
    .where(eq(companyStripeAccount.company_id, company));
  return row && accountState(row) === "takes_cards" ? row.stripe_account_id : null;
}

/** The pages of an invoice on which something may still happen, or is on its way. */
const liveCards = ({ read }: Pick<Reading, "read">, invoice: number) =>
  read
    .select()
    .from(c)
    .where(and(eq(c.invoice_id, invoice), inArray(c.status, ["open", "processing"])))
    .orderBy(desc(c.id));

/**
 * What an invoice's public page offers: what would be paid by card, that a payment is on its way, or that one was begun and
 * came to nothing; `asks` where a page to pay on has ended and nobody has told yet what became of it.
 */
export async function cardOffer(ctx: Pick<Reading, "read" | "now">, row: InvoiceRow) {
  const left = row.status === "open" ? row.total_cents - row.paid_cents : 0;
  const cards = left > 0 && takesCards() ? await liveCards(ctx, row.id) : [];
  const waiting = cards.filter(({ status }) => status === "processing");
  const on_its_way = waiting.reduce((all, { asked_cents }) => all + asked_cents, 0);
  const account =
    left >= LEAST && left <= MOST && on_its_way === 0 ? await accountFor(ctx, row.company_id) : null;
  const now = ctx.now.toISOString();
  return {
    pay_cents: account ? left : null,
    on_its_way_cents: on_its_way || null,
    asks: cards.some(({ status, expires_at }) => status === "open" && expires_at < now),
    is_unfinished: account !== null && (await unfinishedCard(ctx, row.id)) !== null,
  };
}

/** The newest page to pay on, where somebody left it and it ended, or its bank sent nothing: nothing was charged by it. */
export async function unfinishedCard({ read, now }: Pick<Reading, "read" | "now">, invoice: number) {
  const [last] = await read.select().from(c).where(eq(c.invoice_id, invoice)).orderBy(desc(c.id)).limit(1);
  if (!last || (last.status !== "expired" && last.status !== "failed")) return null;
  return now.getTime() - Date.parse(last.created_at) < TOLD_MS ? last : null;
}

const keepPage = procedure({
  name: "keepPage",
  audience: "anyone",
  input: z.strictObject({
    invoice_id: idInput,
    account: text(255),
    session: text(255),
    url: text(2_000),
    asked_cents: z.number().int(),
    expires_at: text(40),
  }),
  run: (ctx, { account, session, ...page }) =>
    ctx.commit(
      [
        mayMiss(
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
  const here = publicAddress(row.id);
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: "usd", unit_amount: cents, product_data: { name: invoiceTitle(row) } },
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

/** What came of an older page: the same one to pay on, where it still asks for the right sum; else it is closed. */
async function olderPage(
  ctx: Ctx,
  card: CardRow,
  want: { account: string; cents: number },
): Promise<string | null> {
  const same = card.stripe_account_id === want.account && card.asked_cents === want.cents;
  const minute = new Date(ctx.now.getTime() + 60_000).toISOString();
  if (!same || card.expires_at < minute)
    await asked("closing a page to pay on", async (client) => {
      try {
        await client.checkout.sessions.expire(card.stripe_session_id, undefined, {
          stripeAccount: card.stripe_account_id,
        });
      } catch (error) {
        // It isn't open anymore, or its account is gone: what became of it is pulled below.
        if (!isRefused(error)) throw error;
      }
    });
  const { status } = await asked("what became of a page to pay on", () =>
    ctx.apart(pullCard, { card_payment_id: card.id }),
  );
  if (status === "processing") throw notNow(ON_ITS_WAY);
  return status === "open" ? card.url : null;
}

/**
 * Where a customer pays an invoice by card: a page of Stripe's for all that is left, into the issuer's own account. Pressed
 * twice, or by two people, it is the same page; one for another sum is closed before.
 */
export const payByCard = procedure({
  name: "payByCard",
  audience: "anyone",
  input: z.strictObject({ invoice_id: idInput, sig: text(100) }),
  output: z.strictObject({ url: z.string() }),
  async run(ctx, { invoice_id, sig }) {
    const known = await linkedInvoice(ctx, invoice_id, sig);
    await ctx.count([
      { limit: 60, bucket: `card:${ctx.address}` },
      { limit: 30, bucket: `card:invoice:${known.id}` },
    ]);
    const account = await accountFor(ctx, known.company_id);
    if (!account) throw notNow(NOT_OFFERED);
    for (const card of await liveCards(ctx, known.id)) {
      const url = await olderPage(ctx, card, { account, cents: known.total_cents - known.paid_cents });
      if (url) return { url };
    }
    // Read again: an older page may just have told that it was paid.
    const row = await linkedInvoice(ctx, invoice_id, sig);
    if (row.status === "void") throw notNow("This invoice is void. Nothing is due.");
    if (row.status === "paid") throw notNow("This invoice is already paid.");
    const cents = row.total_cents - row.paid_cents;
    if (cents < LEAST || cents > MOST)
      throw notNow(`${formatMoney(cents)} can't be paid by card. Pay it as the invoice says.`);
    const [last] = await ctx.read
      .select({ id: c.id })
      .from(c)
      .where(eq(c.invoice_id, row.id))
      .orderBy(desc(c.id))
      .limit(1);
    const ends = Math.floor((ctx.now.getTime() + OPEN_MS) / 60_000) * 60;
    const session = await asked("a page to pay on", (client) =>
      client.checkout.sessions.create(sessionOf(row, cents, ends), {
        stripeAccount: account,
        idempotencyKey: `timbertally-invoice-${row.id}-${row.created_at}-${cents}-${last?.id ?? "first"}-${ends}`,
      }),
    );
    if (!session.url) throw notNow(NOT_OFFERED);
    await ctx.apart(keepPage, {
      invoice_id: row.id,
      account,
      session: session.id,
      url: session.url,
      asked_cents: cents,
      expires_at: new Date(session.expires_at * 1000).toISOString(),
    });
    const [kept] = await ctx.read
      .select()
      .from(c)
      .where(and(eq(c.invoice_id, row.id), eq(c.status, "open")));
    if (kept?.stripe_session_id === session.id) return { url: session.url };
    // Somebody pressed at the same time, and their page was there first: this one was shown to nobody.
    await asked("closing a page to pay on", (client) =>
      client.checkout.sessions.expire(session.id, undefined, { stripeAccount: account }),
    );
    if (!kept?.url) throw notNow("Reload this page, then press Pay again.");
    return { url: kept.url };
  },
});

/** Back from Stripe's page: what became of it is pulled at once, so that nobody waits for word of it. */
export const returnFromCard = procedure({
  name: "returnFromCard",
  audience: "anyone",
  input: z.strictObject({ invoice_id: idInput, sig: text(100) }),
  async run(ctx, { invoice_id, sig }) {
    const row = await linkedInvoice(ctx, invoice_id, sig);
    if (!takesCards()) return;
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
      await asked("what became of a page to pay on", () => ctx.apart(pullCard, { card_payment_id: id }));
  },
});
