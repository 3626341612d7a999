import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { tripTicket } from "#db/schema";
import type { VisibleJob } from "~/core/jobs/standing.server";
import { addMoved, loadsMovedWords, type Moved, NOTHING_MOVES, type PayTerms } from "~/domain/settling/moved";
import { trimmed } from "~/domain/text/input";
import { STATUS } from "~/domain/tickets/trip-ticket";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { factsOf, type Priceable, readStateTerms, type Supposed } from "./facts.server";

/** So many loads are worked out at a time; others are served in between. */
const CHUNK = 250;

/** How a form asks before the pay of earlier loads changes: it sends back the message that it was refused with. */
export const asking = {
  /** Refuse where the pay of earlier loads changes, unless `moves` is what that refusal says. */
  ask_first: z.boolean().optional(),
  moves: trimmed(500).optional(),
};
export type Asking = z.output<z.ZodObject<typeof asking>>;

/** A load that is paid for, with what its pay depends on. */
export type PricedLoad = Priceable & PayTerms;
const isPriced = (fact: Priceable): fact is PricedLoad => fact.load !== null;

/**
 * Add up what a change moves of a job's completed loads, those of `where` alone. `suppose` returns the terms of some loads
 * after the change, in their order; null leaves a load as it is.
 */
export async function sumMoves(
  read: Read,
  jobId: number,
  where: SQL | undefined,
  suppose: (loads: PricedLoad[]) => Promise<(PayTerms | null)[]>,
): Promise<Moved> {
  let sum = NOTHING_MOVES;
  let after = 0;
  for (;;) {
    const rows = await read
      .select({ id: tripTicket.id, load_number: tripTicket.load_number })
      .from(tripTicket)
      .where(
        and(
          eq(tripTicket.job_id, jobId),
          gt(tripTicket.load_number, after),
          eq(tripTicket.trip_ticket_status_id, STATUS.completed),
          sql`${tripTicket.is_deleted} = 0`,
          where,
        ),
      )
      .orderBy(asc(tripTicket.load_number))
      .limit(CHUNK);
    const last = rows.at(-1);
    if (!last) return sum;
    const facts = await factsOf(
      read,
      rows.map(({ id }) => id),
    );
    const loads = facts.filter(isPriced);
    const next = await suppose(loads);
    for (const [index, load] of loads.entries()) {
      const terms = next[index];
      if (terms) sum = addMoved(sum, load.claims, load, terms);
    }
    after = last.load_number;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** An edit of a job that its loads' pay may depend on: the state it moves to, and miles by the id of its destination. */
export type JobEdit = { us_state_id?: number; miles?: Supposed["miles"] };

/**
 * Describe what an edit of a job would do to the pay of loads that are there already; null where nothing moves. Only the
 * requester, who reads every rate, is told the dollars.
 */
export async function whatEditMoves(
  ctx: Pick<Ctx, "read">,
  { job, standing, rights }: Pick<VisibleJob, "job" | "standing" | "rights">,
  { us_state_id = job.us_state_id, miles = new Map() }: JobEdit,
): Promise<string | null> {
  const isOtherState = us_state_id !== job.us_state_id;
  if (!isOtherState && miles.size === 0) return null;
  const state = isOtherState ? await readStateTerms(ctx.read, us_state_id) : undefined;
  const bound = isOtherState
    ? undefined
    : sql`${tripTicket.job_destination_id} IN (SELECT value FROM json_each(${JSON.stringify([...miles.keys()])}))`;
  const sum = await sumMoves(ctx.read, job.id, bound, async (loads) => {
    const ids = loads.map(({ id }) => id);
    const next = await factsOf(ctx.read, ids, undefined, { state, miles });
    const byId = new Map(next.map((fact) => [fact.id, fact]));
    return ids.map((id) => {
      const fact = byId.get(id);
      return fact && isPriced(fact) ? fact : null;
    });
  });
  return loadsMovedWords(sum, standing.requester && rights.see_rates);
}

/** Refuse a change of what earlier loads pay until it was seen and confirmed (docs/settlements.md). */
export async function requireConfirmed(
  { ask_first, moves }: Asking,
  describe: () => Promise<string | null>,
): Promise<void> {
  if (!ask_first) return;
  const message = await describe();
  if (message !== null && message !== moves) throw invalid({ moves: [message] });
}
