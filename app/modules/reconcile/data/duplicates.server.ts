import { sql } from "drizzle-orm";
import { millStatement, millStatementLine } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { COUNTED_WITH_CORRECTION } from "../rules/corrections";
import { normalizeTicket } from "../rules/matching";
import type { MillStatement } from "./own.server";

/** Maximum number of the mill's other statements to search, the newest first. */
const MAX_STATEMENTS = 60;

/** Same rule as `normalizeTicket`. */
const plainInSql = sql`ltrim(replace(replace(lower(${millStatementLine.scale_ticket_number}), ' ', ''), '-', ''), '0')`;

/** Other occurrence of a scale ticket: on another line, or on another statement of the mill. */
export type Duplicate = { line: number; statement: number | null };

/**
 * Find the lines whose scale ticket appears again: one load that was billed twice, or two loads under one number. By
 * line, each with the places: lines of this statement, and accepted lines of the mill's other statements. Lines of
 * other statements that nobody has accepted don't count: the same file may have been read twice.
 */
export async function findDuplicates(
  ctx: Ctx<CompanyActor>,
  statement: MillStatement,
): Promise<Map<number, Duplicate[]>> {
  const named = statement.lines.filter(
    (line) => normalizeTicket(line.scale_ticket_number) && line.matched_by !== COUNTED_WITH_CORRECTION,
  );
  const tickets = [...new Set(named.map((line) => normalizeTicket(line.scale_ticket_number)))];
  const others = await ctx.read
    .select({
      line: millStatementLine.line,
      statement: millStatementLine.mill_statement_id,
      scale_ticket_number: millStatementLine.scale_ticket_number,
    })
    .from(millStatementLine)
    .where(
      sql`${millStatementLine.mill_statement_id} IN (SELECT s.id FROM ${millStatement} s WHERE s.company_id = ${ctx.actor.company.id}
          AND s.mill_company_id = ${statement.mill_company_id} AND s.id <> ${statement.id} ORDER BY s.created_at DESC LIMIT ${MAX_STATEMENTS})
        AND ${millStatementLine.accepted_at} IS NOT NULL AND ${plainInSql} IN (SELECT value FROM json_each(${JSON.stringify(tickets)}))`,
    );
  const places = new Map<string, Duplicate[]>();
  const put = (ticket: string | null, place: Duplicate) => {
    const key = normalizeTicket(ticket);
    places.set(key, [...(places.get(key) ?? []), place]);
  };
  for (const line of named) put(line.scale_ticket_number, { line: line.line, statement: null });
  for (const { scale_ticket_number, ...place } of others) put(scale_ticket_number, place);
  return new Map(
    named.flatMap((line) => {
      const elsewhere = (places.get(normalizeTicket(line.scale_ticket_number)) ?? []).filter(
        (place) => place.statement !== null || place.line !== line.line,
      );
      return elsewhere.length ? [[line.line, elsewhere] as const] : [];
    }),
  );
}

/** Format as "Scale ticket A1002 is also on line 4, and on line 2 of statement 12." */
export function duplicateMessage(ticket: string | null, places: readonly Duplicate[]): string {
  const words = places
    .slice(0, 3)
    .map((p) => (p.statement === null ? `line ${p.line}` : `line ${p.line} of statement ${p.statement}`));
  return `Scale ticket ${ticket} is also on ${words.join(" and ")}.`;
}
