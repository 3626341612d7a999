import { and, eq, inArray, sql } from "drizzle-orm";
import { certification, certificationType, jobDestinationCertification } from "#db/schema";
import { usableBy } from "~/features/certifications/access.server";
import type { Diff } from "~/features/history/history";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { invalid } from "~/web/refusal";

/** A destination of a job as far as its certifications go. */
type Of = { id: number; name: string; company_certification_ids: number[] };

/**
 * The certifications that the acting company may name at a destination: those that it may use, and those that stand
 * there already, which somebody else of the office may have named.
 */
export const certificationChoices = (ctx: Ctx<CompanyActor>, of: Of) =>
  ctx.read
    .select({
      id: certification.id,
      name: sql<string>`${certificationType.name} || ' ' || ${certification.license}`,
    })
    .from(certification)
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .where(
      sql`(${usableBy(ctx.actor.company.id)} OR ${inArray(certification.id, of.company_certification_ids)})`,
    )
    .orderBy(certification.id);

/** What it takes for a destination to carry these and no others; nothing where it does already, or none are named. */
export async function certificationSteps(
  ctx: Ctx<CompanyActor>,
  of: Of,
  wanted: readonly number[] | undefined,
): Promise<{ steps: Step[]; diffs: Diff[] }> {
  const now = new Set(of.company_certification_ids);
  const then = new Set(wanted ?? now);
  const added = [...then].filter((id) => !now.has(id));
  const gone = [...now].filter((id) => !then.has(id));
  if (added.length + gone.length === 0) return { steps: [], diffs: [] };
  const known = new Map((await certificationChoices(ctx, of)).map((c) => [c.id, c.name]));
  if (added.some((id) => !known.has(id)))
    throw invalid({ company_certification_ids: ["Choose from your certificates"] });
  const words = (ids: Set<number>) =>
    [...ids]
      .sort((a, b) => a - b)
      .map((id) => known.get(id))
      .join("; ") || null;
  return {
    steps: [
      ...added.map((certification_id) =>
        mustHit(
          ctx.write
            .insert(jobDestinationCertification)
            .values({ job_destination_id: of.id, certification_id }),
        ),
      ),
      ...gone.map((id) =>
        mustHit(
          ctx.write
            .delete(jobDestinationCertification)
            .where(
              and(
                eq(jobDestinationCertification.job_destination_id, of.id),
                eq(jobDestinationCertification.certification_id, id),
              ),
            ),
        ),
      ),
    ],
    diffs: [{ key: `${of.name}, certifications`, saved: words(now), updated: words(then) }],
  };
}
