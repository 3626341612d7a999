import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { insertedId } from "#db/inserted-id";
import { bulkRun, bulkRunTicket, tripTicket } from "#db/schema";
import { enqueue } from "~/lib/queue/work.server";
import { textField } from "~/lib/text/input";
import type { CompanyActor } from "~/web/actor";
import { anyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { statusLabel } from "../../rules/trip-ticket";
import { readPickedIds } from "../../selection/data/selection.server";
import { visibleTicketsQuery } from "../../shared/access.server";
import { bulkActTask, getLane } from "../../shared/runner.server";
import { ACT_LABELS, BULK_ACTS, type BulkActName } from "../rules/bulk";
import { type BulkFields, bulkFields, findMissingFields, parseStoredAct } from "../rules/bulk-input";
import { bulkRunOutput, runBegunOutput } from "../rules/output";

/** Maximum number of tickets a program may name in one call; they are processed before the response. */
export const MAX_IN_CALL = 100;
export const RESULT_PAGE_SIZE = 50;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Start an action on many tickets: the named ones, or the selected ones. It's recorded with the version of each, so
 * that it can be run one ticket at a time (`runner.server.ts`) and resumed. A ticket that changed after `seen_at`, when
 * the page was read, is refused, because the person hasn't seen the change.
 */
export const startBulk = procedure({
  name: "startBulk",
  may: "trip_ticket.read",
  input: z.strictObject({
    act: z.enum(BULK_ACTS),
    ids: z.array(z.number().int().positive()).min(1).max(MAX_IN_CALL).optional(),
    seen_at: textField(24).regex(INSTANT).optional(),
    ...bulkFields,
  }),
  output: runBegunOutput,
  async run(ctx, { act, ids: named, seen_at, ...fields }) {
    const wrong = findMissingFields(act, fields);
    if (Object.keys(wrong).length) throw invalid(wrong);
    const ids = named ? await visibleOf(ctx, [...new Set(named)]) : await readPickedIds(ctx);
    if (ids.length === 0)
      throw named
        ? notFound("You don't have access to any of these trip tickets.")
        : unprocessable("No tickets are selected. Select some in the list first.");
    const now = ctx.now.toISOString();
    const run = {
      user_id: ctx.actor.user?.id ?? null,
      company_id: ctx.actor.company.id,
      action: act,
      // A key's run stores its key, so that it can continue after the process that began it has ended.
      input: ctx.actor.user ? fields : { ...fields, key: ctx.actor.key },
      total: ids.length,
      created_at: now,
    };
    // Within the batch, this run is the newest one.
    const id = insertedId(bulkRun);
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(bulkRun).values(run)),
        anyRows(
          sql`INSERT INTO bulk_run_ticket (bulk_run_id, trip_ticket_id, version)
              SELECT ${id}, ${tripTicket.id}, CASE WHEN ${tripTicket.last_modified_at} > ${seen_at ?? now} THEN -1 ELSE ${tripTicket.version} END
                FROM json_each(${JSON.stringify(ids)}) CROSS JOIN ${tripTicket} ON ${tripTicket.id} = json_each.value`,
        ),
        enqueue(bulkActTask, { run: id }, { lane: getLane(ctx.actor) }),
      ],
      { id },
    );
  },
});

async function visibleOf(ctx: Ctx<CompanyActor>, ids: number[]): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: tripTicket.id })
    .from(tripTicket)
    .where(
      and(
        sql`${tripTicket.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        visibleTicketsQuery(ctx.actor),
      ),
    );
  return rows.map((row) => row.id);
}

/** Run of the acting person (or, for a key, of its company's keys); else 404. */
export async function requireOwnRun(ctx: Ctx<CompanyActor>, id: number) {
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
  return { ...run, ...parseStoredAct(run) };
}

/** Progress of a run: numbers of changed, unchanged and refused tickets, with reasons; refused ones first. */
export const getBulkRun = procedure({
  name: "getBulkRun",
  may: "trip_ticket.read",
  input: z.strictObject({
    id: z.number().int(),
    page: z.number().int().min(0).max(100_000).default(0),
    take: z.number().int().min(1).max(MAX_IN_CALL).default(RESULT_PAGE_SIZE),
  }),
  async run(ctx, { id, page, take }) {
    const run = await requireOwnRun(ctx, id);
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
        // Tickets the company can no longer see aren't named either; the answer doesn't tell whether one was deleted.
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

/** The same for programs, which identify the run by its URL. */
export const readBulkRun = procedure({
  name: "readBulkRun",
  may: "trip_ticket.read",
  input: z.strictObject({
    bulk_run_id: z.number().int(),
    page: z.number().int().min(0).max(100_000).default(0),
  }),
  output: bulkRunOutput,
  run: (ctx, { bulk_run_id, page }) => getBulkRun.run(ctx, { id: bulk_run_id, page, take: MAX_IN_CALL }),
});

/** Action in words: "Change the status to Cancelled". */
function whatOf(act: BulkActName, fields: BulkFields): string {
  const { title } = ACT_LABELS[act];
  if (act === "status") return `${title} to ${statusLabel(fields.trip_ticket_status_id ?? 0)}`;
  const priority = { 1: "High", 2: "Medium", 3: "Low" }[fields.trip_ticket_priority_id ?? 0];
  return act === "priority" ? `${title} to ${priority}` : title;
}
