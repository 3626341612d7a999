import { createHash } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import type { RowId } from "#db/newest";
import { settlementEvent } from "#db/schema";
import { type Creator, creatorOf } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Reading, Step } from "~/web/procedure";

/** What happens to a statement. */
export type StatementActivity = "posted" | "paid" | "payment_reversed" | "voided";
type Details = Record<string, string | number | null>;
type Place = { seq: number; prev: string };

/** The entry's hash: over the one before it and everything that it says. */
export const eventHash = (
  prev: string,
  e: Pick<
    typeof settlementEvent.$inferSelect,
    "seq" | "activity" | "details" | "creator_user_id" | "creator_label" | "creator_company_id" | "created_at"
  >,
) =>
  createHash("sha256")
    .update(
      JSON.stringify([
        prev,
        e.seq,
        e.activity,
        e.details,
        e.creator_user_id,
        e.creator_label,
        e.creator_company_id,
        e.created_at,
      ]),
    )
    .digest("hex");

/** Where the next entry of a statement stands. */
export async function nextEvent({ read }: Pick<Reading, "read">, statement: number): Promise<Place> {
  const [last] = await read
    .select({ seq: settlementEvent.seq, hash: settlementEvent.hash })
    .from(settlementEvent)
    .where(eq(settlementEvent.settlement_statement_id, statement))
    .orderBy(desc(settlementEvent.seq))
    .limit(1);
  return { seq: (last?.seq ?? 0) + 1, prev: last?.hash ?? "" };
}

/** One entry: what happened, and what is kept of it. */
export type Happened = { activity: StatementActivity; details: Details };
type Writing = Pick<Ctx, "write" | "now"> & { actor: Creator };

/**
 * Add entries to a statement's history, in the commit of what happened. Two can't add at the same place: the second is
 * run again. The first entry's `prev` is the statement's own hash.
 */
export function statementEventSteps(
  ctx: Writing,
  statement: RowId,
  place: Place,
  happened: readonly Happened[],
): Step[] {
  let { prev } = place;
  return happened.map(({ activity, details }, at) => {
    const seq = place.seq + at;
    const entry = { seq, activity, details, ...creatorOf(ctx.actor), created_at: ctx.now.toISOString() };
    const prev_hash = prev;
    prev = eventHash(prev, entry);
    return mustHit(
      ctx.write.insert(settlementEvent).values({
        ...entry,
        settlement_statement_id: typeof statement === "number" ? statement : sql`${statement}`,
        prev_hash,
        hash: prev,
      }),
    );
  });
}

/** One entry alone. */
export function statementEventStep(
  ctx: Writing,
  statement: RowId,
  place: Place,
  activity: StatementActivity,
  details: Details,
): Step {
  const [step] = statementEventSteps(ctx, statement, place, [{ activity, details }]);
  if (!step) throw new Error("an entry makes a step");
  return step;
}
