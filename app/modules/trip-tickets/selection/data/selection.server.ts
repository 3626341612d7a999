import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { ticketSelection, tripTicket } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure, type ReadCtx } from "~/web/procedure";
import { forbidden, unprocessable } from "~/web/refusal";
import { resolveFilter, type TicketFilter } from "../../list/rules/filter";
import { parseListQuery } from "../../rules/list-query";
import { ticketsVisibleToCompanyQuery, visibleTicketsQuery } from "../../shared/access.server";
import { getShownStatuses } from "../../shared/list.server";
import { readMatchingIds } from "../../shared/query-plan.server";

/** Maximum number of selected tickets; an action handles them one after another. */
export const MAX_SELECTED_TICKETS = 10_000;
/** Maximum number of checkboxes on one page. */
const MAX_BOXES = 100;

const boxes = () => z.array(z.number().int().positive()).max(MAX_BOXES);

/** Value sent by the button, without which an empty post does nothing. */
const sure = z.literal("yes", "Use the button in the list.");

/**
 * Return the user and company that own the selection. An API key has no selection and must send ticket ids in each
 * call.
 */
function picker(ctx: ReadCtx) {
  if (!ctx.actor.user) throw forbidden("Only people have a selection. A key names its tickets in the call.");
  return { user_id: ctx.actor.user.id, company_id: ctx.actor.company.id };
}

const ofPicker = (ctx: ReadCtx) => {
  const { user_id, company_id } = picker(ctx);
  return and(eq(ticketSelection.user_id, user_id), eq(ticketSelection.company_id, company_id));
};

/** Add the visible tickets among these ids; other ids are skipped without revealing whether they exist. */
function adding(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  const { user_id, company_id } = picker(ctx);
  return allowAnyRows(
    sql`INSERT OR IGNORE INTO ticket_selection (user_id, company_id, trip_ticket_id)
        SELECT ${user_id}, ${company_id}, ${tripTicket.id} FROM json_each(${JSON.stringify(ids)}) CROSS JOIN ${tripTicket} ON ${tripTicket.id} = json_each.value WHERE ${visibleTicketsQuery(ctx.actor)}`,
  );
}

/**
 * Update the selection for one list page: `shown` lists the tickets with a checkbox, as "12,15", and `ids` the checked
 * ones. The selection on other pages is unchanged.
 */
export const pickOnPage = procedure({
  name: "pickOnPage",
  may: "trip_ticket.read",
  input: z.strictObject({
    shown: createTextSchema(1_600, "There is nothing to select.", "There is nothing to select.").regex(
      /^\d{1,15}(,\d{1,15}){0,99}$/,
      "There is nothing to select.",
    ),
    ids: boxes().default([]),
    back: z.string().max(4_000).default(""),
    /** Action to open next for all selected tickets; if missing, the user returns to the list. */
    next: z.enum(["assignment", "status", "print", "more"]).optional(),
    /** Hauler chosen next to another button; passed along to the assignment page. */
    hauler_company_id: z.number().int().positive().optional(),
    seen_at: z.string().max(24).optional(),
  }),
  async run(ctx, { shown, ids, back, next, hauler_company_id }) {
    const left = shown
      .split(",")
      .map(Number)
      .filter((id) => !ids.includes(id));
    const picked = await countSelectedTickets(ctx);
    if (picked + ids.length > MAX_SELECTED_TICKETS) throw unprocessable(TOO_MANY);
    return ctx.commit(
      [
        allowAnyRows(
          ctx.write
            .delete(ticketSelection)
            .where(and(ofPicker(ctx), sql`${ticketSelection.trip_ticket_id} IN ${jsonListSql(left)}`)),
        ),
        adding(ctx, ids),
      ],
      { back, next: next ?? null, hauler: hauler_company_id ?? null },
    );
  },
});

const TOO_MANY = `Up to ${MAX_SELECTED_TICKETS.toLocaleString("en-US")} tickets can be selected. Narrow the list first.`;

/** Convert a list's query to a ticket filter, including the statuses of its view. */
export function parseListQueryFilter(ctx: Ctx<CompanyActor>, query: string): TicketFilter {
  const { view, input } = parseListQuery(new URLSearchParams(query));
  const { view: _view, sort: _sort, descending: _way, rows: _rows, page: _page, ...filter } = input;
  const numbers = filter.trip_ticket_numbers ?? [];
  return {
    ...resolveFilter(filter, ctx.actor.zone),
    trip_ticket_numbers: numbers,
    trip_ticket_status_ids: getShownStatuses(view, filter.trip_ticket_status_ids ?? [], numbers.length > 0),
  };
}

/** Select every ticket that matches a list's query, on all pages; earlier selections stay. */
export const pickAllMatching = procedure({
  name: "pickAllMatching",
  may: "trip_ticket.read",
  input: z.strictObject({ sure, back: z.string().max(4_000).default("") }),
  async run(ctx, { back }) {
    picker(ctx);
    const ids = await readMatchingIds(ctx, parseListQueryFilter(ctx, back), MAX_SELECTED_TICKETS + 1);
    if (ids.length + (await countSelectedTickets(ctx)) > MAX_SELECTED_TICKETS) throw unprocessable(TOO_MANY);
    return ctx.commit([adding(ctx, ids)], { back });
  },
});

/** Clear the selection. */
export const clearPicked = procedure({
  name: "clearPicked",
  may: "trip_ticket.read",
  input: z.strictObject({ sure, back: z.string().max(4_000).default("") }),
  run: (ctx, { back }) =>
    ctx.commit([allowAnyRows(ctx.write.delete(ticketSelection).where(ofPicker(ctx)))], { back }),
});

const OF_PICKER = and(
  eq(ticketSelection.user_id, sql.placeholder("user_id")),
  eq(ticketSelection.company_id, sql.placeholder("company_id")),
);
const findHere = prepareQuery((read) =>
  read
    .select({ id: ticketSelection.trip_ticket_id })
    .from(ticketSelection)
    .where(sql`${OF_PICKER} AND ${ticketSelection.trip_ticket_id} IN ${jsonListSql(sql.placeholder("ids"))}`),
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

/** Count the selected tickets, and list the selected tickets among these ids. */
export async function readPageSelection(ctx: ReadCtx, ids: readonly number[]) {
  if (!ctx.actor.user) return { count: 0, here: [] };
  const rows = await findHere(ctx.read, { ...picker(ctx), ids: JSON.stringify(ids) });
  return { count: await countSelectedTickets(ctx), here: rows.map((r) => r.id) };
}

/** Count the selected tickets that are still visible. */
export async function countSelectedTickets(ctx: ReadCtx): Promise<number> {
  const [row] = await findCount(ctx.read, picker(ctx));
  return row?.n ?? 0;
}

/** Return the ids of selected tickets that are still visible, sorted by ticket number. */
export async function readSelectedTicketIds(ctx: ReadCtx): Promise<number[]> {
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

/** List the ids of the user's own selected tickets, sorted by ticket number. */
export const listPicked = procedure({
  name: "listPicked",
  may: "trip_ticket.read",
  input: z.strictObject({}),
  run: async (ctx) => ({ ids: await readSelectedTicketIds(ctx) }),
});
