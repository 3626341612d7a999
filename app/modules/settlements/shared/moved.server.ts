import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { tripTicket } from "#db/schema";
import { trimmedField } from "~/lib/text/input";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { addMoved, loadsMovedMessage, type MovedMoney, NOTHING_MOVES, type PayTerms } from "../rules/moved";
import { type PriceableTicket, readPricingFacts, readStateTerms, type SupposedTerms } from "./facts.server";

/** Number of loads to process at a time; other requests are served in between. */
const CHUNK = 250;

/**
 * Form fields that confirm a change of the pay of earlier loads: the form sends back the message that it was refused
 * with.
 */
export const asking = {
  /** Refuse if the pay of earlier loads changes, unless `moves` matches the refusal's text. */
  ask_first: z.boolean().optional(),
  moves: trimmedField(500).optional(),
};
export type AskFirstInput = z.output<z.ZodObject<typeof asking>>;

/** A paid load, with what its pay depends on. */
export type PricedTicket = PriceableTicket & PayTerms;
const isPriced = (fact: PriceableTicket): fact is PricedTicket => fact.load !== null;

/**
 * Add up what a change moves of a job's completed loads, only those that match `where`. `suppose` returns the terms of
 * some loads after the change, in their order; null leaves a load as it is.
 */
export async function sumMoves(
  read: Read,
  jobId: number,
  where: SQL | undefined,
  suppose: (loads: PricedTicket[]) => Promise<(PayTerms | null)[]>,
): Promise<MovedMoney> {
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
    const facts = await readPricingFacts(
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

/** Edit of a job that its loads' pay may depend on: the state it moves to, and miles by destination ID. */
export type RepricingJobEdit = { us_state_id?: number; miles?: SupposedTerms["miles"] };

/**
 * Describe what an edit of a job would do to the pay of existing loads; null if nothing moves. Only the requester, who
 * reads every rate, sees the dollars.
 */
export async function whatEditMoves(
  ctx: Pick<Ctx, "read">,
  { job, standing, rights }: Pick<VisibleJob, "job" | "standing" | "rights">,
  { us_state_id = job.us_state_id, miles = new Map() }: RepricingJobEdit,
): Promise<string | null> {
  const isOtherState = us_state_id !== job.us_state_id;
  if (!isOtherState && miles.size === 0) return null;
  const state = isOtherState ? await readStateTerms(ctx.read, us_state_id) : undefined;
  const bound = isOtherState
    ? undefined
    : sql`${tripTicket.job_destination_id} IN (SELECT value FROM json_each(${JSON.stringify([...miles.keys()])}))`;
  const sum = await sumMoves(ctx.read, job.id, bound, async (loads) => {
    const ids = loads.map(({ id }) => id);
    const next = await readPricingFacts(ctx.read, ids, undefined, { state, miles });
    const byId = new Map(next.map((fact) => [fact.id, fact]));
    return ids.map((id) => {
      const fact = byId.get(id);
      return fact && isPriced(fact) ? fact : null;
    });
  });
  return loadsMovedMessage(sum, standing.requester && rights.see_rates);
}

/** Refuse a change of what earlier loads pay until it has been seen and confirmed (docs/settlements.md). */
export async function requireConfirmed(
  { ask_first, moves }: AskFirstInput,
  describe: () => Promise<string | null>,
): Promise<void> {
  if (!ask_first) return;
  const message = await describe();
  if (message !== null && message !== moves) throw invalid({ moves: [message] });
}
