import { and, asc, eq, gt, inArray, isNull, lt, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { companyStripeAccount, invoiceCardPayment } from "#db/schema";
import { stripe, takesCards } from "~/core/stripe/client.server";
import { type Pointer, type TakenEvent, takeEvent } from "~/core/stripe/events.server";
import { pullAccount } from "~/core/stripe/pull-account.server";
import { work } from "~/core/work/work.server";
import { signedOutActor } from "~/web/actor.server";
import type { App } from "~/web/app.server";
import { statementOf } from "~/web/commit.server";
import { perform } from "~/web/perform.server";
import { isRecentSql } from "~/web/recent.server";
import { pullCard } from "./card-sync.server";

const c = invoiceCardPayment;
const a = companyStripeAccount;

/** Who pulls when nobody asks. */
const nobody = ({ db, now }: App) => ({ db, now: now(), actor: signedOutActor(null), address: "" });

/** Take an event of a connected account, as /stripe/account-events is sent it. */
export const takeAccountEvent = (raw: Buffer, signature: string, app?: App): Promise<TakenEvent> =>
  takeEvent(pull, raw, signature, app);

async function pull(app: App, pointer: Pointer): Promise<boolean> {
  const { account, type } = pointer;
  if (account === null || !(await isOurs(app, account))) return false;
  if (type.startsWith("account.")) return perform(pullAccount, nobody(app), { account });
  const card = await cardOf(app, { ...pointer, account });
  if (card === undefined) return false;
  await perform(pullCard, nobody(app), { card_payment_id: card });
  return true;
}

/** Whether an account is, or was, one that invoices are paid into here: of another nothing is asked. */
async function isOurs({ db }: App, account: string): Promise<boolean> {
  const [[known], [paid]] = await Promise.all([
    db.read.select({ id: a.company_id }).from(a).where(eq(a.stripe_account_id, account)),
    db.read.select({ id: c.id }).from(c).where(eq(c.stripe_account_id, account)).limit(1),
  ]);
  return known !== undefined || paid !== undefined;
}

/** The page to pay on that an event is about: one that was made for this very account, whatever the event says of it. */
async function cardOf(app: App, pointer: Pointer & { account: string }): Promise<number | undefined> {
  const { account, session, payment_intent } = pointer;
  const find = async (sessions: readonly string[]) => {
    const [row] = await app.db.read
      .select({ id: c.id })
      .from(c)
      .where(and(inArray(c.stripe_session_id, [...sessions]), eq(c.stripe_account_id, account)));
    return row?.id;
  };
  if (session !== null) return find([session]);
  if (payment_intent === null) return undefined;
  const [row] = await app.db.read
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.stripe_payment_intent_id, payment_intent), eq(c.stripe_account_id, account)));
  if (row) return row.id;
  const { data } = await (await stripe()).checkout.sessions.list(
    { payment_intent, limit: 1 },
    { stripeAccount: account },
  );
  return data.length ? find(data.map(({ id }) => id)) : undefined;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AT_ONCE = 200;
/** A card's bank may take a payment back for so long. */
const WATCHED_DAYS = 180;
/** Stripe sends an event again for three days. */
const SENT_DAYS = 4;

/**
 * Every hour: pages to pay on that have ended, payments on their way, those that came too late and weren't given back, and each
 * paid one and each account once a day. So an event that never came costs a day at most.
 */
export const pullCards = work({
  name: "card payments at Stripe",
  input: z.strictObject({}),
  every: 60,
  able: takesCards,
  async run(app, _, { heartbeat, signal }) {
    const { db, log } = app;
    const now = app.now();
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const cards = await db.read
      .select({ id: c.id })
      .from(c)
      .where(
        or(
          and(eq(c.status, "open"), lt(c.expires_at, now.toISOString())),
          eq(c.status, "processing"),
          and(
            eq(c.status, "paid"),
            not(isRecentSql(c.synced_at, now, DAY)),
            gt(c.created_at, ago(WATCHED_DAYS * DAY)),
          ),
          and(
            eq(c.status, "paid"),
            not(isRecentSql(c.synced_at, now, HOUR)),
            sql`${c.held_cents} > ${c.counted_cents}`,
          ),
        ),
      )
      .orderBy(asc(c.synced_at))
      .limit(AT_ONCE);
    const accounts = await db.read
      .select({ account: a.stripe_account_id })
      .from(a)
      .where(
        and(eq(a.is_disconnected, false), or(isNull(a.synced_at), not(isRecentSql(a.synced_at, now, DAY)))),
      )
      .orderBy(asc(a.synced_at))
      .limit(AT_ONCE);
    const each = async (what: object, doIt: () => Promise<unknown>) => {
      signal.throwIfAborted();
      await heartbeat();
      await doIt().catch((error: unknown) => log.error({ err: error, ...what }, "Stripe couldn't be told"));
    };
    for (const { id } of cards)
      await each({ card_payment: id }, () => perform(pullCard, nobody(app), { card_payment_id: id }));
    for (const { account } of accounts)
      await each({ account }, () => perform(pullAccount, nobody(app), { account }));
    // What Stripe stopped sending was pulled with its payment or account by now.
    const done = sql`UPDATE stripe_event SET processed_at = ${now.toISOString()}
      WHERE account IS NOT NULL AND processed_at IS NULL AND received_at < ${ago(SENT_DAYS * DAY)}`;
    await db.batch([statementOf(done)], { unread: true });
  },
});
