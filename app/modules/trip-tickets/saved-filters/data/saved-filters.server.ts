import { and, asc, eq, or, type Placeholder, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { savedFilter, user } from "#db/schema";
import { formatFullName } from "~/lib/text/text";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound, unprocessable } from "~/web/refusal";
import { formatListQuery, parseListQuery } from "../../rules/list-query";

/** Maximum number of filters one user can save at one company. */
const MAX_CACHED = 100;

/** Return a list's query in the canonical form for saving, without page and sort order. */
export function canonicalizeListQuery(query: string): string {
  const { view, q, filter } = parseListQuery(new URLSearchParams(query));
  return formatListQuery({ view, q, filter });
}

type Asker<T> = { me: T; person: T };
const asker = ({ actor }: Ctx<CompanyActor>): Asker<number> => ({
  me: actor.company.id,
  person: actor.user?.id ?? 0,
});

/** Condition for the user's own filters at this company, and the filters shared by colleagues. */
const seenBy = ({ me, person }: Asker<number | Placeholder>) =>
  and(eq(savedFilter.company_id, me), or(eq(savedFilter.user_id, person), eq(savedFilter.is_shared, true)));

const findSeen = prepareQuery((read) =>
  read
    .select({
      id: savedFilter.id,
      name: savedFilter.name,
      query: savedFilter.query,
      is_shared: savedFilter.is_shared,
      version: savedFilter.version,
      user_id: savedFilter.user_id,
      first_name: user.first_name,
      last_name: user.last_name,
    })
    .from(savedFilter)
    .innerJoin(user, eq(user.id, savedFilter.user_id))
    .where(seenBy({ me: sql.placeholder("me"), person: sql.placeholder("person") }))
    .orderBy(asc(savedFilter.name), asc(savedFilter.id)),
);

export const listSavedFilters = procedure({
  name: "listSavedFilters",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  async run(ctx) {
    const rows = await findSeen(ctx.read, asker(ctx));
    return rows.map(({ user_id, first_name, last_name, ...row }) => ({
      ...row,
      mine: user_id === ctx.actor.user?.id,
      by: formatFullName({ first_name, last_name }),
    }));
  },
});

/** Return a filter visible to the user, or throw 404. */
export const getSavedFilter = procedure({
  name: "getSavedFilter",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const match = (await listSavedFilters.run(ctx, {})).find((f) => f.id === id);
    if (!match) throw notFound("We couldn't find that filter, or you don't have access to it.");
    return match;
  },
});

/** Save a list's filter under a name; a shared filter is visible to all users in the company. */
export const saveFilter = procedure({
  name: "saveFilter",
  may: "trip_ticket.read",
  input: z.strictObject({
    name: z.string("Name the filter").trim().min(1, "Name the filter").max(80, "The name is too long"),
    query: z.string().max(4_000).default(""),
    is_shared: z.literal("on").optional(),
  }),
  async run(ctx, { name, query, is_shared }) {
    const { user: me } = ctx.actor;
    if (!me) throw forbidden("Only people save filters. A key can't.");
    const own = (await listSavedFilters.run(ctx, {})).filter((f) => f.mine);
    if (own.some((f) => f.name === name))
      throw invalid({ name: ["You already have a filter with this name."] });
    if (own.length >= MAX_CACHED)
      throw unprocessable(`You have ${MAX_CACHED} saved filters, the most allowed. Delete one first.`);
    const uniqueQuery = canonicalizeListQuery(query);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(savedFilter).values({
            user_id: me.id,
            company_id: ctx.actor.company.id,
            name,
            query: uniqueQuery,
            is_shared: is_shared === "on",
            created_at: ctx.now.toISOString(),
          }),
        ),
      ],
      {
        id: sql<number>`(SELECT id FROM saved_filter WHERE user_id = ${me.id} AND company_id = ${ctx.actor.company.id} AND name = ${name})`,
      },
    );
  },
});

/** Delete a filter; only its owner may delete it. */
export const deleteSavedFilter = procedure({
  name: "deleteSavedFilter",
  may: "trip_ticket.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const result = await getSavedFilter.run(ctx, { id });
    if (!result.mine) throw forbidden("Only the person who saved a filter can delete it.");
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .delete(savedFilter)
            .where(and(eq(savedFilter.id, id), eq(savedFilter.user_id, ctx.actor.user?.id ?? 0))),
        ),
      ],
      { id },
    );
  },
});
