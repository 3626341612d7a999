import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { company, session, user, usState } from "#db/schema";
import { featuresOf } from "~/core/access/features.server";
import { usageOf } from "~/core/files/quota.server";
import { formatSpace } from "~/core/files/space";
import { endsSoon, FEATURE, FEATURE_WORDS, featureStanding } from "~/domain/access/company-features";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import { fullName } from "~/domain/text/text";
import { dayOf, formatDay } from "~/domain/time/time";
import type { Actor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { procedure, type Reading } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { contractorOf } from "./works-for.server";

/** The acting company's own page. */
export const getCompany = procedure({
  name: "getCompany",
  may: "company.read",
  input: z.strictObject({}),
  async run(ctx) {
    const [row] = await ctx.read
      .select({ company, state: usState.stusps })
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(eq(company.id, ctx.actor.company.id));
    if (!row) throw missing();
    const { company: c, state } = row;
    return {
      name: c.name,
      logo_url: c.logo_url,
      roles: roleNames(rolesOf(c)),
      bio: c.bio,
      place: [c.city, state].filter(Boolean).join(", "),
      address: c.address,
      phone: c.phone,
      ein: c.ein,
      contact: fullName({
        first_name: c.contact_first_name ?? "",
        last_name: c.contact_last_name ?? "",
      }),
      contact_phone: c.contact_phone_number,
      default_load_amount: c.default_load_amount,
      force_drop_off: c.force_drop_off,
      works_for: (await contractorOf(ctx.read, c.on_behalf_of_company_id))?.name ?? null,
      is_professional: c.is_professional,
      features: await standings(ctx),
      files: await usageOf(ctx, c.id).then(
        ({ used, quota }) => `${formatSpace(used)} of ${formatSpace(quota)} used`,
      ),
    };
  },
});

/** Acts for another of the person's companies from now on in this session; optionally always first. */
export const switchCompany = procedure({
  name: "switchCompany",
  audience: "user",
  input: z.strictObject({
    company_id: z.number("Choose a company").int(),
    is_default: z.boolean().optional(),
    /** The form has the box for it, so that an empty one says no. */
    says_default: z.boolean().optional(),
    session: z.string().max(64),
  }),
  async run(ctx, input) {
    const userId = ctx.actor.user?.id ?? 0;
    if (!ctx.actor.companies.some((c) => c.id === input.company_id))
      throw missing("You don't belong to this company.");
    const first = ctx.actor.user?.default_company_id ?? null;
    const wanted = input.is_default ? input.company_id : null;
    const cleared = input.says_default && first === input.company_id;
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(session)
            .set({ active_company_id: input.company_id })
            .where(and(eq(session.token_hash, input.session), eq(session.user_id, userId))),
        ),
        ...(wanted !== null || cleared
          ? [
              mustHit(
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

/** How the acting company stands to each feature, in words. */
async function standings(ctx: Reading) {
  const list = await featuresOf(ctx);
  return Object.values(FEATURE).map((id) => {
    const { state, until } = featureStanding(list, id, ctx.now);
    const isPaid = list.some((access) => access.feature_id === id && access.is_subscribed);
    const day = until && formatDay(dayOf(new Date(until), ctx.actor.zone));
    const words = {
      active: isPaid ? "In your subscription" : day ? `Free trial, ends ${day}` : "Active",
      ended: `${isPaid ? "Subscription" : "Trial"} ended ${day}`,
      none: "Not in your subscription",
    }[state];
    return {
      name: FEATURE_WORDS[id] ?? "",
      words,
      has: state === "active",
      ends: state === "active" && day !== null,
    };
  });
}

/** When something that the company may use ends within a week, in words for the menu; null where nothing does. */
export async function trialEnd(read: Read, actor: Actor, now: Date): Promise<string | null> {
  if (!actor.company) return null;
  const until = endsSoon(await featuresOf({ read, actor }), now);
  return until && `Trial ends ${formatDay(dayOf(new Date(until), actor.zone))}`;
}
