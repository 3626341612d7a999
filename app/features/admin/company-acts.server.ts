import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyFeatureAccess } from "#db/schema";
import { actReason, actStep } from "~/core/admin/acts.server";
import { onboardingName } from "~/domain/people/onboarding";
import { text } from "~/domain/text/input";
import { dayBounds, formatDay } from "~/domain/time/time";
import { mustHit, mustHold } from "~/web/commit.server";
import { procedure } from "~/web/procedure";
import { invalid, notNow } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { SEEN } from "./acts.server";
import { anyCompany, featuresWithState, loadsUnderWay } from "./company.server";

const companyAct = {
  company_id: z.number().int(),
  version: z.number().int(),
  reason: actReason,
};
const current = (row: typeof company.$inferSelect) => ({
  version: row.version,
  is_professional: row.is_professional,
  is_deleted: row.is_deleted,
});

/** Gives a company a feature, without an end or through a day, or takes it away. The entry stays, so that what was is known. */
export const setFeatureOf = procedure({
  name: "setFeatureOf",
  fresh: true,
  audience: "super",
  input: z.strictObject({
    ...companyAct,
    feature_id: z.number("Choose a feature").int().min(1, "Choose a feature").max(3, "Choose a feature"),
    what: z.enum(["give", "take"], "Choose what to do"),
    last_day: text(10).optional(),
  }),
  async run(ctx, input) {
    const row = await anyCompany(ctx, input.company_id);
    asRead(row, input.version, current(row));
    const found = (await featuresWithState(ctx, row.id)).find((f) => f.id === input.feature_id);
    if (!found) throw invalid({ feature_id: ["Choose a feature"] });
    const gives = input.what === "give";
    const day = gives && input.last_day ? input.last_day : null;
    const bounds = day ? dayBounds(day, ctx.actor.zone) : null;
    if (day && !bounds) throw invalid({ last_day: ["Type a day, like 2026-12-31"] });
    const now = ctx.now.toISOString();
    if (bounds && bounds.before <= now) throw invalid({ last_day: ["This day has passed"] });
    if (!gives && !found.is_active) throw notNow(`${row.name} doesn't have ${found.name}.`);
    const after = { is_active: gives, expires_at: gives ? (bounds?.before ?? null) : now };
    // It is the operator's from now on: a subscription that ends leaves it alone.
    const set = { ...after, is_subscribed: false };
    return ctx.commit(
      [
        // The company's version stands for its features too, so that of two people at once the second is told.
        revise(ctx, company, row, {}),
        mustHit(
          ctx.write
            .insert(companyFeatureAccess)
            .values({ company_id: row.id, feature_id: found.id, created_at: now, ...set })
            .onConflictDoUpdate({
              target: [companyFeatureAccess.company_id, companyFeatureAccess.feature_id],
              set,
            }),
        ),
        await actStep(ctx, {
          act: gives ? "feature given" : "feature taken",
          company: row.id,
          details: {
            said: `${found.name}${gives ? (day ? `, through ${formatDay(day)}` : ", without an end") : ""}`,
            feature_id: found.id,
            before: { is_active: found.is_active, expires_at: found.expires_at },
            after,
          },
          reason: input.reason,
        }),
      ],
      { id: row.id },
    );
  },
});

/** Puts a company on the professional plan, or takes it off. */
export const setPlanOf = procedure({
  name: "setPlanOf",
  fresh: true,
  audience: "super",
  input: z.strictObject({ ...companyAct, plan: z.enum(["professional", "none"], "Choose a plan") }),
  async run(ctx, input) {
    const row = await anyCompany(ctx, input.company_id);
    asRead(row, input.version, current(row));
    const is_professional = input.plan === "professional";
    if (is_professional === row.is_professional) throw invalid({ plan: ["It already has this plan."] });
    return ctx.commit(
      [
        revise(ctx, company, row, { is_professional }),
        await actStep(ctx, {
          act: "plan changed",
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

/** Rename a company, so that two with one name can be told apart. Its admins read the former name with the reason. */
export const renameCompany = procedure({
  name: "renameCompany",
  fresh: true,
  audience: "super",
  input: z.strictObject({ ...companyAct, name: onboardingName }),
  async run(ctx, input) {
    const row = await anyCompany(ctx, input.company_id);
    asRead(row, input.version, { ...current(row), name: row.name });
    if (input.name === row.name) throw invalid({ name: ["It already has this name."] });
    return ctx.commit(
      [
        revise(ctx, company, row, { name: input.name }),
        await actStep(ctx, {
          act: "company renamed",
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

/** Deletes a company so that it can be brought back, or brings it back. Nothing of what it has is taken away. */
export const setCompanyDeleted = procedure({
  name: "setCompanyDeleted",
  fresh: true,
  audience: "super",
  input: z.strictObject({ ...companyAct, what: z.enum(["delete", "restore"], "Choose what to do") }),
  async run(ctx, input) {
    const row = await anyCompany(ctx, input.company_id);
    asRead(row, input.version, current(row));
    const is_deleted = input.what === "delete";
    if (is_deleted === row.is_deleted)
      throw notNow(is_deleted ? `${row.name} is already deleted.` : `${row.name} isn't deleted.`);
    if (row.joined_into_company_id !== null)
      throw notNow(`${row.name} was joined with another company and can't be brought back.`);
    const [open] = await ctx.read.select({ n: loadsUnderWay(row.id) }).from(sql`(SELECT 1)`);
    if (is_deleted && open?.n)
      throw notNow(`${row.name} has loads under way. Wait until they are delivered.`);
    return ctx.commit(
      [
        ...(is_deleted ? [mustHold(sql`${loadsUnderWay(row.id)} = 0`)] : []),
        revise(ctx, company, row, { is_deleted }, eq(company.is_deleted, row.is_deleted)),
        await actStep(ctx, {
          act: is_deleted ? "company deleted" : "company restored",
          company: row.id,
          details: { before: { is_deleted: row.is_deleted }, after: { is_deleted } },
          reason: input.reason,
        }),
      ],
      { id: row.id },
    );
  },
});

/** Asks to see as a company sees, for half an hour: told to its admins with the reason. */
export const startSeeing = procedure({
  name: "startSeeing",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int(), reason: actReason }),
  async run(ctx, { company_id, reason }) {
    const row = await anyCompany(ctx, company_id);
    if (row.is_deleted) throw notNow(`${row.name} is deleted.`);
    return ctx.commit([await actStep(ctx, { act: SEEN, company: row.id, details: {}, reason })], {
      id: row.id,
    });
  },
});
