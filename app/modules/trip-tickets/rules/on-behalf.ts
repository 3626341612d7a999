import type { JobParty } from "../shared/job-parties.server";

/** Roles that cut, skid and haul a load. */
export const HAND_ROLES = ["cutter", "skidder", "hauler"] as const;
export type HandRole = (typeof HAND_ROLES)[number];

type Answer = { party: JobParty; wrong?: undefined } | { party?: undefined; wrong: Record<string, string[]> };

/**
 * Return the role on a job under which a company is named on a load: its own, or its contractor's. Pay and contract
 * follow the contractor (docs/domain.md#working-for-another-company), so `behalf` may only be one that the company
 * works for, and that has the role on the job; if omitted, it follows from the company.
 */
export function findParty(
  parties: readonly JobParty[],
  role: HandRole,
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
