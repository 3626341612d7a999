import { and, asc, eq, gt, inArray, isNull, lt, not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { companyStripeAccount, invoiceCardPayment } from "#db/schema";
import { defineTask } from "~/lib/queue/work.server";
import { areCardPaymentsEnabled, getStripeClient } from "~/modules/billing/shared/client.server";
import {
  type EventPointer,
  handleStripeEvent,
  type StripeEventResponse,
} from "~/modules/billing/shared/events.server";
import { pullAccount } from "~/modules/billing/shared/pull-account.server";
import { createSignedOutActor } from "~/web/actor.server";
import type { App } from "~/web/app.server";
import { toStatement } from "~/web/commit.server";
import { isRecentSql } from "~/web/recent.server";
import { runProcedure } from "~/web/run-procedure.server";
import { syncCardPayment } from "../data/card-sync.server";

const c = invoiceCardPayment;
const a = companyStripeAccount;

/** Actor for syncs that no user started. */
const nobody = ({ db, now }: App) => ({ db, now: now(), actor: createSignedOutActor(null), address: "" });

/** Process an event of a connected account, as sent to /stripe/account-events. */
export const acceptAccountEvent = (raw: Buffer, signature: string, app?: App): Promise<StripeEventResponse> =>
  handleStripeEvent(pull, raw, signature, app);

async function pull(app: App, pointer: EventPointer): Promise<boolean> {
  const { account, type } = pointer;
  if (account === null || !(await isOurs(app, account))) return false;
  if (type.startsWith("account.")) return runProcedure(pullAccount, nobody(app), { account });
  const card = await cardOf(app, { ...pointer, account });
  if (card === undefined) return false;
  await runProcedure(syncCardPayment, nobody(app), { card_payment_id: card });
  return true;
}

/** Check whether this site's invoices are, or were, paid into this account. Stripe isn't queried about other accounts. */
async function isOurs({ db }: App, account: string): Promise<boolean> {
  const [[known], [paid]] = await Promise.all([
    db.read.select({ id: a.company_id }).from(a).where(eq(a.stripe_account_id, account)),
    db.read.select({ id: c.id }).from(c).where(eq(c.stripe_account_id, account)).limit(1),
  ]);
  return known !== undefined || paid !== undefined;
}

/**
 * Find the payment page that an event is about, only among pages created for the event's account, whatever else the
 * event claims.
 */
async function cardOf(app: App, pointer: EventPointer & { account: string }): Promise<number | undefined> {
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
  const { data } = await (await getStripeClient()).checkout.sessions.list(
    { payment_intent, limit: 1 },
    { stripeAccount: account },
  );
  return data.length ? find(data.map(({ id }) => id)) : undefined;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AT_ONCE = 200;
/** Days during which a card's bank may take a payment back. */
const WATCHED_DAYS = 180;
/** Days for which Stripe resends an event. */
const SENT_DAYS = 4;

/**
 * Hourly task that fetches three kinds of payments from Stripe: pages that have ended, payments under way, and late
 * payments not yet refunded. Each paid one, and each account, is fetched once a day, so a lost event delays a change by
 * a day at most.
 */
export const syncCardPaymentsTask = defineTask({
  name: "card payments at Stripe",
  input: z.strictObject({}),
  every: 60,
  able: areCardPaymentsEnabled,
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
            sql`${c.received_cents} > ${c.applied_cents}`,
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
      await each({ card_payment: id }, () =>
        runProcedure(syncCardPayment, nobody(app), { card_payment_id: id }),
      );
    for (const { account } of accounts)
      await each({ account }, () => runProcedure(pullAccount, nobody(app), { account }));
    // Events that Stripe no longer resends are marked as processed, because their payment or account has been fetched
    // by now.
    const done = sql`UPDATE stripe_event SET processed_at = ${now.toISOString()}
      WHERE account IS NOT NULL AND processed_at IS NULL AND received_at < ${ago(SENT_DAYS * DAY)}`;
    await db.batch([toStatement(done)], { unread: true });
  },
});
