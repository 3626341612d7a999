import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { apiKey, company, usState } from "#db/schema";
import { combineCrewFlags } from "~/lib/access/crew-permissions";
import { isWithinWait } from "~/lib/time/recent";
import type { Actor } from "./actor";
import { FALLBACK_ZONE, toActingCompany } from "./actor.server";
import { log } from "./log.server";
import { hashToken } from "./session.server";

const TOUCH_EVERY = 10 * 60_000;

export type ApiCredentials = { clientKey: string; secret: string };

/** Format of a client key and its secret, as `makeApiKey` creates them. */
const BEARER = /^Bearer +(ttk_[\w-]{16})\.([\w-]{43})$/;

/**
 * Return the API key sent with a request, in `Authorization: Bearer key.secret` or in X-Client-Key and X-Client-Secret.
 * "none" if there is no key, "malformed" if its format is invalid.
 */
export function parseApiKey(headers: Headers): ApiCredentials | "none" | "malformed" {
  const bearer = headers.get("Authorization");
  const [clientKey, secret] = [headers.get("X-Client-Key"), headers.get("X-Client-Secret")];
  if (bearer === null && clientKey === null && secret === null) return "none";
  const match = BEARER.exec(bearer ?? `Bearer ${clientKey ?? ""}.${secret ?? ""}`);
  return match ? { clientKey: match[1] ?? "", secret: match[2] ?? "" } : "malformed";
}

/**
 * Return the actor of an API key: the key's company with the flags of its primary crew, and no user (architecture:
 * Requests). Null if the key is unknown or revoked, or its secret doesn't match.
 */
export async function findActorByKey(db: Database, sent: ApiCredentials, now: Date): Promise<Actor | null> {
  const row = await keyWhere(db, eq(apiKey.client_key, sent.clientKey));
  if (!row || !isSecret(sent.secret, row.apiKey.secret_hash)) return null;
  touch(db, row.apiKey, now);
  return actorOfRow(row);
}

/**
 * Return the actor of an API key, by its actor key, to continue work that the key started. Null if the key has been
 * revoked.
 */
export async function findActorByKeyId(db: Database, key: unknown): Promise<Actor | null> {
  const id = /^k(\d+)$/.exec(String(key))?.[1];
  const row = id ? await keyWhere(db, eq(apiKey.id, Number(id))) : undefined;
  return row ? actorOfRow(row) : null;
}

async function keyWhere(db: Database, which: SQL) {
  const [row] = await db.read
    .select({ apiKey, company, zone: usState.time_zone })
    .from(apiKey)
    .innerJoin(company, and(eq(company.id, apiKey.company_id), eq(company.is_deleted, false)))
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(and(which, isNull(apiKey.revoked_at)));
  return row;
}

const actorOfRow = (row: NonNullable<Awaited<ReturnType<typeof keyWhere>>>): Actor => ({
  key: `k${row.apiKey.id}`,
  user: null,
  keyName: row.apiKey.name,
  company: toActingCompany(row.company),
  companies: [{ id: row.company.id, name: row.company.name, logo_url: row.company.logo_url }],
  permissions: combineCrewFlags([{ isPrimary: true, rows: [] }]),
  zone: row.zone ?? FALLBACK_ZONE,
});

const isSecret = (secret: string, hash: string) =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(hash));

/** Store the time when an API key was used, at most every ten minutes and without delaying the request. */
function touch(db: Database, row: typeof apiKey.$inferSelect, now: Date) {
  if (row.last_used_at && isWithinWait(row.last_used_at, now, TOUCH_EVERY)) return;
  db.batch([
    db.write.update(apiKey).set({ last_used_at: now.toISOString() }).where(eq(apiKey.id, row.id)).toSQL(),
  ]).catch((error: unknown) => log.warn({ err: error }, "key not touched"));
}
