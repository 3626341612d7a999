import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyFeatureAccess } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { formatDay, getDayBounds } from "~/lib/time/time";
import { onboardingName } from "~/modules/people/rules/onboarding";
import { expectOneRow, expectTrue } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { adminActionReasonSchema, buildAdminActionStep } from "../shared/acts.server";
import { VIEWED_AS_COMPANY_ACTION } from "./acts.server";
import { buildOpenLoadCountSql, readCompanyFeatureStates, readCompanyForAdmin } from "./company.server";

const companyAct = {
  company_id: z.number().int(),
  version: z.number().int(),
  reason: adminActionReasonSchema,
};
const current = (row: typeof company.$inferSelect) => ({
  version: row.version,
  is_professional: row.is_professional,
  is_deleted: row.is_deleted,
});

/** Grant a company a feature, permanently or through a day, or remove the feature. The feature's row stays as a record. */
export const setCompanyFeature = procedure({
  name: "setCompanyFeature",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    ...companyAct,
    feature_id: z.number("Choose a feature").int().min(1, "Choose a feature").max(3, "Choose a feature"),
    what: z.enum(["give", "take"], "Choose what to do"),
    last_day: createTextSchema(10).optional(),
  }),
  async run(ctx, input) {
    const row = await readCompanyForAdmin(ctx, input.company_id);
    requireVersion(row, input.version, current(row));
    const match = (await readCompanyFeatureStates(ctx, row.id)).find((f) => f.id === input.feature_id);
    if (!match) throw invalid({ feature_id: ["Choose a feature"] });
    const gives = input.what === "give";
    const day = gives && input.last_day ? input.last_day : null;
    const bounds = day ? getDayBounds(day, ctx.actor.zone) : null;
    if (day && !bounds) throw invalid({ last_day: ["Type a day, like 2026-12-31"] });
    const now = ctx.now.toISOString();
    if (bounds && bounds.before <= now) throw invalid({ last_day: ["This day has passed"] });
    if (!gives && !match.is_active) throw unprocessable(`${row.name} doesn't have ${match.name}.`);
    const after = { is_active: gives, expires_at: gives ? (bounds?.before ?? null) : now };
    // An operator controls the feature from now on, so the end of a subscription doesn't affect it.
    const set = { ...after, is_subscribed: false };
    return ctx.commit(
      [
        // Update the company's version too, so that the second of two simultaneous feature changes is refused.
        updateWithVersion(ctx, company, row, {}),
        expectOneRow(
          ctx.write
            .insert(companyFeatureAccess)
            .values({ company_id: row.id, feature_id: match.id, created_at: now, ...set })
            .onConflictDoUpdate({
              target: [companyFeatureAccess.company_id, companyFeatureAccess.feature_id],
              set,
            }),
        ),
        await buildAdminActionStep(ctx, {
          action: gives ? "feature given" : "feature taken",
          company: row.id,
          details: {
            said: `${match.name}${gives ? (day ? `, through ${formatDay(day)}` : ", without an end") : ""}`,
            feature_id: match.id,
            before: { is_active: match.is_active, expires_at: match.expires_at },
            after,
          },
          reason: input.reason,
        }),
      ],
      { id: row.id },
    );
  },
});

/** Put a company on the professional plan, or remove it from the plan. */
export const setCompanyPlan = procedure({
  name: "setCompanyPlan",
  fresh: true,
  audience: "super",
  input: z.strictObject({ ...companyAct, plan: z.enum(["professional", "none"], "Choose a plan") }),
  async run(ctx, input) {
    const row = await readCompanyForAdmin(ctx, input.company_id);
    requireVersion(row, input.version, current(row));
    const is_professional = input.plan === "professional";
    if (is_professional === row.is_professional) throw invalid({ plan: ["It already has this plan."] });
    return ctx.commit(
      [
        updateWithVersion(ctx, company, row, { is_professional }),
        await buildAdminActionStep(ctx, {
          action: "plan changed",
          company: row.id,
          details: {
            said: is_professional ? "professional" : "no plan",
            before: { is_professional: row.is_professional },
            after: { is_professional },
          },
          reason: input.reason,
        }),
      ],
      { id: row.id },
    );
  },
});

/**
 * Rename a company, so that two companies with the same name can be distinguished. The company's admins are notified of
 * the former name and the reason.
 */
export const renameCompany = procedure({
  name: "renameCompany",
  fresh: true,
  audience: "super",
  input: z.strictObject({ ...companyAct, name: onboardingName }),
  async run(ctx, input) {
    const row = await readCompanyForAdmin(ctx, input.company_id);
    requireVersion(row, input.version, { ...current(row), name: row.name });
    if (input.name === row.name) throw invalid({ name: ["It already has this name."] });
    return ctx.commit(
      [
        updateWithVersion(ctx, company, row, { name: input.name }),
        await buildAdminActionStep(ctx, {
          action: "company renamed",
          company: row.id,
          details: {
            said: `from ${row.name} to ${input.name}`,
            before: { name: row.name },
            after: { name: input.name },
          },
          reason: input.reason,
        }),
      ],
      { id: row.id },
    );
  },
});

/** Delete a company so that it can be restored, or restore it. None of its data is removed. */
export const setCompanyDeleted = procedure({
  name: "setCompanyDeleted",
  fresh: true,
  audience: "super",
  input: z.strictObject({ ...companyAct, what: z.enum(["delete", "restore"], "Choose what to do") }),
  async run(ctx, input) {
    const row = await readCompanyForAdmin(ctx, input.company_id);
    requireVersion(row, input.version, current(row));
    const is_deleted = input.what === "delete";
    if (is_deleted === row.is_deleted)
      throw unprocessable(is_deleted ? `${row.name} is already deleted.` : `${row.name} isn't deleted.`);
    if (row.merged_into_company_id !== null)
      throw unprocessable(`${row.name} was joined with another company and can't be brought back.`);
    const [open] = await ctx.read.select({ n: buildOpenLoadCountSql(row.id) }).from(sql`(SELECT 1)`);
    if (is_deleted && open?.n)
      throw unprocessable(`${row.name} has loads under way. Wait until they are delivered.`);
    return ctx.commit(
      [
        ...(is_deleted ? [expectTrue(sql`${buildOpenLoadCountSql(row.id)} = 0`)] : []),
        updateWithVersion(ctx, company, row, { is_deleted }, eq(company.is_deleted, row.is_deleted)),
        await buildAdminActionStep(ctx, {
          action: is_deleted ? "company deleted" : "company restored",
          company: row.id,
          details: { before: { is_deleted: row.is_deleted }, after: { is_deleted } },
          reason: input.reason,
        }),
      ],
      { id: row.id },
    );
  },
});

/** Request to view the site as a company for half an hour; the company's admins are notified of the reason. */
export const requestViewAsCompany = procedure({
  name: "requestViewAsCompany",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int(), reason: adminActionReasonSchema }),
  async run(ctx, { company_id, reason }) {
    const row = await readCompanyForAdmin(ctx, company_id);
    if (row.is_deleted) throw unprocessable(`${row.name} is deleted.`);
    return ctx.commit(
      [
        await buildAdminActionStep(ctx, {
          action: VIEWED_AS_COMPANY_ACTION,
          company: row.id,
          details: {},
          reason,
        }),
      ],
      {
        id: row.id,
      },
    );
  },
});
