import { redirect } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { company, usState } from "#db/schema";
import { evaluateCrews } from "~/domain/access/crew-permissions";
import type { Actor } from "~/web/actor";
import { actingCompany, FALLBACK_ZONE } from "~/web/actor.server";
import { type RouteArgs, userContext } from "~/web/context.server";
import type { Call } from "~/web/perform.server";
import { procedure } from "~/web/procedure";
import { lookingAs } from "~/web/read-only.server";
import { missing } from "~/web/refusal";
import { call, idOf } from "~/web/respond.server";
import { seesAs } from "./acts.server";

/** Who a company's admins are to the program, as nobody of them: with no person, and null until it was asked for. */
export const getEyes = procedure({
  name: "getEyes",
  audience: "super",
  input: z.strictObject({ company_id: z.number().int() }),
  async run(ctx, { company_id }): Promise<{ actor: Actor | null; name: string }> {
    const [row] = await ctx.read
      .select({ company, zone: usState.time_zone })
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(eq(company.id, company_id));
    if (!row || row.company.is_deleted) throw missing("We couldn't find that company.");
    if (!(await seesAs(ctx, company_id))) return { actor: null, name: row.company.name };
    const acting = actingCompany(row.company);
    return {
      name: acting.name,
      actor: {
        key: `seen-by-u${ctx.actor.user?.id ?? 0}`,
        user: null,
        keyName: "See what they see",
        company: acting,
        companies: [{ id: acting.id, name: acting.name, logo_url: acting.logo_url }],
        permissions: evaluateCrews([{ isPrimary: true, rows: [] }]),
        zone: row.zone ?? FALLBACK_ZONE,
      },
    };
  },
});

/** Where one asks to see as a company sees. */
export const eyesPath = (id: number) => `/admin/companies/${id}/as`;

/** The call through a company's eyes, which can read and never commit; who hasn't asked for it lately is sent to ask. */
export async function eyesOf(
  args: RouteArgs & { params: { companyId?: string } },
): Promise<{ eyes: Call; id: number; name: string }> {
  const ctx = await userContext(args);
  const id = idOf(args.params.companyId);
  const { actor, name } = await call(getEyes, ctx, { company_id: id });
  if (!actor) throw redirect(eyesPath(id));
  return { eyes: lookingAs(ctx, actor), id, name };
}
