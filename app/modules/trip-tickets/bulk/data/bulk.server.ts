import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { jsonListSql } from "#db/json-list";
import { bulkRun, bulkRunTicket, tripTicket } from "#db/schema";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import { createTextSchema } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { getStatusLabel } from "../../rules/trip-ticket";
import { readSelectedTicketIds } from "../../selection/data/selection.server";
import { visibleTicketsQuery } from "../../shared/access.server";
import { bulkActionTask, getBulkQueueKey } from "../../shared/runner.server";
import { BULK_ACTION_LABELS, BULK_ACTIONS, type BulkActionName } from "../rules/bulk";
import { type BulkFields, bulkFields, findMissingFields, parseBulkRunAction } from "../rules/bulk-input";
import { bulkRunOutput, startedBulkRunOutput } from "../rules/output";

/** Maximum number of ticket ids an API client may send in one call; the response comes after all are processed. */
export const MAX_TICKETS_PER_CALL = 100;
export const RESULT_PAGE_SIZE = 50;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Start an action on the given or the selected tickets. Each ticket's version is recorded, so that `runner.server.ts`
 * can process one ticket at a time and resume. A ticket changed after `seen_at`, when the page was read, is refused,
 * because the user hasn't seen that change.
 */
export const startBulkAction = procedure({
  name: "startBulk",
  may: "trip_ticket.read",
  input: z.strictObject({
    act: z.enum(BULK_ACTIONS),
    ids: z.array(z.number().int().positive()).min(1).max(MAX_TICKETS_PER_CALL).optional(),
    seen_at: createTextSchema(24).regex(INSTANT).optional(),
    ...bulkFields,
  }),
  output: startedBulkRunOutput,
  async run(ctx, { act, ids: named, seen_at, ...fields }) {
    const wrong = findMissingFields(act, fields);
    if (Object.keys(wrong).length) throw invalid(wrong);
    const ids = named ? await visibleOf(ctx, [...new Set(named)]) : await readSelectedTicketIds(ctx);
    if (ids.length === 0)
      throw named
        ? notFound("You don't have access to any of these trip tickets.")
        : unprocessable("No tickets are selected. Select some in the list first.");
    const now = ctx.now.toISOString();
    const run = {
      user_id: ctx.actor.user?.id ?? null,
      company_id: ctx.actor.company.id,
      action: act,
      // Store the API key with a run it starts, so that the run can continue after the process that began it has ended.
      input: ctx.actor.user ? fields : { ...fields, key: ctx.actor.key },
      total: ids.length,
      created_at: now,
    };
    // Within this batch, the newest run is the one just inserted.
    const id = selectInsertedId(bulkRun);
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(bulkRun).values(run)),
        allowAnyRows(
          sql`INSERT INTO bulk_run_ticket (bulk_run_id, trip_ticket_id, version)
              SELECT ${id}, ${tripTicket.id}, CASE WHEN ${tripTicket.last_modified_at} > ${seen_at ?? now} THEN -1 ELSE ${tripTicket.version} END
                FROM json_each(${JSON.stringify(ids)}) CROSS JOIN ${tripTicket} ON ${tripTicket.id} = json_each.value`,
        ),
        buildEnqueueStep(bulkActionTask, { run: id }, { lane: getBulkQueueKey(ctx.actor) }),
      ],
      { id },
    );
  },
});

async function visibleOf(ctx: Ctx<CompanyActor>, ids: number[]): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(and(sql`${tripTicket.id} IN ${jsonListSql(ids)}`, visibleTicketsQuery(ctx.actor)));
  return rows.map((row) => row.id);
}

/** Return a run that the acting user started (or, for an API key, a key of its company); otherwise 404. */
export async function requireOwnBulkRun(ctx: Ctx<CompanyActor>, id: number) {
  const user = ctx.actor.user?.id;
  const [run] = await ctx.read
    .select()
    .from(bulkRun)
    .where(
      and(
        eq(bulkRun.id, id),
        eq(bulkRun.company_id, ctx.actor.company.id),
        user === undefined ? sql`${bulkRun.user_id} IS NULL` : eq(bulkRun.user_id, user),
      ),
    );
  if (!run) throw notFound("We couldn't find that change of many tickets, or you don't have access to it.");
  return { ...run, ...parseBulkRunAction(run) };
}

/**
 * Return a run's progress: numbers of changed, unchanged and refused tickets, and the tickets with reasons, refused
 * ones first.
 */
export const getBulkRun = procedure({
  name: "getBulkRun",
  may: "trip_ticket.read",
  input: z.strictObject({
    id: z.number().int(),
    page: z.number().int().min(0).max(100_000).default(0),
    take: z.number().int().min(1).max(MAX_TICKETS_PER_CALL).default(RESULT_PAGE_SIZE),
  }),
  async run(ctx, { id, page, take }) {
    const run = await requireOwnBulkRun(ctx, id);
    const mine = eq(bulkRunTicket.bulk_run_id, id);
    const counts = await ctx.read
      .select({ outcome: bulkRunTicket.outcome, n: sql<number>`count(*)` })
      .from(bulkRunTicket)
      .where(mine)
      .groupBy(bulkRunTicket.outcome);
    const count = (outcome: string | null) => counts.find((c) => c.outcome === outcome)?.n ?? 0;
    const rows = await ctx.read
      .select({
        trip_ticket_id: bulkRunTicket.trip_ticket_id,
        // A ticket that the company can no longer see is listed without its number, so that the result doesn't reveal
        // whether it was deleted.
        trip_ticket_number: sql<
          number | null
        >`CASE WHEN ${visibleTicketsQuery(ctx.actor)} THEN ${tripTicket.trip_ticket_number} END`,
        is_deleted: sql<boolean>`NOT ${visibleTicketsQuery(ctx.actor)}`.mapWith(Boolean),
        outcome: bulkRunTicket.outcome,
        reason: bulkRunTicket.reason,
      })
      .from(bulkRunTicket)
      .innerJoin(tripTicket, eq(tripTicket.id, bulkRunTicket.trip_ticket_id))
      .where(mine)
      .orderBy(
        sql`CASE ${bulkRunTicket.outcome} WHEN 'refused' THEN 0 WHEN 'done' THEN 1 WHEN 'unchanged' THEN 2 ELSE 3 END`,
        sql`2`,
        bulkRunTicket.trip_ticket_id,
      )
      .limit(take)
      .offset(page * take);
    return {
      id,
      act: run.act,
      what: whatOf(run.act, run.input),
      total: run.total,
      finished: run.finished_at !== null,
      done: count("done"),
      unchanged: count("unchanged"),
      refused: count("refused"),
      waiting: count(null),
      page,
      trip_tickets: rows,
    };
  },
});

/** Return a run's progress to API clients, which identify the run in the URL. */
export const readBulkRun = procedure({
  name: "readBulkRun",
  may: "trip_ticket.read",
  input: z.strictObject({
    bulk_run_id: z.number().int(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  output: bulkRunOutput,
  run: (ctx, { bulk_run_id, page }) =>
    getBulkRun.run(ctx, { id: bulk_run_id, page, take: MAX_TICKETS_PER_CALL }),
});

/** Format the action as text: "Change the status to Cancelled". */
function whatOf(act: BulkActionName, fields: BulkFields): string {
  const { title } = BULK_ACTION_LABELS[act];
  if (act === "status") return `${title} to ${getStatusLabel(fields.trip_ticket_status_id ?? 0)}`;
  const priority = { 1: "High", 2: "Medium", 3: "Low" }[fields.trip_ticket_priority_id ?? 0];
  return act === "priority" ? `${title} to ${priority}` : title;
}
