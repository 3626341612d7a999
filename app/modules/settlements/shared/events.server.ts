import { createHash } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import type { RowId } from "#db/inserted-id";
import { settlementEvent } from "#db/schema";
import { type Creator, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, ReadCtx, Step } from "~/web/procedure";

/** Kinds of events in a statement's history. */
export type StatementActivity = "posted" | "paid" | "payment_reversed" | "voided";
type Details = Record<string, string | number | null>;
type Place = { seq: number; prev: string };

/** Return an event's hash, computed from the previous event's hash and all of the event's content. */
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

/** Return the position of a statement's next event, and the previous hash. */
export async function readNextEvent({ read }: Pick<ReadCtx, "read">, statement: number): Promise<Place> {
  const [last] = await read
    .select({ seq: settlementEvent.seq, hash: settlementEvent.hash })
    .from(settlementEvent)
    .where(eq(settlementEvent.settlement_statement_id, statement))
    .orderBy(desc(settlementEvent.seq))
    .limit(1);
  return { seq: (last?.seq ?? 0) + 1, prev: last?.hash ?? "" };
}

/** Event of a statement: its kind and details. */
export type StatementEvent = { activity: StatementActivity; details: Details };
type Writing = Pick<Ctx, "write" | "now"> & { actor: Creator };

/**
 * Return the steps that add events to a statement's history, in the same commit as the change. If two requests add an
 * event at the same position, the second request is retried. The first event's `prev` is the statement's own hash.
 */
export function buildStatementEventSteps(
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
export function buildStatementEventStep(
  ctx: Writing,
  statement: RowId,
  place: Place,
  activity: StatementActivity,
  details: Details,
): Step {
  const [step] = buildStatementEventSteps(ctx, statement, place, [{ activity, details }]);
  if (!step) throw new Error("an entry makes a step");
  return step;
}
