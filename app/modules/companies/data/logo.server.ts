import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { buildColumnEquals, replacePicture } from "~/lib/files/picture.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { buildSearchableCondition } from "../shared/public-face.server";

const addressOf = (companyId: number) => `/companies/${companyId}/logo`;

/** Replace the acting company's logo. */
export const setLogo = procedure({
  name: "setLogo",
  limit: { work: "pictures" },
  may: "company.update",
  input: z.strictObject({ logo: z.string("Choose a picture").max(200) }),
  run: (ctx, { logo }) => replaceLogo(ctx, logo),
});

/** Remove the acting company's logo; its initials are shown again. */
export const removeLogo = procedure({
  name: "removeLogo",
  may: "company.update",
  input: z.strictObject({}),
  run: (ctx) => replaceLogo(ctx, null),
});

async function replaceLogo(ctx: Ctx<CompanyActor>, sent: string | null) {
  const { id } = ctx.actor.company;
  const [row] = await ctx.read.select({ logo_url: company.logo_url }).from(company).where(eq(company.id, id));
  if (!row) throw notFound();
  const where = and(eq(company.id, id), buildColumnEquals(company.logo_url, row.logo_url));
  await replacePicture(ctx, "logo", sent, row.logo_url, (at) =>
    expectOneRow(
      ctx.write
        .update(company)
        .set({ logo_url: at(addressOf(id)) })
        .where(where),
    ),
  );
  return { id };
}

/** Find a company's logo by its key, for any user who may find the company; otherwise 404. */
export const findLogo = procedure({
  name: "findLogo",
  audience: "known",
  input: z.strictObject({ company_id: z.number().int(), key: z.string().max(60) }),
  async run(ctx, { company_id, key }) {
    const address = `${addressOf(company_id)}/${key}`;
    const [row] = await ctx.read
      .select({ id: company.id })
      .from(company)
      .where(
        and(eq(company.id, company_id), eq(company.logo_url, address), buildSearchableCondition(ctx.actor)),
      );
    if (!row) throw notFound();
    return { key };
  },
});
