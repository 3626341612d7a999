import { and, eq, inArray, sql } from "drizzle-orm";
import { certification, certificationType, jobDestinationCertification, productClaim } from "#db/schema";
import {
  buildUsableByCondition,
  CERTIFICATION_COLUMNS,
  createCertificationNamer,
  getTodayInUserZone,
} from "~/modules/certifications/shared/usable.server";
import type { Diff } from "~/modules/history/rules/history";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, invalid } from "~/web/refusal";

const NOT_READ = "Your crew can't see certifications. An admin of your company can give it the permission.";

/** Fields of a job's destination that concern its certifications. */
type Of = { id: number; name: string; company_certification_ids: number[] };

/**
 * Return certifications that the acting company may name at a destination: certifications that it may use, and
 * certifications already at the destination, which another person at the office may have added. Empty if the user's
 * crew may not read certifications.
 */
export const readCertificationChoices = async (ctx: Ctx<CompanyActor>, of: Of) =>
  ctx.actor.permissions.certification.read ? readChoices(ctx, of) : [];

const readChoices = async (ctx: Ctx<CompanyActor>, of: Of) =>
  (
    await ctx.read
      .select(CERTIFICATION_COLUMNS)
      .from(certification)
      .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
      .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id))
      .where(
        sql`(${buildUsableByCondition(ctx.actor.company.id)} OR ${inArray(certification.id, of.company_certification_ids)})`,
      )
      .orderBy(certification.id)
  ).map(createCertificationNamer(getTodayInUserZone(ctx)));

/**
 * Return steps that set a destination's certifications to exactly these ids; empty if nothing changes or no ids are
 * given.
 */
export async function buildCertificationSteps(
  ctx: Ctx<CompanyActor>,
  of: Of,
  expected: readonly number[] | undefined,
): Promise<{ steps: Step[]; diffs: Diff[] }> {
  if (!ctx.actor.permissions.certification.read) {
    // The form of a user without this permission shows no certifications, so the existing ones stay unchanged.
    if (expected?.length) throw forbidden(NOT_READ);
    return { steps: [], diffs: [] };
  }
  const now = new Set(of.company_certification_ids);
  const then = new Set(expected ?? now);
  const added = [...then].filter((id) => !now.has(id));
  const gone = [...now].filter((id) => !then.has(id));
  if (added.length + gone.length === 0) return { steps: [], diffs: [] };
  const known = new Map((await readCertificationChoices(ctx, of)).map((c) => [c.id, c.name]));
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
        expectOneRow(
          ctx.write
            .insert(jobDestinationCertification)
            .values({ job_destination_id: of.id, certification_id }),
        ),
      ),
      ...gone.map((id) =>
        expectOneRow(
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
