import { and, asc, eq, ne, sql } from "drizzle-orm";
import { company } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import type { Payer } from "../shared/payer.server";

/** Return the companies on the acting company's jobs. */
const onJobsOf = (me: number) => sql`
    SELECT o.company_id FROM job_company m JOIN job_company o ON o.job_id = m.job_id WHERE m.company_id = ${me}
    UNION SELECT o.company_id FROM job j JOIN job_company o ON o.job_id = j.id WHERE j.request_user_company_id = ${me}`;

/**
 * Condition for companies that a payer may owe: companies on its jobs, and companies with a claim or statement. A claim
 * is open, incomplete or on a statement, so each of these searches is bounded. Several companies may settle for a payer
 * without users; each sees only the companies on its own jobs and itself.
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

/** Return the possible receivers of a payer, sorted by name. */
export const readPossibleReceivers = (ctx: ReadCtx, payer: Payer) =>
  ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.is_deleted, false), ne(company.id, payer.id), isKnownTo(ctx, payer)))
    .orderBy(asc(company.name), asc(company.id))
    .limit(500);

/**
 * Check that the payer may owe this receiver something, and return its id; throws 404 for a company that was never on
 * its jobs.
 */
export async function requireReceiver(ctx: ReadCtx, payer: Payer, id: number): Promise<number> {
  if (id === payer.id) throw invalid({ receiving_company_id: ["Choose a company other than the payer."] });
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), isKnownTo(ctx, payer)));
  if (!row) throw notFound();
  return row.id;
}
