import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import { type App, app } from "~/web/app.server";
import { env } from "~/web/env.server";
import { log } from "~/web/log.server";
import { KEEP_TRYING_DAYS, MOST_TRIES, nextTryAt, withoutSecrets } from "./outbox";
import { closeMailer, type OutboxRow, send } from "./senders.server";

/** A try belongs to its server for so long; after that another takes the message up. Longer than any try lasts. */
const LEASE_MS = 5 * 60_000;
/** Messages on their way at once: one slow recipient holds up nobody else. */
const AT_ONCE = 4;
/** Time for the commit that a new message belongs to. */
const SOON_MS = 1_000;

/** What this process is doing. */
type State = {
  working: Promise<void> | null;
  again: boolean;
  stopped: boolean;
  waking: NodeJS.Timeout | undefined;
  /** Sent, and the database did not take the note: never to be sent again by this process. */
  unnoted: Map<number, Partial<OutboxRow>>;
};
const state: State = {
  working: null,
  again: false,
  stopped: false,
  waking: undefined,
  unnoted: new Map(),
};

const kinds = () => [...(env().SMTP_URL ? ["mail"] : []), ...(env().TEXTER_URL ? ["text"] : [])];

/** See to it that a message that is about to be committed leaves at once, without anybody waiting for it. */
export function wakeOutbox(): void {
  if (state.waking || state.stopped || kinds().length === 0) return;
  state.waking = setTimeout(() => {
    state.waking = undefined;
    void deliverOutbox();
  }, SOON_MS).unref();
}

/**
 * Send what is due. Nobody waits for it, so it never fails: what was not sent is due again later. Asked while it
 * works, it looks once more before it ends.
 */
export function deliverOutbox(): Promise<void> {
  state.again = true;
  state.working ??= workOff().finally(() => {
    state.working = null;
  });
  return state.working;
}

async function workOff() {
  while (state.again && !state.stopped) {
    state.again = false;
    await sendDue().catch((error: unknown) => log.error({ err: error }, "outbox not delivered"));
  }
}

/** Stop taking messages, and wait for those being sent. */
export async function restOutbox(limitMs: number): Promise<void> {
  state.stopped = true;
  clearTimeout(state.waking);
  const late = new Promise<void>((resolve) => void setTimeout(resolve, limitMs).unref());
  await Promise.race([state.working ?? Promise.resolve(), late]);
  closeMailer();
}

async function sendDue() {
  if (kinds().length === 0) return;
  const running = await app();
  for (const [id, note] of state.unnoted) await write(running.db, id, note);
  const worker = async () => {
    while (!state.stopped) {
      const row = await claim(running);
      if (!row) return;
      await attempt(running, row);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** One statement on the primary: of two servers that ask at once, one gets the message. */
const CLAIM = `UPDATE outbox_message SET tries = tries + 1, next_try_at = ?1
  WHERE id = (SELECT id FROM outbox_message
    WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at <= ?2
      AND kind IN (SELECT value FROM json_each(?3))
    ORDER BY next_try_at, id LIMIT 1)
  RETURNING *`;

/** The message that has been due for longest, made this server's for the time of its lease. */
async function claim({ db, now }: App): Promise<OutboxRow | null> {
  const at = now();
  const lease = new Date(at.getTime() + LEASE_MS).toISOString();
  const params = [lease, at.toISOString(), JSON.stringify(kinds())];
  const [set] = await db.batch([{ sql: CLAIM, params }], { unread: true });
  return (set?.rows[0] as unknown as OutboxRow | undefined) ?? null;
}

async function attempt({ db, now }: App, row: OutboxRow) {
  const known = state.unnoted.get(row.id);
  if (known) return write(db, row.id, known);
  const at = now();
  const giveUp = (failure: string) =>
    write(db, row.id, { given_up_at: now().toISOString(), failure }, row.next_try_at);
  if (row.tries > MOST_TRIES) return giveUp(row.failure ?? "The server stopped each time this was tried.");
  const created = Date.parse(row.created_at) || at.getTime();
  const expires = row.expires_at ? Date.parse(row.expires_at) : created + KEEP_TRYING_DAYS * 86_400_000;
  if (expires <= at.getTime()) return giveUp(`Too old to be sent. ${row.failure ?? ""}`.trim());
  try {
    await send(row);
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    log.warn({ message: row.id, tries: row.tries, failure }, "message not sent");
    const next = nextTryAt(row.tries, now());
    if (next === null) return giveUp(failure);
    return write(db, row.id, { next_try_at: next, failure }, row.next_try_at);
  }
  const note = { sent_at: now().toISOString(), failure: null, body: withoutSecrets(row.body) };
  state.unnoted.set(row.id, note);
  await write(db, row.id, note);
}

/** Note what became of a message; a failure only while the lease it was tried under is still the newest. */
async function write(db: Database, id: number, note: Partial<OutboxRow>, lease?: string) {
  const held = lease === undefined ? undefined : eq(outboxMessage.next_try_at, lease);
  const where = and(eq(outboxMessage.id, id), isNull(outboxMessage.sent_at), held);
  await db.batch([db.write.update(outboxMessage).set(note).where(where).toSQL()], { unread: true });
  state.unnoted.delete(id);
}
