import { and, asc, eq, ne, sql } from "drizzle-orm";
import { company } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import type { Payer } from "../shared/payer.server";

/** Companies on the jobs of the acting company. */
const onJobsOf = (me: number) => sql`
    SELECT o.company_id FROM job_company m JOIN job_company o ON o.job_id = m.job_id WHERE m.company_id = ${me}
    UNION SELECT o.company_id FROM job j JOIN job_company o ON o.job_id = j.id WHERE j.request_user_company_id = ${me}`;

/**
 * Companies that a payer may owe: those on its jobs, and those that it has a claim or a statement with. A claim is
 * open, lacks something, or is on a statement, so each of these searches is bounded. A payer without people may be
 * settled for by several companies: each knows its own jobs and itself, and learns nothing of the others'.
 */
const isKnownTo = (ctx: ReadCtx, { id: payer, acted_for }: Payer) => {
  const me = ctx.actor.company.id;
  if (acted_for) return sql`(${company.id} = ${me} OR ${company.id} IN (${onJobsOf(me)}))`;
  return sql`${company.id} IN (
    SELECT receiving_company_id FROM amount_owed WHERE paying_company_id = ${payer}
       AND due_cents IS NOT NULL AND (posted_lines = 0 OR due_cents <> posted_cents)
    UNION SELECT receiving_company_id FROM amount_owed WHERE paying_company_id = ${payer} AND problem IS NOT NULL
    UNION SELECT receiving_company_id FROM settlement_statement WHERE paying_company_id = ${payer}
    UNION ${onJobsOf(me)})`;
};

/** The companies that can be chosen as a receiver, by name. */
export const readPossibleReceivers = (ctx: ReadCtx, payer: Payer) =>
  ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.is_deleted, false), ne(company.id, payer.id), isKnownTo(ctx, payer)))
    .orderBy(asc(company.name), asc(company.id))
    .limit(500);

/** A receiver that the payer may owe something: one that was never on its jobs is 404. */
export async function requireReceiver(ctx: ReadCtx, payer: Payer, id: number): Promise<number> {
  if (id === payer.id) throw invalid({ receiving_company_id: ["Choose a company other than the payer."] });
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), isKnownTo(ctx, payer)));
  if (!row) throw notFound();
  return row.id;
}
