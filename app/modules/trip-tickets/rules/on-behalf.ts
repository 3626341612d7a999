import type { JobParty } from "../shared/job-parties.server";

/** Roles that do the work on a load. */
export const LOAD_WORK_ROLES = ["cutter", "skidder", "hauler"] as const;
export type LoadWorkRole = (typeof LOAD_WORK_ROLES)[number];

type Answer = { party: JobParty; wrong?: undefined } | { party?: undefined; wrong: Record<string, string[]> };

/**
 * Return the job party as which a company is named on a load: the company itself, or a subcontractor together with its
 * contractor. Pay and contract follow the contractor, so `behalf` must be a contractor of the company with this role on
 * the job. If `behalf` is omitted, the company's own role is preferred (docs/domain.md#working-for-another-company).
 */
export function findParty(
  parties: readonly JobParty[],
  role: LoadWorkRole,
  company: number,
  behalf: number | null | undefined,
): Answer {
  const places = parties.filter((p) => p.company_id === company && p[`is_${role}`]);
  if (places.length === 0) return { wrong: { [`${role}_company_id`]: [`Choose a ${role} of this job.`] } };
  const party =
    behalf === undefined
      ? (places.find((p) => p.on_behalf_of === null) ?? places[0])
      : places.find((p) => (p.on_behalf_of?.id ?? null) === behalf);
  return party
    ? { party }
    : {
        wrong: { [`${role}_on_behalf_of_company_id`]: [`Choose the ${role} of this job that it works for.`] },
      };
}
