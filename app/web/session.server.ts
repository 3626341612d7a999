import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Statement, Write } from "#db/client.server";
import { madeOnce, outliving } from "#db/outliving";
import { prepared } from "#db/prepared.server";
import { pushSubscription, session, user } from "#db/schema";
import { isRecent } from "~/domain/time/recent";
import { app } from "./app.server";
import { env } from "./env.server";
import { orUnavailable } from "./unavailable.server";

const TOUCH_EVERY = 10 * 60_000;
const TRY_EVERY = 60_000;

/**
 * The session cookie: a random token, signed; httpOnly, SameSite=Lax. Where the site is https it is Secure, and its
 * name makes browsers refuse one that another host of the same domain has set.
 */
const sessionCookie = madeOnce(() => {
  const secure = env().PUBLIC_URL.startsWith("https:");
  return createCookie(secure ? "__Host-tt_session" : "tt_session", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [env().SESSION_SECRET],
    maxAge: env().SESSION_DAYS * 86_400,
  });
});

export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
export const newToken = () => randomBytes(32).toString("base64url");

export type SessionRow = typeof session.$inferSelect;
export type UserRow = typeof user.$inferSelect;

const findSession = prepared((read) =>
  read
    .select({ session, user })
    .from(session)
    .innerJoin(user, eq(user.id, session.user_id))
    .where(
      and(
        eq(session.token_hash, sql.placeholder("hash")),
        gt(session.expires_at, sql.placeholder("now")),
        gt(session.last_seen_at, sql.placeholder("idleSince")),
        isNull(user.disabled_at),
      ),
    ),
);

const idleSince = (now: Date) => new Date(now.getTime() - env().SESSION_IDLE_DAYS * 86_400_000).toISOString();

/** Condition on the table `session`: it has not expired and has not lain idle. */
export const isLiveSession = (now: Date): SQL | undefined =>
  and(gt(session.expires_at, now.toISOString()), gt(session.last_seen_at, idleSince(now)));

/** The hash of the session's token, where a request carries one that we have signed. */
async function namedBy(request: Request): Promise<string | null> {
  const token: unknown = await sessionCookie().parse(request.headers.get("Cookie"));
  return typeof token === "string" ? hashToken(token) : null;
}

/** The session that a request names and its user, when it is known, has not expired and has not lain idle. */
export async function readSession(request: Request): Promise<{ session: SessionRow; user: UserRow } | null> {
  const named = await namedBy(request);
  if (named === null) return null;
  const { db, now } = await app();
  const at = now();
  const known = () => findSession(db.read, { hash: named, now: at.toISOString(), idleSince: idleSince(at) });
  let [row] = await orUnavailable(known());
  // The token is one of ours: a replica that does not know it may not have heard of it yet.
  if (!row && db.freshness && (await db.catchUp())) [row] = await known();
  if (!row) return null;
  // A page that is left open asks by itself; that is not somebody who uses it.
  if (new URL(request.url).pathname !== ASKED_BY_ITSELF) touch(row.session, at);
  return row;
}

const ASKED_BY_ITSELF = "/api/notifications/unread";

/** When this process last tried to touch a session: while the database cannot be written to, once a minute is enough. */
const tried = outliving(new Map<string, number>());

/** Notes that a session is alive, at most every ten minutes and without anyone waiting for it. */
function touch(row: SessionRow, now: Date) {
  if (isRecent(row.last_seen_at, now, TOUCH_EVERY)) return;
  if (isRecent(tried.get(row.token_hash) ?? 0, now, TRY_EVERY)) return;
  if (tried.size > 10_000) tried.clear();
  tried.set(row.token_hash, now.getTime());
  app()
    .then(({ db }) =>
      db.batch(
        [
          db.write
            .update(session)
            .set({ last_seen_at: now.toISOString() })
            .where(eq(session.token_hash, row.token_hash))
            .toSQL(),
        ],
        { unread: true },
      ),
    )
    .catch((error: unknown) => app().then(({ log }) => log.warn({ err: error }, "session not touched")));
}

/**
 * Starts a session for a user, in place of the one that the request came with, and with what else belongs to it;
 * returns the Set-Cookie header to answer with.
 */
export async function startSession(
  request: Request,
  userId: number,
  activeCompanyId: number | null,
  along: Statement[] = [],
  second = false,
): Promise<string> {
  const { db, now } = await app();
  const token = newToken();
  const at = now();
  const before = await namedBy(request);
  const hash = hashToken(token);
  const started = db.batch([
    ...along,
    db.write
      .insert(session)
      .values({
        token_hash: hash,
        user_id: userId,
        active_company_id: activeCompanyId,
        user_agent: request.headers.get("User-Agent")?.slice(0, 300) ?? null,
        created_at: at.toISOString(),
        last_seen_at: at.toISOString(),
        second_at: second ? at.toISOString() : null,
        expires_at: new Date(at.getTime() + env().SESSION_DAYS * 86_400_000).toISOString(),
      })
      .toSQL(),
    ...(before ? replaceSteps(db.write, { before, after: hash, userId }) : []),
  ]);
  await orUnavailable(started);
  return sessionCookie().serialize(token);
}

/** Ends the session that a new one replaces; the same person keeps their push channel. */
const replaceSteps = (
  write: Write,
  replaced: { before: string; after: string; userId: number },
): Statement[] => [
  write
    .update(pushSubscription)
    .set({ session_hash: replaced.after })
    .where(
      and(eq(pushSubscription.session_hash, replaced.before), eq(pushSubscription.user_id, replaced.userId)),
    )
    .toSQL(),
  write.delete(session).where(eq(session.token_hash, replaced.before)).toSQL(),
];

/** Ends the request's session; returns the Set-Cookie header that forgets it. */
export async function endSession(request: Request): Promise<string> {
  const found = await readSession(request);
  if (found) {
    const { db } = await app();
    const ended = db.write.delete(session).where(eq(session.token_hash, found.session.token_hash)).toSQL();
    await orUnavailable(db.batch([ended]));
  }
  return sessionCookie().serialize("", { maxAge: 0 });
}
