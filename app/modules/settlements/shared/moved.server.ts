import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { tripTicket } from "#db/schema";
import { createTrimmedTextSchema } from "~/lib/text/input";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import {
  addPayImpact,
  formatPayImpactMessage,
  NO_PAY_IMPACT,
  type PayImpact,
  type PayTerms,
} from "../rules/moved";
import { type PriceableTicket, readPricingFacts, readStateTerms, type UnsavedJobTerms } from "./facts.server";

/** Number of loads to process at a time; other requests are served in between. */
const CHUNK = 250;

/**
 * Form fields that confirm a change to the pay of earlier loads. The form sends back the text of the refusal as
 * confirmation.
 */
export const payChangeConfirmFields = {
  /** Refuse the change if it alters the pay of earlier loads, unless `moves` equals the text of this refusal. */
  ask_first: z.boolean().optional(),
  moves: createTrimmedTextSchema(500).optional(),
};
export type PayChangeConfirmInput = z.output<z.ZodObject<typeof payChangeConfirmFields>>;

/** Paid load with everything that its pay depends on. */
export type PricedTicket = PriceableTicket & PayTerms;
const isPriced = (fact: PriceableTicket): fact is PricedTicket => fact.load !== null;

/**
 * Return the sum of the pay changes that a change causes for a job's completed loads matching `where`. `suppose`
 * returns the terms of loads after the change, in the order of the loads; null leaves a load unchanged.
 */
export async function sumPayChanges(
  read: Read,
  jobId: number,
  where: SQL | undefined,
  suppose: (loads: PricedTicket[]) => Promise<(PayTerms | null)[]>,
): Promise<PayImpact> {
  let sum = NO_PAY_IMPACT;
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
      if (terms) sum = addPayImpact(sum, load.claims, load, terms);
    }
    after = last.load_number;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Job edit that may change the pay of loads: the new state, and miles by destination ID. */
export type RepricingJobEdit = { us_state_id?: number; miles?: UnsavedJobTerms["miles"] };

/**
 * Describe how an edit of a job would change the pay of existing loads; null if pay doesn't change. Only the requester,
 * who can read every rate, sees the dollars.
 */
export async function describeJobEditPayChange(
  ctx: Pick<Ctx, "read">,
  { job, standing, rights }: Pick<VisibleJob, "job" | "standing" | "rights">,
  { us_state_id = job.us_state_id, miles = new Map() }: RepricingJobEdit,
): Promise<string | null> {
  const isOtherState = us_state_id !== job.us_state_id;
  if (!isOtherState && miles.size === 0) return null;
  const state = isOtherState ? await readStateTerms(ctx.read, us_state_id) : undefined;
  const bound = isOtherState
    ? undefined
    : sql`${tripTicket.job_destination_id} IN ${jsonListSql([...miles.keys()])}`;
  const sum = await sumPayChanges(ctx.read, job.id, bound, async (loads) => {
    const ids = loads.map(({ id }) => id);
    const next = await readPricingFacts(ctx.read, ids, undefined, { state, miles });
    const byId = new Map(next.map((fact) => [fact.id, fact]));
    return ids.map((id) => {
      const fact = byId.get(id);
      return fact && isPriced(fact) ? fact : null;
    });
  });
  return formatPayImpactMessage(sum, standing.requester && rights.see_rates);
}

/** Refuse a change to the pay of earlier loads until the user has seen and confirmed it (docs/settlements.md). */
export async function requirePayChangeConfirmed(
  { ask_first, moves }: PayChangeConfirmInput,
  describe: () => Promise<string | null>,
): Promise<void> {
  if (!ask_first) return;
  const message = await describe();
  if (message !== null && message !== moves) throw invalid({ moves: [message] });
}
