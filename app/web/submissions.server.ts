import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database } from "#db/client.server";
import { submission } from "#db/schema";
import { ownFields } from "~/domain/records/records";
import type { Actor } from "./actor";
import type { OpenSubmission } from "./commit.server";
import { Refusal } from "./refusal";
import { isAway, orUnavailable } from "./unavailable.server";
import { countWork } from "./work-limit.server";

const MOST_BYTES = 64 * 1024;

/** An input as it is kept: of its long texts, as of files, what tells whether it is the same text again. */
export function keptOf(input: unknown, byHash: readonly string[] = []): unknown {
  if (byHash.length === 0) return input;
  const fields = ownFields(input);
  for (const name of byHash) {
    const text = fields[name];
    if (typeof text !== "string") continue;
    fields[name] = { sha256: createHash("sha256").update(text).digest("hex"), characters: text.length };
  }
  return fields;
}

export type Received = { open: OpenSubmission } | { applied: unknown };

/**
 * Keeps a received body before it is carried out, and tells whether its id was spent already:
 * the same body again gets the first outcome, another one is refused (decisions, section 5).
 */
export async function receive(
  db: Database,
  actor: Actor,
  now: Date,
  sent: { id: string; route: string; fields: unknown },
): Promise<Received> {
  const body = canonical(sent.fields);
  if (Buffer.byteLength(body) > MOST_BYTES)
    throw new Refusal("invalid", "This form is too large. Shorten the longest answer.");
  if (actor.user || actor.keyName) countWork(actor, "text", Buffer.byteLength(body), now);
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const kept = db.write
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
      kept,
      {
        sql: "SELECT body_hash, route, result FROM submission WHERE actor = ? AND submission_id = ? AND outcome = 'applied'",
        params: [actor.key, sent.id],
      },
    ],
    { unread: true },
  );
  const sets = await orUnavailable(received);
  const spent = sets[1]?.rows[0];
  if (spent) {
    const result: unknown = JSON.parse(String(spent.result));
    if (spent.body_hash === bodyHash && spent.route === sent.route) return { applied: result };
    throw new Refusal(
      "alreadySent",
      "This form was already sent with different answers, and those were saved.",
      {
        result,
      },
    );
  }
  return { open: { rowId: Number(sets[0]?.rows[0]?.id) } };
}

/** What the same body came to under this id while this request was at work, if another one carried it out. */
export async function appliedMeanwhile(
  db: Database,
  actor: Actor,
  sent: { id: string; route: string; fields: unknown },
): Promise<{ applied: unknown } | null> {
  const bodyHash = createHash("sha256").update(canonical(sent.fields)).digest("hex");
  const [set] = await orUnavailable(
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
 * Notes that a received body was refused; its id stays unspent, so it can be corrected and sent again. The refusal
 * itself is what the sender waits for: where the note cannot be made, the row stays without an outcome.
 */
export async function refuseSubmission(db: Database, open: OpenSubmission, why: string) {
  const note = db.write
    .update(submission)
    .set({ outcome: "refused", result: JSON.stringify({ message: why }) })
    .where(and(eq(submission.id, open.rowId)))
    .toSQL();
  await db.batch([note], { unread: true }).catch((error: unknown) => {
    if (!isAway(error)) throw error;
  });
}

/** One text for one meaning: keys in order, so that the same answers always hash the same. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) =>
    v && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  );
}
