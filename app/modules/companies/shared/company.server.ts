import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { company, session, user, usState } from "#db/schema";
import { FEATURE, FEATURE_LABELS, getFeatureStatus, getTrialEndingSoon } from "~/lib/access/company-features";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { readCompanyFeatures } from "~/lib/access/features.server";
import { formatBytes } from "~/lib/files/format-bytes";
import { readStorageUsage } from "~/lib/files/quota.server";
import { formatFullName } from "~/lib/text/text";
import { formatDay, getDay } from "~/lib/time/time";
import { buildPaidPlanNameSql, formatPlan } from "~/modules/billing/shared/plan-name.server";
import type { Actor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { procedure, type ReadCtx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { readContractor } from "../data/works-for.server";

/** Return the acting company's data for its own page. */
export const getCompany = procedure({
  name: "getCompany",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const [row] = await ctx.read
      .select({ company, state: usState.stusps, paid: buildPaidPlanNameSql(sql`${company.id}`) })
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(eq(company.id, ctx.actor.company.id));
    if (!row) throw notFound();
    const { company: c, state, paid } = row;
    return {
      name: c.name,
      logo_url: c.logo_url,
      roles: listRoleNames(pickRoles(c)),
      bio: c.bio,
      place: [c.city, state].filter(Boolean).join(", "),
      address: c.address,
      phone: c.phone,
      ein: c.ein,
      contact: formatFullName({
        first_name: c.contact_first_name ?? "",
        last_name: c.contact_last_name ?? "",
      }),
      contact_phone: c.contact_phone_number,
      default_load_amount: c.default_load_amount,
      force_drop_off: c.force_drop_off,
      works_for: (await readContractor(ctx.read, c.on_behalf_of_company_id))?.name ?? null,
      plan: formatPlan(c.is_professional, paid),
      features: await standings(ctx),
      files: await readStorageUsage(ctx, c.id).then(
        ({ used, quota }) => `${formatBytes(used)} of ${formatBytes(quota)} used`,
      ),
    };
  },
});

/** Switch this session to another of the user's companies; optionally make it the default. */
export const switchCompany = procedure({
  name: "switchCompany",
  audience: "user",
  input: z.strictObject({
    company_id: z.number("Choose a company").int(),
    is_default: z.boolean().optional(),
    /** True if the form has the default checkbox, so that an unchecked box means no. */
    says_default: z.boolean().optional(),
    session: z.string().max(64),
  }),
  async run(ctx, input) {
    const userId = ctx.actor.user?.id ?? 0;
    if (!ctx.actor.companies.some((c) => c.id === input.company_id))
      throw notFound("You don't belong to this company.");
    const first = ctx.actor.user?.default_company_id ?? null;
    const wanted = input.is_default ? input.company_id : null;
    const cleared = input.says_default && first === input.company_id;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(session)
            .set({ active_company_id: input.company_id })
            .where(and(eq(session.token_hash, input.session), eq(session.user_id, userId))),
        ),
        ...(wanted !== null || cleared
          ? [
              expectOneRow(
                ctx.write
                  .update(user)
                  .set({ default_company_id: wanted, version: sql`version + 1` })
                  .where(eq(user.id, userId)),
              ),
            ]
          : []),
      ],
      { ok: true },
    );
  },
});

/** Describe the acting company's access to each feature as text. */
async function standings(ctx: ReadCtx) {
  const list = await readCompanyFeatures(ctx);
  return Object.values(FEATURE).map((id) => {
    const { state, until } = getFeatureStatus(list, id, ctx.now);
    const isPaid = list.some((access) => access.feature_id === id && access.is_subscribed);
    const day = until && formatDay(getDay(new Date(until), ctx.actor.zone));
    const words = {
      active: isPaid ? "In your subscription" : day ? `Free trial, ends ${day}` : "Active",
      ended: `${isPaid ? "Subscription" : "Trial"} ended ${day}`,
      none: "Not in your subscription",
    }[state];
    return {
      name: FEATURE_LABELS[id] ?? "",
      words,
      has: state === "active",
      ends: state === "active" && day !== null,
    };
  });
}

/** Return the menu's notice of a feature that ends within a week; null if none ends. */
export async function readTrialEndNotice(read: Read, actor: Actor, now: Date): Promise<string | null> {
  if (!actor.company) return null;
  const until = getTrialEndingSoon(await readCompanyFeatures({ read, actor }), now);
  return until && `Trial ends ${formatDay(getDay(new Date(until), actor.zone))}`;
}
