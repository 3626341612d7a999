import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { company, settlementStatement } from "#db/schema";
import type { Reading } from "~/web/procedure";
import { forbidden, missing } from "~/web/refusal";
import { statementsVisibleTo } from "./access.server";
import { needsSettlements, payerOf } from "./payer.server";

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");
const maker = alias(company, "maker");
const s = settlementStatement;

/** Statements with the names of who they are between. The caller adds who may see them. */
export const selectStatements = ({ read }: Pick<Reading, "read">) =>
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
    .innerJoin(maker, eq(maker.id, s.made_by_company_id));

/** A statement that the acting company may see; else 404, and a receiver's draft is as if it were not there. */
export async function visibleStatement(ctx: Reading, id: number) {
  const [row] = await selectStatements(ctx).where(and(eq(s.id, id), statementsVisibleTo(ctx.actor)));
  if (!row) throw missing();
  return row;
}
export type StatementRow = Awaited<ReturnType<typeof visibleStatement>>;

/** Whether the acting company settles a statement: as who pays, or for a payer without people. */
export const isPayersSide = (
  ctx: Reading,
  { statement: { paying_company_id, made_by_company_id } }: StatementRow,
) => [paying_company_id, made_by_company_id].includes(ctx.actor.company.id);

/** A statement to change: for who is paid it is 403, and for a maker whose payer has people by now 404. */
export async function payersStatement(ctx: Reading, id: number): Promise<StatementRow> {
  const row = await visibleStatement(ctx, id);
  if (!isPayersSide(ctx, row)) throw forbidden(`Only ${row.payer.name} can change this statement.`);
  await needsSettlements(ctx);
  await payerOf(ctx, row.statement.paying_company_id);
  return row;
}
