import { redirect } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { company, usState } from "#db/schema";
import { combineCrewFlags } from "~/lib/access/crew-permissions";
import type { Actor } from "~/web/actor";
import { FALLBACK_ZONE, toActingCompany } from "~/web/actor.server";
import { createUserContext, type RouteArgs } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { procedure } from "~/web/procedure";
import { toReadOnlyCall } from "~/web/read-only.server";
import { notFound } from "~/web/refusal";
import type { Call } from "~/web/run-procedure.server";
import { isViewingAs } from "./acts.server";

/**
 * Return an actor with the permissions of a company's admins but no user, for viewing as the company; null unless the
 * user requested that view.
 */
export const getViewAsActor = procedure({
  name: "getViewAsActor",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int() }),
  async run(ctx, { company_id }): Promise<{ actor: Actor | null; name: string }> {
    const [row] = await ctx.read
      .select({ company, zone: usState.time_zone })
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(eq(company.id, company_id));
    if (!row || row.company.is_deleted) throw notFound("We couldn't find that company.");
    if (!(await isViewingAs(ctx, company_id))) return { actor: null, name: row.company.name };
    const acting = toActingCompany(row.company);
    return {
      name: acting.name,
      actor: {
        key: `seen-by-u${ctx.actor.user?.id ?? 0}`,
        user: null,
        keyName: "See what they see",
        company: acting,
        companies: [{ id: acting.id, name: acting.name, logo_url: acting.logo_url }],
        permissions: combineCrewFlags([{ isPrimary: true, rows: [] }]),
        zone: row.zone ?? FALLBACK_ZONE,
      },
    };
  },
});

/** Page where viewing as a company is requested. */
export const buildViewAsPath = (id: number) => `/admin/companies/${id}/as`;

/**
 * Return a context for viewing as a company, which can read and never commit. Without a recent request, redirect to the
 * page that requests the view.
 */
export async function loadViewAsContext(
  args: RouteArgs & { params: { companyId?: string } },
): Promise<{ eyes: Call; id: number; name: string }> {
  const ctx = await createUserContext(args);
  const id = parseId(args.params.companyId);
  const { actor, name } = await callProcedure(getViewAsActor, ctx, { company_id: id });
  if (!actor) throw redirect(buildViewAsPath(id));
  return { eyes: toReadOnlyCall(ctx, actor), id, name };
}
