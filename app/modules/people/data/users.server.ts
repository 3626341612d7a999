import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { user } from "#db/schema";
import { procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { userChangedOutput } from "../rules/output";

/** Change one's own account: the company to start with. Any other account gets a 404. */
export const updateUser = procedure({
  name: "updateUser",
  audience: "user",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    default_company_id: z.number().int().nullable(),
  }),
  output: userChangedOutput,
  async run(ctx, input) {
    const me = ctx.actor.user;
    const [row] = await ctx.read
      .select({ version: user.version, default_company_id: user.default_company_id })
      .from(user)
      .where(and(eq(user.id, input.id), eq(user.id, me?.id ?? 0)));
    if (!row) throw notFound();
    const { default_company_id } = input;
    if (default_company_id !== null && !ctx.actor.companies.some((c) => c.id === default_company_id))
      throw invalid({ default_company_id: ["You don't belong to this company."] });
    requireVersion(row, input.version, row);
    return ctx.commit(
      [updateWithVersion(ctx, user, { id: input.id, version: row.version }, { default_company_id })],
      {
        id: input.id,
        version: input.version,
      },
    );
  },
});
