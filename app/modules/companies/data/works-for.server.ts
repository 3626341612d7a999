import { and, eq, ne, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { company } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { buildSearchableCondition } from "../shared/public-face.server";

const OWN = "Name the company that your company works for, not your own.";

/** Read the name of the company for which a company works as a subcontractor. */
export async function readContractor(read: Read, id: number | null) {
  if (id === null) return null;
  const [found] = await read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(eq(company.id, id));
  return found ?? null;
}

/**
 * Find the company for which the acting company works by its typed name; only companies that any user can find are
 * considered.
 */
export async function findContractorByName(
  ctx: Ctx<CompanyActor>,
  name: string | null | undefined,
  saved: { id: number; name: string } | null,
): Promise<number | null | undefined> {
  if (!name) return name === undefined ? undefined : null;
  if (saved && saved.name.toLowerCase() === name.toLowerCase()) return saved.id;
  const results = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(
      and(
        buildSearchableCondition(ctx.actor),
        ne(company.id, ctx.actor.company.id),
        sql`lower(${company.name}) = lower(${name})`,
      ),
    )
    .limit(2);
  const [one, other] = results;
  if (!one)
    throw invalid({
      works_for: ["No company on Timbertally has this name. Type it exactly as on its page."],
    });
  if (other)
    throw invalid({
      works_for: ["Several companies have this name. Ask the one you mean for its exact name."],
    });
  return one.id;
}

/** Refuse an id that isn't a company the acting company can find, or that is its own. */
export async function requireContractor(
  ctx: Ctx<CompanyActor>,
  id: number | null | undefined,
  saved: number | null,
) {
  if (id === undefined || id === null || id === saved) return;
  if (id === ctx.actor.company.id) throw invalid({ on_behalf_of_company_id: [OWN] });
  const [found] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), buildSearchableCondition(ctx.actor)));
  if (!found) throw invalid({ on_behalf_of_company_id: ["We couldn't find that company."] });
}
