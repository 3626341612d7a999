import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Statement, Write } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { pushSubscription, session, user } from "#db/schema";
import { lazy, registerResettable } from "~/lib/process-state";
import { isWithinWait } from "~/lib/time/recent";
import { getApp } from "./app.server";
import { env } from "./env.server";
import { orThrowUnavailable } from "./unavailable.server";

const TOUCH_EVERY = 10 * 60_000;
const TRY_EVERY = 60_000;

/**
 * The session cookie: a random, signed token; httpOnly, SameSite=Lax. On https it is Secure, and its name prefix makes
 * browsers refuse one set by another host of the same domain.
 */
const sessionCookie = lazy(() => {
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
export const createToken = () => randomBytes(32).toString("base64url");

export type SessionRow = typeof session.$inferSelect;
export type UserRow = typeof user.$inferSelect;

const findSession = prepareQuery((read) =>
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

/** Return the condition that a row of the table `session` is not expired and not idle too long. */
export const isLiveSession = (now: Date): SQL | undefined =>
  and(gt(session.expires_at, now.toISOString()), gt(session.last_seen_at, idleSince(now)));

/** Return the token hash from a request's session cookie, if this app signed the cookie. */
async function namedBy(request: Request): Promise<string | null> {
  const token: unknown = await sessionCookie().parse(request.headers.get("Cookie"));
  return typeof token === "string" ? hashToken(token) : null;
}

/** Return a request's session and user, if the session exists, has not expired and has not been idle too long. */
export async function readSession(request: Request): Promise<{ session: SessionRow; user: UserRow } | null> {
  const named = await namedBy(request);
  if (named === null) return null;
  const { db, now } = await getApp();
  const date = now();
  const known = () =>
    findSession(db.read, { hash: named, now: date.toISOString(), idleSince: idleSince(date) });
  let [row] = await orThrowUnavailable(known());
  // This app signed the token. If a replica doesn't have the session, the replica may be behind the primary.
  if (!row && db.freshness && (await db.catchUp())) [row] = await known();
  if (!row) return null;
  // An open page polls automatically; this doesn't count as use.
  if (new URL(request.url).pathname !== ASKED_BY_ITSELF) touch(row.session, date);
  return row;
}

const ASKED_BY_ITSELF = "/api/notifications/unread";

/**
 * Time when this process last tried to record a session's use. While the database can't be written, the process tries
 * once a minute.
 */
const tried = registerResettable(new Map<string, number>());

/** Store the time when a session was used, at most every ten minutes and without delaying the request. */
function touch(row: SessionRow, now: Date) {
  if (isWithinWait(row.last_seen_at, now, TOUCH_EVERY)) return;
  if (isWithinWait(tried.get(row.token_hash) ?? 0, now, TRY_EVERY)) return;
  if (tried.size > 10_000) tried.clear();
  tried.set(row.token_hash, now.getTime());
  getApp()
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
    .catch((error: unknown) => getApp().then(({ log }) => log.warn({ err: error }, "session not touched")));
}

/**
 * Start a session for a user, replacing the request's session and its data. Returns the Set-Cookie header for the
 * response.
 */
export async function startSession(
  request: Request,
  userId: number,
  activeCompanyId: number | null,
  along: Statement[] = [],
  second = false,
): Promise<string> {
  const { db, now } = await getApp();
  const token = createToken();
  const date = now();
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
        created_at: date.toISOString(),
        last_seen_at: date.toISOString(),
        second_factor_at: second ? date.toISOString() : null,
        expires_at: new Date(date.getTime() + env().SESSION_DAYS * 86_400_000).toISOString(),
      })
      .toSQL(),
    ...(before ? replaceSteps(db.write, { before, after: hash, userId }) : []),
  ]);
  await orThrowUnavailable(started);
  return sessionCookie().serialize(token);
}

/** Return steps that end the session replaced by a new session. If the user is the same, push notifications stay on. */
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

/** End the request's session and return the Set-Cookie header that deletes it. */
export async function endSession(request: Request): Promise<string> {
  const match = await readSession(request);
  if (match) {
    const { db } = await getApp();
    const ended = db.write.delete(session).where(eq(session.token_hash, match.session.token_hash)).toSQL();
    await orThrowUnavailable(db.batch([ended]));
  }
  return sessionCookie().serialize("", { maxAge: 0 });
}
