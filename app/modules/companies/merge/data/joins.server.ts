import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { adminAction, amountOwed, company, job, user } from "#db/schema";
import { buildClosestNameOrder } from "~/lib/access/closest-name.server";
import { escapeLike, formatFullName } from "~/lib/text/text";
import { adminActionReasonSchema, buildAdminActionStep } from "~/modules/admin/shared/acts.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, staleVersion, unprocessable } from "~/web/refusal";
import { describeCounts, isTransferringMembers, readCompanyToMerge, readMergePlan } from "./plan.server";
import { buildMergeCompaniesSteps } from "./steps.server";

const SHOWN = 20;
export const COMPANIES_MERGED_ACTION = "companies joined";
const companyId = z.number("Type a company's number").int().min(1);

async function plan(ctx: Pick<Ctx, "read">, from_id: number, to_id: number) {
  const [from, to] = await Promise.all([
    readCompanyToMerge(ctx.read, from_id),
    readCompanyToMerge(ctx.read, to_id),
  ]);
  if (!from || !to) throw notFound("We couldn't find that company.");
  return readMergePlan(ctx.read, from, to);
}

/** Return companies found by part of the name or by number, what merging two of them would move, and past merges. */
export const getMergePage = procedure({
  name: "getMergePage",
  audience: "super",
  input: z.strictObject({
    q: z.string().trim().max(100).default(""),
    from_id: companyId.optional(),
    to_id: companyId.optional(),
  }),
  async run(ctx, { q, from_id, to_id }) {
    const like = `%${escapeLike(q)}%`;
    const results = q
      ? await ctx.read
          .select({
            id: company.id,
            name: company.name,
            city: company.city,
            is_contact: sql<boolean>`${company.creator_company_id} IS NOT NULL`.mapWith(Boolean),
          })
          .from(company)
          .where(
            sql`${company.is_deleted} = 0 AND (${company.name} LIKE ${like} ESCAPE '\\' OR ${company.id} = ${Number(q) || 0})`,
          )
          .orderBy(buildClosestNameOrder(company.name, q), company.name, company.id)
          .limit(SHOWN)
      : [];
    const two = from_id && to_id ? await plan(ctx, from_id, to_id) : null;
    const companyToJoin = two ? null : await readCompanyToMerge(ctx.read, from_id ?? to_id ?? 0);
    const acts = await ctx.read
      .select({ act: adminAction, first_name: user.first_name, last_name: user.last_name })
      .from(adminAction)
      .innerJoin(user, eq(user.id, adminAction.admin_user_id))
      .where(eq(adminAction.action, COMPANIES_MERGED_ACTION))
      .orderBy(desc(adminAction.id))
      .limit(SHOWN);
    return {
      q,
      found: results,
      from_id: from_id ?? null,
      to_id: to_id ?? null,
      /** Name of the chosen company, while only one is chosen. */
      chosen: companyToJoin?.name ?? null,
      plan: two && {
        from: two.from,
        to: two.to,
        rows: describeCounts(two.counts),
        why_not: two.why_not,
        /** True if this merge direction is blocked but the other direction is possible. */
        turned: two.turned,
        brings_its_people: isTransferringMembers(two.from, two.to),
      },
      done: acts.map(({ act, ...who }) => ({
        id: act.id,
        at: act.created_at,
        by: formatFullName(who),
        reason: act.reason,
        ...z.object({ from: z.string(), to: z.string() }).parse(JSON.parse(act.details)),
      })),
    };
  },
});

/**
 * Merge two entries of the same company: every row that names the removed company then names the remaining one; the
 * removed company is deleted and points to the remaining one. One commit also adds an entry to the history of each load
 * and job, and an admin action to the audit chain.
 */
export const mergeCompanies = procedure({
  name: "mergeCompanies",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    from_id: companyId,
    to_id: companyId,
    from_version: z.number().int(),
    to_version: z.number().int(),
    reason: adminActionReasonSchema,
  }),
  async run(ctx, input) {
    const { from, to, counts, why_not } = await plan(ctx, input.from_id, input.to_id);
    if (why_not.length) throw unprocessable(why_not.join(" "));
    if (from.version !== input.from_version || to.version !== input.to_version)
      throw staleVersion({ from: from.name, to: to.name });
    if (!input.reason) throw invalid({ reason: ["Say why."] });
    const on = sql`(SELECT job_id FROM job_company WHERE company_id = ${from.id}
      UNION SELECT job_id FROM amount_owed WHERE ${from.id} IN (paying_company_id, receiving_company_id))`;
    const jobs = await ctx.read.select({ id: job.id, uid: job.uid }).from(job).where(sql`${job.id} IN ${on}`);
    const claim = Object.values(getTableColumns(amountOwed))
      .filter((column) => !column.generated)
      .map((column) => column.name);
    return ctx.commit(
      [
        ...(await buildMergeCompaniesSteps(ctx, from, to, { jobs, claim })),
        await buildAdminActionStep(ctx, {
          action: COMPANIES_MERGED_ACTION,
          company: to.id,
          details: {
            from: from.name,
            from_id: from.id,
            to: to.name,
            to_id: to.id,
            rows: describeCounts(counts),
          },
          reason: input.reason,
        }),
      ],
      { id: to.id },
    );
  },
});
