import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { certification, productClaim, settlementLine, tripTicketCertification } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import { getUnitName, getUnitPlural, parseVolume } from "~/lib/units/measures";
import { readPayStatementLines } from "~/modules/settlements/shared/read.server";
import { requireVisibleStatement } from "~/modules/settlements/shared/statement-access.server";
import type { PayStatementLine } from "~/modules/settlements/statements/rules/paper";
import type { CompanyActor } from "~/web/actor";
import type { Ctx, ReadCtx } from "~/web/procedure";
import { forbidden, notFound, PERMISSION_MISSING_MESSAGE, unprocessable } from "~/web/refusal";
import type { LineRow } from "./access.server";

export type NewLine = Omit<LineRow, "invoice_id" | "seq">;
type Claim = Pick<NewLine, "certification_id" | "certification_license" | "product_claim">;
const UNCLAIMED: Claim = { certification_id: null, certification_license: null, product_claim: null };

/**
 * Maximum number of lines without combining. For longer statements, similar loads share one invoice line, because the
 * statement lists each load.
 */
const MAX_SINGLE = 200;

/**
 * Return a statement that the acting company may invoice; respond with 404 unless the statement was issued to that
 * company.
 */
export async function requireInvoiceableStatement(ctx: ReadCtx, id: number) {
  if (!hasPermission(ctx.actor.permissions, "settlement.read")) throw forbidden(PERMISSION_MISSING_MESSAGE);
  const row = await requireVisibleStatement(ctx, id);
  const { statement } = row;
  if (statement.receiving_company_id !== ctx.actor.company.id) throw notFound();
  if (statement.posted_at === null) throw unprocessable("It isn't posted yet.");
  if (statement.status_type_id === 3) throw unprocessable("The statement is void.");
  if (statement.total_cents === 0) throw unprocessable("The statement's total is zero.");
  return row;
}

/** Return the invoice lines for a statement: the statement's amounts, with each load's certification claim. */
export async function readStatementLines(ctx: Ctx<CompanyActor>, statement: number): Promise<NewLine[]> {
  const [lines, claims, rates] = await Promise.all([
    readPayStatementLines(ctx, statement),
    claimsOf(ctx, statement),
    ctx.read
      .select({
        seq: settlementLine.seq,
        rate: settlementLine.rate,
        unit: settlementLine.wood_unit_type_id,
        per: settlementLine.per,
      })
      .from(settlementLine)
      .where(eq(settlementLine.settlement_statement_id, statement)),
  ]);
  const rateOf = new Map(rates.map((row) => [row.seq, row]));
  const single = lines.map((line) => {
    const { rate = null, unit = null, per = null } = rateOf.get(line.seq) ?? {};
    const isCounted = line.section !== "below" && line.quantity !== "" && per !== "percent";
    const quantity = isCounted ? parseVolume(line.quantity) : null;
    return {
      line,
      row: {
        quantity,
        unit: quantity === null ? null : unitOf(per, unit, quantity === 1000),
        rate: quantity === null || line.rate === "" ? null : rate,
        amount_cents: line.amount_cents,
        ...(claims.get(line.seq) ?? UNCLAIMED),
      },
    };
  });
  if (single.length <= MAX_SINGLE)
    return single.map(({ line, row }) => ({ description: wordsOf(line), ...row }));
  return together(single);
}

const unitOf = (per: string | null, unit: number | null, isOne: boolean): string | null => {
  if (per === "load" || per === "mile") return isOne ? per : `${per}s`;
  return unit === null ? null : isOne ? getUnitName(unit) : getUnitPlural(unit);
};

const kindOf = (line: PayStatementLine): string => {
  const wood = [line.product, line.destination && `to ${line.destination}`].filter(Boolean).join(" ");
  return [line.service, wood].filter(Boolean).join(": ");
};

function wordsOf(line: PayStatementLine): string {
  if (line.section === "below") return line.words || line.service;
  const load = [
    // Load numbers are unique only within a job, so the job is included.
    line.load && `load ${line.load}${line.job && ` of ${line.job}`}`,
    line.ticket && `ticket ${line.ticket}`,
    line.date && formatDay(line.date),
  ];
  const note = line.words ? `${line.words}. ` : "";
  return [`${note}${kindOf(line)}`, ...load].filter(Boolean).join(", ");
}

/** Combine loads of one kind, price and claim into one line with their sum. */
function together(single: { line: PayStatementLine; row: Omit<NewLine, "description"> }[]): NewLine[] {
  const groups = new Map<
    string,
    { first: PayStatementLine; loads: number; row: Omit<NewLine, "description"> }
  >();
  for (const { line, row } of single) {
    const key = [line.section, kindOf(line), row.unit, row.rate, row.certification_id, row.product_claim];
    const name = line.section === "loads" ? JSON.stringify(key) : `seq ${line.seq}`;
    const group = groups.get(name);
    if (!group) {
      groups.set(name, { first: line, loads: 1, row: { ...row } });
      continue;
    }
    group.loads++;
    group.row.amount_cents += row.amount_cents;
    group.row.quantity =
      group.row.quantity === null || row.quantity === null ? null : group.row.quantity + row.quantity;
  }
  return [...groups.values()].map(({ first, loads, row }) => ({
    description: loads === 1 ? wordsOf(first) : `${kindOf(first)}, ${formatCount(loads, "load")}`,
    ...row,
  }));
}

/**
 * Return, for each load line, the certification of the invoicing company that the load was delivered under; FSC is
 * preferred to SFI.
 */
async function claimsOf(ctx: Ctx<CompanyActor>, statement: number): Promise<Map<number, Claim>> {
  const rows = await ctx.read
    .select({
      seq: settlementLine.seq,
      certification_id: certification.id,
      certification_license: certification.license,
      product_claim: productClaim.name,
    })
    .from(settlementLine)
    .innerJoin(
      tripTicketCertification,
      eq(tripTicketCertification.trip_ticket_id, settlementLine.trip_ticket_id),
    )
    .innerJoin(certification, eq(certification.id, tripTicketCertification.certification_id))
    .leftJoin(
      productClaim,
      eq(
        productClaim.id,
        sql`coalesce(${tripTicketCertification.product_claim_id}, ${certification.product_claim_id})`,
      ),
    )
    .where(
      and(
        eq(settlementLine.settlement_statement_id, statement),
        isNotNull(settlementLine.amount_owed_id),
        // The seller may not make the claim of another company's certificate.
        eq(certification.company_id, ctx.actor.company.id),
        eq(certification.is_deleted, false),
      ),
    )
    .orderBy(sql`${certification.certification_type_id} DESC`, sql`${certification.id} DESC`);
  return new Map(rows.map(({ seq, ...claim }) => [seq, claim]));
}

/** Certifications with these ids that the acting company owns. */
export const readIssuerCertifications = (ctx: ReadCtx, ids: readonly number[]) =>
  ctx.read
    .select({
      id: certification.id,
      license: certification.license,
      claim: productClaim.name,
      expires_at: certification.expires_at,
    })
    .from(certification)
    .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id))
    .where(
      and(
        inArray(certification.id, [...ids]),
        eq(certification.company_id, ctx.actor.company.id),
        eq(certification.is_deleted, false),
      ),
    );
