import { and, between, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { comment, company, job, photo, tripTicket } from "#db/schema";
import { buildTicketHistorySteps } from "~/modules/history/shared/history.server";
import { buildAmountOwedSteps } from "~/modules/settlements/shared/claim-steps.server";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { visibleTicketsQuery } from "../../shared/access.server";
import { MAX_LOADS_AT_ONCE } from "./create.server";

/** Number of minutes during which tickets created by mistake can be undone in one click. */
export const CREATE_UNDO_MINUTES = 60;

const input = z.strictObject({
  first: z.number().int().positive(),
  count: z.number().int().min(1).max(MAX_LOADS_AT_ONCE),
});
type Made = z.output<typeof input>;

const countOf = (rows: typeof comment | typeof photo) =>
  sql<number>`(SELECT count(*) FROM ${rows} WHERE ${rows.trip_ticket_id} = ${tripTicket.id})`;

/**
 * Find the tickets that the acting person created together; one commit assigns them consecutive ids. 404 if they
 * weren't created together.
 */
async function madeTogether(ctx: Ctx<CompanyActor>, { first, count }: Made) {
  const me = ctx.actor.user?.id;
  const rows = await ctx.read
    .select({
      id: tripTicket.id,
      uid: tripTicket.uid,
      job_id: tripTicket.job_id,
      job: job.name,
      number: tripTicket.trip_ticket_number,
      status: tripTicket.trip_ticket_status_id,
      hauler: company.name,
      version: tripTicket.version,
      created_at: tripTicket.created_at,
      last_modified_at: tripTicket.last_modified_at,
      // Certificates aren't counted: they may have been added with the load, and changing them creates another version
      // of the load.
      added: sql<number>`${countOf(comment)} + ${countOf(photo)}`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .leftJoin(company, eq(company.id, tripTicket.hauler_company_id))
    .where(
      and(
        between(tripTicket.id, first, first + count - 1),
        eq(tripTicket.creator_user_id, me ?? 0),
        eq(tripTicket.creator_company_id, ctx.actor.company.id),
        visibleTicketsQuery(ctx.actor),
      ),
    )
    .orderBy(tripTicket.id);
  const together = rows.filter((r) => r.created_at === rows[0]?.created_at && r.job_id === rows[0]?.job_id);
  if (together.length === 0) throw notFound("These tickets aren't there anymore, or you didn't make them.");
  return together;
}
type MadeRow = Awaited<ReturnType<typeof madeTogether>>[number];

const untouched = (row: MadeRow) => row.version === 1 && row.added === 0;
const isFresh = (ctx: Ctx, row: MadeRow) =>
  ctx.now.getTime() - Date.parse(row.created_at) <= CREATE_UNDO_MINUTES * 60_000;

/** Tickets that were just created, for the confirmation page. */
export const getMadeTickets = procedure({
  name: "getMadeTickets",
  may: "trip_ticket.create",
  input,
  async run(ctx, created) {
    const rows = await madeTogether(ctx, created);
    return {
      ...created,
      job: { id: rows[0]?.job_id ?? 0, name: rows[0]?.job ?? "" },
      hauler: rows[0]?.hauler ?? null,
      tickets: rows.map(({ id, number, status }) => ({ id, number, status })),
      numbers: formatTicketRanges(rows.map((row) => row.number)),
      may_undo: rows.every((row) => untouched(row) && isFresh(ctx, row)),
    };
  },
});

/** Undo tickets that were created by mistake, all or none, as long as no user has changed any of them. */
export const undoMadeTickets = procedure({
  name: "undoMadeTickets",
  may: "trip_ticket.create",
  input,
  async run(ctx, created) {
    const rows = await madeTogether(ctx, created);
    const changed = rows.filter((row) => !untouched(row)).map((row) => row.number);
    if (changed.length)
      throw unprocessable(`Nothing was undone: ticket ${changed.join(", ")} has changed since you made it.`);
    if (!rows.every((row) => isFresh(ctx, row)))
      throw unprocessable(
        `You can undo this for ${CREATE_UNDO_MINUTES} minutes. Delete or cancel the tickets instead.`,
      );
    const history = await buildTicketHistorySteps(ctx, rows, () => ({
      activity: "trip_ticket_deleted",
      details: {},
    }));
    const deletions = rows.map((row) =>
      expectOneRow(
        ctx.write
          .update(tripTicket)
          .set({ is_deleted: true, version: row.version + 1, last_modified_at: later(row, ctx.now) })
          .where(
            and(
              eq(tripTicket.id, row.id),
              eq(tripTicket.version, row.version),
              eq(tripTicket.is_deleted, false),
            ),
          ),
      ),
    );
    const patches = new Map(rows.map((row) => [row.id, { is_deleted: true }]));
    const claims = await buildAmountOwedSteps(ctx, [...patches.keys()], patches);
    return ctx.commit([...deletions, ...history, ...claims], { count: rows.length });
  },
});

/** Return a time later than the ticket's creation, even if clocks disagree. */
const later = (row: MadeRow, now: Date) =>
  now.toISOString() > row.last_modified_at
    ? now.toISOString()
    : new Date(Date.parse(row.last_modified_at) + 1).toISOString();

/** Format numbers as ranges: "1181-1192", "1003, 1007-1009". */
export function formatTicketRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}
