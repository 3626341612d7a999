import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";

/** Read the names of the people in a company's crews, such as for choosing a driver. */
export function readCrewPeople(read: Read, companyId: number) {
  return read
    .selectDistinct({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(eq(crew.company_id, companyId))
    .orderBy(user.first_name, user.last_name);
}

/**
 * Condition for queries that join crews: the crews that their company put on one of these jobs. If the company chose
 * none for one of the jobs, all its crews match. A deleted crew has no people and restricts nobody.
 */
export const buildJobCrewCondition = (jobIds: readonly number[]) => {
  const chosen = sql`FROM job_company p JOIN job_company_crew k ON k.job_company_id = p.id
    JOIN crew c ON c.id = k.crew_id AND c.is_deleted = 0 WHERE p.job_id = j.value AND p.company_id = ${crew.company_id}`;
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(jobIds)}) j
    WHERE NOT EXISTS (SELECT 1 ${chosen}) OR EXISTS (SELECT 1 ${chosen} AND k.crew_id = ${crew.id}))`;
};

/**
 * Read a company's people for these jobs: the members of the crews chosen for the jobs, or everyone if no crew was
 * chosen (docs/domain.md#invitations). A person already on the ticket (`stands`) is included while working for the
 * company.
 */
export function readJobPeople(
  read: Read,
  jobIds: readonly number[],
  companyId: number,
  stands: readonly (number | null)[] = [],
) {
  const known = stands.filter((id) => id !== null);
  return read
    .selectDistinct({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(and(eq(crew.company_id, companyId), or(buildJobCrewCondition(jobIds), inArray(user.id, known))))
    .orderBy(user.first_name, user.last_name);
}
