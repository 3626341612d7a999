import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { submission } from "#db/schema";
import { toRecord } from "~/lib/object/records";
import type { Actor } from "./actor";
import type { OpenSubmission } from "./commit.server";
import { AppError } from "./refusal";
import { isUnreachable, orThrowUnavailable } from "./unavailable.server";
import { countUsage } from "./usage-limit.server";

const MAX_BYTES = 64 * 1024;

/**
 * Return an input for storage, with each long text replaced by its hash, as is done for files, so that a repeated
 * submission can be recognized.
 */
export function hashLongTexts(input: unknown, byHash: readonly string[] = []): unknown {
  if (byHash.length === 0) return input;
  const fields = toRecord(input);
  for (const name of byHash) {
    const text = fields[name];
    if (typeof text !== "string") continue;
    fields[name] = { sha256: createHash("sha256").update(text).digest("hex"), characters: text.length };
  }
  return fields;
}

export type RecordedSubmission = { open: OpenSubmission } | { applied: unknown };

/**
 * Store a received body before it is processed, and check whether its id was already used. The same body gets the first
 * outcome again; a different body is refused (docs/domain.md#repeated-submissions).
 */
export async function recordSubmission(
  db: Database,
  actor: Actor,
  now: Date,
  sent: { id: string; route: string; fields: unknown },
): Promise<RecordedSubmission> {
  const body = canonicalize(sent.fields);
  if (Buffer.byteLength(body) > MAX_BYTES)
    throw new AppError("invalid", "This form is too large. Shorten the longest answer.");
  if (actor.user || actor.keyName) countUsage(actor, "text", Buffer.byteLength(body), now);
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const query = db.write
    .insert(submission)
    .values({
      actor: actor.key,
      submission_id: sent.id,
      user_id: actor.user?.id ?? null,
      company_id: actor.company?.id ?? null,
      route: sent.route,
      body_hash: bodyHash,
      body,
      received_at: now.toISOString(),
    })
    .returning({ id: submission.id })
    .toSQL();
  const received = db.batch(
    [
      query,
      {
        sql: "SELECT body_hash, route, result FROM submission WHERE actor = ? AND submission_id = ? AND outcome = 'applied'",
        params: [actor.key, sent.id],
      },
    ],
    { unread: true },
  );
  const sets = await orThrowUnavailable(received);
  const spent = sets[1]?.rows[0];
  if (spent) {
    const result: unknown = JSON.parse(String(spent.result));
    if (spent.body_hash === bodyHash && spent.route === sent.route) return { applied: result };
    throw new AppError(
      "alreadySent",
      "This form was already sent with different answers, and those were saved.",
      {
        result,
      },
    );
  }
  return { open: { rowId: Number(sets[0]?.rows[0]?.id) } };
}

/** Return the outcome of the same body under this id, if another request has carried it out while this one was running. */
export async function findAppliedSubmission(
  db: Database,
  actor: Actor,
  sent: { id: string; route: string; fields: unknown },
): Promise<{ applied: unknown } | null> {
  const bodyHash = createHash("sha256").update(canonicalize(sent.fields)).digest("hex");
  const [set] = await orThrowUnavailable(
    db.batch(
      [
        {
          sql: "SELECT result FROM submission WHERE actor = ? AND submission_id = ? AND outcome = 'applied' AND body_hash = ? AND route = ?",
          params: [actor.key, sent.id, bodyHash, sent.route],
        },
      ],
      { unread: true },
    ),
  );
  const row = set?.rows[0];
  return row ? { applied: JSON.parse(String(row.result)) as unknown } : null;
}

/**
 * Record that a submission was refused. Its id can be used again for the corrected form. If the record can't be
 * written, the row stays without an outcome and the refusal is still sent, because the sender is waiting for it.
 */
export async function refuseSubmission(db: Database, open: OpenSubmission, why: string) {
  const note = db.write
    .update(submission)
    .set({ outcome: "refused", result: JSON.stringify({ message: why }) })
    .where(and(eq(submission.id, open.rowId)))
    .toSQL();
  await db.batch([note], { unread: true }).catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
  });
}

/** Return the same text for equal values by sorting object keys, so that equal forms have equal hashes. */
function canonicalize(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) =>
    v && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}
