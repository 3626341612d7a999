import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { apiKey, company, usState } from "#db/schema";
import { evaluateCrews } from "~/domain/access/crew-permissions";
import { isRecent } from "~/domain/time/recent";
import type { Actor } from "./actor";
import { actingCompany, FALLBACK_ZONE } from "./actor.server";
import { log } from "./log.server";
import { hashToken } from "./session.server";

const TOUCH_EVERY = 10 * 60_000;

export type SentKey = { clientKey: string; secret: string };

/** The form of a client key and its secret, as `makeApiKey` makes them. */
const BEARER = /^Bearer +(ttk_[\w-]{16})\.([\w-]{43})$/;

/**
 * The key that a request brings, as `Authorization: Bearer key.secret` or as X-Client-Key and X-Client-Secret.
 * "none" where it brings nothing of the kind, "malformed" where what it brings cannot be one.
 */
export function keyOf(headers: Headers): SentKey | "none" | "malformed" {
  const bearer = headers.get("Authorization");
  const [clientKey, secret] = [headers.get("X-Client-Key"), headers.get("X-Client-Secret")];
  if (bearer === null && clientKey === null && secret === null) return "none";
  const found = BEARER.exec(bearer ?? `Bearer ${clientKey ?? ""}.${secret ?? ""}`);
  return found ? { clientKey: found[1] ?? "", secret: found[2] ?? "" } : "malformed";
}

/**
 * Who acts by this key: its company, with the flags of the primary crew and no person (architecture: Requests).
 * Null where the key is not known, was revoked, or its secret is another.
 */
export async function actorOfKey(db: Database, sent: SentKey, now: Date): Promise<Actor | null> {
  const row = await keyWhere(db, eq(apiKey.client_key, sent.clientKey));
  if (!row || !isSecret(sent.secret, row.apiKey.secret_hash)) return null;
  touch(db, row.apiKey, now);
  return actorOfRow(row);
}

/** Who acts by a key that has shown its secret before, for what it had begun: by its actor's name, while it is not revoked. */
export async function actorOfKnownKey(db: Database, key: unknown): Promise<Actor | null> {
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
  company: actingCompany(row.company),
  companies: [{ id: row.company.id, name: row.company.name, logo_url: row.company.logo_url }],
  permissions: evaluateCrews([{ isPrimary: true, rows: [] }]),
  zone: row.zone ?? FALLBACK_ZONE,
});

const isSecret = (secret: string, hash: string) =>
  timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(hash));

/** Notes that a key is in use, at most every ten minutes and without anyone waiting for it. */
function touch(db: Database, row: typeof apiKey.$inferSelect, now: Date) {
  if (row.last_used_at && isRecent(row.last_used_at, now, TOUCH_EVERY)) return;
  db.batch([
    db.write.update(apiKey).set({ last_used_at: now.toISOString() }).where(eq(apiKey.id, row.id)).toSQL(),
  ]).catch((error: unknown) => log.warn({ err: error }, "key not touched"));
}
