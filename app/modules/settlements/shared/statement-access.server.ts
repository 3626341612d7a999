import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { company, settlementStatement } from "#db/schema";
import type { ReadCtx } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { visibleStatementsQuery } from "./access.server";
import { readPayer, requireSettlements } from "./payer.server";

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");
const maker = alias(company, "maker");
const s = settlementStatement;

/** Select statements with the names of their payer and receiver. The caller must add the visibility condition. */
export const selectStatements = ({ read }: Pick<ReadCtx, "read">) =>
  read
    .select({
      statement: s,
      payer: { id: payer.id, name: payer.name },
      receiver: { id: receiver.id, name: receiver.name },
      maker: { id: maker.id, name: maker.name },
    })
    .from(s)
    .innerJoin(payer, eq(payer.id, s.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, s.receiving_company_id))
    .innerJoin(maker, eq(maker.id, s.prepared_by_company_id));

/** Return a statement that the acting company may see, else 404. A receiver doesn't see drafts. */
export async function requireVisibleStatement(ctx: ReadCtx, id: number) {
  const [row] = await selectStatements(ctx).where(and(eq(s.id, id), visibleStatementsQuery(ctx.actor)));
  if (!row) throw notFound();
  return row;
}
export type StatementRow = Awaited<ReturnType<typeof requireVisibleStatement>>;

/** Check whether the acting company manages a statement: as its payer, or as its maker for a payer without users. */
export const isOnPayerSide = (
  ctx: ReadCtx,
  { statement: { paying_company_id, prepared_by_company_id } }: StatementRow,
) => [paying_company_id, prepared_by_company_id].includes(ctx.actor.company.id);

/**
 * Return a statement that the acting company may change. Refuses the payee with 403, and a maker whose payer now has
 * users with 404.
 */
export async function requirePayerStatement(ctx: ReadCtx, id: number): Promise<StatementRow> {
  const row = await requireVisibleStatement(ctx, id);
  if (!isOnPayerSide(ctx, row)) throw forbidden(`Only ${row.payer.name} can change this statement.`);
  await requireSettlements(ctx);
  await readPayer(ctx, row.statement.paying_company_id);
  return row;
}
