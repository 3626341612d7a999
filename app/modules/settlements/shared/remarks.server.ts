import { and, asc, eq, sql } from "drizzle-orm";
import { company, settlementRemark, user } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";

/**
 * Return the remarks on a statement's loads that the caller may see, oldest first; only those on `claim` if set.
 * Remarks belong to the claim, so a statement that corrects the claim also shows them.
 */
export const readStatementRemarks = ({ read }: Pick<ReadCtx, "read">, statement: number, claim?: number) =>
  read
    .select({
      id: settlementRemark.id,
      trip_ticket_settlement_id: settlementRemark.amount_owed_id,
      kind: settlementRemark.kind,
      text: settlementRemark.text,
      company_id: company.id,
      company: company.name,
      person: sql<string | null>`${user.first_name} || ' ' || ${user.last_name}`,
      created_at: settlementRemark.created_at,
    })
    .from(settlementRemark)
    .innerJoin(company, eq(company.id, settlementRemark.company_id))
    .leftJoin(user, eq(user.id, settlementRemark.creator_user_id))
    .where(
      and(
        sql`${settlementRemark.amount_owed_id} IN (SELECT amount_owed_id FROM settlement_line
          WHERE settlement_statement_id = ${statement} AND amount_owed_id IS NOT NULL)`,
        claim === undefined ? undefined : eq(settlementRemark.amount_owed_id, claim),
      ),
    )
    .orderBy(asc(settlementRemark.id));
