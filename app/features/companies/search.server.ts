import { or, sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { procedure } from "~/web/procedure";
import { ROLE_FLAGS, type RoleFlag } from "./company-roles";
import { companyFaces } from "./faces.server";

/** Kinds of company to find; 'is_all' asks for no kind and is dropped (spec 2, section 7). */
export const companyTypes = z
  .array(z.enum(["is_all", ...ROLE_FLAGS] as [string, ...string[]], "This is no kind of company."))
  .max(20, "There are not so many kinds of company.");

const MOST = 20;

/** Companies whose name holds the term, any of the kinds asked for: their public faces. */
export const searchCompanies = procedure({
  name: "searchCompanies",
  audience: "known",
  input: z.strictObject({
    searchTerm: z.string().trim().max(100, "Type 100 characters at most").default(""),
    type: companyTypes.default([]),
  }),
  async run(ctx, input) {
    const flags = input.type.filter((t): t is RoleFlag => t !== "is_all");
    const kinds = flags.map((flag) => sql`${company[flag]} = 1`);
    const named = sql`instr(lower(${company.name}), lower(${input.searchTerm})) > 0`;
    const found = await companyFaces(ctx, sql`${named} AND ${or(...kinds) ?? sql`1`}`, MOST + 1);
    return { companies: found.slice(0, MOST), more: found.length > MOST };
  },
});
