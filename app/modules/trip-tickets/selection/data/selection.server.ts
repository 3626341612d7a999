import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepared.server";
import { ticketSelection, tripTicket } from "#db/schema";
import { textField } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { anyRows } from "~/web/commit.server";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { forbidden, unprocessable } from "~/web/refusal";
import { resolveFilter, type TicketFilter } from "../../list/rules/filter";
import { parseListQuery } from "../../rules/list-query";
import { ticketsVisibleToCompanyQuery, visibleTicketsQuery } from "../../shared/access.server";
import { getShownStatuses } from "../../shared/list.server";
import { readMatchingIds } from "../../shared/query-plan.server";

/** Maximum number of tickets that can be selected: actions on them are carried out one after another. */
export const MAX_PICKED = 10_000;
/** The most boxes that a page sends at once. */
const MAX_BOXES = 100;

const boxes = () => z.array(z.number().int().positive()).max(MAX_BOXES);

/** Sent by the button, so that an empty post does nothing. */
const sure = z.literal("yes", "Use the button in the list.");

/** Return the person whose selection it is; a key selects nothing, it names its tickets in each call. */
function picker(ctx: ReadCtx) {
  if (!ctx.actor.user) throw forbidden("Only people have a selection. A key names its tickets in the call.");
  return { user_id: ctx.actor.user.id, company_id: ctx.actor.company.id };
}

const ofPicker = (ctx: ReadCtx) => {
  const { user_id, company_id } = picker(ctx);
  return and(eq(ticketSelection.user_id, user_id), eq(ticketSelection.company_id, company_id));
};

/** Add the visible tickets among these ids; others are skipped, without revealing whether they exist. */
function adding(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  const { user_id, company_id } = picker(ctx);
  return anyRows(
    sql`INSERT OR IGNORE INTO ticket_selection (user_id, company_id, trip_ticket_id)
        SELECT ${user_id}, ${company_id}, ${tripTicket.id} FROM json_each(${JSON.stringify(ids)}) CROSS JOIN ${tripTicket} ON ${tripTicket.id} = json_each.value WHERE ${visibleTicketsQuery(ctx.actor)}`,
  );
}

/**
 * Set what is selected on one page of a list: `shown` are the tickets whose checkboxes it had, "12,15", `ids` those
 * that are ticked. The selection on other pages is unchanged.
 */
export const pickOnPage = procedure({
  name: "pickOnPage",
  may: "trip_ticket.read",
  input: z.strictObject({
    shown: textField(1_600, "There is nothing to select.", "There is nothing to select.").regex(
      /^\d{1,15}(,\d{1,15}){0,99}$/,
      "There is nothing to select.",
    ),
    ids: boxes().default([]),
    back: z.string().max(4_000).default(""),
    /** Action to open for all that is selected; without it the user stays in the list. */
    next: z.enum(["assignment", "status", "print", "more"]).optional(),
    /** Hauler chosen in the bar, which another button submits; here it is passed along to the page of the assignment. */
    hauler_company_id: z.number().int().positive().optional(),
    seen_at: z.string().max(24).optional(),
  }),
  async run(ctx, { shown, ids, back, next, hauler_company_id }) {
    const left = shown
      .split(",")
      .map(Number)
      .filter((id) => !ids.includes(id));
    const picked = await countPicked(ctx);
    if (picked + ids.length > MAX_PICKED) throw unprocessable(TOO_MANY);
    return ctx.commit(
      [
        anyRows(
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

const TOO_MANY = `Up to ${MAX_PICKED.toLocaleString("en-US")} tickets can be selected. Narrow the list first.`;

/** Convert a list's query to a filter, including the statuses of its view. */
export function parseQueryFilter(ctx: Ctx<CompanyActor>, query: string): TicketFilter {
  const { view, input } = parseListQuery(new URLSearchParams(query));
  const { view: _view, sort: _sort, descending: _way, rows: _rows, page: _page, ...filter } = input;
  const numbers = filter.trip_ticket_numbers ?? [];
  return {
    ...resolveFilter(filter, ctx.actor.zone),
    trip_ticket_numbers: numbers,
    trip_ticket_status_ids: getShownStatuses(view, filter.trip_ticket_status_ids ?? [], numbers.length > 0),
  };
}

/** Select every ticket that a list's query matches, over all its pages; the previous selection is preserved. */
export const pickAllMatching = procedure({
  name: "pickAllMatching",
  may: "trip_ticket.read",
  input: z.strictObject({ sure, back: z.string().max(4_000).default("") }),
  async run(ctx, { back }) {
    picker(ctx);
    const ids = await readMatchingIds(ctx, parseQueryFilter(ctx, back), MAX_PICKED + 1);
    if (ids.length + (await countPicked(ctx)) > MAX_PICKED) throw unprocessable(TOO_MANY);
    return ctx.commit([adding(ctx, ids)], { back });
  },
});

/** Clear the selection. */
export const clearPicked = procedure({
  name: "clearPicked",
  may: "trip_ticket.read",
  input: z.strictObject({ sure, back: z.string().max(4_000).default("") }),
  run: (ctx, { back }) =>
    ctx.commit([anyRows(ctx.write.delete(ticketSelection).where(ofPicker(ctx)))], { back }),
});

const OF_PICKER = and(
  eq(ticketSelection.user_id, sql.placeholder("user_id")),
  eq(ticketSelection.company_id, sql.placeholder("company_id")),
);
const findHere = prepareQuery((read) =>
  read
    .select({ id: ticketSelection.trip_ticket_id })
    .from(ticketSelection)
    .where(
      sql`${OF_PICKER} AND ${ticketSelection.trip_ticket_id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`,
    ),
);
const findCount = prepareQuery((read) =>
  read
    .select({ n: sql<number>`count(*)` })
    .from(ticketSelection)
    .crossJoin(tripTicket)
    .where(
      and(
        eq(tripTicket.id, ticketSelection.trip_ticket_id),
        OF_PICKER,
        ticketsVisibleToCompanyQuery(sql.placeholder("company_id")),
      ),
    ),
);

/** Count the selected tickets, and list those on a page. */
export async function readPicked(ctx: ReadCtx, ids: readonly number[]) {
  if (!ctx.actor.user) return { count: 0, here: [] };
  const rows = await findHere(ctx.read, { ...picker(ctx), ids: JSON.stringify(ids) });
  return { count: await countPicked(ctx), here: rows.map((r) => r.id) };
}

/** Count the selected tickets that are still visible. */
export async function countPicked(ctx: ReadCtx): Promise<number> {
  const [row] = await findCount(ctx.read, picker(ctx));
  return row?.n ?? 0;
}

/** The picked tickets that are still visible, in the order of their numbers. */
export async function readPickedIds(ctx: ReadCtx): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(ticketSelection)
    .crossJoin(tripTicket)
    .where(
      and(eq(tripTicket.id, ticketSelection.trip_ticket_id), ofPicker(ctx), visibleTicketsQuery(ctx.actor)),
    )
    .orderBy(asc(tripTicket.trip_ticket_number), desc(tripTicket.id));
  return rows.map((r) => r.id);
}

/** List the person's selection, as ids in the order of their numbers; another person's is never read. */
export const listPicked = procedure({
  name: "listPicked",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: async (ctx) => ({ ids: await readPickedIds(ctx) }),
});
