import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import { company } from "#db/schema";
import type { Reading } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";

/** Companies that a payer may owe: those on its jobs, and those that it has a rate, a claim or a statement with. */
const isKnownTo = (ctx: Reading, payer: number) => {
  const me = ctx.actor.company.id;
  return or(
    sql`EXISTS (SELECT 1 FROM trip_ticket_settlement c WHERE c.paying_company_id = ${payer}
      AND c.receiving_company_id = ${company.id})`,
    sql`EXISTS (SELECT 1 FROM job_company m JOIN job_company o ON o.job_id = m.job_id
      WHERE m.company_id = ${me} AND o.company_id = ${company.id})`,
    sql`EXISTS (SELECT 1 FROM job_company o JOIN job j ON j.id = o.job_id
      WHERE j.request_user_company_id = ${me} AND o.company_id = ${company.id})`,
  );
};

/** The companies that can be chosen as a receiver, by name. */
export const possibleReceivers = (ctx: Reading, payer: number) =>
  ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.is_deleted, false), ne(company.id, payer), isKnownTo(ctx, payer)))
    .orderBy(asc(company.name), asc(company.id))
    .limit(500);

/** A receiver that the payer may owe something: one that was never on its jobs is 404. */
export async function knownReceiver(ctx: Reading, payer: number, id: number): Promise<number> {
  if (id === payer)
    throw invalid({ receiving_company_id: ["Choose another company than the one that pays."] });
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), isKnownTo(ctx, payer)));
  if (!row) throw missing();
  return row.id;
}
