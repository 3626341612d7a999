import { createHash } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { settlementEvent } from "#db/schema";
import { type Creator, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, ReadCtx, Step } from "~/web/procedure";

/** What happens to a statement. */
export type StatementActivity = "posted" | "paid" | "payment_reversed" | "voided";
type Details = Record<string, string | number | null>;
type Place = { seq: number; prev: string };

/** Hash of an entry: over the previous one and the entry's whole content. */
export const hashEvent = (
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

/** Return the position of the next entry of a statement. */
export async function readNextEvent({ read }: Pick<ReadCtx, "read">, statement: number): Promise<Place> {
  const [last] = await read
    .select({ seq: settlementEvent.seq, hash: settlementEvent.hash })
    .from(settlementEvent)
    .where(eq(settlementEvent.settlement_statement_id, statement))
    .orderBy(desc(settlementEvent.seq))
    .limit(1);
  return { seq: (last?.seq ?? 0) + 1, prev: last?.hash ?? "" };
}

/** One entry: what happened, and its details. */
export type StatementEvent = { activity: StatementActivity; details: Details };
type Writing = Pick<Ctx, "write" | "now"> & { actor: Creator };

/**
 * Add entries to a statement's history, in the commit of what happened. Two can't add at the same position: the second
 * is run again. The first entry's `prev` is the statement's own hash.
 */
export function statementEventSteps(
  ctx: Writing,
  statement: RowId,
  place: Place,
  happened: readonly StatementEvent[],
): Step[] {
  let { prev } = place;
  return happened.map(({ activity, details }, index) => {
    const seq = place.seq + index;
    const entry = { seq, activity, details, ...toCreator(ctx.actor), created_at: ctx.now.toISOString() };
    const prev_hash = prev;
    prev = hashEvent(prev, entry);
    return expectOneRow(
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
