import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepared } from "#db/prepared.server";
import { ticketSelection, tripTicket } from "#db/schema";
import { ticketsVisibleTo, ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { text } from "~/domain/text/input";
import { readListQuery } from "~/domain/tickets/list-query";
import { resolveFilter, type TicketFilter } from "~/features/trip-tickets/filter";
import { matchingIds } from "~/features/trip-tickets/gather.server";
import { statusesShown } from "~/features/trip-tickets/list.server";
import type { CompanyActor } from "~/web/actor";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure, type Reading } from "~/web/procedure";
import { forbidden, notNow } from "~/web/refusal";

/** So many tickets can be picked at most: acts on them are carried out one after another. */
export const MOST_PICKED = 10_000;
/** The most boxes that a page sends at once. */
const MOST_BOXES = 100;

const boxes = () => z.array(z.number().int().positive()).max(MOST_BOXES);

/** Said by the button, so that an empty post does nothing. */
const sure = z.literal("yes", "Use the button in the list.");

/** The person whose selection it is; a key picks nothing, it names its tickets in each call. */
function picker(ctx: Reading) {
  if (!ctx.actor.user) throw forbidden("Only people have a selection. A key names its tickets in the call.");
  return { user_id: ctx.actor.user.id, company_id: ctx.actor.company.id };
}

const ofPicker = (ctx: Reading) => {
  const { user_id, company_id } = picker(ctx);
  return and(eq(ticketSelection.user_id, user_id), eq(ticketSelection.company_id, company_id));
};

/** Adds what is visible of these ids; what is not is passed over, and nobody learns whether it is there. */
function adding(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  const { user_id, company_id } = picker(ctx);
  return mayMiss(
    sql`INSERT OR IGNORE INTO ticket_selection (user_id, company_id, trip_ticket_id)
        SELECT ${user_id}, ${company_id}, ${tripTicket.id} FROM json_each(${JSON.stringify(ids)}) CROSS JOIN ${tripTicket} ON ${tripTicket.id} = json_each.value WHERE ${ticketsVisibleTo(ctx.actor)}`,
  );
}

/**
 * Sets what is picked on one page of a list: `shown` are the tickets whose boxes it had, "12,15", `ids` those that are ticked.
 * What is picked on other pages stays.
 */
export const pickOnPage = procedure({
  name: "pickOnPage",
  may: "trip_ticket.read",
  input: z.strictObject({
    shown: text(1_600, "There is nothing to select.", "There is nothing to select.").regex(
      /^\d{1,15}(,\d{1,15}){0,99}$/,
      "There is nothing to select.",
    ),
    ids: boxes().default([]),
    back: z.string().max(4_000).default(""),
    /** What one wants to do with all that is picked; without it one stays in the list. */
    next: z.enum(["assignment", "status", "print", "more"]).optional(),
    /** The bar's own choice of a hauler, which another button sends; here it goes along to the page of the assignment. */
    hauler_company_id: z.number().int().positive().optional(),
    seen_at: z.string().max(24).optional(),
  }),
  async run(ctx, { shown, ids, back, next, hauler_company_id }) {
    const left = shown
      .split(",")
      .map(Number)
      .filter((id) => !ids.includes(id));
    const picked = await countPicked(ctx);
    if (picked + ids.length > MOST_PICKED) throw notNow(TOO_MANY);
    return ctx.commit(
      [
        mayMiss(
          ctx.write
            .delete(ticketSelection)
            .where(
              and(
                ofPicker(ctx),
                sql`${ticketSelection.trip_ticket_id} IN (SELECT value FROM json_each(${JSON.stringify(left)}))`,
              ),
            ),
        ),
        adding(ctx, ids),
      ],
      { back, next: next ?? null, hauler: hauler_company_id ?? null },
    );
  },
});

const TOO_MANY = `Up to ${MOST_PICKED.toLocaleString("en-US")} tickets can be selected. Narrow the list first.`;

/** A list's query as the filter that it means, statuses of its view included. */
export function filterOfQuery(ctx: Ctx<CompanyActor>, query: string): TicketFilter {
  const { view, input } = readListQuery(new URLSearchParams(query));
  const { view: _view, sort: _sort, descending: _way, rows: _rows, page: _page, ...filter } = input;
  const numbers = filter.trip_ticket_numbers ?? [];
  return {
    ...resolveFilter(filter, ctx.actor.zone),
    trip_ticket_numbers: numbers,
    trip_ticket_status_ids: statusesShown(view, filter.trip_ticket_status_ids ?? [], numbers.length > 0),
  };
}

/** Picks every ticket that a list's query matches, over all its pages; what was picked before stays. */
export const pickAllMatching = procedure({
  name: "pickAllMatching",
  may: "trip_ticket.read",
  input: z.strictObject({ sure, back: z.string().max(4_000).default("") }),
  async run(ctx, { back }) {
    picker(ctx);
    const ids = await matchingIds(ctx, filterOfQuery(ctx, back), MOST_PICKED + 1);
    if (ids.length + (await countPicked(ctx)) > MOST_PICKED) throw notNow(TOO_MANY);
    return ctx.commit([adding(ctx, ids)], { back });
  },
});

/** Lets go of everything that is picked. */
export const clearPicked = procedure({
  name: "clearPicked",
  may: "trip_ticket.read",
  input: z.strictObject({ sure, back: z.string().max(4_000).default("") }),
  run: (ctx, { back }) =>
    ctx.commit([mayMiss(ctx.write.delete(ticketSelection).where(ofPicker(ctx)))], { back }),
});

const OF_PICKER = and(
  eq(ticketSelection.user_id, sql.placeholder("user_id")),
  eq(ticketSelection.company_id, sql.placeholder("company_id")),
);
const findHere = prepared((read) =>
  read
    .select({ id: ticketSelection.trip_ticket_id })
    .from(ticketSelection)
    .where(
      sql`${OF_PICKER} AND ${ticketSelection.trip_ticket_id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`,
    ),
);
const findCount = prepared((read) =>
  read
    .select({ n: sql<number>`count(*)` })
    .from(ticketSelection)
    .crossJoin(tripTicket)
    .where(
      and(
        eq(tripTicket.id, ticketSelection.trip_ticket_id),
        OF_PICKER,
        ticketsVisibleToCompany(sql.placeholder("company_id")),
      ),
    ),
);

/** How many tickets are picked; of a page's tickets, which ones. */
export async function readPicked(ctx: Reading, ids: readonly number[]) {
  if (!ctx.actor.user) return { count: 0, here: [] };
  const rows = await findHere(ctx.read, { ...picker(ctx), ids: JSON.stringify(ids) });
  return { count: await countPicked(ctx), here: rows.map((r) => r.id) };
}

/** How many tickets are picked and still there to be seen. */
export async function countPicked(ctx: Reading): Promise<number> {
  const [row] = await findCount(ctx.read, picker(ctx));
  return row?.n ?? 0;
}

/** The picked tickets that are still visible, in the order of their numbers. */
export async function pickedIds(ctx: Reading): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(ticketSelection)
    .crossJoin(tripTicket)
    .where(and(eq(tripTicket.id, ticketSelection.trip_ticket_id), ofPicker(ctx), ticketsVisibleTo(ctx.actor)))
    .orderBy(asc(tripTicket.trip_ticket_number), desc(tripTicket.id));
  return rows.map((r) => r.id);
}

/** The person's selection, as ids in the order of their numbers; another's is never asked for. */
export const listPicked = procedure({
  name: "listPicked",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: async (ctx) => ({ ids: await pickedIds(ctx) }),
});
