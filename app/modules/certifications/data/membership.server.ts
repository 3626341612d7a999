import { type SQL, sql } from "drizzle-orm";
import { allowAnyRows } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/**
 * Build the steps that decline the pending requests and end the memberships of all groups that `of` selects (a
 * condition on certification_group).
 */
export function buildCloseGroupRequestsSteps(ctx: Ctx, of: SQL): Step[] {
  const now = ctx.now.toISOString();
  const groups = sql`(SELECT id FROM certification_group WHERE ${of})`;
  return [
    allowAnyRows(sql`UPDATE certification_request SET rejected_at = ${now}
      WHERE certification_group_id IN ${groups} AND accepted_at IS NULL AND rejected_at IS NULL AND ended_at IS NULL`),
    allowAnyRows(sql`UPDATE certification_request SET ended_at = ${now}
      WHERE certification_group_id IN ${groups} AND accepted_at IS NOT NULL AND ended_at IS NULL`),
  ];
}

/**
 * Build SQL that removes a certification from every company that isn't its holder or a member of one of its groups. A
 * deleted certification is removed from its holder too. Tickets that already have the certification keep it.
 */
export const buildRevokeUnentitledUseSql = (
  certificationId: number | SQL,
): SQL => sql`DELETE FROM company_certification
  WHERE certification_id = ${certificationId}
    AND NOT EXISTS (SELECT 1 FROM certification c
      WHERE c.id = company_certification.certification_id AND c.company_id = company_certification.company_id
        AND c.is_deleted = 0)
    AND NOT EXISTS (SELECT 1 FROM certification_request r
      JOIN certification_group g ON g.id = r.certification_group_id
      WHERE g.certification_id = company_certification.certification_id AND g.is_deleted = 0
        AND r.company_id = company_certification.company_id
        AND r.accepted_at IS NOT NULL AND r.ended_at IS NULL)`;
