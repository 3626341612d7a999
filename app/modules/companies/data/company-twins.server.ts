import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { company, usState } from "#db/schema";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { normalizeCompanyName } from "~/lib/text/plain-name";
import type { Ctx } from "~/web/procedure";
import { formatIdentityFacts, readCompanyIdentityFacts } from "../shared/company-marks.server";
import { buildSearchableCondition, COMPANY_CARD_COLUMNS } from "../shared/public-face.server";

/** Field that confirms creating a company although another has the same name. */
export const createAnywayField = z
  .boolean()
  .optional()
  .describe("true creates the company although one with this name is in the same town.");

type Named = { name: string; city?: string | null; us_state_id?: number | null };

const PLAIN_NAME = sql`replace(replace(replace(${company.name}, '.', ''), '''', ''), '’', '')`;

/**
 * Return a SQL condition that prefilters companies by the name's longest word; undefined if SQL can't compare that word
 * without normalizing it.
 */
function sharesLongestWord(key: string) {
  const [word = ""] = key.split(" ").sort((a, b) => b.length - a.length);
  return /^[a-z0-9]+$/.test(word) ? sql`${PLAIN_NAME} LIKE ${`%${word}%`}` : undefined;
}

/** Describe in one sentence each company with the given name, unless it is known to be in another town or state. */
export async function describeDuplicateCompanies(
  ctx: Ctx,
  input: Named,
  but: number | null = null,
): Promise<string[]> {
  const key = normalizeCompanyName(input.name);
  const city = input.city ? normalizeCompanyName(input.city) : "";
  const rows = await ctx.read
    .select(COMPANY_CARD_COLUMNS)
    .from(company)
    .leftJoin(usState, eq(usState.id, company.us_state_id))
    .where(
      and(
        buildSearchableCondition(ctx.actor),
        but === null ? undefined : ne(company.id, but),
        sharesLongestWord(key),
        input.us_state_id
          ? or(isNull(company.us_state_id), eq(company.us_state_id, input.us_state_id))
          : undefined,
      ),
    );
  const twins = rows
    .filter((row) => normalizeCompanyName(row.name) === key)
    .filter((row) => !city || !row.city || normalizeCompanyName(row.city) === city)
    .slice(0, 3);
  const marksOf = await readCompanyIdentityFacts(
    ctx,
    twins.map((row) => row.id),
  );
  return twins.map((row) => {
    const place = [row.city, row.state].filter(Boolean).join(", ");
    const facts = [
      listRoleNames(pickRoles(row)).join(", "),
      ...formatIdentityFacts(marksOf(row.id), ctx.actor.zone),
    ];
    return `${row.name}${place ? ` in ${place}` : ""} is already on Timbertally (${facts.filter(Boolean).join("; ")}).`;
  });
}
