import { sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { millStatement, millStatementLine } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { MATCHED_BY_CORRECTION } from "../rules/corrections";
import { normalizeTicket } from "../rules/matching";
import type { MillStatement } from "./own.server";

/** Maximum number of the mill's other statements to search, newest first. */
const MAX_STATEMENTS = 60;

/** Must match `normalizeTicket`. */
const plainInSql = sql`ltrim(replace(replace(lower(${millStatementLine.scale_ticket_number}), ' ', ''), '-', ''), '0')`;

/** Another use of a scale ticket: on another line (`statement` is null), or on another statement of the mill. */
export type DuplicateScaleTicket = { line: number; statement: number | null };

/**
 * Find lines with a repeated scale ticket: one load billed twice, or two loads with the same number. Returns a map from
 * line number to the other places: lines of this statement, and accepted lines of the mill's other statements.
 * Unaccepted lines of other statements don't count, because the same file may have been uploaded twice.
 */
export async function findDuplicates(
  ctx: Ctx<CompanyActor>,
  statement: MillStatement,
): Promise<Map<number, DuplicateScaleTicket[]>> {
  const named = statement.lines.filter(
    (line) => normalizeTicket(line.scale_ticket_number) && line.matched_by !== MATCHED_BY_CORRECTION,
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
        AND ${millStatementLine.accepted_at} IS NOT NULL AND ${plainInSql} IN ${jsonListSql(tickets)}`,
    );
  const places = new Map<string, DuplicateScaleTicket[]>();
  const put = (ticket: string | null, place: DuplicateScaleTicket) => {
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

/** Format duplicates as "Scale ticket A1002 is also on line 4, and on line 2 of statement 12." */
export function formatDuplicateMessage(
  ticket: string | null,
  places: readonly DuplicateScaleTicket[],
): string {
  const words = places
    .slice(0, 3)
    .map((p) => (p.statement === null ? `line ${p.line}` : `line ${p.line} of statement ${p.statement}`));
  return `Scale ticket ${ticket} is also on ${words.join(" and ")}.`;
}
