import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { company, crew, crewMember, user } from "#db/schema";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { accountOutput } from "../rules/output";

/** Read one's own account for API callers: the companies, the default company, the crews. */
async function ownAccount(ctx: Ctx) {
  const me = ctx.actor.user?.id ?? 0;
  const [row] = await ctx.read
    .select({
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      avatar_url: user.avatar_url,
      phone_number: user.phone_number,
      default_company_id: user.default_company_id,
      is_super_user: user.is_super_user,
      version: user.version,
    })
    .from(user)
    .where(eq(user.id, me));
  if (!row) throw notFound();
  const crews = await ctx.read
    .select({
      crew_id: crew.id,
      crew: { id: crew.id, company_id: crew.company_id, name: crew.name, is_primary: crew.is_primary },
    })
    .from(crewMember)
    .innerJoin(crew, and(eq(crew.id, crewMember.crew_id), eq(crew.is_deleted, false)))
    .innerJoin(company, and(eq(company.id, crew.company_id), eq(company.is_deleted, false)))
    .where(eq(crewMember.user_id, me))
    .orderBy(asc(crew.company_id), asc(crew.id));
  const { phone_number, ...rest } = row;
  return {
    user: {
      ...rest,
      user_phone: phone_number === null ? null : { phone_number },
      companies: ctx.actor.companies,
      crew_member: crews,
    },
  };
}

/** The calling person. */
export const readOwnUser = procedure({
  name: "readOwnUser",
  audience: "user",
  input: z.strictObject({}),
  output: accountOutput,
  run: (ctx) => ownAccount(ctx),
});

/** Read one's own account by id; any other id gets a 404. */
export const readUser = procedure({
  name: "readUser",
  audience: "user",
  input: z.strictObject({ id: z.number().int() }),
  output: accountOutput,
  run(ctx, { id }) {
    if (id !== ctx.actor.user?.id) throw notFound();
    return ownAccount(ctx);
  },
});
