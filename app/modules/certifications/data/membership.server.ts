import { type SQL, sql } from "drizzle-orm";
import { anyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/** Close the open requests and memberships of the groups that `of` selects (a condition on certification_group). */
export function endRequestsSteps(ctx: Ctx, of: SQL): Step[] {
  const now = ctx.now.toISOString();
  const groups = sql`(SELECT id FROM certification_group WHERE ${of})`;
  return [
    anyRows(sql`UPDATE certification_request SET rejected_at = ${now}
      WHERE certification_group_id IN ${groups} AND accepted_at IS NULL AND rejected_at IS NULL AND ended_at IS NULL`),
    anyRows(sql`UPDATE certification_request SET ended_at = ${now}
      WHERE certification_group_id IN ${groups} AND accepted_at IS NOT NULL AND ended_at IS NULL`),
  ];
}

/**
 * Remove a certification from every company that no longer holds it or belongs to one of its groups; from its holder
 * too, once it is removed. Tickets that carry it retain it.
 */
export const withdrawUseSql = (certificationId: number | SQL): SQL => sql`DELETE FROM company_certification
  WHERE certification_id = ${certificationId}
    AND NOT EXISTS (SELECT 1 FROM certification c
      WHERE c.id = company_certification.certification_id AND c.company_id = company_certification.company_id
        AND c.is_deleted = 0)
    AND NOT EXISTS (SELECT 1 FROM certification_request r
      JOIN certification_group g ON g.id = r.certification_group_id
      WHERE g.certification_id = company_certification.certification_id AND g.is_deleted = 0
        AND r.company_id = company_certification.company_id
        AND r.accepted_at IS NOT NULL AND r.ended_at IS NULL)`;
