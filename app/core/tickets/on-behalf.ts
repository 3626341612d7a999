import type { JobParty } from "./job-parties.server";

/** Who cuts, skids and hauls a load. */
export const HAND_ROLES = ["cutter", "skidder", "hauler"] as const;
export type HandRole = (typeof HAND_ROLES)[number];

type Answer = { party: JobParty; wrong?: undefined } | { party?: undefined; wrong: Record<string, string[]> };

/**
 * The place on a job by which a company is named in a role on a load: its own, or its contractor's. Pay and contract follow
 * the contractor (decisions, section 2), so `behalf` may only be one for which the company works, and only one that has the
 * role on the job; where it isn't said, it follows from the company.
 */
export function partyFor(
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
