import type { Mutant } from "./mutant";

const BULK = ["app/features/bulk/bulk.server.test.ts", "app/features/bulk/broken-off.server.test.ts"];
const COMMENTS = ["app/features/comments/comments.server.test.ts"];
const OFFERED = ["app/features/bulk/act-page.server.test.ts"];
const FILTERING = ["app/features/trip-tickets/filtering.server.test.ts"];
const FILTERS = ["app/features/saved-filters/saved-filters.server.test.ts"];

/** What filters, selections and acts on many tickets would give away or change beyond what each ticket allows. */
export const many: readonly Mutant[] = [
  {
    name: "filters: a way in by an index forgets who may see",
    file: "app/features/trip-tickets/gather.server.ts",
    find: "[way.where, ticketsVisibleTo(ctx.actor), ...conditionsOf(ctx.actor, filter)]",
    put: "[way.where, ...conditionsOf(ctx.actor, filter)]",
    tests: FILTERING,
    title: "nobody finds what they may not see",
  },
  {
    name: "filters: anybody learns whose settlement is paid",
    file: "app/features/trip-tickets/filter.server.ts",
    find: "+${t.numbering_company_id} = ${actor.company.id} AND ",
    put: "",
    tests: FILTERING,
    title: "known to payer, receiver and requester alone",
  },
  {
    name: "acts: a run keeps the rights it began with",
    file: "app/features/bulk/runner.server.ts",
    find: "const actor = await actorAgain(db, { ...run, key: asked.input.key });",
    put: "const held = run as { actor?: Actor | null };\n    held.actor ??= await actorAgain(db, { ...run, key: asked.input.key });\n    const actor = held.actor;",
    tests: BULK,
    title: "who is demoted while a run is under way",
  },
  {
    name: "selection: a stranger's ticket is picked",
    file: "app/features/selection/selection.server.ts",
    find: " WHERE ${ticketsVisibleTo(ctx.actor)}`",
    put: "`",
    tests: BULK,
  },
  {
    name: "many tickets: a colleague reads what became of a run",
    file: "app/features/bulk/bulk.server.ts",
    find: "eq(bulkRun.user_id, user),",
    put: "sql`1`,",
    tests: BULK,
  },
  {
    name: "many tickets: a run names what its company can no longer see",
    file: "app/features/bulk/bulk.server.ts",
    find: "`CASE WHEN ${ticketsVisibleTo(ctx.actor)} THEN ${tripTicket.trip_ticket_number} END`",
    put: "`${tripTicket.trip_ticket_number}`",
    tests: ["app/features/bulk/run-seen.server.test.ts"],
  },
  {
    name: "many tickets: named ids need not be visible",
    file: "app/features/bulk/bulk.server.ts",
    find: "        ticketsVisibleTo(ctx.actor),\n      ),\n    );\n  return rows",
    put: "      ),\n    );\n  return rows",
    tests: BULK,
  },
  {
    name: "many tickets: what changed since the page was read is written over",
    file: "app/features/bulk/bulk.server.ts",
    find: "seen_at ?? now",
    put: "now",
    tests: BULK,
  },
  {
    name: "saved filters: a colleague's own are seen",
    file: "app/features/saved-filters/saved-filters.server.ts",
    find: "eq(savedFilter.is_shared, true)",
    put: "eq(savedFilter.company_id, ctx.actor.company.id)",
    tests: FILTERS,
  },
  {
    name: "filters: anybody is told a company's name by its id",
    file: "app/features/trip-tickets/filter-options.server.ts",
    find: "AND (${findable(ctx.actor)} OR",
    put: "AND (1 OR",
    tests: FILTERING,
    title: "recorded for itself isn't revealed for its id",
  },
  {
    name: "filters: a mill is told of a job's other destinations",
    file: "app/features/trip-tickets/filter-options.server.ts",
    find: "AND (${ofWork} OR",
    put: "AND (1 OR",
    tests: FILTERING,
    title: "a mill doesn't learn the job's other destinations",
  },
  {
    name: "list: others' loads are told to be unpaid",
    file: "app/features/trip-tickets/settled.server.ts",
    find: "load.numbering_company_id === me && ",
    put: "",
    tests: FILTERING,
    title: "known to payer, receiver and requester alone",
  },
  {
    name: "bulk: who sees a load is told of its job's destinations",
    file: "app/features/bulk/act-page.server.ts",
    find: "jobs.filter((job) => job.may_send)",
    put: "jobs",
    tests: OFFERED,
    title: "is not offered the other mills, companies and people",
  },
  {
    name: "bulk: who sees a load is told of its job's companies and their people",
    file: "app/features/bulk/act-page.server.ts",
    find: "all.filter((p) => run.has(p.job_id) || p.company_id === me)",
    put: "all",
    tests: OFFERED,
    title: "is not offered the other mills, companies and people",
  },
  {
    name: "claims: a stranger's load in the way is told by its number",
    file: "app/core/tickets/one-load.server.ts",
    find: "CASE WHEN ${seen} THEN",
    put: "CASE WHEN 1 THEN",
    tests: ["app/features/trip-tickets/seeing.server.test.ts"],
    title: "isn't revealed by its number",
  },
  {
    name: "tickets: comments are told to crews that may not read them",
    file: "app/features/trip-tickets/detail.server.ts",
    find: "flags.comment.read ? readComments(ctx, id) : null",
    put: "readComments(ctx, id)",
    tests: COMMENTS,
    title: "a crew that may not read comments finds none",
  },
  {
    name: "history: what a comment said is told to crews that may not read it",
    file: "app/domain/history/history.ts",
    find: "flags[entity].read || ",
    put: "true || ",
    tests: COMMENTS,
    title: "a crew that may not read comments finds none",
  },
  {
    name: "list: a hauler reads in the bar who else hauls on the job",
    file: "app/features/bulk/quick-assign.server.ts",
    find: "run.has(p.job_id) || p.company_id === me",
    put: "p.is_hauler",
    tests: ["app/features/bulk/quick-assign.server.test.ts"],
  },
];
