import { and, eq, inArray, sql } from "drizzle-orm";
import { certification, certificationType, jobDestinationCertification, productClaim } from "#db/schema";
import {
  CERTIFICATION_PARTS,
  namedCertification,
  todayOf,
  usableBy,
} from "~/core/certifications/usable.server";
import type { Diff } from "~/domain/history/history";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";

const NOT_READ = "Your crew can't see certifications. An admin of your company can give it the permission.";

/** A destination of a job as far as its certifications go. */
type Of = { id: number; name: string; company_certification_ids: number[] };

/**
 * The certifications that the acting company may name at a destination: those that it may use, and those already there,
 * which someone else at the office may have named. None if the crew may not read certifications.
 */
export const certificationChoices = async (ctx: Ctx<CompanyActor>, of: Of) =>
  ctx.actor.permissions.certification.read ? readChoices(ctx, of) : [];

const readChoices = async (ctx: Ctx<CompanyActor>, of: Of) =>
  (
    await ctx.read
      .select(CERTIFICATION_PARTS)
      .from(certification)
      .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
      .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id))
      .where(
        sql`(${usableBy(ctx.actor.company.id)} OR ${inArray(certification.id, of.company_certification_ids)})`,
      )
      .orderBy(certification.id)
  ).map(namedCertification(todayOf(ctx)));

/** What it takes for a destination to carry these and no others; nothing where it does already, or none are named. */
export async function certificationSteps(
  ctx: Ctx<CompanyActor>,
  of: Of,
  wanted: readonly number[] | undefined,
): Promise<{ steps: Step[]; diffs: Diff[] }> {
  if (!ctx.actor.permissions.certification.read) {
    // Their form shows none, so that it says nothing about those that are there.
    if (wanted?.length) throw forbidden(NOT_READ);
    return { steps: [], diffs: [] };
  }
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
